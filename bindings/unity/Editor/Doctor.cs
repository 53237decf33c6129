using System;
using System.Collections.Generic;
using UnityEditor;
using UnityEngine;
using UnityEngine.SceneManagement;

namespace Pliant.Unity.Editor
{
    /// <summary>"Window/Pliant/Doctor": what is wrong, and what to do about it.</summary>
    public sealed class Doctor : EditorWindow
    {
        readonly List<string> lines = new List<string>();
        Vector2 scroll;

        [MenuItem("Window/Pliant/Doctor")]
        static void Open()
        {
            Doctor window = GetWindow<Doctor>("Pliant Doctor");
            window.Look();
        }

        void OnFocus()
        {
            Look();
        }

        void Look()
        {
            lines.Clear();
            Examine(lines);
            Repaint();
        }

        void OnGUI()
        {
            if (GUILayout.Button("Look again")) Look();
            scroll = EditorGUILayout.BeginScrollView(scroll);
            if (lines.Count == 0) EditorGUILayout.HelpBox("Nothing is wrong.", MessageType.Info);
            foreach (string line in lines) EditorGUILayout.HelpBox(line, MessageType.Warning);
            EditorGUILayout.EndScrollView();
        }

        /// <summary>Adds causes and cures, one a line: of the library, the adapter, and the open scenes.</summary>
        public static void Examine(List<string> lines)
        {
            if (!ExamineLibrary(lines)) return;
            for (int i = 0; i < SceneManager.sceneCount; i++)
            {
                Scene scene = SceneManager.GetSceneAt(i);
                if (!scene.isLoaded) continue;
                foreach (GameObject root in scene.GetRootGameObjects()) ExamineObjects(root, lines);
            }
        }

        static bool ExamineLibrary(List<string> lines)
        {
            try
            {
                Library.RequireFit();
                AdapterInfo[] adapters = AdapterInfo.All();
                if (adapters.Length == 0)
                    lines.Add("No GPU is found: install a driver with Vulkan, Direct3D 12 or Metal.");
                else if (adapters[0].Numbers.device_type == 4)
                    lines.Add("Only a software driver is found, " + adapters[0] + ": it is slow. Install the driver of your GPU.");
                return adapters.Length > 0;
            }
            catch (Exception error) when (error is PliantException || error is DllNotFoundException)
            {
                lines.Add(error.Message);
                return false;
            }
        }

        static void ExamineObjects(GameObject root, List<string> lines)
        {
            foreach (SoftWorld world in root.GetComponentsInChildren<SoftWorld>(true)) lines.AddRange(world.Doctor());
            foreach (SoftObject soft in root.GetComponentsInChildren<SoftObject>(true))
            {
                if (!EditorApplication.isPlaying || !soft.IsSimulated) soft.Doctor(lines);
                ExamineSource(soft, lines);
            }
            foreach (SoftPin pin in root.GetComponentsInChildren<SoftPin>(true))
                if (pin.body == null && pin.GetComponentInParent<SoftObject>() == null)
                    lines.Add("The pin '" + pin.name + "' has nothing to hold: set its body, or put it below one.");
        }

        static void ExamineSource(SoftObject soft, List<string> lines)
        {
            MeshFilter filter = soft.GetComponent<MeshFilter>();
            Mesh mesh = soft.mesh != null ? soft.mesh : filter != null ? filter.sharedMesh : null;
            if (mesh == null) lines.Add("'" + soft.name + "' has no mesh: set its mesh, or that of its MeshFilter.");
            else if (soft.asset == null && !mesh.isReadable)
                lines.Add("'" + soft.name + "' cannot be cooked when play begins: switch on Read/Write of '" + mesh.name + "', or use Make Soft.");
            if (soft.GetComponent<Rigidbody>() != null)
                lines.Add("'" + soft.name + "' has a Rigidbody too, and would be pushed by itself: remove it.");
        }
    }
}
