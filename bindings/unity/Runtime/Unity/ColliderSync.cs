using System;
using System.Collections.Generic;
using UnityEngine;

namespace Pliant.Unity
{
    using Collider = UnityEngine.Collider;
    using NativeCollider = Pliant.Collider;

    /// <summary>Finds the colliders near bodies, adds them to the world, moves them, and removes those that are gone or
    /// were far from all bodies for a while.</summary>
    sealed unsafe class ColliderSync : IDisposable
    {
        internal sealed class Entry
        {
            internal Collider source;
            internal Rigidbody rigidbody;
            internal ArticulationBody articulation;
            internal SoftCollider settings;
            internal int settingsVersion;
            internal NativeCollider native;
            internal bool added;
            internal ulong key, seen;
            internal ColliderShapes.Outline outline;
            internal PliantPose pose;
            /// <summary>Whether what presses it moves it.</summary>
            internal bool GivesWay
            {
                get { return rigidbody != null && !rigidbody.isKinematic || rigidbody == null && articulation != null && !articulation.immovable; }
            }
        }

        // Steps that a collider is kept without a body near it.
        const ulong Patience = 100;
        const ulong KeyOfFirst = 1UL << 63;

        readonly SoftWorld world;
        readonly ColliderShapes shapes = new ColliderShapes();
        // Room for what is usual, and entries used again, so that bodies that come and go make no garbage.
        const int Usual = 64;
        readonly Dictionary<Collider, Entry> entries = new Dictionary<Collider, Entry>(Usual);
        readonly Dictionary<ulong, Entry> byKey = new Dictionary<ulong, Entry>(4 * Usual);
        readonly List<Entry> list = new List<Entry>(Usual), removed = new List<Entry>(Usual), spare = new List<Entry>(Usual);
        readonly HashSet<Collider> refused = new HashSet<Collider>();
        ulong nextKey = KeyOfFirst;

        internal ColliderSync(SoftWorld world)
        {
            this.world = world;
            for (int i = 0; i < Usual; i++) spare.Add(new Entry());
        }

        /// <summary>Whether a rigid body that can be pushed is near a soft body.</summary>
        internal bool AnyRigidbody { get; private set; }

        internal int Count
        {
            get { return list.Count; }
        }

        internal Entry Find(ulong key)
        {
            byKey.TryGetValue(key, out Entry entry);
            return entry;
        }

        internal Collider Source(ulong key)
        {
            Entry entry = Find(key);
            return entry == null || entry.source == null ? null : entry.source;
        }

        internal void Sync(float dt)
        {
            Forget();
            IReadOnlyList<SoftObject> bodies = world.Bodies;
            for (int i = 0; i < bodies.Count; i++) Look(bodies[i], dt);
            AnyRigidbody = false;
            for (int i = list.Count - 1; i >= 0; i--) Update(list[i], i, dt);
        }

        void Look(SoftObject body, float dt)
        {
            body.Reach(dt, out Vector3 center, out Vector3 half);
            int found;
            while (true)
            {
                found = world.Scene.OverlapBox(center, half, Lifecycle.Found, Quaternion.identity, world.collisionMask,
                    QueryTriggerInteraction.Ignore);
                if (found < Lifecycle.Found.Length) break;
                Lifecycle.Found = new Collider[2 * Lifecycle.Found.Length];
            }
            int layer = body.gameObject.layer;
            Transform own = body.transform;
            for (int i = 0; i < found; i++)
            {
                Collider c = Lifecycle.Found[i];
                if (entries.TryGetValue(c, out Entry entry)) entry.seen = world.Steps;
                else if (!Physics.GetIgnoreLayerCollision(layer, c.gameObject.layer) && !c.transform.IsChildOf(own)) Add(c);
            }
        }

        void Add(Collider c)
        {
            if (refused.Contains(c)) return;
            c.TryGetComponent(out SoftCollider settings);
            if (settings != null && settings.ignore) return;
            Entry entry = Blank();
            entry.source = c;
            entry.settings = settings;
            entry.seen = world.Steps;
            if (!Make(entry))
            {
                spare.Add(entry);
                refused.Add(c);
                return;
            }
            entries.Add(c, entry);
            list.Add(entry);
        }

        Entry Blank()
        {
            if (spare.Count == 0) return new Entry();
            Entry entry = spare[spare.Count - 1];
            spare.RemoveAt(spare.Count - 1);
            entry.source = null;
            entry.rigidbody = null;
            entry.articulation = null;
            entry.settings = null;
            entry.added = false;
            return entry;
        }

        // Makes the native collider of an entry, under a key of its own.
        bool Make(Entry entry)
        {
            Collider c = entry.source;
            entry.rigidbody = c.attachedRigidbody;
            entry.articulation = c.attachedArticulationBody;
            entry.settingsVersion = entry.settings != null ? entry.settings.version : 0;
            if (!ColliderShapes.Describe(c, out entry.outline, out Vector3 position, out Quaternion rotation)) return false;
            try
            {
                PliantColliderDesc desc = shapes.Desc(ref entry.outline);
                Place(entry, 0, ref position, ref rotation);
                entry.pose = desc.pose = Convert.Pose(position, rotation);
                Surface(entry, ref desc);
                entry.key = desc.user_data = nextKey++;
                entry.native = world.Native.AddCollider(desc);
                entry.added = true;
            }
            catch (InvalidOperationException error)
            {
                Lifecycle.Report("Collider of '" + c.name + "' is left out. " + error.Message, c);
                return false;
            }
            catch (PliantException error)
            {
                Lifecycle.Report("Collider of '" + c.name + "' is left out. " + error.Message, c);
                return false;
            }
            byKey.Add(entry.key, entry);
            IReadOnlyList<SoftObject> bodies = world.Bodies;
            for (int i = 0; i < bodies.Count; i++) Part(entry, bodies[i]);
            return true;
        }

