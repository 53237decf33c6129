// Colliders, rigid bodies that gravity and impulses move, and queries over a list of colliders' boxes.

using System;
using System.Collections.Generic;
using UnityEngine.SceneManagement;

namespace UnityEngine
{
    public enum SimulationMode { FixedUpdate, Update, Script }
    public enum QueryTriggerInteraction { UseGlobal, Ignore, Collide }
    public enum ForceMode { Force = 0, Impulse = 1, VelocityChange = 2, Acceleration = 5 }

#if UNITY_6000_0_OR_NEWER
    public class PhysicsMaterial : Object
#else
    public class PhysicMaterial : Object
#endif
    {
        public float dynamicFriction { get; set; } = 0.6f;
        public float bounciness { get; set; }
    }

    public abstract class Collider : Component
    {
        public bool enabled { get; set; } = true;
        public bool isTrigger { get; set; }
        public LayerMask includeLayers { get; set; }
        public LayerMask excludeLayers { get; set; }
#if UNITY_6000_0_OR_NEWER
        public PhysicsMaterial sharedMaterial { get; set; }
#else
        public PhysicMaterial sharedMaterial { get; set; }
#endif
        public Rigidbody attachedRigidbody => gameObject.GetComponentInParent<Rigidbody>();
        public ArticulationBody attachedArticulationBody => gameObject.GetComponentInParent<ArticulationBody>();
        public Bounds bounds => Box();
        protected abstract Bounds Local();

        Bounds Box()
        {
            Bounds local = Local();
            Transform t = transform;
            var box = new Bounds(t.TransformPoint(local.center), Vector3.zero);
            for (int i = 0; i < 8; i++)
                box.Encapsulate(t.TransformPoint(local.center + Vector3.Scale(local.extents,
                    new Vector3((i & 1) * 2 - 1, (i >> 1 & 1) * 2 - 1, (i >> 2) * 2 - 1))));
            return box;
        }
    }

    public sealed class SphereCollider : Collider
    {
        public Vector3 center { get; set; }
        public float radius { get; set; } = 0.5f;
        protected override Bounds Local() => new Bounds(center, Vector3.one * (2 * radius));
    }

    public sealed class CapsuleCollider : Collider
    {
        public Vector3 center { get; set; }
        public float radius { get; set; } = 0.5f;
        public float height { get; set; } = 2;
        public int direction { get; set; } = 1;
        protected override Bounds Local() => new Bounds(center, Vector3.one * Math.Max(height, 2 * radius));
    }

    public sealed class BoxCollider : Collider
    {
        public Vector3 center { get; set; }
        public Vector3 size { get; set; } = Vector3.one;
        protected override Bounds Local() => new Bounds(center, size);
    }

    public sealed class CharacterController : Collider
    {
        public Vector3 center { get; set; }
        public float radius { get; set; } = 0.5f;
        public float height { get; set; } = 2;
        protected override Bounds Local() => new Bounds(center, new Vector3(2 * radius, height, 2 * radius));
    }

    public sealed class WheelCollider : Collider
    {
        protected override Bounds Local() => new Bounds(Vector3.zero, Vector3.one);
    }

    public sealed class MeshCollider : Collider
    {
        public Mesh sharedMesh { get; set; }
        public bool convex { get; set; }
        protected override Bounds Local() => sharedMesh == null ? default : sharedMesh.bounds;
    }

    public sealed class TerrainData : Object
    {
        internal float[,] heights = new float[2, 2];
        internal bool[,] solid = null;
        public int heightmapResolution => heights.GetLength(0);
        public int holesResolution => heightmapResolution - 1;
        public Vector3 size { get; set; } = new Vector3(1, 1, 1);
        public float[,] GetHeights(int x, int y, int width, int height) => (float[,])heights.Clone();
        public bool[,] GetHoles(int x, int y, int width, int height)
        {
            if (solid != null) return (bool[,])solid.Clone();
            var all = new bool[height, width];
            for (int i = 0; i < height; i++) for (int j = 0; j < width; j++) all[i, j] = true;
            return all;
        }
    }

    public sealed class TerrainCollider : Collider
    {
        public TerrainData terrainData { get; set; }
        protected override Bounds Local() => new Bounds(terrainData.size * 0.5f, terrainData.size);
    }

    public class Rigidbody : Component
    {
        internal Vector3 velocityNow, angular;
        public float mass { get; set; } = 1;
        public bool isKinematic { get; set; }
        public bool useGravity { get; set; } = true;
        public Vector3 inertiaTensor { get; set; } = new Vector3(0.1f, 0.1f, 0.1f);
        public Vector3 position { get => transform.position; set => transform.position = value; }
        public Quaternion rotation { get => transform.rotation; set => transform.rotation = value; }
        public Vector3 worldCenterOfMass => position;
        public Vector3 angularVelocity { get => angular; set => angular = value; }
#if UNITY_6000_0_OR_NEWER
        public Vector3 linearVelocity { get => velocityNow; set => velocityNow = value; }
#else
        public Vector3 velocity { get => velocityNow; set => velocityNow = value; }
#endif
        // For tests: how many impulses came, and their sum.
        internal int impulses;
        internal Vector3 sum;

