using System;
using System.Collections.Generic;
using UnityEngine;

namespace Pliant.Unity
{
    /// <summary>The simulation of one physics scene. It is made when the first body is enabled; put one into the scene
    /// yourself to set its fields. It steps in FixedUpdate after game scripts, and writes meshes in LateUpdate before
    /// them. Colliders are where they were after the last fixed step; free rigid bodies are sent ahead by their velocity.</summary>
    [AddComponentMenu("Pliant/Soft World"), DefaultExecutionOrder(-32000), DisallowMultipleComponent]
    public sealed class SoftWorld : MonoBehaviour
    {
        /// <summary>Velocity of the air [m/s], which blows at cloth.</summary>
        [Tooltip("Velocity of the air [m/s], which blows at cloth.")] public Vector3 wind;
        /// <summary>Parts of a fixed step. 0 is 4. More damp less and cost time in proportion. Range 0 to 64. Counts when
        /// the first body is added.</summary>
        [Range(0, 64)] public int epochs;
        /// <summary>Iterations of bodies that set none. 0 is 5. Range 0 to 256. Counts when the first body is
        /// added.</summary>
        [Range(0, 256)] public int iterations;
        /// <summary>Layers whose colliders are used.</summary>
        public LayerMask collisionMask = -1;
        /// <summary>Whether soft bodies push rigid bodies. To get each step's impulse once, a step then waits for the one
        /// before while a rigid body is near.</summary>
        public bool pushRigidbodies = true;
        /// <summary>The most that one step may change a rigid body's velocity [m/s].</summary>
        [Unit("m/s", 0, 100)] public float maxPushSpeed = 10;
        /// <summary>Waits for the GPU before meshes are written, so that each frame shows its own step. For films and
        /// tests; in a game it costs the overlap of GPU and game.</summary>
        public bool waitForResults;
        /// <summary>Use only a software adapter: slow, for machines without a GPU.</summary>
        public bool softwareAdapter;

        readonly List<SoftObject> bodies = new List<SoftObject>();
        readonly Dictionary<ulong, SoftObject> bodyByKey = new Dictionary<ulong, SoftObject>();
        readonly List<SoftPin> pins = new List<SoftPin>();
        PhysicsScene physicsScene;
        World native;
        ColliderSync colliders;
        BodyPush push;
        TouchEvents touches;
        Vector3 gravity, air;
        ulong nextKey = 1, steps;
        bool failed, live;

        /// <summary>The world of an object's physics scene, made if there is none.</summary>
        public static SoftWorld Of(GameObject about)
        {
            PhysicsScene wanted = about.scene.GetPhysicsScene();
            for (int i = 0; i < Lifecycle.Worlds.Count; i++)
                if (Lifecycle.Worlds[i].physicsScene == wanted) return Lifecycle.Worlds[i];
            var holder = new GameObject("SoftWorld") { hideFlags = HideFlags.HideInHierarchy };
            if (wanted == Physics.defaultPhysicsScene) DontDestroyOnLoad(holder);
            else UnityEngine.SceneManagement.SceneManager.MoveGameObjectToScene(holder, about.scene);
            return holder.AddComponent<SoftWorld>();
        }

        /// <summary>The library's world. Throws ObjectDisposedException after this component was disabled or destroyed, and
        /// InvalidOperationException if no GPU could be opened.</summary>
        public World Native
        {
            get
            {
                if (!live) throw new ObjectDisposedException("SoftWorld");
                if (native == null) Open();
                return native;
            }
        }

        /// <summary>Steps so far.</summary>
        public ulong Steps
        {
            get { return steps; }
        }

        /// <summary>Bodies and cloths that are simulated here.</summary>
        public IReadOnlyList<SoftObject> Bodies
        {
            get { return bodies; }
        }

        internal ColliderSync Colliders
        {
            get { return colliders; }
        }

        internal BodyPush Push
        {
            get { return push; }
        }

        internal bool HasFailed
        {
            get { return failed; }
        }

        internal PhysicsScene Scene
        {
            get { return physicsScene; }
        }

        void OnEnable()
        {
            physicsScene = gameObject.scene.GetPhysicsScene();
            for (int i = 0; i < Lifecycle.Worlds.Count; i++)
                if (Lifecycle.Worlds[i].physicsScene == physicsScene)
                {
                    Lifecycle.Warn("There are two SoftWorlds in one physics scene: '" + name + "' is not used. Remove it.", this);
                    return;
                }
            live = true;
            failed = false;
            Lifecycle.Worlds.Add(this);
            if (!TryGetComponent(out SoftWorldStep _)) gameObject.AddComponent<SoftWorldStep>();
        }

        void OnDisable()
        {
            End();
        }

        void Open()
        {
            if (failed) throw new InvalidOperationException("This SoftWorld has failed; the console says why.");
            failed = true;
            Lifecycle.ListenToLog();
            PliantWorldDesc desc = Defaults.World();
            desc.flags = NativeMethods.PLIANT_WORLD_EVENTS | NativeMethods.PLIANT_WORLD_IMPULSES;
            desc.epochs = (uint)epochs;
            desc.iterations = (uint)iterations;
            if (softwareAdapter) desc.power_preference = NativeMethods.PLIANT_POWER_SOFTWARE;
            native = new World(desc);
            colliders = new ColliderSync(this);
            push = new BodyPush(this);
            touches = new TouchEvents(this);
            gravity = new Vector3(0, -9.81f, 0);
            air = Vector3.zero;
            steps = 0;
            failed = false;
        }

