using System;
using UnityEditor;
using UnityEngine;

namespace Pliant.Unity.Editor
{
    /// <summary>Inspector of soft materials. A preset sets the numbers; a changed number makes the preset Custom.</summary>
    [CustomEditor(typeof(SoftMaterial))]
    public sealed class SoftMaterialEditor : UnityEditor.Editor
    {
        /// <summary>Draws it.</summary>
        public override void OnInspectorGUI()
        {
            SoftMaterial material = (SoftMaterial)target;
            SoftPreset chosen = (SoftPreset)EditorGUILayout.EnumPopup("Preset", material.preset);
            if (chosen != material.preset)
            {
                Undo.RecordObject(material, "Preset");
                material.Apply(chosen);
                EditorUtility.SetDirty(material);
            }
            serializedObject.Update();
            EditorGUI.BeginChangeCheck();
            DrawPropertiesExcluding(serializedObject, Unused(material.model));
            if (EditorGUI.EndChangeCheck()) serializedObject.FindProperty("preset").enumValueIndex = (int)SoftPreset.Custom;
            if (serializedObject.ApplyModifiedProperties()) material.Changed();
        }

        static string[] Unused(SoftModel model)
        {
            // Up to the brace written by `cargo xtask bindings`.
            if (model == SoftModel.MassSpring) return new[] { "m_Script", "preset", "poissonRatio", "shapeStiffness", "shapeSoftness" };
            if (model == SoftModel.ShapeMatching) return new[] { "m_Script", "preset", "youngModulus", "poissonRatio" };
            if (model == SoftModel.Rigid) return new[] { "m_Script", "preset", "youngModulus", "poissonRatio", "damping", "shapeStiffness", "shapeSoftness" };
            return new[] { "m_Script", "preset", "shapeStiffness", "shapeSoftness" };
        }
    }

    /// <summary>Inspector of cloth materials.</summary>
    [CustomEditor(typeof(ClothMaterial))]
    public sealed class ClothMaterialEditor : UnityEditor.Editor
    {
        /// <summary>Draws it.</summary>
        public override void OnInspectorGUI()
        {
            ClothMaterial material = (ClothMaterial)target;
            ClothPreset chosen = (ClothPreset)EditorGUILayout.EnumPopup("Preset", material.preset);
            if (chosen != material.preset)
            {
                Undo.RecordObject(material, "Preset");
                material.Apply(chosen);
                EditorUtility.SetDirty(material);
            }
            serializedObject.Update();
            EditorGUI.BeginChangeCheck();
            DrawPropertiesExcluding(serializedObject, "m_Script", "preset");
            if (EditorGUI.EndChangeCheck()) serializedObject.FindProperty("preset").enumValueIndex = (int)ClothPreset.Custom;
            if (serializedObject.ApplyModifiedProperties()) material.Changed();
        }
    }

    /// <summary>A number with its unit and a slider, which goes by powers of ten where the range spans several.</summary>
    [CustomPropertyDrawer(typeof(UnitAttribute))]
    public sealed class UnitDrawer : PropertyDrawer
    {
        const float Unit = 48, Number = 72, Gap = 4;

        /// <summary>Draws it.</summary>
        public override void OnGUI(Rect position, SerializedProperty property, GUIContent label)
        {
            UnitAttribute unit = (UnitAttribute)attribute;
            label = EditorGUI.BeginProperty(position, label, property);
            Rect rest = EditorGUI.PrefixLabel(position, label);
            float width = Mathf.Max(0, rest.width - Number - Unit - 2 * Gap);
            Rect slider = new Rect(rest.x, rest.y, width, rest.height);
            Rect number = new Rect(rest.x + width + Gap, rest.y, Number, rest.height);
            Rect text = new Rect(number.x + Number + Gap, rest.y, Unit, rest.height);
            float old = property.floatValue, value = Slide(slider, old, unit);
            // Numbers beyond the slider's ends may be typed.
            value = EditorGUI.FloatField(number, value);
            if (value != old) property.floatValue = value;
            EditorGUI.LabelField(text, unit.unit == "1" ? "" : unit.unit);
            EditorGUI.EndProperty();
        }

        static float Slide(Rect place, float value, UnitAttribute unit)
        {
            float low = Scaled(unit.min, unit), high = Scaled(unit.max, unit);
            float old = Math.Min(Math.Max(Scaled(Math.Max(value, unit.min), unit), low), high);
            float now = GUI.HorizontalSlider(place, old, low, high);
            // A slider that was not moved must not round or clamp a number that was typed.
            if (Math.Abs(now - old) <= 1e-5f * (high - low)) return value;
            return unit.logarithmic ? (float)Math.Pow(10, now) : now;
        }

        static float Scaled(float value, UnitAttribute unit)
        {
            return unit.logarithmic ? (float)Math.Log10(value) : value;
        }
    }
}
