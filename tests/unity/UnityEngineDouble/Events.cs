// Events that the inspector shows.

using System.Collections.Generic;

namespace UnityEngine.Events
{
    public delegate void UnityAction<T0>(T0 arg0);

    public abstract class UnityEventBase { }

    public class UnityEvent<T0> : UnityEventBase
    {
        readonly List<UnityAction<T0>> calls = new List<UnityAction<T0>>();
        public void AddListener(UnityAction<T0> call) => calls.Add(call);
        public void RemoveListener(UnityAction<T0> call) => calls.Remove(call);
        public void Invoke(T0 arg0) { for (int i = 0; i < calls.Count; i++) calls[i](arg0); }
    }
}
