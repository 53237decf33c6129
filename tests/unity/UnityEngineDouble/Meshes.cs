// Meshes with real bytes and the engine's exceptions, and the renderers that draw them.

using System;
using System.Runtime.InteropServices;
using Unity.Collections;
using Unity.Collections.LowLevel.Unsafe;
using UnityEngine.Rendering;

namespace UnityEngine.Rendering
{
    [Flags]
    public enum MeshUpdateFlags { Default = 0, DontValidateIndices = 1, DontResetBoneBounds = 2, DontNotifyMeshUsers = 4, DontRecalculateBounds = 8 }
    public enum VertexAttribute { Position, Normal, Tangent, Color, TexCoord0, TexCoord1, TexCoord2, TexCoord3 }
    public enum VertexAttributeFormat { Float32, Float16, UNorm8 }
    public enum IndexFormat { UInt16, UInt32 }
    public enum ShadowCastingMode { Off, On, TwoSided, ShadowsOnly }
    public enum LightProbeUsage { Off, BlendProbes, UseProxyVolume, CustomProvided = 4 }
    public enum ReflectionProbeUsage { Off, BlendProbes, BlendProbesAndSkybox, Simple }

    public struct VertexAttributeDescriptor
    {
        public VertexAttribute attribute { get; set; }
        public VertexAttributeFormat format { get; set; }
        public int dimension { get; set; }
        public int stream { get; set; }

        public VertexAttributeDescriptor(VertexAttribute attribute = VertexAttribute.Position,
            VertexAttributeFormat format = VertexAttributeFormat.Float32, int dimension = 3, int stream = 0)
        {
            this.attribute = attribute;
            this.format = format;
            this.dimension = dimension;
            this.stream = stream;
        }

        internal int Bytes => dimension * (format == VertexAttributeFormat.Float32 ? 4 : format == VertexAttributeFormat.Float16 ? 2 : 1);
    }
}

namespace UnityEngine
{
    public enum MeshTopology { Triangles = 0, Quads = 2, Lines = 3, LineStrip = 4, Points = 5 }
    public enum MotionVectorGenerationMode { Camera, Object, ForceNoMotion }

    static class SizeOf<T> where T : struct { internal static readonly int Bytes = Marshal.SizeOf(typeof(T)); }

    public sealed unsafe class Mesh : Object
    {
        Vector3[] points = new Vector3[0], directions = new Vector3[0];
        Vector4[] slopes = new Vector4[0];
        Vector2[] first = new Vector2[0], second = new Vector2[0];
        Color32[] tints = new Color32[0];
        int[][] parts = { new int[0] };
        MeshTopology[] kinds = { MeshTopology.Triangles };
        readonly byte[][] streams = new byte[4][];
        readonly int[] strides = new int[4];
        int count;

        public bool isReadable { get; internal set; } = true;
        public IndexFormat indexFormat { get; set; }
        public Bounds bounds { get; set; }
        public int vertexCount => count;

        // For tests: how often the moving stream was written.
        internal int uploads;

        public Vector3[] vertices
        {
            get => (Vector3[])Readable(points).Clone();
            set { Writable(); points = value; count = value.Length; RecalculateBounds(); }
        }

        public Vector3[] normals { get => (Vector3[])Readable(directions).Clone(); set => directions = Fits(value); }
        public Vector4[] tangents { get => (Vector4[])Readable(slopes).Clone(); set => slopes = Fits(value); }
        public Vector2[] uv { get => (Vector2[])Readable(first).Clone(); set => first = Fits(value); }
        public Vector2[] uv2 { get => (Vector2[])Readable(second).Clone(); set => second = Fits(value); }
        public Color32[] colors32 { get => (Color32[])Readable(tints).Clone(); set => tints = Fits(value); }
        public int[] triangles { set => SetIndices(value, MeshTopology.Triangles, 0); }

        public int subMeshCount
        {
            get => parts.Length;
            set
            {
                int old = parts.Length;
                Array.Resize(ref parts, value);
                Array.Resize(ref kinds, value);
                for (int i = old; i < value; i++) parts[i] = new int[0];
            }
        }

        public int[] GetIndices(int submesh) => (int[])Readable(parts)[submesh].Clone();
        public MeshTopology GetTopology(int submesh) => kinds[submesh];