        public void AddForce(Vector3 given, ForceMode mode)
        {
            Require(mode);
            impulses++;
            sum += given;
            if (!isKinematic) velocityNow += given / mass;
        }

        public void AddTorque(Vector3 given, ForceMode mode)
        {
            Require(mode);
            if (isKinematic) return;
            Vector3 local = Quaternion.Inverse(rotation) * given, i = inertiaTensor;
            angular += rotation * new Vector3(local.x / i.x, local.y / i.y, local.z / i.z);
        }

        public void AddForceAtPosition(Vector3 given, Vector3 at, ForceMode mode)
        {
            AddForce(given, mode);
            AddTorque(Vector3.Cross(at - worldCenterOfMass, given), mode);
        }

        public bool IsSleeping() => false;

        static void Require(ForceMode mode)
        {
            if (mode != ForceMode.Impulse) throw new NotSupportedException("The double knows impulses only.");
        }

        internal void Integrate(float dt)
        {
            if (isKinematic) return;
            if (useGravity) velocityNow += Physics.gravity * dt;
            position += velocityNow * dt;
            float turn = angular.magnitude * dt;
            if (turn > 0) rotation = Quaternion.AngleAxis(turn * (180 / (float)Math.PI), angular) * rotation;
        }
    }

    public class ArticulationBody : Component
    {
        public float mass { get; set; } = 1;
        public bool immovable { get; set; }
#if UNITY_6000_0_OR_NEWER
        public Vector3 linearVelocity { get; set; }
#else
        public Vector3 velocity { get; set; }
#endif
        internal Vector3 sum;
        public void AddForceAtPosition(Vector3 force, Vector3 position, ForceMode mode) => sum += force;
        public void AddTorque(Vector3 torque, ForceMode mode) { }
    }

    public struct PhysicsScene : IEquatable<PhysicsScene>
    {
        internal int id;
        public static bool operator ==(PhysicsScene a, PhysicsScene b) => a.id == b.id;
        public static bool operator !=(PhysicsScene a, PhysicsScene b) => a.id != b.id;
        public bool Equals(PhysicsScene o) => id == o.id;
        public override bool Equals(object o) => o is PhysicsScene s && Equals(s);
        public override int GetHashCode() => id;

        public int OverlapBox(Vector3 center, Vector3 halfExtents, Collider[] results, Quaternion orientation, int layerMask,
            QueryTriggerInteraction triggers) => Physics.Overlap(id, center, halfExtents, results, layerMask, triggers);
    }

    public static class PhysicsSceneExtensions
    {
        public static PhysicsScene GetPhysicsScene(this Scene scene) => new PhysicsScene { id = scene.id };
    }

    public static class Physics
    {
        static readonly List<Collider> colliders = new List<Collider>();
        static readonly List<Rigidbody> bodies = new List<Rigidbody>();
        internal static readonly uint[] ignored = new uint[32];
        public static Vector3 gravity { get; set; } = new Vector3(0, -9.81f, 0);
        public static PhysicsScene defaultPhysicsScene => new PhysicsScene { id = 0 };
        public static SimulationMode simulationMode { get; set; }
        public static bool GetIgnoreLayerCollision(int a, int b) => (ignored[a] >> b & 1) != 0;

        public static void IgnoreLayerCollision(int a, int b, bool ignore)
        {
            ignored[a] = ignore ? ignored[a] | 1u << b : ignored[a] & ~(1u << b);
            ignored[b] = ignore ? ignored[b] | 1u << a : ignored[b] & ~(1u << a);
        }

        public static void Simulate(float dt) { for (int i = 0; i < bodies.Count; i++) bodies[i].Integrate(dt); }

        internal static void Added(Component c)
        {
            if (c is Collider collider) colliders.Add(collider);
            if (c is Rigidbody body) bodies.Add(body);
        }

        internal static void Removed(Component c)
        {
            if (c is Collider collider) colliders.Remove(collider);
            if (c is Rigidbody body) bodies.Remove(body);
        }

        // Boxes against boxes: more is found than in the engine, never less.
        internal static int Overlap(int scene, Vector3 center, Vector3 half, Collider[] results, int mask, QueryTriggerInteraction triggers)
        {
            var box = new Bounds(center, half * 2);
            int found = 0;
            for (int i = 0; i < colliders.Count && found < results.Length; i++)
            {
                Collider c = colliders[i];
                if (!c.enabled || !c.gameObject.activeInHierarchy || c.gameObject.scene.id != scene) continue;
                if ((mask >> c.gameObject.layer & 1) == 0 || c.isTrigger && triggers == QueryTriggerInteraction.Ignore) continue;
                if (box.Intersects(c.bounds)) results[found++] = c;
            }
            return found;
        }
    }
}
