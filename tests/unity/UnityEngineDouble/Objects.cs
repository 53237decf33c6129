// Objects, components, transforms and scenes. A destroyed object equals null, as in the engine.

using System;
using System.Collections.Generic;
using UnityDouble;
using UnityEngine.SceneManagement;

[assembly: System.Runtime.CompilerServices.InternalsVisibleTo("unity_tests")]

namespace UnityEngine
{
    [Flags]
    public enum HideFlags { None = 0, HideInHierarchy = 1, HideInInspector = 2, DontSaveInEditor = 4, NotEditable = 8, DontSaveInBuild = 16, DontUnloadUnusedAsset = 32, DontSave = 52, HideAndDontSave = 61 }

    public class Object
    {
        internal bool destroyed;
        public string name { get; set; } = "";
        public HideFlags hideFlags { get; set; }

        public static bool operator ==(Object a, Object b)
        {
            bool noA = a is null || a.destroyed, noB = b is null || b.destroyed;
            return noA || noB ? noA && noB : ReferenceEquals(a, b);
        }

        public static bool operator !=(Object a, Object b) => !(a == b);
        public static implicit operator bool(Object o) => o != null;
        public override bool Equals(object other) => other is Object o ? this == o : other is null && destroyed;
        public override int GetHashCode() => System.Runtime.CompilerServices.RuntimeHelpers.GetHashCode(this);
        public override string ToString() => destroyed ? "null" : name + " (" + GetType().Name + ")";
        public static void Destroy(Object obj) => Player.DestroyLater(obj);
        public static void DontDestroyOnLoad(Object target) { }
        public static void DestroyImmediate(Object obj) => Player.DestroyNow(obj);
    }

    public class ScriptableObject : Object
    {
        public static T CreateInstance<T>() where T : ScriptableObject, new()
        {
            var made = new T();
            Player.Made(made);
            return made;
        }
    }

    public class Component : Object
    {
        internal GameObject owner;
        public GameObject gameObject => Alive().owner;
        public Transform transform => Alive().owner.transform;
        public T GetComponent<T>() => gameObject.GetComponent<T>();
        public bool TryGetComponent<T>(out T component) => gameObject.TryGetComponent(out component);
        public T GetComponentInParent<T>() => gameObject.GetComponentInParent<T>();
        internal Component Alive() => destroyed ? throw new MissingReferenceException("The object of type '"
            + GetType().Name + "' has been destroyed but you are still trying to access it.") : this;
    }

    public class MissingReferenceException : SystemException { public MissingReferenceException(string m) : base(m) { } }

    public class Behaviour : Component
    {
        bool isEnabled = true;
        public bool enabled { get => isEnabled; set { if (isEnabled == value) return; isEnabled = value; Player.Refresh(this); } }
        public bool isActiveAndEnabled => !destroyed && isEnabled && owner.activeInHierarchy;
    }

    public class MonoBehaviour : Behaviour
    {
        internal bool awoken, live, started;
    }

    public sealed class GameObject : Object
    {
        internal readonly List<Component> components = new List<Component>();
        bool active = true;
        public Transform transform { get; }
        public int layer { get; set; }
        public Scene scene { get; internal set; }
        public bool activeSelf => active;
        public bool activeInHierarchy => active && (transform.parent == null || transform.parent.gameObject.activeInHierarchy);

        public GameObject() : this("New Game Object") { }

        public GameObject(string name)
        {
            this.name = name;
            scene = SceneManager.GetActiveScene();
            transform = new Transform { owner = this };
            components.Add(transform);
            Player.objects.Add(this);
        }

        public T AddComponent<T>() where T : Component, new()
        {
            if (destroyed) throw new MissingReferenceException("The GameObject has been destroyed.");
            var made = new T { owner = this, name = name };
            components.Add(made);
            Player.Added(made);
            return made;
        }

        public void SetActive(bool value)
        {
            if (active == value) return;
            active = value;
            RefreshAll();
        }

        void RefreshAll()
        {
            foreach (Component c in components.ToArray()) Player.Refresh(c);
            for (int i = 0; i < transform.childCount; i++) transform.GetChild(i).gameObject.RefreshAll();
        }

        public T GetComponent<T>() => TryGetComponent(out T found) ? found : default;

        public T GetComponentInChildren<T>()
        {
            T[] all = GetComponentsInChildren<T>(false);
            return all.Length > 0 ? all[0] : default;
        }

        public T[] GetComponentsInChildren<T>(bool includeInactive)
        {
            var found = new List<T>();
            if (includeInactive || activeInHierarchy)
                foreach (Component c in components) if (c is T t) found.Add(t);
            for (int i = 0; i < transform.childCount; i++)
                found.AddRange(transform.GetChild(i).gameObject.GetComponentsInChildren<T>(includeInactive));
            return found.ToArray();
        }

