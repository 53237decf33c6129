using UnityEngine;

namespace Pliant.Unity
{
    /// <summary>Gives rigid bodies what soft bodies gave their colliders, each step once.</summary>
    sealed unsafe class BodyPush
    {
        readonly SoftWorld world;
        ulong lastFrame;

        internal BodyPush(SoftWorld world)
        {
            this.world = world;
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
                Vector3 impulse = Convert.Vector(p->impulse), spin = Convert.Vector(p->angular_impulse);
                if (impulse.sqrMagnitude + spin.sqrMagnitude == 0) continue;
                ColliderSync.Entry entry = world.Colliders.Find(p->user_data);
                if (entry != null) Give(entry, impulse, spin);
            }
        }

        void Give(ColliderSync.Entry entry, Vector3 impulse, Vector3 spin)
        {
            if (!Convert.Finite(impulse) || !Convert.Finite(spin) || entry.source == null) return;
            // Its origin was here at the end of that step: poses are sent only after this.
            Vector3 at = new Vector3((float)entry.pose.position[0], (float)entry.pose.position[1], (float)entry.pose.position[2]);
            Rigidbody body = entry.rigidbody;
            if (body != null && !body.isKinematic)
            {
                float share = Share(impulse, body.mass);
                body.AddForceAtPosition(impulse * share, at, ForceMode.Impulse);
                body.AddTorque(spin * share, ForceMode.Impulse);
            }
            ArticulationBody link = entry.articulation;
            if (link == null || link.immovable) return;
            float part = Share(impulse, link.mass);
            link.AddForceAtPosition(impulse * part, at, ForceMode.Impulse);
            link.AddTorque(spin * part, ForceMode.Impulse);
        }

        float Share(Vector3 impulse, float mass)
        {
            float most = mass * world.maxPushSpeed, size = impulse.magnitude;
            return size > most ? most / size : 1;
        }
    }
}
