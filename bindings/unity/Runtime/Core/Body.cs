// What lives in a world. These are values: no call makes garbage. Each keeps its World from being finalised while it is
// held; World.Dispose ends them all the same, and then their calls throw ObjectDisposedException.

using System;
using System.Runtime.InteropServices;

namespace Pliant
{
    /// <summary>A body of a world. It keeps the world alive.</summary>
    public unsafe struct Body
    {
        /// <summary>The plain handle.</summary>
        public readonly PliantBodyId Id;

        readonly World world;

        PliantBodyId Live
        {
            get
            {
                World.RequireOpen(world);
                return Id;
            }
        }

        /// <summary>The body of this world with this handle.</summary>
        public Body(World world, PliantBodyId id)
        {
            this.world = world;
            Id = id;
        }

        /// <summary>Removes it from its world.</summary>
        public void Remove()
        {
            Library.Check(NativeMethods.pliant_body_remove(Live));
            GC.KeepAlive(world);
        }

        /// <summary>Puts its rest shape at a pose, at rest. Attachments to the world go along.</summary>
        public void Teleport(PliantPose pose)
        {
            uint pins = NativeMethods.PLIANT_TELEPORT_PINS_FOLLOW;
            Library.Check(NativeMethods.pliant_body_teleport(Live, &pose, null, null, pins));
            GC.KeepAlive(world);
        }

        /// <summary>Puts its rest shape at a pose, with a velocity [length unit/s] and an angular velocity [rad/s]: three
        /// floats each, or empty for zero. Pins: PLIANT_TELEPORT_PINS_….</summary>
        public void Teleport(PliantPose pose, ReadOnlySpan<float> velocity, ReadOnlySpan<float> angularVelocity, uint pins)
        {
            Arrays.RequireLength(velocity.Length, 3, "velocity");
            Arrays.RequireLength(angularVelocity.Length, 3, "angularVelocity");
            fixed (float* v = &MemoryMarshal.GetReference(velocity))
            fixed (float* w = &MemoryMarshal.GetReference(angularVelocity))
                Library.Check(NativeMethods.pliant_body_teleport(Live, &pose, velocity.IsEmpty ? null : v, angularVelocity.IsEmpty ? null : w, pins));
            GC.KeepAlive(world);
        }

        /// <summary>Changes its velocity as an impulse [kg·length unit/s] at its centre of mass changes that of a rigid
        /// body.</summary>
        public void ApplyImpulse(float x, float y, float z)
        {
            float* impulse = stackalloc float[3];
            impulse[0] = x;
            impulse[1] = y;
            impulse[2] = z;
            Library.Check(NativeMethods.pliant_body_apply_impulse(Live, impulse, null));
            GC.KeepAlive(world);
        }

        /// <summary>Changes velocity and spin as an impulse [kg·length unit/s] at a point [length unit, world] changes
        /// those of a rigid body. Three values each.</summary>
        public void ApplyImpulse(ReadOnlySpan<float> impulse, ReadOnlySpan<double> point)
        {
            if (impulse.Length != 3) throw new ArgumentException("impulse has " + impulse.Length + " values, expected 3", "impulse");
            if (point.Length != 3) throw new ArgumentException("point has " + point.Length + " values, expected 3", "point");
            fixed (float* i = &MemoryMarshal.GetReference(impulse))
            fixed (double* p = &MemoryMarshal.GetReference(point))
                Library.Check(NativeMethods.pliant_body_apply_impulse(Live, i, p));
            GC.KeepAlive(world);
        }

        /// <summary>Sets inverse masses [1/kg] of vertices of the mesh as given. 0 fixes a vertex, a negative value restores
        /// its mass. Not for each frame: the next step plans anew.</summary>
        public void SetInverseMasses(ReadOnlySpan<uint> vertices, ReadOnlySpan<float> inverseMasses)
        {
            if (vertices.Length != inverseMasses.Length)
                throw new ArgumentException("inverseMasses has " + inverseMasses.Length + " values, expected " + vertices.Length, "inverseMasses");
            fixed (uint* v = &MemoryMarshal.GetReference(vertices))
            fixed (float* m = &MemoryMarshal.GetReference(inverseMasses))
                Library.Check(NativeMethods.pliant_body_set_inverse_masses(Live, v, m, (uint)vertices.Length));
            GC.KeepAlive(world);
        }

