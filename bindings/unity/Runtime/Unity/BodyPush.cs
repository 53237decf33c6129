using System.Collections.Generic;
using UnityEngine;

namespace Pliant.Unity
{
    /// <summary>What is remembered of a rigid body between steps.</summary>
    struct Coupling
    {
        /// <summary>Size of the impulse in the last step [N s]; 0 without contact.</summary>
        internal float impulse;
        /// <summary>Impulse that the soft side answers with per speed of approach [kg].</summary>
        internal float resistance;
        /// <summary>Velocity after the last push [m/s].</summary>
        internal Vector3 velocity;
    }

    /// <summary>Gives rigid bodies what soft bodies gave their colliders, each step once.
    /// In the step a rigid body moved as if nothing could stop it, so the soft bodies gave too much. It gets what it would
    /// have got by giving way in the step: Δv = (J + E) / (m + R), with the impulse J of the contact, the impulse E of all
    /// else (weight, joints, other contacts), its mass m, and the resistance R of the soft side. What it does not get, soft
    /// bodies get back, so that no momentum is lost. At rest J + E is zero: then it gets all of J.</summary>
    sealed unsafe class BodyPush
    {
        struct Press
        {
            internal ulong collider;
            internal SoftObject body;
            internal float impulse;
            internal Vector3 point;
        }

        readonly SoftWorld world;
        readonly List<Press> presses = new List<Press>();
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
            presses.Add(new Press { collider = e->other_user_data, body = body, impulse = impulse, point = Convert.Vector(e->point) });
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
            if (!Convert.Finite(impulse) || !Convert.Finite(spin)) return;
            if (body != null && !body.isKinematic)
            {
                Vector3 velocity = Velocity(body);
                float share = Share(entry, impulse, velocity, body.mass);
                if (share > 0)
                {
                    body.AddForceAtPosition(impulse * share, Origin(entry), ForceMode.Impulse);
                    body.AddTorque(spin * share, ForceMode.Impulse);
                    GiveBack(entry.key, impulse * (1 - share));
                }
                entry.coupling.velocity = velocity + impulse * (share / body.mass);
            }
            else if (link != null && !link.immovable)
            {
                Vector3 velocity = link.velocity;
                float share = Share(entry, impulse, velocity, link.mass);
                if (share > 0)
                {
                    link.AddForceAtPosition(impulse * share, Origin(entry), ForceMode.Impulse);
                    link.AddTorque(spin * share, ForceMode.Impulse);
                    GiveBack(entry.key, impulse * (1 - share));
                }
                entry.coupling.velocity = velocity + impulse * (share / link.mass);
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

        // Poses are sent after this, so the last one sent is where the collider was at the end of that step.
        static Vector3 Origin(ColliderSync.Entry entry)
        {
            fixed (double* p = entry.pose.position) return Convert.Vector(p);
        }

        /// <summary>The share of an impulse that the rigid body gets.</summary>
        float Share(ColliderSync.Entry entry, Vector3 impulse, Vector3 velocity, float mass)
        {
            Coupling last = entry.coupling;
            float size = impulse.magnitude;
            entry.coupling.impulse = size;
            if (!(size > 0))
            {
                entry.coupling.resistance = 0;
                return 0;
            }
            Vector3 away = impulse / size;
            float approach = -Vector3.Dot(entry.motion, away), growth = size - last.impulse;
            float measured = growth > 0 ? growth / Mathf.Max(approach, 0.1f) : 0;
            float resistance = Mathf.Max(measured, 0.8f * last.resistance);
            entry.coupling.resistance = resistance;
            float pressing = mass * Mathf.Max(0, -Vector3.Dot(velocity - last.velocity, away));
            float part = mass / (mass + resistance);
            float wanted = part * size + (1 - part) * Mathf.Min(pressing, size);
            return Mathf.Min(wanted, mass * world.maxPushSpeed) / size;
        }

        // Shared by what each soft body gave.
        void GiveBack(ulong collider, Vector3 impulse)
        {
            float sum = 0;
            for (int i = 0; i < presses.Count; i++) if (presses[i].collider == collider) sum += presses[i].impulse;
            if (sum == 0) return;
            for (int i = 0; i < presses.Count; i++)
                if (presses[i].collider == collider && presses[i].body.IsSimulated)
                    presses[i].body.AddImpulse(impulse * (presses[i].impulse / sum), presses[i].point);
        }
    }
}
