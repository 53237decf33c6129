using System;
using System.Runtime.InteropServices;
using Unity.Collections;
using Unity.Collections.LowLevel.Unsafe;
using UnityEngine;
using UnityEngine.Rendering;

namespace Pliant.Unity
{
    using Object = UnityEngine.Object;

    /// <summary>Draws a body: a mesh of its own at the identity, because the library's vertices are in world coordinates.
    /// Stream 0 is what the library writes, stream 1 what never changes.
    /// There is one tier, the copy by the CPU. One that writes the engine's buffer on the GPU takes the place of Upload
    /// and of nothing else.</summary>
    sealed unsafe class MeshWriter : IDisposable
    {
        // Blittable, of the stride of stream 0.
        [StructLayout(LayoutKind.Sequential)]
        struct Vertex
        {
            public Vector3 position, normal;
        }

        [StructLayout(LayoutKind.Sequential)]
        struct VertexWithTangent
        {
            public Vector3 position, normal;
            public Vector4 tangent;
        }

        [StructLayout(LayoutKind.Sequential)]
        struct Fixed
        {
            public Color32 color;
            public Vector2 first, second;
        }

        const MeshUpdateFlags Quiet = MeshUpdateFlags.DontRecalculateBounds | MeshUpdateFlags.DontValidateIndices;

        readonly GameObject holder;
        readonly Transform place;
        readonly Renderer hidden;
        readonly bool hasTangents;
        readonly int count;
        Vector3 origin;
        ulong frame;
        bool written;
#if ENABLE_UNITY_COLLECTIONS_CHECKS
        AtomicSafetyHandle safety;
#endif

        /// <summary>The mesh that is drawn.</summary>
        internal Mesh Mesh { get; }

        /// <summary>The layout that the library writes.</summary>
        internal PliantVertexLayout Layout { get; }

        internal MeshWriter(SoftObject body, Mesh source, SoftAsset asset)
        {
            bool own = source != null && asset.skin != null && asset.skin.Length > 0;
            if (own && !source.isReadable)
                throw new InvalidOperationException("Mesh '" + source.name + "' cannot be read: switch on Read/Write in its import settings.");
            PliantSkinAssetInfo info = asset.NativeSkin.Info();
            count = (int)info.vertex_count;
            if (own && source.vertexCount != count)
                throw new InvalidOperationException("Mesh '" + source.name + "' has " + source.vertexCount + " vertices, and its SoftAsset was cooked from "
                    + count + ": cook it again.");
            hasTangents = own && source.tangents.Length == count;
            Layout = MakeLayout();
            Mesh = new Mesh { name = body.name + " (soft)", hideFlags = HideFlags.DontSave };
            Mesh.MarkDynamic();
            Declare();
            if (own) CopyParts(source, body.transform.lossyScale);
            else OwnParts(asset);
            holder = Show(body, out hidden);
            place = holder.transform;
#if ENABLE_UNITY_COLLECTIONS_CHECKS
            safety = AtomicSafetyHandle.Create();
#endif
        }

        PliantVertexLayout MakeLayout()
        {
            PliantVertexLayout layout = Defaults.VertexLayout();
            layout.stride = (uint)(hasTangents ? sizeof(VertexWithTangent) : sizeof(Vertex));
            layout.position_offset = 0;
            layout.normal_offset = 12;
            layout.tangent_offset = hasTangents ? 24 : NativeMethods.PLIANT_ABSENT;
            layout.previous_position_offset = NativeMethods.PLIANT_ABSENT;
            return layout;
        }

        void Declare()
        {
            var position = new VertexAttributeDescriptor(VertexAttribute.Position, VertexAttributeFormat.Float32, 3, 0);
            var normal = new VertexAttributeDescriptor(VertexAttribute.Normal, VertexAttributeFormat.Float32, 3, 0);
            var tangent = new VertexAttributeDescriptor(VertexAttribute.Tangent, VertexAttributeFormat.Float32, 4, 0);
            var color = new VertexAttributeDescriptor(VertexAttribute.Color, VertexAttributeFormat.UNorm8, 4, 1);
            var first = new VertexAttributeDescriptor(VertexAttribute.TexCoord0, VertexAttributeFormat.Float32, 2, 1);
            var second = new VertexAttributeDescriptor(VertexAttribute.TexCoord1, VertexAttributeFormat.Float32, 2, 1);
            if (count > 65535) Mesh.indexFormat = IndexFormat.UInt32;
            if (hasTangents) Mesh.SetVertexBufferParams(count, position, normal, tangent, color, first, second);
            else Mesh.SetVertexBufferParams(count, position, normal, color, first, second);
        }