        /// <summary>Sets substeps of an epoch and iterations. 0 leaves the choice to the world or the model.</summary>
        public void SetSchedule(uint substeps, uint iterations)
        {
            Library.Check(NativeMethods.pliant_body_set_schedule(Live, substeps, iterations));
            GC.KeepAlive(world);
        }

        /// <summary>Lets it pass through another body, or touch it again.</summary>
        public void Ignore(Body other, bool ignored)
        {
            Library.Check(NativeMethods.pliant_body_ignore_body(Live, other.Id, ignored ? 1u : 0u));
            GC.KeepAlive(world);
        }

        /// <summary>Lets it pass through a collider, or touch it again.</summary>
        public void Ignore(Collider collider, bool ignored)
        {
            Library.Check(NativeMethods.pliant_body_ignore_collider(Live, collider.Id, ignored ? 1u : 0u));
            GC.KeepAlive(world);
        }

        /// <summary>Makes it a neo-Hookean solid, or changes its parameters, while it runs.</summary>
        public void SetModel(PliantNeoHookeanDesc model)
        {
            Library.Check(NativeMethods.pliant_body_set_model(Live, NativeMethods.PLIANT_MODEL_NEO_HOOKEAN, &model));
            GC.KeepAlive(world);
        }

        /// <summary>Makes it a mass-spring body, or changes its parameters, while it runs.</summary>
        public void SetModel(PliantMassSpringDesc model)
        {
            Library.Check(NativeMethods.pliant_body_set_model(Live, NativeMethods.PLIANT_MODEL_MASS_SPRING, &model));
            GC.KeepAlive(world);
        }

        /// <summary>Makes it a shape-matched body, or changes its parameters, while it runs.</summary>
        public void SetModel(PliantShapeMatchingDesc model)
        {
            Library.Check(NativeMethods.pliant_body_set_model(Live, NativeMethods.PLIANT_MODEL_SHAPE_MATCHING, &model));
            GC.KeepAlive(world);
        }

        /// <summary>Makes it cloth, or changes its parameters, while it runs.</summary>
        public void SetModel(PliantClothDesc model)
        {
            Library.Check(NativeMethods.pliant_body_set_model(Live, NativeMethods.PLIANT_MODEL_CLOTH, &model));
            GC.KeepAlive(world);
        }

        /// <summary>Makes it rigid, or changes its parameters, while it runs.</summary>
        public void SetModel(PliantRigidDesc model)
        {
            Library.Check(NativeMethods.pliant_body_set_model(Live, NativeMethods.PLIANT_MODEL_RIGID, &model));
            GC.KeepAlive(world);
        }

        /// <summary>Makes it a balloon, or changes its parameters, while it runs: another volume_factor blows it up.</summary>
        public void SetModel(PliantBalloonDesc model)
        {
            Library.Check(NativeMethods.pliant_body_set_model(Live, NativeMethods.PLIANT_MODEL_BALLOON, &model));
            GC.KeepAlive(world);
        }

        /// <summary>How a rigid body stands and moves after the newest finished step.</summary>
        public PliantBodyMotion Motion()
        {
            PliantBodyMotion motion = new PliantBodyMotion();
            motion.struct_size = (uint)sizeof(PliantBodyMotion);
            Library.Check(NativeMethods.pliant_body_motion(Live, &motion));
            GC.KeepAlive(world);
            return motion;
        }

