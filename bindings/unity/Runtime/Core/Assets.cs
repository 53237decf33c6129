// What bodies are made of, shared between worlds. Spans are read during the call; arrays convert to them by themselves.

using System;
using System.Runtime.InteropServices;

namespace Pliant
{
    /// <summary>An id that Dispose lets go of, or else the finaliser, on any thread. This works while another thread is
    /// inside the world.</summary>
    public abstract class Owner : SafeHandle
    {
        // Beside the handle, which has 32 bits on some platforms.
        ulong bits;

        internal Owner() : base(IntPtr.Zero, true) { }

        /// <summary>Whether it owns nothing.</summary>
        public override bool IsInvalid
        {
            get { return handle == IntPtr.Zero; }
        }

        /// <summary>The id. Throws ObjectDisposedException after Dispose.</summary>
        protected ulong Bits
        {
            get
            {
                if (IsClosed || IsInvalid) throw new ObjectDisposedException(GetType().Name);
                return bits;
            }
        }

        internal ulong Releasing
        {
            get { return bits; }
        }

        internal void Own(ulong owned)
        {
            bits = owned;
            SetHandle(new IntPtr(1));
        }
    }

    /// <summary>A cooked body or shell.</summary>
    public sealed unsafe partial class Asset : Owner
    {
        Asset() { }

        /// <summary>The plain handle; still owned here.</summary>
        public PliantAssetId Id
        {
            get { return new PliantAssetId { bits = Bits }; }
        }

        /// <summary>Cooks a mesh: three floats a vertex [length unit], four indices a tet.</summary>
        public static Asset Create(ReadOnlySpan<float> positions, ReadOnlySpan<uint> tets)
        {
            Library.RequireFit();
            Arrays.RequireGroups(positions.Length, 3, "positions");
            Arrays.RequireGroups(tets.Length, 4, "tets");
            PliantAssetDesc desc;
            PliantAssetId id;
            Library.Check(NativeMethods.pliant_asset_desc_init(&desc, (uint)sizeof(PliantAssetDesc)));
            fixed (float* p = &MemoryMarshal.GetReference(positions))
            fixed (uint* t = &MemoryMarshal.GetReference(tets))
            {
                desc.vertex_count = (uint)(positions.Length / 3);
                desc.positions = p;
                desc.tet_count = (uint)(tets.Length / 4);
                desc.tets = t;
                Library.Check(NativeMethods.pliant_asset_create(&desc, &id));
            }
            return Owning(id);
        }

        /// <summary>Cooks triangles for cloth, in the shape without stretch and bending: three floats a vertex [length
        /// unit], three indices a triangle.</summary>
        public static Asset FromSheet(ReadOnlySpan<float> positions, ReadOnlySpan<uint> indices)
        {
            Library.RequireFit();
            Arrays.RequireGroups(positions.Length, 3, "positions");
            Arrays.RequireGroups(indices.Length, 3, "indices");
            PliantSheetDesc desc;
            PliantAssetId id;
            Library.Check(NativeMethods.pliant_sheet_desc_init(&desc, (uint)sizeof(PliantSheetDesc)));
            fixed (float* p = &MemoryMarshal.GetReference(positions))
            fixed (uint* i = &MemoryMarshal.GetReference(indices))
            {
                desc.vertex_count = (uint)(positions.Length / 3);
                desc.positions = p;
                desc.index_count = (uint)indices.Length;
                desc.indices = i;
                Library.Check(NativeMethods.pliant_asset_create_from_sheet(&desc, &id));
            }
            return Owning(id);
        }

        /// <summary>Cooks particles without tets for shape matching: three floats each [length unit].</summary>
        public static Asset FromPoints(ReadOnlySpan<float> positions)
        {
            Library.RequireFit();
            Arrays.RequireGroups(positions.Length, 3, "positions");
            PliantPointsDesc desc;
            PliantAssetId id;
            Library.Check(NativeMethods.pliant_points_desc_init(&desc, (uint)sizeof(PliantPointsDesc)));
            fixed (float* p = &MemoryMarshal.GetReference(positions))
            {
                desc.vertex_count = (uint)(positions.Length / 3);
                desc.positions = p;
                Library.Check(NativeMethods.pliant_asset_create_from_points(&desc, &id));
            }
            return Owning(id);
        }

