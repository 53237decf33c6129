using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.Events;

namespace Pliant.Unity
{
    /// <summary>What soft bodies and cloths share. The component takes the mesh of its MeshFilter, or another, simulates
    /// it in world coordinates, and draws it in place of its MeshRenderer. Its Transform says where it starts.</summary>
    public abstract class SoftObject : MonoBehaviour
    {
        /// <summary>The mesh. None: that of the MeshFilter.</summary>
        public Mesh mesh;
        /// <summary>The cooked mesh. None: it is cooked when play begins, which takes a while.</summary>
        public SoftAsset asset;
        /// <summary>Substeps of each part of a step; 0 chooses.</summary>
        [Range(0, 64)] public int substeps;
        /// <summary>Iterations of a substep; 0 chooses. More get closer to the stiffness and cost time.</summary>
        [Range(0, 256)] public int iterations;
        /// <summary>Velocity at the start [m/s].</summary>
        public Vector3 startVelocity;
        /// <summary>Distance kept from what it touches [m]; 0 chooses.</summary>
        [Unit("m", 0, 0.1f)] public float thickness;
        /// <summary>The least impulse in a step that counts as a touch [N s].</summary>
        [Unit("N s", 0, 100)] public float touchThreshold;
        /// <summary>Copies places and velocities of the simulated vertices back in each step, for
        /// Native.MapParticles.</summary>
        public bool mapParticles;
        /// <summary>Raised when it begins to touch something.</summary>
        public UnityEvent<SoftTouch> onTouchBegan = new UnityEvent<SoftTouch>();
        /// <summary>Raised when it no longer touches something.</summary>
        public UnityEvent<SoftTouch> onTouchEnded = new UnityEvent<SoftTouch>();

        /// <summary>As onTouchBegan, for scripts.</summary>
        public event Action<SoftTouch> TouchBegan;
        /// <summary>As onTouchEnded, for scripts.</summary>
        public event Action<SoftTouch> TouchEnded;

        readonly List<SoftPin> pins = new List<SoftPin>();
        SoftWorld world;
        Body body;
        SoftAsset used;
        bool cookedHere;
        MeshWriter writer;
        ulong key, lastFrame;
        uint skin;
        float scale = 1, speed;
        Vector3 low, high, velocity;
        bool simulated;
        int materialVersion;
        string trouble;

        /// <summary>Whether it is in a world and runs.</summary>
        public bool IsSimulated
        {
            get { return simulated; }
        }

        /// <summary>The library's body. Throws ObjectDisposedException while the component is not simulated.</summary>
        public Body Native
        {
            get
            {
                if (!simulated) throw new ObjectDisposedException(GetType().Name);
                return body;
            }
        }

        /// <summary>Bounds of its vertices in the newest finished step [m, world].</summary>
        public Bounds WorldBounds
        {
            get
            {
                Bounds bounds = default;
                bounds.SetMinMax(low, high);
                return bounds;
            }
        }

        /// <summary>Velocity of the middle of its bounds [m/s].</summary>
        public Vector3 Velocity
        {
            get { return velocity; }
        }

        /// <summary>The mesh that is drawn, in world coordinates relative to its renderer; null while it is not
        /// simulated.</summary>
        public Mesh DrawnMesh
        {
            get { return writer == null ? null : writer.Mesh; }
        }

        /// <summary>Mass [kg]; 0 while it is not simulated.</summary>
        public float Mass
        {
            get { return simulated ? body.Info().mass : 0; }
        }

        internal abstract bool IsCloth { get; }
        internal abstract int ElementCount { get; }
        internal abstract bool Conforming { get; }
        internal abstract int MaterialVersion { get; }
        internal abstract void Describe(ref PliantBodyDesc desc);
        internal abstract Body AddTo(World native, Asset cooked, PliantBodyDesc desc);
        internal abstract void SetModel(Body of);

        /// <summary>The mesh that it is made of; null if there is none.</summary>
        public Mesh SourceMesh
        {
            get
            {
                if (mesh != null) return mesh;
                return TryGetComponent(out MeshFilter filter) ? filter.sharedMesh : null;
            }
        }

        /// <summary>Options to cook its mesh with, for the scale that it has.</summary>
        public SoftCookOptions CookOptions()
        {
            Vector3 s = transform.lossyScale;
            bool even = Even(s, out _);
            return new SoftCookOptions { cloth = IsCloth, elementCount = ElementCount, conforming = Conforming, scale = even ? Vector3.one : s };
        }

        static bool Even(Vector3 s, out float mean)
        {
            mean = (s.x + s.y + s.z) / 3;
            float slack = 1e-3f * Mathf.Abs(mean);
            return mean > 0 && Mathf.Abs(s.x - mean) <= slack && Mathf.Abs(s.y - mean) <= slack && Mathf.Abs(s.z - mean) <= slack;
        }

