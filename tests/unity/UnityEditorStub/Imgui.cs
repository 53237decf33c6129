// Signatures of UnityEngine that only the editor part uses, without behaviour.

namespace UnityEngine
{
    public struct Rect
    {
        public Rect(float x, float y, float width, float height) { throw null; }
        public float x { get { throw null; } set { throw null; } }
        public float y { get { throw null; } set { throw null; } }
        public float width { get { throw null; } set { throw null; } }
        public float height { get { throw null; } set { throw null; } }
    }

    public class GUIContent { }

    public sealed class GUILayoutOption { }

    public static class GUI
    {
        public static float HorizontalSlider(Rect position, float value, float leftValue, float rightValue) { throw null; }
    }

    public static class GUILayout
    {
        public static bool Button(string text, params GUILayoutOption[] options) { throw null; }
    }

    public static class Gizmos
    {
        public static Color color { get { throw null; } set { throw null; } }
        public static void DrawLine(Vector3 from, Vector3 to) { throw null; }
        public static void DrawSphere(Vector3 center, float radius) { throw null; }
        public static void DrawWireCube(Vector3 center, Vector3 size) { throw null; }
    }
}