        /// <summary>A copy with other clusters for shape matching.</summary>
        public Asset WithClusters(PliantClusterDesc clusters)
        {
            PliantAssetId id;
            Library.Check(NativeMethods.pliant_asset_create_with_clusters(Id, &clusters, &id));
            GC.KeepAlive(this);
            return Owning(id);
        }

        /// <summary>Reads and cooks a tet mesh file, or loads a .pliant file of what was cooked.</summary>
        public static Asset ReadFile(string path, bool dropUnreferenced)
        {
            Library.RequireFit();
            PliantAssetId id;
            fixed (byte* text = Library.Utf8(path))
                Library.Check(NativeMethods.pliant_asset_read_file(text, dropUnreferenced ? 1u : 0u, &id));
            return Owning(id);
        }

        /// <summary>Loads what Save returned.</summary>
        public static Asset Load(ReadOnlySpan<byte> bytes)
        {
            Library.RequireFit();
            PliantAssetId id;
            fixed (byte* b = &MemoryMarshal.GetReference(bytes))
                Library.Check(NativeMethods.pliant_asset_load(b, (ulong)bytes.Length, &id));
            return Owning(id);
        }

        /// <summary>The asset as bytes.</summary>
        public byte[] Save()
        {
            byte[] bytes = Library.Written((buffer, capacity, size) => NativeMethods.pliant_asset_save(Id, buffer, capacity, size));
            GC.KeepAlive(this);
            return bytes;
        }

        static Asset Owning(PliantAssetId id)
        {
            Asset asset = new Asset();
            asset.Own(id.bits);
            return asset;
        }

        /// <summary>Counts, bounds and hash.</summary>
        public PliantAssetInfo Info()
        {
            PliantAssetInfo info = new PliantAssetInfo();
            info.struct_size = (uint)sizeof(PliantAssetInfo);
            Library.Check(NativeMethods.pliant_asset_info(Id, &info));
            GC.KeepAlive(this);
            return info;
        }

        /// <summary>Lets go.</summary>
        protected override bool ReleaseHandle()
        {
            return NativeMethods.pliant_asset_release(new PliantAssetId { bits = Releasing }) == NativeMethods.PLIANT_OK;
        }
    }

    /// <summary>A render mesh bound to an asset.</summary>
    public sealed unsafe class SkinAsset : Owner
    {
        SkinAsset() { }

        /// <summary>The plain handle; still owned here.</summary>
        public PliantSkinAssetId Id
        {
            get { return new PliantSkinAssetId { bits = Bits }; }
        }

        /// <summary>Binds a mesh without normals, which are made: three floats a vertex in the asset's coordinates,
        /// three indices a triangle.</summary>
        public static SkinAsset Create(Asset asset, ReadOnlySpan<float> positions, ReadOnlySpan<uint> indices)
        {
            return Create(asset, positions, indices, ReadOnlySpan<float>.Empty, ReadOnlySpan<float>.Empty);
        }