        /// <summary>Ends the native world. Bodies stay in the scene without a simulation.</summary>
        internal void End()
        {
            if (!live) return;
            live = false;
            Lifecycle.Worlds.Remove(this);
            for (int i = bodies.Count - 1; i >= 0; i--) bodies[i].Lose();
            for (int i = pins.Count - 1; i >= 0; i--) pins[i].Lose();
            bodies.Clear();
            bodyByKey.Clear();
            pins.Clear();
            if (colliders != null) colliders.Dispose();
            // Kept, closed: a later use throws ObjectDisposedException.
            if (native != null) native.Dispose();
        }

        internal ulong Add(SoftObject body)
        {
            ulong key = nextKey++;
            bodies.Add(body);
            bodyByKey.Add(key, body);
            return key;
        }

        internal void Remove(SoftObject body, ulong key)
        {
            bodies.Remove(body);
            bodyByKey.Remove(key);
        }

        internal SoftObject Find(ulong key)
        {
            bodyByKey.TryGetValue(key, out SoftObject body);
            return body;
        }

        internal void Add(SoftPin pin)
        {
            pins.Add(pin);
        }

        internal void Remove(SoftPin pin)
        {
            pins.Remove(pin);
        }

        // First of all scripts: what the last step gave counts in this fixed step.
        void FixedUpdate()
        {
            if (Physics.simulationMode != SimulationMode.Script) Receive();
        }

        // Last of all scripts, called by SoftWorldStep: poses are those that game scripts have set.
        internal void FixedUpdateLast()
        {
            if (Physics.simulationMode != SimulationMode.Script) Advance(Time.fixedDeltaTime);
        }

        void LateUpdate()
        {
            Draw();
        }

        /// <summary>A step of dt [s], above 0 to 0.2: for Physics.simulationMode Script, before Physics.Simulate. In the
        /// other modes the world steps by itself.</summary>
        public void Simulate(float dt)
        {
            if (!live) throw new ObjectDisposedException("SoftWorld");
            Receive();
            Advance(dt);
        }

        /// <summary>Waits until the GPU has finished all steps, and writes the meshes. For tests and tools.</summary>
        public void Finish()
        {
            if (!live) throw new ObjectDisposedException("SoftWorld");
            if (native == null || failed) return;
            native.Wait(ulong.MaxValue);
            Draw();
        }

        void Receive()
        {
            if (!Runs || steps == 0) return;
            try
            {
                bool exact = pushRigidbodies && colliders.AnyRigidbody;
                uint mode = exact ? NativeMethods.PLIANT_MAP_WAIT : NativeMethods.PLIANT_MAP_LATEST;
                push.Begin();
                touches.Pull(mode);
                if (exact) push.Pull(mode);
            }
            catch (PliantException error)
            {
                Fail(error);
            }
            touches.Tell();
        }

        void Advance(float dt)
        {
            if (!Runs || bodies.Count == 0) return;
            try
            {
                Settings();
                for (int i = 0; i < bodies.Count; i++) bodies[i].BeforeStep(dt);
                colliders.Sync(dt);
                for (int i = 0; i < pins.Count; i++) pins[i].Move();
                native.Step(dt);
                steps++;
            }
            catch (PliantException error)
            {
                Fail(error);
            }
        }

        void Draw()
        {
            if (!Runs || steps == 0) return;
            uint mode = waitForResults ? NativeMethods.PLIANT_MAP_WAIT : NativeMethods.PLIANT_MAP_LATEST;
            try
            {
                for (int i = 0; i < bodies.Count; i++) bodies[i].Draw(mode);
            }
            catch (PliantException error)
            {
                Fail(error);
            }
        }

        bool Runs
        {
            get { return live && native != null && !failed; }
        }

        void Settings()
        {
            Vector3 g = Physics.gravity;
            if (!g.Equals(gravity)) native.SetGravity(g.x, g.y, g.z);
            gravity = g;
            if (!wind.Equals(air)) native.SetWind(wind.x, wind.y, wind.z);
            air = wind;
        }

        /// <summary>Says an error once. After one that ends the world nothing is stepped any more.</summary>
        internal void Fail(PliantException error)
        {
            int status = error.Status;
            failed = failed || status == NativeMethods.PLIANT_ERROR_DEVICE_LOST || status == NativeMethods.PLIANT_ERROR_GPU
                || status == NativeMethods.PLIANT_ERROR_INTERNAL;
            string cure = failed ? " The soft bodies of this scene stand still. Load the scene again to go on." : "";
            Lifecycle.Report(error.Message + cure, this);
        }

        /// <summary>Counts, memory and times of the library's world.</summary>
        public PliantWorldStats Stats()
        {
            return Native.Stats();
        }

        /// <summary>What is wrong in this world, a cause and its cure a line; empty if nothing.</summary>
        public List<string> Doctor()
        {
            var lines = new List<string>();
            if (failed) lines.Add("The simulation has ended after an error: see the console, then load the scene again.");
            for (int i = 0; i < bodies.Count; i++) bodies[i].Doctor(lines);
            if (colliders != null) colliders.Doctor(lines);
            return lines;
        }
    }
}