        void CopyParts(Mesh source, Vector3 scale)
        {
            Vector2[] first = source.uv, second = source.uv2;
            Color32[] colors = source.colors32;
            var all = new Fixed[count];
            for (int i = 0; i < count; i++)
            {
                all[i].color = i < colors.Length ? colors[i] : new Color32(255, 255, 255, 255);
                if (i < first.Length) all[i].first = first[i];
                if (i < second.Length) all[i].second = second[i];
            }
            Mesh.SetVertexBufferData(all, 0, 0, count, 1, Quiet);
            Mesh.subMeshCount = source.subMeshCount;
            bool mirrored = scale.x * scale.y * scale.z < 0;
            for (int part = 0; part < source.subMeshCount; part++)
            {
                int[] indices = source.GetIndices(part);
                if (mirrored) Array.Reverse(indices);
                Mesh.SetIndices(indices, source.GetTopology(part), part, false);
            }
        }

        // A .pliant file has no render mesh: the boundary of the body is drawn.
        void OwnParts(SoftAsset asset)
        {
            uint[] from = asset.NativeSkin.Indices();
            var indices = new int[from.Length];
            for (int i = 0; i < from.Length; i++) indices[i] = (int)from[i];
            Mesh.SetIndices(indices, MeshTopology.Triangles, 0, false);
        }

        GameObject Show(SoftObject body, out Renderer original)
        {
            var made = new GameObject(body.name + " (soft)") { hideFlags = HideFlags.HideInHierarchy, layer = body.gameObject.layer };
            if (made.scene != body.gameObject.scene) UnityEngine.SceneManagement.SceneManager.MoveGameObjectToScene(made, body.gameObject.scene);
            made.AddComponent<MeshFilter>().sharedMesh = Mesh;
            MeshRenderer shown = made.AddComponent<MeshRenderer>();
            // Nothing is drawn before the first step has finished.
            shown.enabled = false;
            // The engine cannot know where vertices were, so it must not guess.
            shown.motionVectorGenerationMode = MotionVectorGenerationMode.ForceNoMotion;
            shown.probeAnchor = body.transform;
            original = body.GetComponent<MeshRenderer>();
            if (original == null) return made;
            shown.sharedMaterials = original.sharedMaterials;
            shown.shadowCastingMode = original.shadowCastingMode;
            shown.receiveShadows = original.receiveShadows;
            shown.lightProbeUsage = original.lightProbeUsage;
            shown.reflectionProbeUsage = original.reflectionProbeUsage;
            shown.renderingLayerMask = original.renderingLayerMask;
            if (original.probeAnchor != null) shown.probeAnchor = original.probeAnchor;
            return made;
        }

        /// <summary>Takes over mapped vertices, if they are new.</summary>
        internal void Write(ref PliantVertexView view)
        {
            if (written && view.frame == frame) return;
            frame = view.frame;
            Upload(ref view);
            fixed (double* o = view.origin) Move(Convert.Vector(o));
            Bounds bounds = default;
            fixed (float* l = view.low)
            fixed (float* h = view.high) bounds.SetMinMax(Convert.Vector(l), Convert.Vector(h));
            Mesh.bounds = bounds;
            if (!written) Swap();
            written = true;
        }

        void Upload(ref PliantVertexView view)
        {
            if (hasTangents) Upload<VertexWithTangent>(ref view);
            else Upload<Vertex>(ref view);
        }

        void Upload<T>(ref PliantVertexView view) where T : struct
        {
            NativeArray<T> mapped = NativeArrayUnsafeUtility.ConvertExistingDataToNativeArray<T>(view.data, (int)view.vertex_count, Allocator.None);
#if ENABLE_UNITY_COLLECTIONS_CHECKS
            NativeArrayUnsafeUtility.SetAtomicSafetyHandle(ref mapped, safety);
#endif
            Mesh.SetVertexBufferData(mapped, 0, 0, mapped.Length, 0, Quiet);
        }

        void Move(Vector3 to)
        {
            if (to.Equals(origin)) return;
            place.position = to;
            origin = to;
        }

        void Swap()
        {
            holder.GetComponent<MeshRenderer>().enabled = true;
            if (hidden != null) hidden.enabled = false;
        }

        public void Dispose()
        {
#if ENABLE_UNITY_COLLECTIONS_CHECKS
            AtomicSafetyHandle.CheckDeallocateAndThrow(safety);
            AtomicSafetyHandle.Release(safety);
#endif
            if (written && hidden != null) hidden.enabled = true;
            if (holder != null) Object.Destroy(holder);
            if (Mesh != null) Object.Destroy(Mesh);
        }
    }
}