        public void SetIndices(int[] indices, MeshTopology topology, int submesh, bool calculateBounds = true)
        {
            Writable();
            if (submesh < 0 || submesh >= parts.Length) throw new ArgumentException("Failed setting indices. Submesh index is out of bounds.");
            foreach (int i in indices)
                if (i < 0 || i >= count) throw new ArgumentException("Failed setting indices. Some indices are referencing out of bounds vertices.");
            if (count > 65535 && indexFormat == IndexFormat.UInt16) throw new ArgumentException("16 bit indices do not reach all vertices.");
            parts[submesh] = (int[])indices.Clone();
            kinds[submesh] = topology;
            if (calculateBounds) RecalculateBounds();
        }

        public void MarkDynamic() { }

        public void RecalculateBounds()
        {
            if (points.Length == 0) return;
            var box = new Bounds(points[0], Vector3.zero);
            foreach (Vector3 p in points) box.Encapsulate(p);
            bounds = box;
        }

        public void SetVertexBufferParams(int vertexCount, params VertexAttributeDescriptor[] attributes)
        {
            Writable();
            count = vertexCount;
            for (int s = 0; s < 4; s++)
            {
                strides[s] = 0;
                foreach (VertexAttributeDescriptor a in attributes) if (a.stream == s) strides[s] += a.Bytes;
                if (strides[s] % 4 != 0) throw new ArgumentException("The stride of a stream must be a multiple of 4 bytes.");
                streams[s] = new byte[vertexCount * strides[s]];
            }
        }

        public void SetVertexBufferData<T>(NativeArray<T> data, int dataStart, int meshBufferStart, int count, int stream = 0,
            MeshUpdateFlags flags = MeshUpdateFlags.Default) where T : struct
        {
            // The pointer is asked for first, which checks the safety handle.
            byte* from = (byte*)NativeArrayUnsafeUtility.Pointer(data);
            Write(from, data.Length, dataStart, meshBufferStart, count, stream, SizeOf<T>.Bytes);
        }

        public void SetVertexBufferData<T>(T[] data, int dataStart, int meshBufferStart, int count, int stream = 0,
            MeshUpdateFlags flags = MeshUpdateFlags.Default) where T : struct
        {
            GCHandle pin = GCHandle.Alloc(data, GCHandleType.Pinned);
            try { Write((byte*)pin.AddrOfPinnedObject(), data.Length, dataStart, meshBufferStart, count, stream, SizeOf<T>.Bytes); }
            finally { pin.Free(); }
        }

        void Write(byte* from, int length, int dataStart, int meshStart, int n, int stream, int size)
        {
            Writable();
            if (dataStart < 0 || meshStart < 0 || n < 0 || dataStart + n > length)
                throw new ArgumentOutOfRangeException("count", "Bad start/count arguments");
            if ((long)(meshStart + n) * size > streams[stream].Length)
                throw new ArgumentOutOfRangeException("count", "More data than the vertex buffer has room for");
            fixed (byte* to = streams[stream])
                Buffer.MemoryCopy(from + (long)dataStart * size, to + (long)meshStart * size, streams[stream].Length, (long)n * size);
            if (stream == 0) uploads++;
        }

        // For tests: what the GPU would draw.
        internal Vector3 Drawn(int vertex, int offset = 0)
        {
            fixed (byte* b = streams[0]) return *(Vector3*)(b + (long)vertex * strides[0] + offset);
        }

        internal int Stride(int stream) => strides[stream];

        T Readable<T>(T value)
        {
            if (destroyed) throw new MissingReferenceException("The object of type 'Mesh' has been destroyed.");
            if (!isReadable) throw new InvalidOperationException("Not allowed to access data on mesh '" + name + "' (isReadable is false)");
            return value;
        }

        void Writable() => Readable(0);

        T[] Fits<T>(T[] values)
        {
            Writable();
            if (values.Length != 0 && values.Length != count) throw new ArgumentException("The supplied array has to be of the size of the vertex count.");
            return values;
        }
    }

    public class Material : Object { }

    public class Renderer : Component
    {
        public bool enabled { get; set; } = true;
        public Material[] sharedMaterials { get; set; } = new Material[0];
        public ShadowCastingMode shadowCastingMode { get; set; } = ShadowCastingMode.On;
        public bool receiveShadows { get; set; } = true;
        public LightProbeUsage lightProbeUsage { get; set; } = LightProbeUsage.BlendProbes;
        public ReflectionProbeUsage reflectionProbeUsage { get; set; } = ReflectionProbeUsage.BlendProbes;
        public Transform probeAnchor { get; set; }
        public uint renderingLayerMask { get; set; } = 1;
        public MotionVectorGenerationMode motionVectorGenerationMode { get; set; }
    }

    public class MeshRenderer : Renderer { }

    public class MeshFilter : Component
    {
        public Mesh sharedMesh { get; set; }
    }
}
