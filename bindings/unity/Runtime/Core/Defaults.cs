// Descriptions with their defaults.

using System;

namespace Pliant
{
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

        /// <summary>Layout of skinned vertices: position and normal, 24 bytes.</summary>
        public static PliantVertexLayout VertexLayout()
        {
            Library.RequireFit();
            PliantVertexLayout layout;
            Library.Check(NativeMethods.pliant_vertex_layout_init(&layout, (uint)sizeof(PliantVertexLayout)));
            return layout;
        }

        /// <summary>Defaults of clusters for shape matching.</summary>
        public static PliantClusterDesc Clusters()
        {
            Library.RequireFit();
            PliantClusterDesc desc;
            Library.Check(NativeMethods.pliant_cluster_desc_init(&desc, (uint)sizeof(PliantClusterDesc)));
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

        /// <summary>A pose at a position [length unit], with a unit quaternion.</summary>
        public static PliantPose Pose(double x, double y, double z, float qx, float qy, float qz, float qw)
        {
            PliantPose pose = Pose(x, y, z);
            pose.rotation[0] = qx;
            pose.rotation[1] = qy;
            pose.rotation[2] = qz;
            pose.rotation[3] = qw;
            return pose;
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
}
