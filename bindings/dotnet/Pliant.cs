// The thin C# side of the C ABI: owners, exceptions, and a check that the library fits. It needs no engine. The
// language level is the one of mcs and Unity 2022.

using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Pliant
{
    /// <summary>A failed call: its status and the library's sentence.</summary>
    public sealed class PliantException : Exception
    {
        /// <summary>PLIANT_ERROR_…</summary>
        public readonly int Status;

        /// <summary>An exception with the sentence of the last failure on this thread.</summary>
        public PliantException(int status) : base(Library.StatusName(status) + ": " + Library.LastError())
        {
            Status = status;
        }

        internal PliantException(int status, string message) : base(message)
        {
            Status = status;
        }
    }

    /// <summary>Marks a static method that native code calls, for ahead-of-time compilers; they look for it by
    /// name.</summary>
    [AttributeUsage(AttributeTargets.Method)]
    public sealed class MonoPInvokeCallbackAttribute : Attribute
    {
        /// <summary>The delegate's type.</summary>
        public MonoPInvokeCallbackAttribute(Type type) { }
    }

    /// <summary>The library as a whole.</summary>
    public static unsafe class Library
    {
        static bool fits;

        /// <summary>Refuses a library whose structs differ from these sources (PliantException). If there is no
        /// library, the DllNotFoundException says which file is missing and where it goes.</summary>
        public static void RequireFit()
        {
            if (fits) return;
            PliantAbiInfo info = new PliantAbiInfo();
            info.struct_size = (uint)sizeof(PliantAbiInfo);
            try
            {
                Check(NativeMethods.pliant_abi_info(&info));
            }
            catch (DllNotFoundException error)
            {
                throw new DllNotFoundException(Missing(), error);
            }
            if (info.layout_hash != NativeMethods.PLIANT_LAYOUT_HASH)
                throw new PliantException(NativeMethods.PLIANT_ERROR_VERSION, string.Format(
                    "The native Pliant library {0}.{1}.{2} does not fit these C# sources (layout {3:x16}, expected {4:x16}): use both of one release.",
                    info.major, info.minor, info.patch, info.layout_hash, NativeMethods.PLIANT_LAYOUT_HASH));
            fits = true;
        }

        static string Missing()
        {
            bool windows = RuntimeInformation.IsOSPlatform(OSPlatform.Windows), mac = RuntimeInformation.IsOSPlatform(OSPlatform.OSX);
            return string.Format(
                "The native Pliant library, {0}, is not found or does not load. `cargo build --release` makes it in target/release. "
                + "In Unity it goes to Assets/Plugins/x86_64; elsewhere beside the program, or into a folder that {1} names.",
                windows ? "pliant.dll" : mac ? "libpliant.dylib" : "libpliant.so",
                windows ? "PATH" : mac ? "DYLD_LIBRARY_PATH" : "LD_LIBRARY_PATH");
        }

        /// <summary>The sentence about the last call on this thread that failed.</summary>
        public static string LastError()
        {
            byte* text = stackalloc byte[1025];
            NativeMethods.pliant_last_error(text, 1025);
            return Text(text);
        }

        /// <summary>The name of a status.</summary>
        public static string StatusName(int status)
        {
            return Text(NativeMethods.pliant_status_name(status));
        }

        /// <summary>Throws if a status is an error. Returns states such as PLIANT_NOT_READY.</summary>
        public static int Check(int status)
        {
            if (status < 0) throw new PliantException(status);
            return status;
        }

        /// <summary>Reads UTF-8 that ends with a zero.</summary>
        public static string Text(byte* text)
        {
            if (text == null) return "";
            int length = 0;
            while (text[length] != 0) length++;
            return Encoding.UTF8.GetString(text, length);
        }

        internal static byte[] Utf8(string text)
        {
            if (text == null) throw new ArgumentNullException("text");
            return Encoding.UTF8.GetBytes(text + "\0");
        }

        /// <summary>A call that writes bytes, or only returns how many there are if it gets no room.</summary>
        internal delegate int Writer(byte* buffer, ulong capacity, ulong* size);

        /// <summary>The bytes that such a call writes.</summary>
        internal static byte[] Written(Writer write)
        {
            ulong size;
            Check(write(null, 0, &size));
            byte[] bytes = new byte[size];
            fixed (byte* b = bytes) Check(write(b, size, &size));
            return bytes;
        }

        /// <summary>Closes devices that no world uses. Call it at the end of a program.</summary>
        public static void Shutdown()
        {
            RequireFit();
            Check(NativeMethods.pliant_shutdown());
        }
    }

    /// <summary>Descriptions with their defaults.</summary>
    public static unsafe class Defaults
    {
        /// <summary>Defaults of a world.</summary>
        public static PliantWorldDesc World()
        {
            Library.RequireFit();
            PliantWorldDesc desc;
            Library.Check(NativeMethods.pliant_world_desc_init(&desc, (uint)sizeof(PliantWorldDesc)));
            return desc;
        }

        /// <summary>Defaults of a body: the model is chosen by what the asset has.</summary>
        public static PliantBodyDesc Body()
        {
            Library.RequireFit();
            PliantBodyDesc desc;
            Library.Check(NativeMethods.pliant_body_desc_init(&desc, (uint)sizeof(PliantBodyDesc)));
            return desc;
        }

        /// <summary>Defaults of a neo-Hookean solid.</summary>
        public static PliantNeoHookeanDesc NeoHookean()
        {
            Library.RequireFit();
            PliantNeoHookeanDesc desc;
            Library.Check(NativeMethods.pliant_neo_hookean_desc_init(&desc, (uint)sizeof(PliantNeoHookeanDesc)));
            return desc;
        }

        /// <summary>Defaults of a mass-spring body.</summary>
        public static PliantMassSpringDesc MassSpring()
        {
            Library.RequireFit();
            PliantMassSpringDesc desc;
            Library.Check(NativeMethods.pliant_mass_spring_desc_init(&desc, (uint)sizeof(PliantMassSpringDesc)));
            return desc;
        }

        /// <summary>Defaults of a shape-matched body.</summary>
        public static PliantShapeMatchingDesc ShapeMatching()
        {
            Library.RequireFit();
            PliantShapeMatchingDesc desc;
            Library.Check(NativeMethods.pliant_shape_matching_desc_init(&desc, (uint)sizeof(PliantShapeMatchingDesc)));
            return desc;
        }

        /// <summary>Defaults of cloth.</summary>
        public static PliantClothDesc Cloth()
        {
            Library.RequireFit();
            PliantClothDesc desc;
            Library.Check(NativeMethods.pliant_cloth_desc_init(&desc, (uint)sizeof(PliantClothDesc)));
            return desc;
        }

        /// <summary>Defaults of a rigid body.</summary>
        public static PliantRigidDesc Rigid()
        {
            Library.RequireFit();
            PliantRigidDesc desc;
            Library.Check(NativeMethods.pliant_rigid_desc_init(&desc, (uint)sizeof(PliantRigidDesc)));
            return desc;
        }

        /// <summary>Defaults of a part of a compound: a sphere without a size.</summary>
        public static PliantShapePartDesc ShapePart()
        {
            Library.RequireFit();
            PliantShapePartDesc desc;
            Library.Check(NativeMethods.pliant_shape_part_desc_init(&desc, (uint)sizeof(PliantShapePartDesc)));
            return desc;
        }

        /// <summary>Defaults of a collider: the half-space below y = 0.</summary>
        public static PliantColliderDesc Collider()
        {
            Library.RequireFit();
            PliantColliderDesc desc;
            Library.Check(NativeMethods.pliant_collider_desc_init(&desc, (uint)sizeof(PliantColliderDesc)));
            return desc;
        }

        /// <summary>Defaults of an attachment.</summary>
        public static PliantAttachmentDesc Attachment()
        {
            Library.RequireFit();
            PliantAttachmentDesc desc;
            Library.Check(NativeMethods.pliant_attachment_desc_init(&desc, (uint)sizeof(PliantAttachmentDesc)));
            return desc;
        }

        /// <summary>A pose at a position [length unit], without a rotation.</summary>
        public static PliantPose Pose(double x, double y, double z)
        {
            PliantPose pose;
            pose.position[0] = x;
            pose.position[1] = y;
            pose.position[2] = z;
            pose.rotation[0] = pose.rotation[1] = pose.rotation[2] = 0;
            pose.rotation[3] = 1;
            return pose;
        }
    }

    /// <summary>An id that Dispose lets go of, or else the finaliser, on any thread. This works while another thread is
    /// inside the world.</summary>
    public abstract class Owner : SafeHandle
    {
        internal Owner() : base(IntPtr.Zero, true) { }

        /// <summary>Whether it owns nothing.</summary>
        public override bool IsInvalid
        {
            get { return handle == IntPtr.Zero; }
        }

        /// <summary>The id. Throws after Dispose.</summary>
        protected ulong Bits
        {
            get
            {
                if (IsClosed || IsInvalid) throw new ObjectDisposedException(GetType().Name);
                return (ulong)handle.ToInt64();
            }
        }

        internal ulong Releasing
        {
            get { return (ulong)handle.ToInt64(); }
        }

        internal void Own(ulong bits)
        {
            SetHandle(new IntPtr((long)bits));
        }
    }

    /// <summary>A cooked body or shell.</summary>
    public sealed unsafe partial class Asset : Owner
    {
        /// <summary>The plain handle; still owned here.</summary>
        public PliantAssetId Id
        {
            get { return new PliantAssetId { bits = Bits }; }
        }

        /// <summary>Cooks a mesh: three floats a vertex [length unit], four indices a tet.</summary>
        public static Asset Create(float[] positions, uint[] tets)
        {
            Library.RequireFit();
            PliantAssetDesc desc;
            PliantAssetId id;
            Library.Check(NativeMethods.pliant_asset_desc_init(&desc, (uint)sizeof(PliantAssetDesc)));
            fixed (float* p = positions)
            fixed (uint* t = tets)
            {
                desc.vertex_count = (uint)(positions.Length / 3);
                desc.positions = p;
                desc.tet_count = (uint)(tets.Length / 4);
                desc.tets = t;
                Library.Check(NativeMethods.pliant_asset_create(&desc, &id));
            }
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
        public static Asset Load(byte[] bytes)
        {
            Library.RequireFit();
            PliantAssetId id;
            fixed (byte* b = bytes) Library.Check(NativeMethods.pliant_asset_load(b, (ulong)bytes.Length, &id));
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
        /// <summary>The plain handle; still owned here.</summary>
        public PliantSkinAssetId Id
        {
            get { return new PliantSkinAssetId { bits = Bits }; }
        }

        /// <summary>Binds a mesh: three floats a vertex in the asset's coordinates, three indices a triangle.</summary>
        public static SkinAsset Create(Asset asset, float[] positions, uint[] indices)
        {
            PliantSkinAssetDesc desc;
            PliantSkinAssetId id;
            Library.Check(NativeMethods.pliant_skin_asset_desc_init(&desc, (uint)sizeof(PliantSkinAssetDesc)));
            fixed (float* p = positions)
            fixed (uint* i = indices)
            {
                desc.vertex_count = (uint)(positions.Length / 3);
                desc.positions = p;
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
            PliantSkinAssetId id;
            Library.Check(NativeMethods.pliant_skin_asset_from_surface(asset.Id, &id));
            GC.KeepAlive(asset);
            return Owning(id);
        }

        /// <summary>Reads and binds a render mesh file.</summary>
        public static SkinAsset ReadFile(Asset asset, string path)
        {
            PliantSkinAssetId id;
            fixed (byte* text = Library.Utf8(path))
                Library.Check(NativeMethods.pliant_skin_asset_read_file(asset.Id, text, &id));
            GC.KeepAlive(asset);
            return Owning(id);
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

    /// <summary>A shape that colliders share. Set shape and shape_asset of a collider's description to Kind and Id;
    /// the collider keeps the shape alive.</summary>
    public sealed unsafe class Shape : Owner
    {
        /// <summary>The plain handle; still owned here.</summary>
        public PliantShapeId Id
        {
            get { return new PliantShapeId { bits = Bits }; }
        }

        /// <summary>Triangles that collide from both sides: three floats a vertex, three indices a triangle.</summary>
        public static Shape Mesh(float[] positions, uint[] indices)
        {
            PliantShapeMeshDesc desc;
            PliantShapeId id;
            Library.Check(NativeMethods.pliant_shape_mesh_desc_init(&desc, (uint)sizeof(PliantShapeMeshDesc)));
            fixed (float* p = positions)
            fixed (uint* i = indices)
            {
                desc.vertex_count = (uint)(positions.Length / 3);
                desc.positions = p;
                desc.index_count = (uint)indices.Length;
                desc.indices = i;
                Library.Check(NativeMethods.pliant_shape_create_mesh(&desc, &id));
            }
            return Owning(id);
        }

        /// <summary>The convex hull of points, three floats each.</summary>
        public static Shape Convex(float[] points)
        {
            PliantShapeConvexDesc desc;
            PliantShapeId id;
            Library.Check(NativeMethods.pliant_shape_convex_desc_init(&desc, (uint)sizeof(PliantShapeConvexDesc)));
            fixed (float* p = points)
            {
                desc.vertex_count = (uint)(points.Length / 3);
                desc.positions = p;
                Library.Check(NativeMethods.pliant_shape_create_convex(&desc, &id));
            }
            return Owning(id);
        }

        /// <summary>A terrain: heights row by row, NaN for a hole.</summary>
        public static Shape Heightfield(uint columns, uint rows, float columnSpacing, float rowSpacing, float[] heights)
        {
            PliantShapeHeightfieldDesc desc;
            PliantShapeId id;
            uint size = (uint)sizeof(PliantShapeHeightfieldDesc);
            Library.Check(NativeMethods.pliant_shape_heightfield_desc_init(&desc, size));
            if ((ulong)heights.Length < (ulong)columns * rows) throw new ArgumentException("too few heights");
            fixed (float* h = heights)
            {
                desc.column_count = columns;
                desc.row_count = rows;
                desc.spacing[0] = columnSpacing;
                desc.spacing[1] = rowSpacing;
                desc.heights = h;
                Library.Check(NativeMethods.pliant_shape_create_heightfield(&desc, &id));
            }
            return Owning(id);
        }

        /// <summary>Signed distances to a closed surface, with so many cells along its longest side.</summary>
        public static Shape Sdf(float[] positions, uint[] indices, uint cells)
        {
            PliantShapeSdfDesc desc;
            PliantShapeId id;
            Library.Check(NativeMethods.pliant_shape_sdf_desc_init(&desc, (uint)sizeof(PliantShapeSdfDesc)));
            fixed (float* p = positions)
            fixed (uint* i = indices)
            {
                desc.vertex_count = (uint)(positions.Length / 3);
                desc.positions = p;
                desc.index_count = (uint)indices.Length;
                desc.indices = i;
                desc.cell_count = cells;
                Library.Check(NativeMethods.pliant_shape_create_sdf(&desc, &id));
            }
            return Owning(id);
        }

        /// <summary>Several shapes in one.</summary>
        public static Shape Compound(PliantShapePartDesc[] parts)
        {
            PliantShapeCompoundDesc desc;
            PliantShapeId id;
            Library.Check(NativeMethods.pliant_shape_compound_desc_init(&desc, (uint)sizeof(PliantShapeCompoundDesc)));
            fixed (PliantShapePartDesc* p = parts)
            {
                desc.part_count = (uint)parts.Length;
                desc.parts = p;
                Library.Check(NativeMethods.pliant_shape_create_compound(&desc, &id));
            }
            return Owning(id);
        }

        /// <summary>Kind, counts, bounds and hash.</summary>
        public PliantShapeInfo Info()
        {
            PliantShapeInfo info = new PliantShapeInfo();
            info.struct_size = (uint)sizeof(PliantShapeInfo);
            Library.Check(NativeMethods.pliant_shape_info(Id, &info));
            GC.KeepAlive(this);
            return info;
        }

        static Shape Owning(PliantShapeId id)
        {
            Shape shape = new Shape();
            shape.Own(id.bits);
            return shape;
        }

        /// <summary>Lets go.</summary>
        protected override bool ReleaseHandle()
        {
            return NativeMethods.pliant_shape_release(new PliantShapeId { bits = Releasing }) == NativeMethods.PLIANT_OK;
        }
    }

    /// <summary>A world. One thread at a time. Dispose and the finaliser may run on any thread: if another one is
    /// inside, the world ends when that thread leaves.</summary>
    public sealed unsafe class World : Owner
    {
        /// <summary>The plain handle; still owned here.</summary>
        public PliantWorldId Id
        {
            get { return new PliantWorldId { bits = Bits }; }
        }

        /// <summary>A world with the defaults.</summary>
        public World() : this(Defaults.World()) { }

        /// <summary>A world as described.</summary>
        public World(PliantWorldDesc desc)
        {
            Library.RequireFit();
            PliantWorldId id;
            Library.Check(NativeMethods.pliant_world_create(&desc, &id));
            Own(id.bits);
        }

        /// <summary>Queues a step of dt [s] and returns its number.</summary>
        public ulong Step(float dt)
        {
            ulong frame;
            Library.Check(NativeMethods.pliant_world_step(Id, dt, &frame));
            GC.KeepAlive(this);
            return frame;
        }

        /// <summary>Waits for the newest step. Returns false if the timeout [ns] was over first.</summary>
        public bool Wait(ulong timeoutNs)
        {
            bool done = Library.Check(NativeMethods.pliant_world_wait(Id, timeoutNs)) == NativeMethods.PLIANT_OK;
            GC.KeepAlive(this);
            return done;
        }

        /// <summary>Counts, frames, memory, times.</summary>
        public PliantWorldStats Stats()
        {
            PliantWorldStats stats = new PliantWorldStats();
            stats.struct_size = (uint)sizeof(PliantWorldStats);
            Library.Check(NativeMethods.pliant_world_stats(Id, &stats));
            GC.KeepAlive(this);
            return stats;
        }

        /// <summary>GPU time of one stage of the newest finished step. The world must have
        /// PLIANT_WORLD_TIMESTAMPS.</summary>
        public PliantStageTime StageTime(uint stage)
        {
            PliantStageTime time = new PliantStageTime();
            time.struct_size = (uint)sizeof(PliantStageTime);
            Library.Check(NativeMethods.pliant_world_stage_time(Id, stage, &time));
            GC.KeepAlive(this);
            return time;
        }

        /// <summary>The whole world as bytes.</summary>
        public byte[] Save()
        {
            byte[] bytes = Library.Written((buffer, capacity, size) => NativeMethods.pliant_world_save(Id, buffer, capacity, size));
            GC.KeepAlive(this);
            return bytes;
        }

        /// <summary>Restores what Save returned.</summary>
        public void Restore(byte[] bytes)
        {
            fixed (byte* b = bytes) Library.Check(NativeMethods.pliant_world_restore(Id, b, (ulong)bytes.Length));
            GC.KeepAlive(this);
        }

        [StructLayout(LayoutKind.Sequential)]
        private struct Floats
        {
            public float X, Y, Z;

            public Floats(float x, float y, float z)
            {
                X = x;
                Y = y;
                Z = z;
            }
        }

        /// <summary>Sets gravity [length unit/s²].</summary>
        public void SetGravity(float x, float y, float z)
        {
            Floats gravity = new Floats(x, y, z);
            Library.Check(NativeMethods.pliant_world_set_gravity(Id, &gravity.X));
            GC.KeepAlive(this);
        }

        /// <summary>Sets the point that render vertices are relative to [length unit].</summary>
        public void SetOrigin(double x, double y, double z)
        {
            double* origin = stackalloc double[3];
            origin[0] = x;
            origin[1] = y;
            origin[2] = z;
            Library.Check(NativeMethods.pliant_world_set_origin(Id, origin));
            GC.KeepAlive(this);
        }

        /// <summary>Sets the velocity of the air [length unit/s], which blows at cloth.</summary>
        public void SetWind(float x, float y, float z)
        {
            Floats wind = new Floats(x, y, z);
            Library.Check(NativeMethods.pliant_world_set_wind(Id, &wind.X));
            GC.KeepAlive(this);
        }

        /// <summary>Adds a body. It ends with its Remove or with the world, and keeps the asset alive until
        /// then.</summary>
        public Body AddBody(Asset asset, PliantBodyDesc desc)
        {
            PliantBodyId id;
            Library.Check(NativeMethods.pliant_body_add(Id, asset.Id, &desc, &id));
            GC.KeepAlive(this);
            GC.KeepAlive(asset);
            return new Body(this, id);
        }

        /// <summary>Adds a neo-Hookean solid. The model of the description is not used.</summary>
        public Body AddBody(Asset asset, PliantBodyDesc desc, PliantNeoHookeanDesc model)
        {
            desc.model = NativeMethods.PLIANT_MODEL_NEO_HOOKEAN;
            desc.model_desc = &model;
            return AddBody(asset, desc);
        }

        /// <summary>Adds a mass-spring body. The model of the description is not used.</summary>
        public Body AddBody(Asset asset, PliantBodyDesc desc, PliantMassSpringDesc model)
        {
            desc.model = NativeMethods.PLIANT_MODEL_MASS_SPRING;
            desc.model_desc = &model;
            return AddBody(asset, desc);
        }

        /// <summary>Adds a shape-matched body. The model of the description is not used.</summary>
        public Body AddBody(Asset asset, PliantBodyDesc desc, PliantShapeMatchingDesc model)
        {
            desc.model = NativeMethods.PLIANT_MODEL_SHAPE_MATCHING;
            desc.model_desc = &model;
            return AddBody(asset, desc);
        }

        /// <summary>Adds cloth. The model of the description is not used.</summary>
        public Body AddBody(Asset asset, PliantBodyDesc desc, PliantClothDesc model)
        {
            desc.model = NativeMethods.PLIANT_MODEL_CLOTH;
            desc.model_desc = &model;
            return AddBody(asset, desc);
        }

        /// <summary>Adds a rigid body. The model of the description is not used.</summary>
        public Body AddBody(Asset asset, PliantBodyDesc desc, PliantRigidDesc model)
        {
            desc.model = NativeMethods.PLIANT_MODEL_RIGID;
            desc.model_desc = &model;
            return AddBody(asset, desc);
        }

        /// <summary>Adds a collider. It ends with its Remove or with the world.</summary>
        public Collider AddCollider(PliantColliderDesc desc)
        {
            PliantColliderId id;
            Library.Check(NativeMethods.pliant_collider_add(Id, &desc, &id));
            GC.KeepAlive(this);
            return new Collider(this, id);
        }

        /// <summary>Adds a kinematic frame. It ends with its Remove or with the world.</summary>
        public Frame AddFrame(PliantPose pose, ulong userData)
        {
            PliantFrameId id;
            Library.Check(NativeMethods.pliant_frame_add(Id, &pose, userData, &id));
            GC.KeepAlive(this);
            return new Frame(this, id);
        }

        /// <summary>Ends the world.</summary>
        protected override bool ReleaseHandle()
        {
            return NativeMethods.pliant_world_destroy(new PliantWorldId { bits = Releasing }) == NativeMethods.PLIANT_OK;
        }
    }

    /// <summary>Messages of the library.</summary>
    public static unsafe class Log
    {
        /// <summary>Receives a message: its PLIANT_LOG_… level, the handle of the object or 0, and the text.</summary>
        public delegate void Sink(uint level, ulong obj, string text);

        // Held here, because native code does not keep the delegate alive.
        static readonly NativeMethods.pliant_log_set_callback_delegate callback = OnMessage;
        static volatile Sink sink;

        /// <summary>Sets who receives messages; null for nobody. Call it with null before scripts are
        /// reloaded.</summary>
        public static void Set(Sink newSink, uint level)
        {
            Library.RequireFit();
            sink = newSink;
            Library.Check(NativeMethods.pliant_log_set(newSink == null ? null : callback, null, level));
        }

        [MonoPInvokeCallback(typeof(NativeMethods.pliant_log_set_callback_delegate))]
        static void OnMessage(PliantLogMessage* message, void* userData)
        {
            try
            {
                Sink current = sink;
                if (current != null) current(message->level, message->@object, Library.Text(message->text));
            }
            catch (Exception)
            {
                // Nothing may be thrown into native code.
            }
        }
    }
}
