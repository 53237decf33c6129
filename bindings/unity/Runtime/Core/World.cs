// The world. Calls of each frame make no garbage.

using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Pliant
{
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

        /// <summary>Compiles what is in the world, so that no step has to. Returns true once all of it is there. Timeout [ns]:
        /// 0 does not wait.</summary>
        public bool Prepare(ulong timeoutNs, out PliantPrepareState state)
        {
            return Prepare(null, timeoutNs, out state);
        }

        /// <summary>The same for what is in the world, what the flags say (PLIANT_PREPARE_…), and bodies of these assets with
        /// the default model.</summary>
        public bool Prepare(uint flags, Asset[] assets, ulong timeoutNs, out PliantPrepareState state)
        {
            PliantPrepareDesc desc = Defaults.Prepare();
            desc.flags = flags;
            PliantAssetId[] ids = new PliantAssetId[assets == null ? 0 : assets.Length];
            for (int i = 0; i < ids.Length; i++) ids[i] = assets[i].Id;
            bool done;
            fixed (PliantAssetId* first = ids)
            {
                desc.assets = first;
                desc.asset_count = (uint)ids.Length;
                done = Prepare(&desc, timeoutNs, out state);
            }
            GC.KeepAlive(assets);
            return done;
        }

        bool Prepare(PliantPrepareDesc* desc, ulong timeoutNs, out PliantPrepareState state)
        {
            PliantPrepareState found = new PliantPrepareState();
            found.struct_size = (uint)sizeof(PliantPrepareState);
            bool done = Library.Check(NativeMethods.pliant_world_prepare(Id, desc, timeoutNs, &found)) == NativeMethods.PLIANT_OK;
            GC.KeepAlive(this);
            state = found;
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

        /// <summary>A hash of all positions and velocities after the newest step, for which it waits. False before the
        /// first step.</summary>
        public bool TryStateHash(out ulong hash)
        {
            ulong found = 0;
            bool ready = Library.Check(NativeMethods.pliant_world_state_hash(Id, &found)) == NativeMethods.PLIANT_OK;
            GC.KeepAlive(this);
            hash = found;
            return ready;
        }

        /// <summary>The handle that a thing of a saved world has in this one, where the save was restored.</summary>
        public ulong Translate(ulong saved)
        {
            ulong handle;
            Library.Check(NativeMethods.pliant_world_translate(Id, saved, &handle));
            GC.KeepAlive(this);
            return handle;
        }

        /// <summary>The GPU that it runs on.</summary>
        public AdapterInfo Adapter()
        {
            PliantAdapterInfo info = new PliantAdapterInfo();
            info.struct_size = (uint)sizeof(PliantAdapterInfo);
            Library.Check(NativeMethods.pliant_world_adapter(Id, &info));
            GC.KeepAlive(this);
            return new AdapterInfo(&info);
        }

        /// <summary>The dispatches of a step, one a line, for people.</summary>
        public string PlanText()
        {
            byte[] text = Library.Written((buffer, capacity, size) => NativeMethods.pliant_world_plan_text(Id, buffer, capacity, size));
            GC.KeepAlive(this);
            return Encoding.UTF8.GetString(text);
        }

        /// <summary>What began, went on or ended to touch in the newest finished step. The world must have
        /// PLIANT_WORLD_EVENTS. Mode: PLIANT_MAP_….</summary>
        public Events Events(uint mode)
        {
            PliantEventView view = new PliantEventView();
            view.struct_size = (uint)sizeof(PliantEventView);
            int status = Library.Check(NativeMethods.pliant_world_events(Id, mode, &view));
            GC.KeepAlive(this);
            return status == NativeMethods.PLIANT_NOT_READY ? new Events() : new Events(this, view);
        }

        /// <summary>What bodies gave each collider in the newest finished step. The world must have
        /// PLIANT_WORLD_IMPULSES. Mode: PLIANT_MAP_….</summary>
        public Impulses Impulses(uint mode)
        {
            PliantImpulseView view = new PliantImpulseView();
            view.struct_size = (uint)sizeof(PliantImpulseView);
            int status = Library.Check(NativeMethods.pliant_world_impulses(Id, mode, &view));
            GC.KeepAlive(this);
            return status == NativeMethods.PLIANT_NOT_READY ? new Impulses() : new Impulses(this, view);
        }

        /// <summary>Asks what rays meet first. It does not wait: TryFetch the hits in a later frame.</summary>
        public Query CastRays(ReadOnlySpan<PliantRay> rays)
        {
            PliantTicketId ticket;
            fixed (PliantRay* r = &MemoryMarshal.GetReference(rays))
                Library.Check(NativeMethods.pliant_query_rays(Id, r, (uint)rays.Length, &ticket));
            GC.KeepAlive(this);
            return new Query(this, ticket);
        }

        /// <summary>Asks for the places of surfaces that are nearest to points. TryFetch the hits in a later
        /// frame.</summary>
        public Query FindClosest(ReadOnlySpan<PliantPointQuery> points)
        {
            PliantTicketId ticket;
            fixed (PliantPointQuery* p = &MemoryMarshal.GetReference(points))
                Library.Check(NativeMethods.pliant_query_closest(Id, p, (uint)points.Length, &ticket));
            GC.KeepAlive(this);
            return new Query(this, ticket);
        }

        /// <summary>Asks which bodies shapes overlap. TryFetch the overlaps in a later frame.</summary>
        public OverlapQuery FindOverlaps(ReadOnlySpan<PliantShapeQuery> shapes)
        {
            PliantTicketId ticket;
            fixed (PliantShapeQuery* s = &MemoryMarshal.GetReference(shapes))
                Library.Check(NativeMethods.pliant_query_overlaps(Id, s, (uint)shapes.Length, &ticket));
            GC.KeepAlive(this);
            return new OverlapQuery(this, ticket);
        }

        /// <summary>Grabs a place of a body's surface, as a mouse does, by a spring of this stiffness [N/m]. Drag it with
        /// Move of the frame, let go with Remove.</summary>
        public Frame Grab(PliantHit hit, float stiffness)
        {
            PliantFrameId id;
            RequireOpen(this);
            Library.Check(NativeMethods.pliant_body_grab(&hit, stiffness, &id));
            GC.KeepAlive(this);
            return new Frame(this, id);
        }

        /// <summary>Refuses what is in a world that is gone, or in none.</summary>
        internal static void RequireOpen(World world)
        {
            if (world == null || world.IsClosed) throw new ObjectDisposedException("World");
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
            if (asset == null) throw new ArgumentNullException("asset");
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

        /// <summary>Adds a balloon, of a closed sheet. The model of the description is not used.</summary>
        public Body AddBody(Asset asset, PliantBodyDesc desc, PliantBalloonDesc model)
        {
            desc.model = NativeMethods.PLIANT_MODEL_BALLOON;
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
}
