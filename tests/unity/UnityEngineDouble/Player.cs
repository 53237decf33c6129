// What runs the double: order of messages as in the player loop. Messages are bound once, so that calls make no garbage.

using System;
using System.Collections.Generic;
using System.Reflection;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityDouble
{
    public static class Player
    {
        internal static readonly List<GameObject> objects = new List<GameObject>();
        static readonly List<MonoBehaviour> live = new List<MonoBehaviour>(), fresh = new List<MonoBehaviour>();
        static readonly List<Object> dying = new List<Object>();
        static readonly List<ScriptableObject> assets = new List<ScriptableObject>();
        static readonly Dictionary<Type, Messages> cache = new Dictionary<Type, Messages>();
        static readonly List<string> said = new List<string>();

        /// <summary>What was logged: kind, colon, text.</summary>
        public static IReadOnlyList<string> Said => said;

        sealed class Messages
        {
            internal readonly Dictionary<string, Action<Object>> calls = new Dictionary<string, Action<Object>>();
            internal Action<Object> fixedUpdate, update, lateUpdate;
            internal int order;
        }

        static Messages Of(Object o)
        {
            Type type = o.GetType();
            if (cache.TryGetValue(type, out Messages found)) return found;
            var made = new Messages { order = type.GetCustomAttribute<DefaultExecutionOrder>()?.order ?? 0 };
            foreach (string name in new[] { "Awake", "OnEnable", "Start", "FixedUpdate", "Update", "LateUpdate", "OnDisable", "OnDestroy", "OnValidate", "Reset" })
                if (Find(type, name) is MethodInfo method)
                    made.calls[name] = (Action<Object>)typeof(Player).GetMethod("Bind", BindingFlags.NonPublic | BindingFlags.Static)
                        .MakeGenericMethod(type).Invoke(null, new object[] { method });
            made.calls.TryGetValue("FixedUpdate", out made.fixedUpdate);
            made.calls.TryGetValue("Update", out made.update);
            made.calls.TryGetValue("LateUpdate", out made.lateUpdate);
            return cache[type] = made;
        }

        static MethodInfo Find(Type type, string name)
        {
            const BindingFlags any = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
            for (Type t = type; t != null && t != typeof(Object); t = t.BaseType)
                if (t.GetMethod(name, any, null, Type.EmptyTypes, null) is MethodInfo found) return found;
            return null;
        }

        static Action<Object> Bind<T>(MethodInfo method) where T : Object
        {
            var bound = (Action<T>)Delegate.CreateDelegate(typeof(Action<T>), null, method, true);
            return o => bound((T)o);
        }

        // Scripts that throw are reported, and the loop goes on, as in the engine.
        static void Call(Object o, Action<Object> message)
        {
            if (message == null) return;
            try { message(o); }
            catch (Exception e) { Say("error", e); }
        }

        static void Call(Object o, string message)
        {
            if (Of(o).calls.TryGetValue(message, out Action<Object> call)) Call(o, call);
        }

        internal static void Say(string kind, object message)
        {
            lock (said) said.Add(kind + ": " + message);
            if (Verbose || kind == "error" && said.Count < 6) Console.WriteLine("    [" + kind + "] " + message);
        }

        public static bool Verbose;
        public static void ForgetLog() { lock (said) said.Clear(); }

        internal static void Made(ScriptableObject asset)
        {
            assets.Add(asset);
            Call(asset, "Awake");
            Call(asset, "OnEnable");
        }

        internal static void Added(Component c)
        {
            Physics.Added(c);
            Refresh(c);
        }

        internal static void Refresh(Component c)
        {
            if (!(c is MonoBehaviour b) || b.destroyed) return;
            if (!b.awoken && b.gameObject.activeInHierarchy)
            {
                b.awoken = true;
                Call(b, "Awake");
            }
            if (b.live == b.isActiveAndEnabled) return;
            b.live = !b.live;
            if (b.live)
            {
                int at = live.Count, order = Of(b).order;
                while (at > 0 && Of(live[at - 1]).order > order) at--;
                live.Insert(at, b);
                if (!b.started) fresh.Add(b);
                Call(b, "OnEnable");
            }
            else
            {
                live.Remove(b);
                Call(b, "OnDisable");
            }
        }

        internal static void DestroyLater(Object o)
        {
            if (o != null && !dying.Contains(o)) dying.Add(o);
        }

        internal static void DestroyNow(Object o)
        {
            if (o == null) return;
            if (o is GameObject go)
            {
                while (go.transform.childCount > 0) DestroyNow(go.transform.GetChild(0).gameObject);
                foreach (Component c in go.components.ToArray()) if (c != go.transform) DestroyNow(c);
                go.transform.SetParent(null, false);
                go.transform.destroyed = true;
                objects.Remove(go);
            }
            if (o is MonoBehaviour b)
            {
                if (b.live)
                {
                    b.live = false;
                    live.Remove(b);
                    Call(b, "OnDisable");
                }
                if (b.awoken) Call(b, "OnDestroy");
                fresh.Remove(b);
            }
            if (o is ScriptableObject asset && assets.Remove(asset))
            {
                Call(asset, "OnDisable");
                Call(asset, "OnDestroy");
            }
            if (o is Component part)
            {
                Physics.Removed(part);
                part.owner.components.Remove(part);
            }
            o.destroyed = true;
        }

        static void Starts()
        {
            for (int i = 0; i < fresh.Count; i++)
            {
                MonoBehaviour b = fresh[i];
                if (!b.live || b.started) continue;
                b.started = true;
                Call(b, "Start");
            }
            fresh.Clear();
        }

        static void Burials()
        {
            while (dying.Count > 0)
            {
                Object o = dying[0];
                dying.RemoveAt(0);
                DestroyNow(o);
            }
        }

        /// <summary>A rendered frame with so many fixed steps; none of these if time stands still.</summary>
        public static void Frame(int fixedSteps = 1)
        {
            Starts();
            Time.inFixedTimeStep = true;
            for (int step = 0; step < (Time.timeScale > 0 ? fixedSteps : 0); step++)
            {
                for (int i = 0; i < live.Count; i++) Call(live[i], Of(live[i]).fixedUpdate);
                if (Physics.simulationMode == SimulationMode.FixedUpdate) Physics.Simulate(Time.fixedDeltaTime);
            }
            Time.inFixedTimeStep = false;
            Time.deltaTime = fixedSteps * Time.fixedDeltaTime * Time.timeScale;
            for (int i = 0; i < live.Count; i++) Call(live[i], Of(live[i]).update);
            for (int i = 0; i < live.Count; i++) Call(live[i], Of(live[i]).lateUpdate);
            Burials();
            Time.frameCount++;
        }

        /// <summary>Calls the hooks of the start of play, as pressing Play does, with domain reload or without.</summary>
        public static void Play(Assembly scripts)
        {
            Application.isPlaying = true;
            foreach (Type type in scripts.GetTypes())
                foreach (MethodInfo method in type.GetMethods(BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic))
                    if (method.GetCustomAttribute<RuntimeInitializeOnLoadMethodAttribute>() != null) method.Invoke(null, null);
        }

        /// <summary>Ends play: everything in the scene goes, hidden objects too. Statics stay.</summary>
        public static void Stop(bool quit = false)
        {
            if (quit) Application.Quitting();
            while (objects.Count > 0) DestroyNow(objects[objects.Count - 1].transform.parent == null ? objects[objects.Count - 1] : Root(objects[objects.Count - 1]));
            Burials();
            live.Clear();
            fresh.Clear();
            Time.timeScale = 1;
            Time.fixedDeltaTime = 0.02f;
            Physics.simulationMode = SimulationMode.FixedUpdate;
            Physics.gravity = new Vector3(0, -9.81f, 0);
            Array.Clear(Physics.ignored, 0, 32);
            Application.isPlaying = false;
        }

        static GameObject Root(GameObject go)
        {
            while (go.transform.parent != null) go = go.transform.parent.gameObject;
            return go;
        }

        /// <summary>Leaves the assets too, as a domain reload does before it.</summary>
        public static void UnloadAssets()
        {
            while (assets.Count > 0) DestroyNow(assets[assets.Count - 1]);
        }
    }
}
