// Cooks surfaces: the mesh of an engine becomes an asset, with options, progress and levels of detail.

using System;
using System.Collections.Generic;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using System.Text;

namespace Pliant
{
    /// <summary>Called on the thread that cooks with the share that is done, 0 to 1. It stops the work by returning
    /// true (PLIANT_ERROR_CANCELLED) or by throwing; what it throws is thrown again.</summary>
    public delegate bool Progress(float done);

    /// <summary>A closed surface inside which a body has other factors.</summary>
    public sealed class Region
    {
        /// <summary>Three floats a vertex [length unit], in the coordinates of the surface.</summary>
        public float[] Positions;
        /// <summary>Three indices a triangle.</summary>
        public uint[] Indices;
        /// <summary>Stiffness factor [1], 1e-3 to 1e3.</summary>
        public float Stiffness = 1;
        /// <summary>Density factor [1], 1e-3 to 1e3.</summary>
        public float Density = 1;
    }

    /// <summary>How a surface is cooked. PliantSurfaceDesc says what each field means. Zero and null choose the
    /// default.</summary>
    public sealed class SurfaceOptions
    {
        /// <summary>PLIANT_SURFACE_…</summary>
        public uint Mode;
        /// <summary>Wanted tets.</summary>
        public uint ElementCount;
        /// <summary>Edge of a lattice cell [length unit].</summary>
        public float CellSize;
        /// <summary>Threads that cook.</summary>
        public uint ThreadCount;
        /// <summary>One stiffness factor a vertex [1].</summary>
        public float[] VertexStiffness;
        /// <summary>One density factor a vertex [1].</summary>
        public float[] VertexDensity;
        /// <summary>Regions. Their factors multiply those of the vertices.</summary>
        public Region[] Regions;
    }

    static class Arrays
    {
        /// <summary>Refuses a length that is not a whole number of items.</summary>
        internal static void RequireGroups(int length, int each, string name)
        {
            if (length % each != 0) throw new ArgumentException(name + " has " + length + " values, expected " + each + " an item", name);
        }

        /// <summary>Refuses a length that is neither 0 nor the expected one.</summary>
        internal static void RequireLength(int length, int expected, string name)
        {
            if (length != 0 && length != expected) throw new ArgumentException(name + " has " + length + " values, expected " + expected + " or none", name);
        }

        /// <summary>Refuses an array that is null or not three values an item.</summary>
        internal static void RequireTriples(Array values, string name)
        {
            if (values == null) throw new ArgumentNullException(name);
            if (values.Length % 3 != 0) throw new ArgumentException(name + " has " + values.Length + " values, expected three an item", name);
        }
    }

    /// <summary>Arrays that the collector does not move until Dispose.</summary>
    sealed unsafe class Pins : IDisposable
    {
        readonly List<GCHandle> handles = new List<GCHandle>();

        /// <summary>The address of an array, or null for none.</summary>
        internal void* At(Array values)
        {
            if (values == null || values.Length == 0) return null;
            handles.Add(GCHandle.Alloc(values, GCHandleType.Pinned));
            return (void*)handles[handles.Count - 1].AddrOfPinnedObject();
        }

        /// <summary>Lets the arrays go.</summary>
        public void Dispose()
        {
            foreach (GCHandle handle in handles) handle.Free();
            handles.Clear();
        }
    }

    public sealed unsafe partial class Asset
    {
        /// <summary>Who is told of the progress of one cook, and what it threw.</summary>
        sealed class Listener
        {
            internal Progress Tell;
            internal ExceptionDispatchInfo Thrown;
        }

        // Held here, because native code does not keep the delegate alive.
        static readonly NativeMethods.pliant_asset_create_from_surface_progress_delegate onProgress = OnProgress;

        [MonoPInvokeCallback(typeof(NativeMethods.pliant_asset_create_from_surface_progress_delegate))]
        static int OnProgress(float done, void* userData)
        {
            Listener listener = (Listener)GCHandle.FromIntPtr((IntPtr)userData).Target;
            try
            {
                return listener.Tell(done) ? 1 : 0;
            }
            catch (Exception error)
            {
                // Nothing may be thrown into native code.
                listener.Thrown = ExceptionDispatchInfo.Capture(error);
                return 1;
            }
        }

        /// <summary>Cooks a triangle surface, such as a render mesh: three floats a vertex [length unit], three indices
        /// a triangle. Options and progress may be null.</summary>
        public static Asset FromSurface(ReadOnlySpan<float> positions, ReadOnlySpan<uint> indices, SurfaceOptions options, Progress progress)
        {
            return LevelsFromSurface(positions, indices, options, 1, progress)[0];
        }