        /// <summary>State, contacts and bounds of the newest finished step.</summary>
        public PliantBodyInfo Info()
        {
            PliantBodyInfo info = new PliantBodyInfo();
            info.struct_size = (uint)sizeof(PliantBodyInfo);
            Library.Check(NativeMethods.pliant_body_info(Live, &info));
            GC.KeepAlive(world);
            return info;
        }

        /// <summary>Puts a render mesh on it, in the default layout: position and normal. The body keeps the skin
        /// alive.</summary>
        public uint AddSkin(SkinAsset skin)
        {
            if (skin == null) throw new ArgumentNullException("skin");
            uint index;
            Library.Check(NativeMethods.pliant_body_add_skin(Live, skin.Id, null, &index));
            GC.KeepAlive(skin);
            GC.KeepAlive(world);
            return index;
        }

        /// <summary>Puts a render mesh on it, in a layout. Begin with Defaults.VertexLayout.</summary>
        public uint AddSkin(SkinAsset skin, PliantVertexLayout layout)
        {
            if (skin == null) throw new ArgumentNullException("skin");
            uint index;
            Library.Check(NativeMethods.pliant_body_add_skin(Live, skin.Id, &layout, &index));
            GC.KeepAlive(skin);
            GC.KeepAlive(world);
            return index;
        }

        /// <summary>Removes all skins. What is mapped stays valid.</summary>
        public void RemoveSkins()
        {
            Library.Check(NativeMethods.pliant_body_remove_skins(Live));
            GC.KeepAlive(world);
        }

        /// <summary>Holds vertices. The attachment ends with its Release, with the body or with the world.</summary>
        public Attachment Attach(PliantAttachmentDesc desc)
        {
            PliantAttachmentId id;
            Library.Check(NativeMethods.pliant_body_attach(Live, &desc, &id));
            GC.KeepAlive(world);
            return new Attachment(world, id);
        }

        /// <summary>Holds points of the surface, one or more of three floats each. The description says by
        /// what.</summary>
        public Attachment Attach(PliantAttachmentDesc desc, ReadOnlySpan<float> surfacePoints)
        {
            Arrays.RequireGroups(surfacePoints.Length, 3, "surfacePoints");
            // It would be a null pointer, which stands for the description's own surface_point.
            if (surfacePoints.Length == 0) throw new ArgumentException("surfacePoints is empty, expected a point or more", "surfacePoints");
            fixed (float* p = &MemoryMarshal.GetReference(surfacePoints))
            {
                desc.surface_points = p;
                desc.surface_point_count = (uint)(surfacePoints.Length / 3);
                desc.surface_point_stride = 12;
                return Attach(desc);
            }
        }

        /// <summary>Holds vertices of the mesh as given to the asset. The description says by what.</summary>
        public Attachment AttachVertices(PliantAttachmentDesc desc, ReadOnlySpan<uint> vertices)
        {
            if (vertices.Length == 0) throw new ArgumentException("vertices is empty, expected a vertex or more", "vertices");
            fixed (uint* v = &MemoryMarshal.GetReference(vertices))
            {
                desc.vertices = v;
                desc.vertex_count = (uint)vertices.Length;
                return Attach(desc);
            }
        }

        /// <summary>Maps skinned vertices. Check IsReady before you read them, and use a using statement.</summary>
        public MappedVertices MapVertices(uint skinIndex, uint mode)
        {
            PliantVertexView view = new PliantVertexView();
            view.struct_size = (uint)sizeof(PliantVertexView);
            int status = Library.Check(NativeMethods.pliant_body_map_vertices(Live, skinIndex, mode, &view));
            GC.KeepAlive(world);
            return status == NativeMethods.PLIANT_NOT_READY ? new MappedVertices() : new MappedVertices(world, view);
        }

        /// <summary>Maps positions and velocities of its particles. Its description must have had readback_particles. Check
        /// IsReady before you read them, and use a using statement.</summary>
        public MappedParticles MapParticles(uint mode)
        {
            PliantParticleView view = new PliantParticleView();
            view.struct_size = (uint)sizeof(PliantParticleView);
            int status = Library.Check(NativeMethods.pliant_body_map_particles(Live, mode, &view));
            GC.KeepAlive(world);
            return status == NativeMethods.PLIANT_NOT_READY ? new MappedParticles() : new MappedParticles(world, view);
        }
    }