        /// <summary>Binds a mesh with three floats a normal and four a tangent (unit tangent, handedness). Either may be
        /// empty.</summary>
        public static SkinAsset Create(Asset asset, ReadOnlySpan<float> positions, ReadOnlySpan<uint> indices, ReadOnlySpan<float> normals,
            ReadOnlySpan<float> tangents)
        {
            if (asset == null) throw new ArgumentNullException("asset");
            Arrays.RequireGroups(positions.Length, 3, "positions");
            Arrays.RequireGroups(indices.Length, 3, "indices");
            int vertices = positions.Length / 3;
            Arrays.RequireLength(normals.Length, 3 * vertices, "normals");
            Arrays.RequireLength(tangents.Length, 4 * vertices, "tangents");
            PliantSkinAssetDesc desc;
            PliantSkinAssetId id;
            Library.Check(NativeMethods.pliant_skin_asset_desc_init(&desc, (uint)sizeof(PliantSkinAssetDesc)));
            fixed (float* p = &MemoryMarshal.GetReference(positions))
            fixed (float* n = &MemoryMarshal.GetReference(normals))
            fixed (float* t = &MemoryMarshal.GetReference(tangents))
            fixed (uint* i = &MemoryMarshal.GetReference(indices))
            {
                desc.vertex_count = (uint)vertices;
                desc.positions = p;
                desc.normals = normals.Length == 0 ? null : n;
                desc.tangents = tangents.Length == 0 ? null : t;
                desc.index_count = (uint)indices.Length;
                desc.indices = i;
                Library.Check(NativeMethods.pliant_skin_asset_create(asset.Id, &desc, &id));
            }
            GC.KeepAlive(asset);
            return Owning(id);
        }

        /// <summary>Binds the asset's own boundary.</summary>
        public static SkinAsset FromSurface(Asset asset)
        {
            if (asset == null) throw new ArgumentNullException("asset");
            PliantSkinAssetId id;
            Library.Check(NativeMethods.pliant_skin_asset_from_surface(asset.Id, &id));
            GC.KeepAlive(asset);
            return Owning(id);
        }

        /// <summary>Reads and binds a render mesh file.</summary>
        public static SkinAsset ReadFile(Asset asset, string path)
        {
            if (asset == null) throw new ArgumentNullException("asset");
            PliantSkinAssetId id;
            fixed (byte* text = Library.Utf8(path))
                Library.Check(NativeMethods.pliant_skin_asset_read_file(asset.Id, text, &id));
            GC.KeepAlive(asset);
            return Owning(id);
        }

        /// <summary>Loads what Save returned.</summary>
        public static SkinAsset Load(ReadOnlySpan<byte> bytes)
        {
            Library.RequireFit();
            PliantSkinAssetId id;
            fixed (byte* b = &MemoryMarshal.GetReference(bytes))
                Library.Check(NativeMethods.pliant_skin_asset_load(b, (ulong)bytes.Length, &id));
            return Owning(id);
        }

        /// <summary>The skin as bytes. They name the asset that it is bound to by its hash.</summary>
        public byte[] Save()
        {
            byte[] bytes = Library.Written((buffer, capacity, size) => NativeMethods.pliant_skin_asset_save(Id, buffer, capacity, size));
            GC.KeepAlive(this);
            return bytes;
        }

        /// <summary>Counts, and how well it fits the asset.</summary>
        public PliantSkinAssetInfo Info()
        {
            PliantSkinAssetInfo info = new PliantSkinAssetInfo();
            info.struct_size = (uint)sizeof(PliantSkinAssetInfo);
            Library.Check(NativeMethods.pliant_skin_asset_info(Id, &info));
            GC.KeepAlive(this);
            return info;
        }

        /// <summary>Its triangles, three indices each.</summary>
        public uint[] Indices()
        {
            ulong count;
            Library.Check(NativeMethods.pliant_skin_asset_indices(Id, null, 0, &count));
            uint[] indices = new uint[count];
            fixed (uint* i = indices) Library.Check(NativeMethods.pliant_skin_asset_indices(Id, i, count, &count));
            GC.KeepAlive(this);
            return indices;
        }

        static SkinAsset Owning(PliantSkinAssetId id)
        {
            SkinAsset skin = new SkinAsset();
            skin.Own(id.bits);
            return skin;
        }

        /// <summary>Lets go.</summary>
        protected override bool ReleaseHandle()
        {
            PliantSkinAssetId id = new PliantSkinAssetId { bits = Releasing };
            return NativeMethods.pliant_skin_asset_release(id) == NativeMethods.PLIANT_OK;
        }
    }
}
