using System;
using System.Collections.Generic;
using UnityEngine;

namespace Pliant.Unity
{
    using Collider = UnityEngine.Collider;
    using Object = UnityEngine.Object;

    /// <summary>Turns the engine's colliders into the library's shapes: kind and size, and where the shape's frame is.
    /// The rules of scale are those of the engine's own colliders.</summary>
    sealed unsafe class ColliderShapes : IDisposable
    {
        /// <summary>A shape without its asset, cheap enough to make in each step.</summary>
        internal struct Outline
        {
            internal uint kind;
            internal Vector3 size, scale;
            /// <summary>What a shape asset is made from, or null.</summary>
            internal Object source;
            internal bool convex;

            internal bool Same(ref Outline o)
            {
                return kind == o.kind && size.Equals(o.size) && scale.Equals(o.scale) && ReferenceEquals(source, o.source) && convex == o.convex;
            }
        }

        struct Key : IEquatable<Key>
        {
            internal Object source;
            internal bool convex;

            public bool Equals(Key o)
            {
                return ReferenceEquals(source, o.source) && convex == o.convex;
            }

            public override int GetHashCode()
            {
                return source.GetHashCode() * 2 + (convex ? 1 : 0);
            }
        }

        readonly Dictionary<Key, Shape> assets = new Dictionary<Key, Shape>();
        static readonly Quaternion AlongX = Quaternion.AngleAxis(-90, new Vector3(0, 0, 1));
        static readonly Quaternion AlongZ = Quaternion.AngleAxis(90, new Vector3(1, 0, 0));

        /// <summary>The outline of a collider and the pose of its shape. False if it has none.</summary>
        internal static bool Describe(Collider c, out Outline outline, out Vector3 position, out Quaternion rotation)
        {
            outline = default;
            outline.scale = Vector3.one;
            Transform at = c.transform;
            position = at.position;
            rotation = at.rotation;
            switch (c)
            {
                case BoxCollider box: return Box(box, at, ref outline, ref position);
                case SphereCollider sphere: return Ball(sphere, at, ref outline, ref position);
                case CapsuleCollider capsule: return Capsule(capsule, at, ref outline, ref position, ref rotation);
                case CharacterController body: return Character(body, at, ref outline, ref position, ref rotation);
                case MeshCollider mesh: return OfMesh(mesh, at, ref outline);
#if PLIANT_TERRAIN
                case TerrainCollider terrain: return Terrain(terrain, ref outline, ref rotation);
#endif
                default: return false;
            }
        }

        static bool Box(BoxCollider box, Transform at, ref Outline outline, ref Vector3 position)
        {
            Vector3 s = at.lossyScale, size = box.size;
            outline.kind = NativeMethods.PLIANT_SHAPE_CUBOID;
            outline.size = Abs(new Vector3(size.x * s.x, size.y * s.y, size.z * s.z)) * 0.5f;
            position = at.TransformPoint(box.center);
            return outline.size.x > 0 && outline.size.y > 0 && outline.size.z > 0;
        }

        static bool Ball(SphereCollider ball, Transform at, ref Outline outline, ref Vector3 position)
        {
            Vector3 s = Abs(at.lossyScale);
            outline.kind = NativeMethods.PLIANT_SHAPE_SPHERE;
            outline.size.x = ball.radius * Mathf.Max(s.x, Mathf.Max(s.y, s.z));
            position = at.TransformPoint(ball.center);
            return outline.size.x > 0;
        }

        static bool Capsule(CapsuleCollider c, Transform at, ref Outline outline, ref Vector3 position, ref Quaternion rotation)
        {
            Vector3 s = Abs(at.lossyScale);
            float along = c.direction == 0 ? s.x : c.direction == 1 ? s.y : s.z;
            float across = c.direction == 0 ? Mathf.Max(s.y, s.z) : c.direction == 1 ? Mathf.Max(s.x, s.z) : Mathf.Max(s.x, s.y);
            if (c.direction == 0) rotation = rotation * AlongX;
            if (c.direction == 2) rotation = rotation * AlongZ;
            position = at.TransformPoint(c.center);
            return Pill(c.radius * across, c.height * along, ref outline);
        }