    /// <summary>A collider of a world. It keeps the world alive.</summary>
    public unsafe struct Collider
    {
        /// <summary>The plain handle.</summary>
        public readonly PliantColliderId Id;

        readonly World world;

        PliantColliderId Live
        {
            get
            {
                World.RequireOpen(world);
                return Id;
            }
        }

        /// <summary>The collider of this world with this handle.</summary>
        public Collider(World world, PliantColliderId id)
        {
            this.world = world;
            Id = id;
        }

        /// <summary>Moves it: it is there at the end of the next step, and pushes bodies on the way.</summary>
        public void Move(PliantPose pose)
        {
            Library.Check(NativeMethods.pliant_collider_move(Live, &pose));
            GC.KeepAlive(world);
        }

        /// <summary>Puts it somewhere else at once, without pushing.</summary>
        public void Place(PliantPose pose)
        {
            Library.Check(NativeMethods.pliant_collider_place(Live, &pose));
            GC.KeepAlive(world);
        }

        /// <summary>Removes it from its world.</summary>
        public void Remove()
        {
            Library.Check(NativeMethods.pliant_collider_remove(Live));
            GC.KeepAlive(world);
        }

        /// <summary>Where it is, its shape, surface and layers, and its user_data.</summary>
        public PliantColliderInfo Info()
        {
            PliantColliderInfo info = new PliantColliderInfo();
            info.struct_size = (uint)sizeof(PliantColliderInfo);
            Library.Check(NativeMethods.pliant_collider_info(Live, &info));
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

        PliantFrameId Live
        {
            get
            {
                World.RequireOpen(world);
                return Id;
            }
        }

        /// <summary>The frame of this world with this handle.</summary>
        public Frame(World world, PliantFrameId id)
        {
            this.world = world;
            Id = id;
        }

        /// <summary>Moves it: it is there at the end of the next step.</summary>
        public void Move(PliantPose pose)
        {
            Library.Check(NativeMethods.pliant_frame_move(Live, &pose));
            GC.KeepAlive(world);
        }

        /// <summary>Puts it at a pose at once. Teleport what is attached to it too.</summary>
        public void Place(PliantPose pose)
        {
            Library.Check(NativeMethods.pliant_frame_place(Live, &pose));
            GC.KeepAlive(world);
        }

        /// <summary>Removes it from its world.</summary>
        public void Remove()
        {
            Library.Check(NativeMethods.pliant_frame_remove(Live));
            GC.KeepAlive(world);
        }

        /// <summary>Where it is, and its user_data.</summary>
        public PliantFrameInfo Info()
        {
            PliantFrameInfo info = new PliantFrameInfo();
            info.struct_size = (uint)sizeof(PliantFrameInfo);
            Library.Check(NativeMethods.pliant_frame_info(Live, &info));
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

        PliantAttachmentId Live
        {
            get
            {
                World.RequireOpen(world);
                return Id;
            }
        }

        /// <summary>The attachment in this world with this handle.</summary>
        public Attachment(World world, PliantAttachmentId id)
        {
            this.world = world;
            Id = id;
        }

        /// <summary>Lets go of what it holds.</summary>
        public void Release()
        {
            Library.Check(NativeMethods.pliant_attachment_release(Live));
            GC.KeepAlive(world);
        }

        /// <summary>What it holds and to what, and its user_data.</summary>
        public PliantAttachmentInfo Info()
        {
            PliantAttachmentInfo info = new PliantAttachmentInfo();
            info.struct_size = (uint)sizeof(PliantAttachmentInfo);
            Library.Check(NativeMethods.pliant_attachment_info(Live, &info));
            GC.KeepAlive(world);
            return info;
        }
    }
}
