using UnityEngine;

namespace Pliant.Unity
{
    /// <summary>Says how the colliders of its GameObject meet soft bodies. Without one they have the friction and bounce
    /// of their physics material.</summary>
    [AddComponentMenu("Pliant/Soft Collider"), DisallowMultipleComponent]
    public sealed class SoftCollider : MonoBehaviour
    {
        /// <summary>Soft bodies pass through.</summary>
        public bool ignore;
        /// <summary>Use the two numbers below instead of those of the physics material.</summary>
        public bool overrideMaterial;
        /// <summary>Friction coefficient [1]. Range 0 to 10.</summary>
        [Unit("1", 0, 2)] public float friction = 0.6f;
        /// <summary>Restitution [1]. Range 0 to 1.</summary>
        [Unit("1", 0, 1)] public float bounce;
        /// <summary>Velocity of the surface in the collider's frame [m/s], as of a conveyor belt. Not for meshes and
        /// terrains.</summary>
        public Vector3 surfaceVelocity;

        internal int version;

        /// <summary>Tells the simulation that fields have changed.</summary>
        public void Changed()
        {
            version++;
        }

        void OnValidate()
        {
            Changed();
        }
    }
}
