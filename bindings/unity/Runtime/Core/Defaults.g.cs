// Written by `cargo xtask bindings`; do not edit.

namespace Pliant
{
    /// <summary>Descriptions with their defaults, and poses.</summary>
    public static unsafe partial class Defaults
    {
        /// <summary>Defaults of a world's description.</summary>
        public static PliantWorldDesc World()
        {
            Library.RequireFit();
            PliantWorldDesc desc;
            Library.Check(NativeMethods.pliant_world_desc_init(&desc, (uint)sizeof(PliantWorldDesc)));
            return desc;
        }

        /// <summary>Defaults of a tet mesh's description: no mesh.</summary>
        public static PliantAssetDesc Asset()
        {
            Library.RequireFit();
            PliantAssetDesc desc;
            Library.Check(NativeMethods.pliant_asset_desc_init(&desc, (uint)sizeof(PliantAssetDesc)));
            return desc;
        }

        /// <summary>Defaults of a render mesh's description: no mesh.</summary>
        public static PliantSkinAssetDesc SkinAsset()
        {
            Library.RequireFit();
            PliantSkinAssetDesc desc;
            Library.Check(NativeMethods.pliant_skin_asset_desc_init(&desc, (uint)sizeof(PliantSkinAssetDesc)));
            return desc;
        }

        /// <summary>Defaults of <c>PLIANT_MODEL_NEO_HOOKEAN</c>.</summary>
        public static PliantNeoHookeanDesc NeoHookean()
        {
            Library.RequireFit();
            PliantNeoHookeanDesc desc;
            Library.Check(NativeMethods.pliant_neo_hookean_desc_init(&desc, (uint)sizeof(PliantNeoHookeanDesc)));
            return desc;
        }

        /// <summary>Defaults of <c>PLIANT_MODEL_MASS_SPRING</c>.</summary>
        public static PliantMassSpringDesc MassSpring()
        {
            Library.RequireFit();
            PliantMassSpringDesc desc;
            Library.Check(NativeMethods.pliant_mass_spring_desc_init(&desc, (uint)sizeof(PliantMassSpringDesc)));
            return desc;
        }

        /// <summary>Defaults of <c>PLIANT_MODEL_SHAPE_MATCHING</c>.</summary>
        public static PliantShapeMatchingDesc ShapeMatching()
        {
            Library.RequireFit();
            PliantShapeMatchingDesc desc;
            Library.Check(NativeMethods.pliant_shape_matching_desc_init(&desc, (uint)sizeof(PliantShapeMatchingDesc)));
            return desc;
        }

        /// <summary>Defaults of <c>PLIANT_MODEL_CLOTH</c>.</summary>
        public static PliantClothDesc Cloth()
        {
            Library.RequireFit();
            PliantClothDesc desc;
            Library.Check(NativeMethods.pliant_cloth_desc_init(&desc, (uint)sizeof(PliantClothDesc)));
            return desc;
        }

        /// <summary>Defaults of <c>PLIANT_MODEL_RIGID</c>.</summary>
        public static PliantRigidDesc Rigid()
        {
            Library.RequireFit();
            PliantRigidDesc desc;
            Library.Check(NativeMethods.pliant_rigid_desc_init(&desc, (uint)sizeof(PliantRigidDesc)));
            return desc;
        }

        /// <summary>Defaults of a body's description: the asset chooses the model.</summary>
        public static PliantBodyDesc Body()
        {
            Library.RequireFit();
            PliantBodyDesc desc;
            Library.Check(NativeMethods.pliant_body_desc_init(&desc, (uint)sizeof(PliantBodyDesc)));
            return desc;
        }

        /// <summary>Default vertex layout: position and normal, 24 bytes a vertex.</summary>
        public static PliantVertexLayout VertexLayout()
        {
            Library.RequireFit();
            PliantVertexLayout layout;
            Library.Check(NativeMethods.pliant_vertex_layout_init(&layout, (uint)sizeof(PliantVertexLayout)));
            return layout;
        }

        /// <summary>Defaults of a collider's description: the half-space below y = 0.</summary>
        public static PliantColliderDesc Collider()
        {
            Library.RequireFit();
            PliantColliderDesc desc;
            Library.Check(NativeMethods.pliant_collider_desc_init(&desc, (uint)sizeof(PliantColliderDesc)));
            return desc;
        }

        /// <summary>Defaults of an attachment's description: rigid, to the world, at the surface point nearest to the origin.</summary>
        public static PliantAttachmentDesc Attachment()
        {
            Library.RequireFit();
            PliantAttachmentDesc desc;
            Library.Check(NativeMethods.pliant_attachment_desc_init(&desc, (uint)sizeof(PliantAttachmentDesc)));
            return desc;
        }