        /// <summary>Cooks levels of detail of a surface, finest first. Each level asks for an eighth of the tets of the
        /// one before. The levels of a shell are all the same.</summary>
        public static Asset[] LevelsFromSurface(ReadOnlySpan<float> positions, ReadOnlySpan<uint> indices, SurfaceOptions options,
            uint levels, Progress progress)
        {
            Library.RequireFit();
            if (levels == 0 || levels > NativeMethods.PLIANT_MAX_SURFACE_LEVELS)
                throw new ArgumentOutOfRangeException("levels", "expected 1 to " + NativeMethods.PLIANT_MAX_SURFACE_LEVELS);
            // Made first, so that nothing can fail between a handle and its owner.
            Asset[] assets = new Asset[levels];
            for (int level = 0; level < levels; level++) assets[level] = new Asset();
            PliantAssetId* ids = stackalloc PliantAssetId[(int)levels];
            Arrays.RequireGroups(positions.Length, 3, "positions");
            Arrays.RequireGroups(indices.Length, 3, "indices");
            fixed (float* p = &MemoryMarshal.GetReference(positions))
            fixed (uint* i = &MemoryMarshal.GetReference(indices))
            using (Pins pins = new Pins())
            {
                PliantSurfaceDesc desc = Describe(positions.Length / 3, options ?? new SurfaceOptions(), pins);
                desc.positions = p;
                desc.index_count = (uint)indices.Length;
                desc.indices = i;
                desc.level_count = levels;
                Cook(&desc, progress, ids);
            }
            for (int level = 0; level < levels; level++) assets[level].Own(ids[level].bits);
            return assets;
        }

        static void Cook(PliantSurfaceDesc* desc, Progress progress, PliantAssetId* ids)
        {
            if (progress == null)
            {
                Library.Check(NativeMethods.pliant_asset_create_from_surface(desc, null, null, ids));
                return;
            }
            Listener listener = new Listener { Tell = progress };
            GCHandle handle = GCHandle.Alloc(listener);
            try
            {
                int status = NativeMethods.pliant_asset_create_from_surface(desc, onProgress, (void*)GCHandle.ToIntPtr(handle), ids);
                if (listener.Thrown != null) listener.Thrown.Throw();
                Library.Check(status);
            }
            finally
            {
                handle.Free();
            }
        }

        static PliantSurfaceDesc Describe(int vertices, SurfaceOptions options, Pins pins)
        {
            RequireOneAVertex(options.VertexStiffness, vertices, "VertexStiffness");
            RequireOneAVertex(options.VertexDensity, vertices, "VertexDensity");
            PliantSurfaceDesc desc;
            Library.Check(NativeMethods.pliant_surface_desc_init(&desc, (uint)sizeof(PliantSurfaceDesc)));
            desc.vertex_count = (uint)vertices;
            desc.mode = options.Mode;
            desc.element_count = options.ElementCount;
            desc.cell_size = options.CellSize;
            desc.thread_count = options.ThreadCount;
            desc.vertex_stiffness = (float*)pins.At(options.VertexStiffness);
            desc.vertex_density = (float*)pins.At(options.VertexDensity);
            PliantRegionDesc[] regions = Describe(options.Regions ?? new Region[0], pins);
            desc.regions = (PliantRegionDesc*)pins.At(regions);
            desc.region_count = (uint)regions.Length;
            return desc;
        }

        static PliantRegionDesc[] Describe(Region[] regions, Pins pins)
        {
            PliantRegionDesc[] all = new PliantRegionDesc[regions.Length];
            for (int i = 0; i < regions.Length; i++)
            {
                Region region = regions[i];
                if (region == null) throw new ArgumentNullException("Regions[" + i + "]");
                Arrays.RequireTriples(region.Positions, "Regions[" + i + "].Positions");
                Arrays.RequireTriples(region.Indices, "Regions[" + i + "].Indices");
                PliantRegionDesc desc;
                Library.Check(NativeMethods.pliant_region_desc_init(&desc, (uint)sizeof(PliantRegionDesc)));
                desc.vertex_count = (uint)(region.Positions.Length / 3);
                desc.positions = (float*)pins.At(region.Positions);
                desc.index_count = (uint)region.Indices.Length;
                desc.indices = (uint*)pins.At(region.Indices);
                desc.stiffness = region.Stiffness;
                desc.density = region.Density;
                all[i] = desc;
            }
            return all;
        }

        static void RequireOneAVertex(float[] factors, int vertices, string name)
        {
            if (factors == null || factors.Length == vertices) return;
            throw new ArgumentException(name + " has " + factors.Length + " entries, expected one for each of " + vertices + " vertices", name);
        }

        /// <summary>What cooking did to the surface, in numbers.</summary>
        public PliantSurfaceReport SurfaceReport()
        {
            PliantSurfaceReport report = new PliantSurfaceReport();
            report.struct_size = (uint)sizeof(PliantSurfaceReport);
            Library.Check(NativeMethods.pliant_asset_surface_report(Id, &report));
            GC.KeepAlive(this);
            return report;
        }

        /// <summary>The report in sentences, one a line.</summary>
        public string ReportText()
        {
            byte[] text = Library.Written((buffer, capacity, size) => NativeMethods.pliant_asset_report_text(Id, buffer, capacity, size));
            GC.KeepAlive(this);
            return Encoding.UTF8.GetString(text);
        }
    }
}
