// Results that are read in place. They are values: no call makes garbage.

using System;
using System.Runtime.InteropServices;

namespace Pliant
{
    /// <summary>A vertex in the default layout of a skin.</summary>
    public struct Vertex
    {
        /// <summary>Position along x [length unit, from the world's origin].</summary>
        public float X;
        /// <summary>Position along y [length unit, from the world's origin].</summary>
        public float Y;
        /// <summary>Position along z [length unit, from the world's origin].</summary>
        public float Z;
        /// <summary>Unit normal along x.</summary>
        public float NormalX;
        /// <summary>Unit normal along y.</summary>
        public float NormalY;
        /// <summary>Unit normal along z.</summary>
        public float NormalZ;
    }

    /// <summary>Mapped vertices. They keep the world, and with it their memory, alive until Dispose.</summary>
    public unsafe struct MappedVertices : IDisposable
    {
        /// <summary>What was mapped. Its pointer is valid until Dispose, or until the world is disposed.</summary>
        public readonly PliantVertexView View;

        readonly World world;

        internal MappedVertices(World world, PliantVertexView view)
        {
            this.world = world;
            View = view;
        }

        /// <summary>Whether there are vertices: false if no step has finished yet.</summary>
        public bool IsReady
        {
            get { return world != null; }
        }

        /// <summary>The vertices in the skin's layout, valid as long as View's pointer. Empty if not ready.</summary>
        public ReadOnlySpan<byte> Bytes
        {
            get
            {
                if (!IsReady) return ReadOnlySpan<byte>.Empty;
                World.RequireOpen(world);
                return new ReadOnlySpan<byte>(View.data, checked((int)View.byte_count));
            }
        }

        /// <summary>The vertices as structs of the skin's stride. ArgumentException for structs of another
        /// size.</summary>
        public ReadOnlySpan<T> Vertices<T>() where T : struct
        {
            ReadOnlySpan<T> vertices = MemoryMarshal.Cast<byte, T>(Bytes);
            if (IsReady && vertices.Length != (int)View.vertex_count)
                throw new ArgumentException(typeof(T).Name + " is not a vertex of " + View.stride + " bytes");
            return vertices;
        }

        /// <summary>Gives the result back, on any thread and whoever is inside the world. Once is enough: a second
        /// call, or one after the end of the world, does nothing.</summary>
        public void Dispose()
        {
            if (IsReady) Mapped.GiveBack(View.map, world);
        }
    }

    /// <summary>Mapped particles. They keep the world, and with it their memory, alive until Dispose.</summary>
    public unsafe struct MappedParticles : IDisposable
    {
        /// <summary>What was mapped. Its pointers are valid until Dispose, or until the world is disposed.</summary>
        public readonly PliantParticleView View;

        readonly World world;

        internal MappedParticles(World world, PliantParticleView view)
        {
            this.world = world;
            View = view;
        }

        /// <summary>Whether there are particles: false if no step has finished yet.</summary>
        public bool IsReady
        {
            get { return world != null; }
        }

        /// <summary>Four floats a particle: position [length unit, from View.origin], inverse mass [1/kg].</summary>
        public ReadOnlySpan<float> Positions
        {
            get { return At(View.positions); }
        }

        /// <summary>Four floats a particle: velocity [length unit/s], and one that is private.</summary>
        public ReadOnlySpan<float> Velocities
        {
            get { return At(View.velocities); }
        }

        /// <summary>The particle of each vertex of the mesh as given, or 0xFFFFFFFF if it was dropped.</summary>
        public ReadOnlySpan<uint> ParticleOfVertex
        {
            get
            {
                if (!IsReady) return ReadOnlySpan<uint>.Empty;
                World.RequireOpen(world);
                return new ReadOnlySpan<uint>(View.internal_from_user, checked((int)View.user_vertex_count));
            }
        }

        ReadOnlySpan<float> At(float* first)
        {
            if (!IsReady) return ReadOnlySpan<float>.Empty;
            World.RequireOpen(world);
            return new ReadOnlySpan<float>(first, checked(4 * (int)View.vertex_count));
        }

        /// <summary>Gives the result back, as MappedVertices.Dispose does.</summary>
        public void Dispose()
        {
            if (IsReady) Mapped.GiveBack(View.map, world);
        }
    }

    static class Mapped
    {
        internal static void GiveBack(PliantMapId map, World world)
        {
            int status = NativeMethods.pliant_unmap(map);
            if (status != NativeMethods.PLIANT_ERROR_INVALID_HANDLE) Library.Check(status);
            GC.KeepAlive(world);
        }

        /// <summary>A span over structs of the library. Those of another size are another release's.</summary>
        internal static unsafe ReadOnlySpan<T> Span<T>(void* first, uint count, uint stride) where T : struct
        {
            ReadOnlySpan<byte> bytes = new ReadOnlySpan<byte>(first, checked((int)(count * stride)));
            ReadOnlySpan<T> all = MemoryMarshal.Cast<byte, T>(bytes);
            if (all.Length != (int)count) throw new InvalidOperationException("the library's " + typeof(T).Name + " has " + stride + " bytes");
            return all;
        }
    }