        void OnEnable()
        {
            trouble = null;
            try
            {
                Enter();
            }
            catch (Exception error) when (error is PliantException || error is InvalidOperationException || error is DllNotFoundException)
            {
                trouble = error.Message;
                Lifecycle.Report("'" + name + "' is not simulated. " + error.Message, this);
                Leave();
            }
        }

        void OnDisable()
        {
            Leave();
        }

        void Enter()
        {
            world = SoftWorld.Of(gameObject);
            used = asset != null ? asset : CookNow();
            if (used.cloth != IsCloth) throw new InvalidOperationException("Its SoftAsset is " + (used.cloth ? "a sheet: use SoftCloth." : "a solid: use SoftBody."));
            Vector3 s = transform.lossyScale, c = used.scale;
            if (!Even(new Vector3(s.x / c.x, s.y / c.y, s.z / c.z), out scale))
                Lifecycle.Warn("'" + name + "' is scaled unevenly, and its SoftAsset was not cooked for that: cook it again.", this);
            PliantBodyDesc desc = Defaults.Body();
            Fill(ref desc);
            key = world.Add(this);
            desc.user_data = key;
            body = AddTo(world.Native, used.Native, desc);
            simulated = true;
            materialVersion = MaterialVersion;
            writer = new MeshWriter(this, SourceMesh, used);
            skin = body.AddSkin(used.NativeSkin, writer.Layout);
            Settle();
            if (world.Colliders != null) world.Colliders.PartAll(this);
            for (int i = 0; i < pins.Count; i++) pins[i].Attach();
        }

        unsafe void Fill(ref PliantBodyDesc desc)
        {
            desc.pose = Convert.Pose(transform.position, transform.rotation);
            desc.scale = scale;
            desc.substeps = (uint)substeps;
            desc.iterations = (uint)iterations;
            desc.thickness = thickness;
            desc.linear_velocity[0] = startVelocity.x;
            desc.linear_velocity[1] = startVelocity.y;
            desc.linear_velocity[2] = startVelocity.z;
            desc.events = NativeMethods.PLIANT_EVENT_BEGIN | NativeMethods.PLIANT_EVENT_STAY | NativeMethods.PLIANT_EVENT_END;
            desc.event_threshold = touchThreshold;
            desc.readback_particles = mapParticles ? 1u : 0u;
            int layer = gameObject.layer;
            desc.layers = 1u << layer;
            desc.mask = 0;
            for (int i = 0; i < 32; i++)
                if (!Physics.GetIgnoreLayerCollision(layer, i)) desc.mask |= 1u << i;
            Describe(ref desc);
        }

        // Until the first step has finished, it is about where its rest shape is.
        void Settle()
        {
            lastFrame = 0;
            velocity = startVelocity;
            speed = startVelocity.magnitude;
            Vector3 center = transform.position + transform.rotation * (used.bounds.center * scale);
            Vector3 half = Vector3.one * (used.bounds.extents.magnitude * scale);
            low = center - half;
            high = center + half;
        }

        SoftAsset CookNow()
        {
            int begin = Environment.TickCount;
            SoftAsset made = SoftAsset.Cook(SourceMesh, CookOptions());
            cookedHere = true;
            Lifecycle.Warn("'" + name + "' had no SoftAsset: its mesh was cooked in " + (Environment.TickCount - begin)
                + " ms. Use Make Soft in the editor to have it ready.", this);
            return made;
        }

        void Leave()
        {
            for (int i = 0; i < pins.Count; i++) pins[i].Detach();
            // With a lost GPU everything has ended already.
            if (simulated && !world.HasFailed) body.Remove();
            if (world != null) world.Remove(this, key);
            Lose();
        }

        /// <summary>Forgets the native body, which has ended or will with its world.</summary>
        internal void Lose()
        {
            simulated = false;
            body = default;
            world = null;
            if (writer != null) writer.Dispose();
            writer = null;
            if (used != null && cookedHere) Destroy(used);
            cookedHere = false;
            used = null;
        }

        internal void Add(SoftPin pin)
        {
            pins.Add(pin);
            if (simulated) pin.Attach();
        }

        internal void Remove(SoftPin pin)
        {
            pins.Remove(pin);
            pin.Detach();
        }

        internal SoftWorld World
        {
            get { return world; }
        }

        /// <summary>Turns a point of the mesh at rest into the library's coordinates.</summary>
        internal Vector3 ToAsset(Vector3 point)
        {
            return Vector3.Scale(point, used.scale);
        }

