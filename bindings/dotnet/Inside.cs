// What lives in a world. These are values: no call makes garbage. Each keeps its World from being finalised while it is
// held; World.Dispose ends them all the same.

using System;

namespace Pliant
{
    /// <summary>A body of a world. It keeps the world alive.</summary>
    public unsafe struct Body
    {
        /// <summary>The plain handle.</summary>
        public readonly PliantBodyId Id;

        readonly World world;

        /// <summary>The body of this world with this handle.</summary>
        public Body(World world, PliantBodyId id)
        {
            this.world = world;
            Id = id;
        }

        /// <summary>Removes it from its world.</summary>
        public void Remove()
        {
            Library.Check(NativeMethods.pliant_body_remove(Id));
            GC.KeepAlive(world);
        }

        /// <summary>Puts its rest shape at a pose, at rest. Attachments to the world go along.</summary>
        public void Teleport(PliantPose pose)
        {
            uint pins = NativeMethods.PLIANT_TELEPORT_PINS_FOLLOW;
            Library.Check(NativeMethods.pliant_body_teleport(Id, &pose, null, null, pins));
            GC.KeepAlive(world);
        }

        /// <summary>Makes it a neo-Hookean solid, or changes its parameters, while it runs.</summary>
        public void SetModel(PliantNeoHookeanDesc model)
        {
            Library.Check(NativeMethods.pliant_body_set_model(Id, NativeMethods.PLIANT_MODEL_NEO_HOOKEAN, &model));
            GC.KeepAlive(world);
        }

        /// <summary>Makes it a mass-spring body, or changes its parameters, while it runs.</summary>
        public void SetModel(PliantMassSpringDesc model)
        {
            Library.Check(NativeMethods.pliant_body_set_model(Id, NativeMethods.PLIANT_MODEL_MASS_SPRING, &model));
            GC.KeepAlive(world);
        }

        /// <summary>Makes it a shape-matched body, or changes its parameters, while it runs.</summary>
        public void SetModel(PliantShapeMatchingDesc model)
        {
            Library.Check(NativeMethods.pliant_body_set_model(Id, NativeMethods.PLIANT_MODEL_SHAPE_MATCHING, &model));
            GC.KeepAlive(world);
        }

        /// <summary>Makes it cloth, or changes its parameters, while it runs.</summary>
        public void SetModel(PliantClothDesc model)
        {
            Library.Check(NativeMethods.pliant_body_set_model(Id, NativeMethods.PLIANT_MODEL_CLOTH, &model));
            GC.KeepAlive(world);
        }

        /// <summary>Makes it rigid, or changes its parameters, while it runs.</summary>
        public void SetModel(PliantRigidDesc model)
        {
            Library.Check(NativeMethods.pliant_body_set_model(Id, NativeMethods.PLIANT_MODEL_RIGID, &model));
            GC.KeepAlive(world);
        }

        /// <summary>How a rigid body stands and moves after the newest finished step.</summary>
        public PliantBodyMotion Motion()
        {
            PliantBodyMotion motion = new PliantBodyMotion();
            motion.struct_size = (uint)sizeof(PliantBodyMotion);
            Library.Check(NativeMethods.pliant_body_motion(Id, &motion));
            GC.KeepAlive(world);
            return motion;
        }

        /// <summary>State, contacts and bounds of the newest finished step.</summary>
        public PliantBodyInfo Info()
        {
            PliantBodyInfo info = new PliantBodyInfo();
            info.struct_size = (uint)sizeof(PliantBodyInfo);
            Library.Check(NativeMethods.pliant_body_info(Id, &info));
            GC.KeepAlive(world);
            return info;
        }

        /// <summary>Puts a render mesh on it, in the default layout: position and normal. The body keeps the skin
        /// alive.</summary>
        public uint AddSkin(SkinAsset skin)
        {
            uint index;
            Library.Check(NativeMethods.pliant_body_add_skin(Id, skin.Id, null, &index));
            GC.KeepAlive(skin);
            GC.KeepAlive(world);
            return index;
        }

        /// <summary>Holds vertices. The attachment ends with its Release, with the body or with the world.</summary>
        public Attachment Attach(PliantAttachmentDesc desc)
        {
            PliantAttachmentId id;
            Library.Check(NativeMethods.pliant_body_attach(Id, &desc, &id));
            GC.KeepAlive(world);
            return new Attachment(world, id);
        }

        /// <summary>Holds points of the surface, one or more of three floats each. The description says by
        /// what.</summary>
        public Attachment Attach(PliantAttachmentDesc desc, float[] surfacePoints)
        {
            Arrays.RequireTriples(surfacePoints, "surfacePoints");
            // `fixed` would make it a null pointer, which stands for the description's own surface_point.
            if (surfacePoints.Length == 0) throw new ArgumentException("surfacePoints is empty, expected a point or more", "surfacePoints");
            fixed (float* p = surfacePoints)
            {
                desc.surface_points = p;
                desc.surface_point_count = (uint)(surfacePoints.Length / 3);
                desc.surface_point_stride = 12;
                return Attach(desc);
            }
        }

