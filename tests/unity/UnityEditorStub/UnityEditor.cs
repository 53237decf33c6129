// Signatures of UnityEditor that the package uses, without behaviour: what compiles against them is type-checked, not
// run. tests/unity/members.md lists them.

using System;
using UnityEngine;
using Object = UnityEngine.Object;

namespace UnityEditor
{
    [AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
    public sealed class MenuItem : Attribute
    {
        public MenuItem(string itemName) { }
        public MenuItem(string itemName, bool isValidateFunction) { }
        public MenuItem(string itemName, bool isValidateFunction, int priority) { }
    }

    public sealed class CustomEditor : Attribute
    {
        public CustomEditor(Type inspectedType) { }
        public CustomEditor(Type inspectedType, bool editorForChildClasses) { }
    }

    public sealed class CanEditMultipleObjects : Attribute { }

    [AttributeUsage(AttributeTargets.Class)]
    public sealed class InitializeOnLoadAttribute : Attribute { }

    public sealed class CustomPropertyDrawer : Attribute
    {
        public CustomPropertyDrawer(Type type) { }
    }

    [Flags]
    public enum GizmoType { Pickable = 1, NotInSelectionHierarchy = 2, Selected = 4, Active = 8, InSelectionHierarchy = 16, NonSelected = 32 }

    [AttributeUsage(AttributeTargets.Method)]
    public sealed class DrawGizmo : Attribute
    {
        public DrawGizmo(GizmoType gizmo) { }
    }

    public enum MessageType { None, Info, Warning, Error }

    public class Editor : ScriptableObject
    {
        public Object target { get { throw null; } set { throw null; } }
        public Object[] targets { get { throw null; } }
        public SerializedObject serializedObject { get { throw null; } }
        public virtual void OnInspectorGUI() { throw null; }
        public bool DrawDefaultInspector() { throw null; }
        protected static void DrawPropertiesExcluding(SerializedObject obj, params string[] propertyToExclude) { throw null; }
    }

    public class EditorWindow : ScriptableObject
    {
        public static T GetWindow<T>(string title) where T : EditorWindow { throw null; }
        public void Repaint() { throw null; }
    }

    public class SerializedObject
    {
        public SerializedProperty FindProperty(string propertyPath) { throw null; }
        public void Update() { throw null; }
        public bool ApplyModifiedProperties() { throw null; }
    }

    public class SerializedProperty
    {
        public float floatValue { get { throw null; } set { throw null; } }
        public int enumValueIndex { get { throw null; } set { throw null; } }
    }

    public abstract class PropertyDrawer
    {
        public PropertyAttribute attribute { get { throw null; } }
        public virtual void OnGUI(Rect position, SerializedProperty property, GUIContent label) { throw null; }
    }

    public static class EditorGUI
    {
        public static GUIContent BeginProperty(Rect totalPosition, GUIContent label, SerializedProperty property) { throw null; }
        public static void EndProperty() { throw null; }
        public static Rect PrefixLabel(Rect totalPosition, GUIContent label) { throw null; }
        public static float FloatField(Rect position, float value) { throw null; }
        public static void LabelField(Rect position, string label) { throw null; }
        public static void BeginChangeCheck() { throw null; }
        public static bool EndChangeCheck() { throw null; }
    }

    public static class EditorGUILayout
    {
        public static void HelpBox(string message, MessageType type) { throw null; }
        public static Enum EnumPopup(string label, Enum selected, params GUILayoutOption[] options) { throw null; }
        public static Vector2 BeginScrollView(Vector2 scrollPosition, params GUILayoutOption[] options) { throw null; }
        public static void EndScrollView() { throw null; }
    }

    public static class EditorUtility
    {
        public static bool DisplayDialog(string title, string message, string ok) { throw null; }
        public static bool DisplayCancelableProgressBar(string title, string info, float progress) { throw null; }
        public static void ClearProgressBar() { throw null; }
        public static void SetDirty(Object target) { throw null; }
        public static bool IsPersistent(Object target) { throw null; }
    }

    public static class AssetDatabase
    {
        public static void CreateAsset(Object asset, string path) { throw null; }
        public static void SaveAssets() { throw null; }
        public static string GetAssetPath(Object assetObject) { throw null; }
        public static bool IsValidFolder(string path) { throw null; }
        public static string CreateFolder(string parentFolder, string newFolderName) { throw null; }
        public static string GenerateUniqueAssetPath(string path) { throw null; }
    }

    public static class Undo
    {
        public static void RecordObject(Object objectToUndo, string name) { throw null; }
        public static T AddComponent<T>(GameObject gameObject) where T : Component { throw null; }
        public static int GetCurrentGroup() { throw null; }
        public static void SetCurrentGroupName(string name) { throw null; }
        public static void CollapseUndoOperations(int groupIndex) { throw null; }
    }

    public static class Selection
    {
        public static GameObject activeGameObject { get { throw null; } set { throw null; } }
        public static GameObject[] gameObjects { get { throw null; } }
    }

    public static class Handles
    {
        public static Vector3 PositionHandle(Vector3 position, Quaternion rotation) { throw null; }
        public static void Label(Vector3 position, string text) { throw null; }
    }

    public static class EditorApplication
    {
        public static bool isPlaying { get { throw null; } set { throw null; } }
        public static event Action<PlayModeStateChange> playModeStateChanged { add { throw null; } remove { throw null; } }
    }

    public enum PlayModeStateChange { EnteredEditMode, ExitingEditMode, EnteredPlayMode, ExitingPlayMode }

    public static class AssemblyReloadEvents
    {
        public delegate void AssemblyReloadCallback();
        public static event AssemblyReloadCallback beforeAssemblyReload { add { throw null; } remove { throw null; } }
    }

    public enum BuildTarget { StandaloneOSX = 2, StandaloneWindows = 5, iOS = 9, Android = 13, StandaloneWindows64 = 19, WebGL = 20, StandaloneLinux64 = 24 }
}

namespace UnityEditor.AssetImporters
{
    [AttributeUsage(AttributeTargets.Class)]
    public class ScriptedImporterAttribute : Attribute
    {
        public ScriptedImporterAttribute(int version, string ext) { }
    }

    public abstract class ScriptedImporter : Object
    {
        public abstract void OnImportAsset(AssetImportContext ctx);
    }

    public class AssetImportContext
    {
        public string assetPath { get { throw null; } }
        public void AddObjectToAsset(string identifier, Object obj) { throw null; }
        public void SetMainObject(Object obj) { throw null; }
        public void LogImportError(string msg, Object obj = null) { throw null; }
    }
}

namespace UnityEditor.Build
{
    public interface IOrderedCallback
    {
        int callbackOrder { get; }
    }

    public interface IPreprocessBuildWithReport : IOrderedCallback
    {
        void OnPreprocessBuild(Reporting.BuildReport report);
    }

    public class BuildFailedException : Exception
    {
        public BuildFailedException(string message) { }
    }
}

namespace UnityEditor.Build.Reporting
{
    public sealed class BuildReport : Object
    {
        public BuildSummary summary { get { throw null; } }
    }

    public struct BuildSummary
    {
        public BuildTarget platform { get { throw null; } }
    }
}