    /// <summary>The events of a step, valid until the next step or the next call of World.Events.</summary>
    public readonly unsafe ref struct Events
    {
        /// <summary>The frame, and what was dropped or skipped.</summary>
        public readonly PliantEventView View;

        readonly World world;

        internal Events(World world, PliantEventView view)
        {
            this.world = world;
            View = view;
        }

        /// <summary>Whether a step has finished.</summary>
        public bool IsReady
        {
            get { return world != null; }
        }

        /// <summary>The events, sorted by their handles.</summary>
        public ReadOnlySpan<PliantEvent> All
        {
            get
            {
                if (!IsReady) return ReadOnlySpan<PliantEvent>.Empty;
                World.RequireOpen(world);
                return Mapped.Span<PliantEvent>(View.events, View.count, View.stride);
            }
        }
    }

    /// <summary>What colliders got in a step, valid until the next step or the next call of World.Impulses.</summary>
    public readonly unsafe ref struct Impulses
    {
        /// <summary>The frame.</summary>
        public readonly PliantImpulseView View;

        readonly World world;

        internal Impulses(World world, PliantImpulseView view)
        {
            this.world = world;
            View = view;
        }

        /// <summary>Whether a step has finished.</summary>
        public bool IsReady
        {
            get { return world != null; }
        }

        /// <summary>One for each collider.</summary>
        public ReadOnlySpan<PliantColliderImpulse> All
        {
            get
            {
                if (!IsReady) return ReadOnlySpan<PliantColliderImpulse>.Empty;
                World.RequireOpen(world);
                return Mapped.Span<PliantColliderImpulse>(View.impulses, View.count, View.stride);
            }
        }
    }

    /// <summary>Rays or points whose hits the GPU looks for. It ends when they are fetched or dropped.</summary>
    public readonly unsafe struct Query
    {
        /// <summary>The plain handle.</summary>
        public readonly PliantTicketId Id;

        readonly World world;

        internal Query(World world, PliantTicketId id)
        {
            this.world = world;
            Id = id;
        }

        /// <summary>Fetches one hit for each ray or point, in their order, and ends the query. False until the GPU is
        /// done.</summary>
        public bool TryFetch(Span<PliantHit> hits)
        {
            World.RequireOpen(world);
            uint count;
            int status;
            fixed (PliantHit* h = &MemoryMarshal.GetReference(hits))
                status = Library.Check(NativeMethods.pliant_query_fetch(Id, h, (uint)hits.Length, &count));
            GC.KeepAlive(world);
            return status == NativeMethods.PLIANT_OK;
        }

        /// <summary>Waits until TryFetch succeeds: for tools.</summary>
        public void Wait()
        {
            World.RequireOpen(world);
            Library.Check(NativeMethods.pliant_query_wait(Id));
            GC.KeepAlive(world);
        }

        /// <summary>Ends it without its hits.</summary>
        public void Drop()
        {
            World.RequireOpen(world);
            Library.Check(NativeMethods.pliant_query_drop(Id));
            GC.KeepAlive(world);
        }
    }

    /// <summary>Shapes whose overlaps the GPU looks for. It ends when they are fetched or dropped.</summary>
    public readonly unsafe struct OverlapQuery
    {
        /// <summary>The plain handle.</summary>
        public readonly PliantTicketId Id;

        readonly World world;

        internal OverlapQuery(World world, PliantTicketId id)
        {
            this.world = world;
            Id = id;
        }

        /// <summary>Fetches what overlaps, sorted by shape, and ends the query. False until the GPU is done. Dropped:
        /// how many found no room, because a shape is told of PLIANT_MAX_OVERLAPS. If there are more than the room,
        /// it throws PLIANT_ERROR_CAPACITY and the query goes on.</summary>
        public bool TryFetch(Span<PliantOverlap> overlaps, out int count, out ulong dropped)
        {
            World.RequireOpen(world);
            uint found = 0;
            ulong lost = 0;
            int status;
            fixed (PliantOverlap* o = &MemoryMarshal.GetReference(overlaps))
                status = Library.Check(NativeMethods.pliant_query_fetch_overlaps(Id, o, (uint)overlaps.Length, &found, &lost));
            GC.KeepAlive(world);
            count = (int)found;
            dropped = lost;
            return status == NativeMethods.PLIANT_OK;
        }

        /// <summary>Waits until TryFetch succeeds: for tools.</summary>
        public void Wait()
        {
            World.RequireOpen(world);
            Library.Check(NativeMethods.pliant_query_wait(Id));
            GC.KeepAlive(world);
        }

        /// <summary>Ends it without its overlaps.</summary>
        public void Drop()
        {
            World.RequireOpen(world);
            Library.Check(NativeMethods.pliant_query_drop(Id));
            GC.KeepAlive(world);
        }
    }
}