        /// <summary>Maps skinned vertices. Check IsReady before you read them, and use a using statement.</summary>
        public MappedVertices MapVertices(uint skinIndex, uint mode)
        {
            PliantVertexView view = new PliantVertexView();
            view.struct_size = (uint)sizeof(PliantVertexView);
            int status = Library.Check(NativeMethods.pliant_body_map_vertices(Id, skinIndex, mode, &view));
            GC.KeepAlive(world);
            return status == NativeMethods.PLIANT_NOT_READY ? new MappedVertices() : new MappedVertices(world, view);
        }
    }

    /// <summary>Mapped vertices. They keep the world, and with it their memory, alive until Dispose.</summary>
    public struct MappedVertices : IDisposable
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

        /// <summary>Gives the result back, on any thread and whoever is inside the world. Once is enough: a second
        /// call, or one after the end of the world, does nothing.</summary>
        public void Dispose()
        {
            if (!IsReady) return;
            int status = NativeMethods.pliant_unmap(View.map);
            if (status != NativeMethods.PLIANT_ERROR_INVALID_HANDLE) Library.Check(status);
            GC.KeepAlive(world);
        }
    }

    /// <summary>A collider of a world. It keeps the world alive.</summary>
    public unsafe struct Collider
    {
        /// <summary>The plain handle.</summary>
        public readonly PliantColliderId Id;

        readonly World world;

        /// <summary>The collider of this world with this handle.</summary>
        public Collider(World world, PliantColliderId id)
        {
            this.world = world;
            Id = id;
        }

        /// <summary>Moves it: it is there at the end of the next step, and pushes bodies on the way.</summary>
        public void Move(PliantPose pose)
        {
            Library.Check(NativeMethods.pliant_collider_move(Id, &pose));
            GC.KeepAlive(world);
        }

        /// <summary>Puts it somewhere else at once, without pushing.</summary>
        public void Place(PliantPose pose)
        {
            Library.Check(NativeMethods.pliant_collider_place(Id, &pose));
            GC.KeepAlive(world);
        }

        /// <summary>Removes it from its world.</summary>
        public void Remove()
        {
            Library.Check(NativeMethods.pliant_collider_remove(Id));
            GC.KeepAlive(world);
        }

        /// <summary>Where it is, its shape, surface and layers, and its user_data.</summary>
        public PliantColliderInfo Info()
        {
            PliantColliderInfo info = new PliantColliderInfo();
            info.struct_size = (uint)sizeof(PliantColliderInfo);
            Library.Check(NativeMethods.pliant_collider_info(Id, &info));
            GC.KeepAlive(world);
            return info;
        }
    }

    /// <summary>A kinematic frame of a world. It keeps the world alive.</summary>
    public unsafe struct Frame
    {
        /// <summary>The plain handle.</summary>
        public readonly PliantFrameId Id;

        readonly World world;

        /// <summary>The frame of this world with this handle.</summary>
        public Frame(World world, PliantFrameId id)
        {
            this.world = world;
            Id = id;
        }

        /// <summary>Moves it: it is there at the end of the next step.</summary>
        public void Move(PliantPose pose)
        {
            Library.Check(NativeMethods.pliant_frame_move(Id, &pose));
            GC.KeepAlive(world);
        }

        /// <summary>Puts it at a pose at once. Teleport what is attached to it too.</summary>
        public void Place(PliantPose pose)
        {
            Library.Check(NativeMethods.pliant_frame_place(Id, &pose));
            GC.KeepAlive(world);
        }

        /// <summary>Removes it from its world.</summary>
        public void Remove()
        {
            Library.Check(NativeMethods.pliant_frame_remove(Id));
            GC.KeepAlive(world);
        }

        /// <summary>Where it is, and its user_data.</summary>
        public PliantFrameInfo Info()
        {
            PliantFrameInfo info = new PliantFrameInfo();
            info.struct_size = (uint)sizeof(PliantFrameInfo);
            Library.Check(NativeMethods.pliant_frame_info(Id, &info));
            GC.KeepAlive(world);
            return info;
        }
    }

    /// <summary>An attachment of a body. It keeps the world alive.</summary>
    public unsafe struct Attachment
    {
        /// <summary>The plain handle.</summary>
        public readonly PliantAttachmentId Id;

        readonly World world;

        /// <summary>The attachment in this world with this handle.</summary>
        public Attachment(World world, PliantAttachmentId id)
        {
            this.world = world;
            Id = id;
        }

        /// <summary>Lets go of what it holds.</summary>
        public void Release()
        {
            Library.Check(NativeMethods.pliant_attachment_release(Id));
            GC.KeepAlive(world);
        }

        /// <summary>What it holds and to what, and its user_data.</summary>
        public PliantAttachmentInfo Info()
        {
            PliantAttachmentInfo info = new PliantAttachmentInfo();
            info.struct_size = (uint)sizeof(PliantAttachmentInfo);
            Library.Check(NativeMethods.pliant_attachment_info(Id, &info));
            GC.KeepAlive(world);
            return info;
        }
    }
}