        static void Surface(Entry entry, ref PliantColliderDesc desc)
        {
            Collider c = entry.source;
            // The engine's own default where there is no material.
            desc.friction = 0.6f;
            desc.restitution = 0;
            if (c.sharedMaterial != null)
            {
                desc.friction = c.sharedMaterial.dynamicFriction;
                desc.restitution = c.sharedMaterial.bounciness;
            }
            SoftCollider own = entry.settings;
            if (own != null && own.overrideMaterial)
            {
                desc.friction = own.friction;
                desc.restitution = own.bounce;
                desc.surface_velocity[0] = own.surfaceVelocity.x;
                desc.surface_velocity[1] = own.surfaceVelocity.y;
                desc.surface_velocity[2] = own.surfaceVelocity.z;
            }
            desc.layers = 1u << c.gameObject.layer;
            int excluded = c.excludeLayers;
            if (excluded != 0 && excluded != -1) desc.mask = ~(uint)excluded;
        }

        // A body does not meet colliders of its own children.
        internal static void Part(Entry entry, SoftObject body)
        {
            if (entry.added && body.IsSimulated && entry.source.transform.IsChildOf(body.transform)) body.Native.Ignore(entry.native, true);
        }

        internal void PartAll(SoftObject body)
        {
            for (int i = 0; i < list.Count; i++)
                if (list[i].source != null) Part(list[i], body);
        }

        // Where physics has the collider, not where an interpolated Transform is drawn. A free rigid body is sent where it will
        // be after this fixed step, so that it and the soft bodies meet in the same step.
        static void Place(Entry entry, float dt, ref Vector3 position, ref Quaternion rotation)
        {
            Rigidbody body = entry.rigidbody;
            if (body == null) return;
            Transform drawn = body.transform;
            Quaternion back = Quaternion.Inverse(drawn.rotation);
            Vector3 offset = back * (position - drawn.position);
            Quaternion turn = back * rotation, ahead = body.rotation;
            Vector3 at = body.position;
            if (!body.isKinematic && !body.IsSleeping())
            {
                Vector3 velocity = BodyPush.Velocity(body), spin = body.angularVelocity, center = body.worldCenterOfMass - at;
                if (body.useGravity) velocity += Physics.gravity * dt;
                Quaternion step = Quaternion.AngleAxis(spin.magnitude * dt * (180 / Mathf.PI), spin);
                at += center - step * center + velocity * dt;
                ahead = step * ahead;
            }
            position = at + ahead * offset;
            rotation = ahead * turn;
        }

        void Update(Entry entry, int index, float dt)
        {
            Collider c = entry.source;
            bool gone = c == null || !c.enabled || !c.gameObject.activeInHierarchy || world.Steps - entry.seen > Patience
                || entry.settings != null && entry.settings.ignore;
            if (gone)
            {
                Remove(entry, index);
                return;
            }
            if (!ColliderShapes.Describe(c, out ColliderShapes.Outline outline, out Vector3 position, out Quaternion rotation))
            {
                Remove(entry, index);
                return;
            }
            int version = entry.settings != null ? entry.settings.version : 0;
            if (!outline.Same(ref entry.outline) || version != entry.settingsVersion)
            {
                Drop(entry);
                if (!Make(entry)) Remove(entry, index);
                return;
            }
            Place(entry, dt, ref position, ref rotation);
            PliantPose pose = Convert.Pose(position, rotation);
            if (!Convert.Same(ref pose, ref entry.pose)) entry.native.Move(pose);
            entry.pose = pose;
            AnyRigidbody |= entry.GivesWay;
        }

        void Remove(Entry entry, int index)
        {
            list[index] = list[list.Count - 1];
            list.RemoveAt(list.Count - 1);
            entries.Remove(entry.source);
            Drop(entry);
            spare.Add(entry);
        }

        // The key is kept for the events that still speak of it.
        void Drop(Entry entry)
        {
            if (!entry.added) return;
            entry.native.Remove();
            entry.added = false;
            Entry left = Blank();
            left.source = entry.source;
            left.key = entry.key;
            left.seen = world.Steps;
            removed.Add(left);
            byKey[entry.key] = left;
        }

        void Forget()
        {
            for (int i = removed.Count - 1; i >= 0; i--)
            {
                if (world.Steps - removed[i].seen < Patience) continue;
                byKey.Remove(removed[i].key);
                spare.Add(removed[i]);
                removed.RemoveAt(i);
            }
        }

        internal void Doctor(List<string> lines)
        {
            foreach (Collider c in refused)
                if (c != null) lines.Add("The " + c.GetType().Name + " of '" + c.name
                    + "' is not used by soft bodies: put a BoxCollider, CapsuleCollider or readable MeshCollider there.");
            if (list.Count > 500) lines.Add(list.Count + " colliders are near soft bodies. Lower SoftWorld.collisionMask, or join colliders.");
        }

        public void Dispose()
        {
            shapes.Dispose();
            entries.Clear();
            byKey.Clear();
            list.Clear();
            removed.Clear();
            spare.Clear();
            refused.Clear();
        }
    }
}
