using UnityEngine;

namespace Pliant.Unity
{
    /// <summary>Steps the world beside it, after all other scripts. SoftWorld adds it by itself.</summary>
    [AddComponentMenu(""), DefaultExecutionOrder(32000)]
    public sealed class SoftWorldStep : MonoBehaviour
    {
        SoftWorld world;

        void OnEnable()
        {
            world = GetComponent<SoftWorld>();
            hideFlags = HideFlags.HideInInspector | HideFlags.DontSave;
        }

        void FixedUpdate()
        {
            if (world != null) world.FixedUpdateLast();
        }
    }
}
