// Shapes that colliders share. Spans are read during the call.

using System;
using System.Runtime.InteropServices;

namespace Pliant
{
    /// <summary>A shape that colliders share. Collider() describes one of it, which
    /// keeps the shape alive.</summary>
    public sealed unsafe class Shape : Owner
    {
        Shape() { }

        /// <summary>The plain handle; still owned here.</summary>
        public PliantShapeId Id
        {
            get { return new PliantShapeId { bits = Bits }; }
        }

        /// <summary>Triangles that collide from both sides: three floats a vertex, three indices a triangle.</summary>
        public static Shape Mesh(ReadOnlySpan<float> positions, ReadOnlySpan<uint> indices)
        {
            Library.RequireFit();
            Arrays.RequireGroups(positions.Length, 3, "positions");
            Arrays.RequireGroups(indices.Length, 3, "indices");
            PliantShapeMeshDesc desc;
            PliantShapeId id;
            Library.Check(NativeMethods.pliant_shape_mesh_desc_init(&desc, (uint)sizeof(PliantShapeMeshDesc)));
            fixed (float* p = &MemoryMarshal.GetReference(positions))
            fixed (uint* i = &MemoryMarshal.GetReference(indices))
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
        public static Shape Convex(ReadOnlySpan<float> points)
        {
            Library.RequireFit();
            Arrays.RequireGroups(points.Length, 3, "points");
            PliantShapeConvexDesc desc;
            PliantShapeId id;
            Library.Check(NativeMethods.pliant_shape_convex_desc_init(&desc, (uint)sizeof(PliantShapeConvexDesc)));
            fixed (float* p = &MemoryMarshal.GetReference(points))
            {
                desc.vertex_count = (uint)(points.Length / 3);
                desc.positions = p;
                Library.Check(NativeMethods.pliant_shape_create_convex(&desc, &id));
            }
            return Owning(id);
        }

        /// <summary>A terrain: heights row by row, NaN for a hole.</summary>
        public static Shape Heightfield(uint columns, uint rows, float columnSpacing, float rowSpacing, ReadOnlySpan<float> heights)
        {
            Library.RequireFit();
            PliantShapeHeightfieldDesc desc;
            PliantShapeId id;
            uint size = (uint)sizeof(PliantShapeHeightfieldDesc);
            Library.Check(NativeMethods.pliant_shape_heightfield_desc_init(&desc, size));
            ulong expected = (ulong)columns * rows;
            if ((ulong)heights.Length != expected) throw new ArgumentException("heights has " + heights.Length + " values, expected " + expected, "heights");
            fixed (float* h = &MemoryMarshal.GetReference(heights))
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
        public static Shape Sdf(ReadOnlySpan<float> positions, ReadOnlySpan<uint> indices, uint cells)
        {
            Library.RequireFit();
            Arrays.RequireGroups(positions.Length, 3, "positions");
            Arrays.RequireGroups(indices.Length, 3, "indices");
            PliantShapeSdfDesc desc;
            PliantShapeId id;
            Library.Check(NativeMethods.pliant_shape_sdf_desc_init(&desc, (uint)sizeof(PliantShapeSdfDesc)));
            fixed (float* p = &MemoryMarshal.GetReference(positions))
            fixed (uint* i = &MemoryMarshal.GetReference(indices))
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
        public static Shape Compound(ReadOnlySpan<PliantShapePartDesc> parts)
        {
            Library.RequireFit();
            PliantShapeCompoundDesc desc;
            PliantShapeId id;
            Library.Check(NativeMethods.pliant_shape_compound_desc_init(&desc, (uint)sizeof(PliantShapeCompoundDesc)));
            fixed (PliantShapePartDesc* p = &MemoryMarshal.GetReference(parts))
            {
                desc.part_count = (uint)parts.Length;
                desc.parts = p;
                Library.Check(NativeMethods.pliant_shape_create_compound(&desc, &id));
            }
            return Owning(id);
        }

        /// <summary>Describes a collider of this shape: the defaults, with shape and shape_asset set.</summary>
        public PliantColliderDesc Collider()
        {
            PliantColliderDesc desc = Defaults.Collider();
            desc.shape = Info().kind;
            desc.shape_asset = Id;
            return desc;
        }

        /// <summary>Loads what Save returned.</summary>
        public static Shape Load(ReadOnlySpan<byte> bytes)
        {
            Library.RequireFit();
            PliantShapeId id;
            fixed (byte* b = &MemoryMarshal.GetReference(bytes))
                Library.Check(NativeMethods.pliant_shape_load(b, (ulong)bytes.Length, &id));
            return Owning(id);
        }

        /// <summary>The shape as bytes.</summary>
        public byte[] Save()
        {
            byte[] bytes = Library.Written((buffer, capacity, size) => NativeMethods.pliant_shape_save(Id, buffer, capacity, size));
            GC.KeepAlive(this);
            return bytes;
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
}