        /// <summary>Defaults of a surface's description: no mesh, a cage of 2,000 tets.</summary>
        public static PliantSurfaceDesc Surface()
        {
            Library.RequireFit();
            PliantSurfaceDesc desc;
            Library.Check(NativeMethods.pliant_surface_desc_init(&desc, (uint)sizeof(PliantSurfaceDesc)));
            return desc;
        }

        /// <summary>Defaults of a region's description: no mesh, factors of 1.</summary>
        public static PliantRegionDesc Region()
        {
            Library.RequireFit();
            PliantRegionDesc desc;
            Library.Check(NativeMethods.pliant_region_desc_init(&desc, (uint)sizeof(PliantRegionDesc)));
            return desc;
        }

        /// <summary>Defaults of a description of clusters: about 30 particles each before they overlap.</summary>
        public static PliantClusterDesc Clusters()
        {
            Library.RequireFit();
            PliantClusterDesc desc;
            Library.Check(NativeMethods.pliant_cluster_desc_init(&desc, (uint)sizeof(PliantClusterDesc)));
            return desc;
        }

        /// <summary>Defaults of a description of particles: none.</summary>
        public static PliantPointsDesc Points()
        {
            Library.RequireFit();
            PliantPointsDesc desc;
            Library.Check(NativeMethods.pliant_points_desc_init(&desc, (uint)sizeof(PliantPointsDesc)));
            return desc;
        }

        /// <summary>Defaults of a sheet's description: no mesh.</summary>
        public static PliantSheetDesc Sheet()
        {
            Library.RequireFit();
            PliantSheetDesc desc;
            Library.Check(NativeMethods.pliant_sheet_desc_init(&desc, (uint)sizeof(PliantSheetDesc)));
            return desc;
        }

        /// <summary>Defaults of a mesh's description: no triangles.</summary>
        public static PliantShapeMeshDesc ShapeMesh()
        {
            Library.RequireFit();
            PliantShapeMeshDesc desc;
            Library.Check(NativeMethods.pliant_shape_mesh_desc_init(&desc, (uint)sizeof(PliantShapeMeshDesc)));
            return desc;
        }

        /// <summary>Defaults of a convex hull's description: no points.</summary>
        public static PliantShapeConvexDesc ShapeConvex()
        {
            Library.RequireFit();
            PliantShapeConvexDesc desc;
            Library.Check(NativeMethods.pliant_shape_convex_desc_init(&desc, (uint)sizeof(PliantShapeConvexDesc)));
            return desc;
        }

        /// <summary>Defaults of a heightfield's description: no heights, a spacing of 1.</summary>
        public static PliantShapeHeightfieldDesc ShapeHeightfield()
        {
            Library.RequireFit();
            PliantShapeHeightfieldDesc desc;
            Library.Check(NativeMethods.pliant_shape_heightfield_desc_init(&desc, (uint)sizeof(PliantShapeHeightfieldDesc)));
            return desc;
        }

        /// <summary>Defaults of a distance field's description: no surface, 32 cells.</summary>
        public static PliantShapeSdfDesc ShapeSdf()
        {
            Library.RequireFit();
            PliantShapeSdfDesc desc;
            Library.Check(NativeMethods.pliant_shape_sdf_desc_init(&desc, (uint)sizeof(PliantShapeSdfDesc)));
            return desc;
        }

        /// <summary>Defaults of a part of a compound: a sphere without a size, at the compound's origin.</summary>
        public static PliantShapePartDesc ShapePart()
        {
            Library.RequireFit();
            PliantShapePartDesc desc;
            Library.Check(NativeMethods.pliant_shape_part_desc_init(&desc, (uint)sizeof(PliantShapePartDesc)));
            return desc;
        }

        /// <summary>Defaults of a compound's description: no parts.</summary>
        public static PliantShapeCompoundDesc ShapeCompound()
        {
            Library.RequireFit();
            PliantShapeCompoundDesc desc;
            Library.Check(NativeMethods.pliant_shape_compound_desc_init(&desc, (uint)sizeof(PliantShapeCompoundDesc)));
            return desc;
        }

        /// <summary>Defaults of a description for <c>pliant_world_prepare</c>: the world's present content.</summary>
        public static PliantPrepareDesc Prepare()
        {
            Library.RequireFit();
            PliantPrepareDesc desc;
            Library.Check(NativeMethods.pliant_prepare_desc_init(&desc, (uint)sizeof(PliantPrepareDesc)));
            return desc;
        }

        /// <summary>Defaults of <c>PLIANT_MODEL_BALLOON</c>.</summary>
        public static PliantBalloonDesc Balloon()
        {
            Library.RequireFit();
            PliantBalloonDesc desc;
            Library.Check(NativeMethods.pliant_balloon_desc_init(&desc, (uint)sizeof(PliantBalloonDesc)));
            return desc;
        }
    }
}
