using System.Collections.Generic;
using UnityEngine;

namespace Pliant.Unity
{
    /// <summary>Gives rigid bodies what soft bodies gave their colliders, each step once.
    /// In the step a rigid body moved as if nothing could stop it, so a soft body that is heavier gave too much: more than
    /// makes the two move alike. The rigid body does not get that surplus. The soft bodies get it back, so that no momentum
    /// is lost; but not where they lie on something that does not move, which has already borne it.</summary>
    sealed unsafe class BodyPush
    {
        // 1 and the largest restitution that a contact may have.
        const float Bounce = 1.5f;

        struct Press
        {
            internal ulong collider;
            internal SoftObject body;
            internal float impulse;
            internal Vector3 point;
            /// <summary>Whether the collider moves as it likes, whatever presses it.</summary>
            internal bool firm;
        }

        readonly SoftWorld world;
        readonly List<Press> presses = new List<Press>(64);
        ulong lastFrame;

        internal BodyPush(SoftWorld world)
        {
            this.world = world;
        }

        internal void Begin()
        {
            presses.Clear();
        }

        /// <summary>A body that presses a collider in the step that is pulled next.</summary>
        internal void Pressed(PliantEvent* e)
        {
            SoftObject body = world.Find(e->user_data);
            float impulse = Convert.Vector(e->impulse).magnitude;
            if (body == null || !(impulse > 0)) return;
            ColliderSync.Entry entry = world.Colliders.Find(e->other_user_data);
            if (entry == null) return;
            presses.Add(new Press
            {
                collider = e->other_user_data, body = body, impulse = impulse, point = Convert.Vector(e->point), firm = !entry.GivesWay,
            });
        }

        internal void Pull(uint mode)
        {
            PliantImpulseView view = default;
            view.struct_size = (uint)sizeof(PliantImpulseView);
            int status = Library.Check(NativeMethods.pliant_world_impulses(world.Native.Id, mode, &view));
            if (status == NativeMethods.PLIANT_NOT_READY || view.frame == lastFrame) return;
            lastFrame = view.frame;
            for (uint i = 0; i < view.count; i++)
            {
                PliantColliderImpulse* p = (PliantColliderImpulse*)((byte*)view.impulses + (long)i * view.stride);
                ColliderSync.Entry entry = world.Colliders.Find(p->user_data);
                if (entry != null && entry.source != null) Take(entry, Convert.Vector(p->impulse), Convert.Vector(p->angular_impulse));
            }
        }

        void Take(ColliderSync.Entry entry, Vector3 impulse, Vector3 spin)
        {
            Rigidbody body = entry.rigidbody;
            ArticulationBody link = entry.articulation;
            // Less than this wakes nothing.
            if (!Convert.Finite(impulse) || !Convert.Finite(spin) || impulse.sqrMagnitude + spin.sqrMagnitude < 1e-12f) return;
            if (body != null && !body.isKinematic)
            {
                Vector3 velocity = Velocity(body);
                float share = Share(entry, impulse, velocity, body.mass);
                if (share > 0)
                {
                    body.AddForceAtPosition(impulse * share, Origin(entry), ForceMode.Impulse);
                    body.AddTorque(spin * share, ForceMode.Impulse);
                }
                if (share < 1) GiveBack(entry.key, impulse * (1 - share));
            }
            else if (link != null && !link.immovable)
            {
                Vector3 velocity = Velocity(link);
                float share = Share(entry, impulse, velocity, link.mass);
                if (share > 0)
                {
                    link.AddForceAtPosition(impulse * share, Origin(entry), ForceMode.Impulse);
                    link.AddTorque(spin * share, ForceMode.Impulse);
                }
                if (share < 1) GiveBack(entry.key, impulse * (1 - share));
            }
        }

        internal static Vector3 Velocity(Rigidbody body)
        {
#if UNITY_6000_0_OR_NEWER
            return body.linearVelocity;
#else
            return body.velocity;
#endif
        }

        static Vector3 Velocity(ArticulationBody link)
        {
#if UNITY_6000_0_OR_NEWER
            return link.linearVelocity;
#else
            return link.velocity;
#endif
        }

        // Poses are sent after this, so the last one sent is where the collider was at the end of that step.
        static Vector3 Origin(ColliderSync.Entry entry)
        {
            fixed (double* p = entry.pose.position) return Convert.Vector(p);
        }

        /// <summary>The share of an impulse that the rigid body gets.</summary>
        float Share(ColliderSync.Entry entry, Vector3 impulse, Vector3 velocity, float mass)
        {
            float size = impulse.magnitude;
            // Without an event, below its body's threshold, nothing tells how the two approach.
            if (!(size > 0) || !IsPressed(entry.key)) return 1;
            float approach = Vector3.Dot(SoftVelocity(entry.key) - velocity, impulse) / size;
            float most = mass * Mathf.Min(Bounce * Mathf.Max(approach, 0), world.maxPushSpeed);
            return Mathf.Min(size, most) / size;
        }

        bool IsPressed(ulong collider)
        {
            for (int i = 0; i < presses.Count; i++) if (presses[i].collider == collider) return true;
            return false;
        }

        // Mean of those that press it, by their impulses.
        Vector3 SoftVelocity(ulong collider)
        {
            Vector3 mean = Vector3.zero;
            float sum = 0;
            for (int i = 0; i < presses.Count; i++)
            {
                if (presses[i].collider != collider) continue;
                mean += presses[i].body.Velocity * presses[i].impulse;
                sum += presses[i].impulse;
            }
            return sum > 0 ? mean / sum : mean;
        }

        bool Lies(SoftObject body)
        {
            for (int i = 0; i < presses.Count; i++) if (presses[i].firm && ReferenceEquals(presses[i].body, body)) return true;
            return false;
        }

        // Shared by what each soft body gave.
        void GiveBack(ulong collider, Vector3 impulse)
        {
            float sum = 0;
            for (int i = 0; i < presses.Count; i++) if (presses[i].collider == collider) sum += presses[i].impulse;
            if (sum == 0) return;
            for (int i = 0; i < presses.Count; i++)
                if (presses[i].collider == collider && presses[i].body.IsSimulated && !Lies(presses[i].body))
                    presses[i].body.AddImpulse(impulse * (presses[i].impulse / sum), presses[i].point);
        }
    }
}
