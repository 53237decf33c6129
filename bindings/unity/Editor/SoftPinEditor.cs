using UnityEditor;
using UnityEngine;

namespace Pliant.Unity.Editor
{
    /// <summary>Pins in the scene view: a handle for each point, and lines to what carries them.</summary>
    [CustomEditor(typeof(SoftPin))]
    public sealed class SoftPinEditor : UnityEditor.Editor
    {
        /// <summary>Draws the inspector.</summary>
        public override void OnInspectorGUI()
        {
            DrawDefaultInspector();
            SoftPin pin = (SoftPin)target;
            SoftObject body = BodyOf(pin);
            if (body == null)
            {
                EditorGUILayout.HelpBox("It has nothing to hold: set its body, or put it below one.", MessageType.Error);
                return;
            }
            if (!GUILayout.Button("Add a point here")) return;
            Undo.RecordObject(pin, "Add a point");
            System.Array.Resize(ref pin.points, pin.points.Length + 1);
            pin.points[pin.points.Length - 1] = body.transform.InverseTransformPoint(pin.transform.position);
            EditorUtility.SetDirty(pin);
        }

        void OnSceneGUI()
        {
            SoftPin pin = (SoftPin)target;
            SoftObject body = BodyOf(pin);
            if (body == null || EditorApplication.isPlaying) return;
            for (int i = 0; i < pin.points.Length; i++)
            {
                Vector3 place = body.transform.TransformPoint(pin.points[i]);
                Handles.Label(place, "pin " + i);
                EditorGUI.BeginChangeCheck();
                Vector3 moved = Handles.PositionHandle(place, Quaternion.identity);
                if (!EditorGUI.EndChangeCheck()) continue;
                Undo.RecordObject(pin, "Move a point");
                pin.points[i] = body.transform.InverseTransformPoint(moved);
                EditorUtility.SetDirty(pin);
            }
        }

        /// <summary>Draws every pin, also those that are not selected.</summary>
        [DrawGizmo(GizmoType.Selected | GizmoType.NonSelected | GizmoType.Pickable)]
        static void Draw(SoftPin pin, GizmoType type)
        {
            SoftObject body = BodyOf(pin);
            if (body == null) return;
            Transform carrier = pin.frame != null ? pin.frame : pin.transform;
            Gizmos.color = pin.stiffness > 0 ? new Color(1, 0.8f, 0.2f, 1) : new Color(1, 0.3f, 0.2f, 1);
            Vector3 from = carrier.position;
            if (pin.points.Length == 0) Gizmos.DrawSphere(from, Size(body));
            foreach (Vector3 point in pin.points)
            {
                Vector3 place = body.transform.TransformPoint(point);
                Gizmos.DrawSphere(place, Size(body));
                Gizmos.DrawLine(from, place);
            }
        }

        static float Size(SoftObject body)
        {
            return body.asset == null ? 0.02f : 0.02f * body.asset.bounds.size.magnitude;
        }

        static SoftObject BodyOf(SoftPin pin)
        {
            return pin.body != null ? pin.body : pin.GetComponentInParent<SoftObject>();
        }
    }

    /// <summary>The box that a soft body or cloth fills, in the scene view while it is selected.</summary>
    static class SoftObjectGizmo
    {
        [DrawGizmo(GizmoType.Selected)]
        static void Draw(SoftObject soft, GizmoType type)
        {
            if (!soft.IsSimulated) return;
            Gizmos.color = new Color(0.3f, 1, 0.6f, 1);
            Bounds bounds = soft.WorldBounds;
            Gizmos.DrawWireCube(bounds.center, bounds.size);
        }
    }
}