        internal void BeforeStep(float dt)
        {
            if (!simulated) return;
            if (materialVersion != MaterialVersion) FollowMaterial();
            PliantBodyInfo info = body.Info();
            // After a teleport the newest results can be older than it.
            if (info.frame <= lastFrame) return;
            if (info.state == NativeMethods.PLIANT_BODY_NOT_FINITE)
                Lifecycle.Report("'" + name + "' has been stopped: it was torn apart. Teleport it, or soften what hits it.", this);
            if (info.state == NativeMethods.PLIANT_BODY_TOO_STIFF)
                Lifecycle.Report("'" + name + "' stands still: it is too stiff for its model. Lower the stiffness, or use NeoHookean.", this);
            Follow(ref info, dt);
        }

        // A refused material is its own fault alone: other bodies go on.
        void FollowMaterial()
        {
            materialVersion = MaterialVersion;
            try
            {
                SetModel(body);
            }
            catch (PliantException error)
            {
                Lifecycle.Report("'" + name + "' stays as it was. " + error.Message, this);
            }
        }

        // The speed of the bounds' corners tells how far the body gets in a step.
        unsafe void Follow(ref PliantBodyInfo info, float dt)
        {
            Vector3 newLow, newHigh;
            fixed (double* l = info.low) newLow = Convert.Vector(l);
            fixed (double* h = info.high) newHigh = Convert.Vector(h);
            if (lastFrame != 0)
            {
                float time = dt * (info.frame - lastFrame);
                speed = Mathf.Max((newLow - low).magnitude, (newHigh - high).magnitude) / time;
                velocity = (newLow + newHigh - low - high) / (2 * time);
            }
            low = newLow;
            high = newHigh;
            lastFrame = info.frame;
        }

        /// <summary>The box in which colliders matter in the next step.</summary>
        internal void Reach(float dt, out Vector3 center, out Vector3 half)
        {
            // Bounds are those of a finished step: steps that are under way count too.
            float lag = 1 + Mathf.Min(world.Steps - lastFrame, 8);
            float reach = 0.1f + (speed + Physics.gravity.magnitude * dt * lag) * dt * lag;
            center = (low + high) * 0.5f;
            half = (high - low) * 0.5f + Vector3.one * reach;
        }

        internal unsafe void Draw(uint mode)
        {
            if (!simulated) return;
            PliantVertexView view = default;
            view.struct_size = (uint)sizeof(PliantVertexView);
            int status = Library.Check(NativeMethods.pliant_body_map_vertices(body.Id, skin, mode, &view));
            if (status == NativeMethods.PLIANT_NOT_READY) return;
            try
            {
                writer.Write(ref view);
            }
            finally
            {
                NativeMethods.pliant_unmap(view.map);
            }
        }

        internal void Tell(in SoftTouch touch, bool begins)
        {
            (begins ? onTouchBegan : onTouchEnded).Invoke(touch);
            (begins ? TouchBegan : TouchEnded)?.Invoke(touch);
        }

        /// <summary>Puts the rest shape at a place, at rest, and its Transform too. Pins go along: those in the world keep
        /// their vertices, others are put where their Transform is.</summary>
        public void Teleport(Vector3 position, Quaternion rotation)
        {
            transform.SetPositionAndRotation(position, rotation);
            if (!simulated) return;
            for (int i = 0; i < pins.Count; i++) pins[i].Jump();
            PliantPose pose = Convert.Pose(position, rotation);
            body.Teleport(pose);
            Settle();
            // Results of earlier steps no longer say where it is.
            lastFrame = world.Steps;
        }

        /// <summary>Changes its velocity as an impulse [N s] at its centre of mass does.</summary>
        public void AddImpulse(Vector3 impulse)
        {
            Native.ApplyImpulse(impulse.x, impulse.y, impulse.z);
        }

        /// <summary>Changes its velocity and spin as an impulse [N s] at a point [m, world] does.</summary>
        public void AddImpulse(Vector3 impulse, Vector3 point)
        {
            Span<float> i = stackalloc float[3] { impulse.x, impulse.y, impulse.z };
            Span<double> p = stackalloc double[3] { point.x, point.y, point.z };
            Native.ApplyImpulse(i, p);
        }

        /// <summary>Adds what is wrong with it, a cause and its cure a line.</summary>
        public void Doctor(List<string> lines)
        {
            if (trouble != null) lines.Add("'" + name + "' is not simulated. " + trouble);
            if (asset == null) lines.Add("'" + name + "' has no SoftAsset, so play begins late: use Make Soft.");
            if (!simulated) return;
            PliantBodyInfo info = body.Info();
            if (info.state != NativeMethods.PLIANT_BODY_ACTIVE) lines.Add("'" + name + "' does not move: see the console.");
            if (info.contact == NativeMethods.PLIANT_CONTACT_SQUEEZED) lines.Add("'" + name + "' is squeezed: move what presses it apart.");
            if (info.energy_rise_count > 10) lines.Add("'" + name + "' gains energy: raise its substeps or iterations.");
        }
    }
}
