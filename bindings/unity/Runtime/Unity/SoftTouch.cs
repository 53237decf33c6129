using UnityEngine;

namespace Pliant.Unity
{
    using Collider = UnityEngine.Collider;

    /// <summary>A touch that begins or ends, seen from one of the two sides.</summary>
    public readonly struct SoftTouch
    {
        /// <summary>The body that is told.</summary>
        public readonly SoftObject body;
        /// <summary>The other soft body; null if it is a collider.</summary>
        public readonly SoftObject otherBody;
        /// <summary>The collider; null if it is a soft body, or if it was destroyed meanwhile.</summary>
        public readonly Collider collider;
        /// <summary>Mean place of the contact [m, world]; at an end, where it was last.</summary>
        public readonly Vector3 point;
        /// <summary>Mean normal, from the other side to the body.</summary>
        public readonly Vector3 normal;
        /// <summary>Impulse on the body in the step [N s]; zero at an end.</summary>
        public readonly Vector3 impulse;

        internal SoftTouch(SoftObject body, SoftObject otherBody, Collider collider, Vector3 point, Vector3 normal, Vector3 impulse)
        {
            this.body = body;
            this.otherBody = otherBody;
            this.collider = collider;
            this.point = point;
            this.normal = normal;
            this.impulse = impulse;
        }

        internal SoftTouch Turned()
        {
            return new SoftTouch(otherBody, body, collider, point, -normal, -impulse);
        }
    }
}