        static bool Character(CharacterController c, Transform at, ref Outline outline, ref Vector3 position, ref Quaternion rotation)
        {
            Vector3 s = Abs(at.lossyScale);
            position = at.TransformPoint(c.center);
            // It stands upright in the world, however its Transform is turned.
            rotation = Quaternion.identity;
            return Pill(c.radius * Mathf.Max(s.x, s.z), c.height * s.y, ref outline);
        }

        static bool Pill(float radius, float height, ref Outline outline)
        {
            float half = height * 0.5f - radius;
            outline.kind = half > 0 ? NativeMethods.PLIANT_SHAPE_CAPSULE : NativeMethods.PLIANT_SHAPE_SPHERE;
            outline.size = new Vector3(radius, Mathf.Max(half, 0), 0);
            return radius > 0;
        }

        static bool OfMesh(MeshCollider c, Transform at, ref Outline outline)
        {
            outline.kind = c.convex ? NativeMethods.PLIANT_SHAPE_CONVEX : NativeMethods.PLIANT_SHAPE_MESH;
            outline.source = c.sharedMesh;
            outline.convex = c.convex;
            outline.scale = at.lossyScale;
            return c.sharedMesh != null && outline.scale.x != 0 && outline.scale.y != 0 && outline.scale.z != 0;
        }

#if PLIANT_TERRAIN
        static bool Terrain(TerrainCollider c, ref Outline outline, ref Quaternion rotation)
        {
            outline.kind = NativeMethods.PLIANT_SHAPE_HEIGHTFIELD;
            outline.source = c.terrainData;
            // The engine's terrains neither turn nor scale.
            rotation = Quaternion.identity;
            return c.terrainData != null;
        }
#endif

        static Vector3 Abs(Vector3 v)
        {
            return new Vector3(Mathf.Abs(v.x), Mathf.Abs(v.y), Mathf.Abs(v.z));
        }

        /// <summary>The description of a collider with this outline. Cooks its shape the first time. Throws
        /// InvalidOperationException with a cure, or PliantException.</summary>
        internal PliantColliderDesc Desc(ref Outline outline)
        {
            PliantColliderDesc desc = Defaults.Collider();
            desc.shape = outline.kind;
            desc.size[0] = outline.size.x;
            desc.size[1] = outline.size.y;
            desc.size[2] = outline.size.z;
            desc.scale[0] = desc.scale[1] = desc.scale[2] = 0;
            if (outline.source is null) return desc;
            desc.scale[0] = outline.scale.x;
            desc.scale[1] = outline.scale.y;
            desc.scale[2] = outline.scale.z;
            desc.shape_asset = Asset(ref outline).Id;
            return desc;
        }

        Shape Asset(ref Outline outline)
        {
            var key = new Key { source = outline.source, convex = outline.convex };
            if (assets.TryGetValue(key, out Shape found)) return found;
            Shape made;
#if PLIANT_TERRAIN
            if (outline.source is TerrainData terrain) made = Heights(terrain);
            else
#endif
                made = Triangles((Mesh)outline.source, outline.convex);
            assets.Add(key, made);
            return made;
        }

        static Shape Triangles(Mesh mesh, bool convex)
        {
            SoftCookInput input = SoftCookInput.Read(mesh, default);
            return convex ? Shape.Convex(input.positions) : Shape.Mesh(input.positions, input.indices);
        }

#if PLIANT_TERRAIN
        static Shape Heights(TerrainData data)
        {
            int n = data.heightmapResolution, cells = data.holesResolution;
            Vector3 size = data.size;
            float[,] given = data.GetHeights(0, 0, n, n);
            bool[,] solid = data.GetHoles(0, 0, cells, cells);
            var heights = new float[n * n];
            for (int z = 0; z < n; z++)
                for (int x = 0; x < n; x++)
                    // A hole is a cell; a point is left out where none of its cells is solid.
                    heights[z * n + x] = Solid(solid, cells, x, z) ? given[z, x] * size.y : float.NaN;
            return Shape.Heightfield((uint)n, (uint)n, size.x / (n - 1), size.z / (n - 1), heights);
        }

        static bool Solid(bool[,] solid, int cells, int x, int z)
        {
            for (int j = z - 1; j <= z; j++)
                for (int i = x - 1; i <= x; i++)
                    if (i >= 0 && j >= 0 && i < cells && j < cells && solid[j, i]) return true;
            return false;
        }
#endif

        public void Dispose()
        {
            foreach (Shape shape in assets.Values) shape.Dispose();
            assets.Clear();
        }
    }
}
