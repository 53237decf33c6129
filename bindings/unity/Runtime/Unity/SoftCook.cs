// Cooking in three parts: the mesh is read on the main thread, cooked on any, and kept on the main thread again.

using System;
using System.Collections.Generic;
using UnityEngine;

namespace Pliant.Unity
{
    /// <summary>How a mesh is cooked.</summary>
    [Serializable]
    public struct SoftCookOptions
    {
        /// <summary>A sheet instead of a solid.</summary>
        public bool cloth;
        /// <summary>Wanted tets; 0 chooses (2,000, conforming 50,000). More follow the shape more closely and cost
        /// proportionally more.</summary>
        public int elementCount;
        /// <summary>Tets that follow the surface, instead of a coarse cage around it.</summary>
        public bool conforming;
        /// <summary>Scale that the mesh is cooked at [1]. Zero is 1.</summary>
        public Vector3 scale;
    }

    /// <summary>The arrays of a mesh, scaled and in the library's winding.</summary>
    public sealed class SoftCookInput
    {
        /// <summary>The options that it was read with.</summary>
        public SoftCookOptions options;
        /// <summary>Name of the mesh.</summary>
        public string name;
        internal float[] positions, normals, tangents;
        internal uint[] indices;

        /// <summary>Reads a mesh. Main thread only. Throws InvalidOperationException with a cure if it cannot be
        /// read.</summary>
        public static SoftCookInput Read(Mesh mesh, SoftCookOptions options)
        {
            if (mesh == null) throw new InvalidOperationException("There is no mesh: set the component's mesh, or that of its MeshFilter.");
            if (!mesh.isReadable) throw new InvalidOperationException("Mesh '" + mesh.name
                + "' cannot be read: switch on Read/Write in its import settings.");
            if (options.scale.sqrMagnitude == 0) options.scale = Vector3.one;
            Vector3 s = options.scale;
            var input = new SoftCookInput { options = options, name = mesh.name };
            input.positions = Floats(mesh.vertices, s);
            // Normals go with the inverse of the scale; the library makes them unit vectors again.
            input.normals = Floats(mesh.normals, new Vector3(1 / s.x, 1 / s.y, 1 / s.z));
            Normalise(input.normals);
            input.tangents = Floats(mesh.tangents, s);
            input.indices = Triangles(mesh, s.x * s.y * s.z < 0);
            if (input.indices.Length == 0) throw new InvalidOperationException("Mesh '" + mesh.name + "' has no triangles.");
            return input;
        }

        static float[] Floats(Vector3[] from, Vector3 scale)
        {
            var to = new float[3 * from.Length];
            for (int i = 0; i < from.Length; i++)
            {
                to[3 * i] = from[i].x * scale.x;
                to[3 * i + 1] = from[i].y * scale.y;
                to[3 * i + 2] = from[i].z * scale.z;
            }
            return to;
        }

        static float[] Floats(Vector4[] from, Vector3 scale)
        {
            float mirror = scale.x * scale.y * scale.z < 0 ? -1 : 1;
            var to = new float[4 * from.Length];
            for (int i = 0; i < from.Length; i++)
            {
                Vector3 t = new Vector3(from[i].x * scale.x, from[i].y * scale.y, from[i].z * scale.z).normalized;
                to[4 * i] = t.x;
                to[4 * i + 1] = t.y;
                to[4 * i + 2] = t.z;
                to[4 * i + 3] = from[i].w * mirror;
            }
            return to;
        }

        static void Normalise(float[] v)
        {
            for (int i = 0; i < v.Length; i += 3)
            {
                Vector3 n = new Vector3(v[i], v[i + 1], v[i + 2]).normalized;
                v[i] = n.x;
                v[i + 1] = n.y;
                v[i + 2] = n.z;
            }
        }

        static uint[] Triangles(Mesh mesh, bool mirrored)
        {
            var all = new List<uint>();
            for (int part = 0; part < mesh.subMeshCount; part++)
            {
                if (mesh.GetTopology(part) != MeshTopology.Triangles) continue;
                int[] some = mesh.GetIndices(part);
                for (int i = 0; i + 2 < some.Length; i += 3)
                {
                    all.Add((uint)some[i]);
                    all.Add((uint)some[mirrored ? i + 2 : i + 1]);
                    all.Add((uint)some[mirrored ? i + 1 : i + 2]);
                }
            }
            return all.ToArray();
        }

        /// <summary>Cooks on the calling thread, which may be any. The progress may be null. Throws PliantException;
        /// its status is PLIANT_ERROR_CANCELLED if the progress stopped it.</summary>
        public SoftCookResult Cook(Progress progress)
        {
            var surface = new SurfaceOptions
            {
                Mode = options.cloth ? NativeMethods.PLIANT_SURFACE_SHELL
                    : options.conforming ? NativeMethods.PLIANT_SURFACE_CONFORMING : NativeMethods.PLIANT_SURFACE_CAGE,
                ElementCount = (uint)Math.Max(0, options.elementCount),
            };
            using (Asset asset = Asset.FromSurface(positions, indices, surface, progress))
            using (SkinAsset skin = SkinAsset.Create(asset, positions, indices, normals, tangents))
                return new SoftCookResult
                {
                    input = this, body = asset.Save(), skin = skin.Save(), report = asset.ReportText(), info = asset.Info(),
                    farthestOutside = skin.Info().farthest_outside, hash = Hash(), farthestBoundary = asset.SurfaceReport().farthest_boundary,
                };
        }

        /// <summary>A number that changes when the mesh or the options do, as 16 hex digits.</summary>
        public string Hash()
        {
            ulong hash = 14695981039346656037;
            foreach (float v in positions) hash = Mix(hash, BitConverter.ToUInt32(BitConverter.GetBytes(v), 0));
            foreach (uint i in indices) hash = Mix(hash, i);
            hash = Mix(hash, (uint)options.elementCount * 4 + (options.cloth ? 2u : 0) + (options.conforming ? 1u : 0));
            return hash.ToString("x16");
        }

        static ulong Mix(ulong hash, uint value)
        {
            return (hash ^ value) * 1099511628211;
        }
    }

    /// <summary>What cooking made, still outside the engine.</summary>
    public sealed class SoftCookResult
    {
        internal SoftCookInput input;
        internal byte[] body, skin;
        internal string hash;
        internal float farthestOutside, farthestBoundary;
        internal PliantAssetInfo info;

        /// <summary>What was repaired and made, in sentences.</summary>
        public string report;
    }
}