        public bool TryGetComponent<T>(out T component)
        {
            for (int i = 0; i < components.Count; i++)
                if (components[i] is T found && !components[i].destroyed)
                {
                    component = found;
                    return true;
                }
            component = default;
            return false;
        }

        public T GetComponentInParent<T>()
        {
            for (Transform t = transform; t != null; t = t.parent)
                if (t.gameObject.TryGetComponent(out T found)) return found;
            return default;
        }
    }

    public class Transform : Component
    {
        readonly List<Transform> children = new List<Transform>();
        Transform up;
        Vector3 localAt, localSize = Vector3.one;
        Quaternion localTurn = Quaternion.identity;
        public bool hasChanged { get; set; } = true;
        public int childCount => children.Count;
        public Transform GetChild(int i) => children[i];
        public Transform parent { get => up; set => SetParent(value, true); }

        public void SetParent(Transform value, bool worldPositionStays)
        {
            Vector3 at = position;
            Quaternion turn = rotation;
            up?.children.Remove(this);
            up = value;
            up?.children.Add(this);
            if (worldPositionStays) SetPositionAndRotation(at, turn);
        }

        public Vector3 localPosition { get => localAt; set { localAt = value; hasChanged = true; } }
        public Quaternion localRotation { get => localTurn; set { localTurn = value.Normalised(); hasChanged = true; } }
        public Vector3 localScale { get => localSize; set { localSize = value; hasChanged = true; } }

        public Vector3 position
        {
            get { Alive(); return up == null ? localAt : up.TransformPoint(localAt); }
            set { Alive(); localPosition = up == null ? value : up.InverseTransformPoint(value); }
        }

        public Quaternion rotation
        {
            get { Alive(); return up == null ? localTurn : up.rotation * localTurn; }
            set { Alive(); localRotation = up == null ? value : Quaternion.Inverse(up.rotation) * value; }
        }

        public Vector3 lossyScale => up == null ? localSize : Vector3.Scale(up.lossyScale, localSize);
        public Matrix4x4 localToWorldMatrix => Matrix4x4.TRS(position, rotation, lossyScale);
        public void SetPositionAndRotation(Vector3 at, Quaternion turn) { position = at; rotation = turn; }
        public Vector3 TransformPoint(Vector3 p) => position + rotation * Vector3.Scale(lossyScale, p);
        public bool IsChildOf(Transform other)
        {
            for (Transform t = this; t != null; t = t.up) if (t == other) return true;
            return false;
        }

        public Vector3 InverseTransformPoint(Vector3 p)
        {
            Vector3 q = Quaternion.Inverse(rotation) * (p - position), s = lossyScale;
            return new Vector3(q.x / s.x, q.y / s.y, q.z / s.z);
        }
    }

    public static class Debug
    {
        public static void Log(object message, Object context = null) => Player.Say("log", message);
        public static void LogWarning(object message, Object context = null) => Player.Say("warning", message);
        public static void LogError(object message, Object context = null) => Player.Say("error", message);
        public static void LogException(Exception e, Object context = null) => Player.Say("error", e);
    }

    public static class Time
    {
        public static float fixedDeltaTime { get; set; } = 0.02f;
        public static float deltaTime { get; internal set; } = 0.02f;
        public static float timeScale { get; set; } = 1;
        public static int frameCount { get; internal set; }
        public static bool inFixedTimeStep { get; internal set; }
    }

    public static class Application
    {
        public static event Action quitting;
        public static bool isPlaying { get; internal set; } = true;
        internal static void Quitting() => quitting?.Invoke();
        internal static void Forget() => quitting = null;
    }
}

namespace UnityEngine.SceneManagement
{
    public struct Scene : IEquatable<Scene>
    {
        internal int id;
        public bool IsValid() => id >= 0;
        public bool isLoaded => id >= 0;
        public GameObject[] GetRootGameObjects()
        {
            var found = new List<GameObject>();
            foreach (GameObject go in Player.objects) if (go.transform.parent == null && go.scene == this) found.Add(go);
            return found.ToArray();
        }
        public static bool operator ==(Scene a, Scene b) => a.id == b.id;
        public static bool operator !=(Scene a, Scene b) => a.id != b.id;
        public bool Equals(Scene o) => id == o.id;
        public override bool Equals(object o) => o is Scene s && Equals(s);
        public override int GetHashCode() => id;
    }

    public static class SceneManager
    {
        internal static Scene active = new Scene { id = 0 };
        public static Scene GetActiveScene() => active;
        public static int sceneCount => 1;
        public static Scene GetSceneAt(int index) => active;
        public static void MoveGameObjectToScene(GameObject go, Scene scene)
        {
            if (go.transform.parent != null) throw new ArgumentException("Gameobject is not a root in a scene");
            go.scene = scene;
        }
    }
}
