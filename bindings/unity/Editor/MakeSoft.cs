using System.IO;
using UnityEditor;
using UnityEngine;

namespace Pliant.Unity.Editor
{
    /// <summary>"GameObject/Soft Body/Make Soft": cooks the mesh of what is selected, keeps the result beside it, and adds
    /// the component. One undo takes it back.</summary>
    public static class MakeSoft
    {
        const string Body = "GameObject/Soft Body/Make Soft", Cloth = "GameObject/Soft Body/Make Cloth";

        [MenuItem(Body, false, 10)]
        static void MakeBody()
        {
            Make(false);
        }

        [MenuItem(Cloth, false, 11)]
        static void MakeCloth()
        {
            Make(true);
        }

        [MenuItem(Body, true)]
        [MenuItem(Cloth, true)]
        static bool CanMake()
        {
            return Selection.activeGameObject != null;
        }

        static void Make(bool cloth)
        {
            Undo.SetCurrentGroupName(cloth ? "Make Cloth" : "Make Soft");
            int group = Undo.GetCurrentGroup();
            foreach (GameObject chosen in Selection.gameObjects)
                if (!Make(chosen, cloth)) break;
            Undo.CollapseUndoOperations(group);
        }

        /// <summary>Makes one object soft. False if it was cancelled; a mesh that cannot be made soft is reported, with a
        /// cure.</summary>
        public static bool Make(GameObject chosen, bool cloth)
        {
            Mesh mesh = MeshOf(chosen);
            if (mesh == null)
            {
                EditorUtility.DisplayDialog("Make Soft", Lack(chosen), "OK");
                return true;
            }
            SoftCookOptions options = new SoftCookOptions { cloth = cloth, scale = chosen.transform.lossyScale };
            SoftAsset made = Cooking.Run(mesh, options, chosen);
            if (made == null) return !Cooking.WasCancelled;
            AssetDatabase.CreateAsset(made, PathFor(mesh, chosen.name));
            AssetDatabase.SaveAssets();
            SoftObject soft = cloth ? (SoftObject)Component<SoftCloth>(chosen) : Component<SoftBody>(chosen);
            Undo.RecordObject(soft, "Make Soft");
            soft.asset = made;
            EditorUtility.SetDirty(soft);
            Debug.Log("'" + chosen.name + "' is soft. " + made.report, made);
            return true;
        }

        static T Component<T>(GameObject chosen) where T : SoftObject
        {
            T there = chosen.GetComponent<T>();
            return there != null ? there : Undo.AddComponent<T>(chosen);
        }

        static Mesh MeshOf(GameObject chosen)
        {
            MeshFilter filter = chosen.GetComponent<MeshFilter>();
            return filter != null ? filter.sharedMesh : null;
        }

        static string Lack(GameObject chosen)
        {
            if (chosen.GetComponentInChildren<MeshFilter>() != null)
                return "'" + chosen.name + "' has no mesh itself. Select the child that has the MeshFilter.";
            return "'" + chosen.name + "' has no MeshFilter with a mesh. Skinned meshes do not become soft: use a MeshFilter and a MeshRenderer.";
        }

        /// <summary>Beside the mesh, where that is a file of the project, or else in Assets/Soft Bodies.</summary>
        static string PathFor(Mesh mesh, string name)
        {
            string source = AssetDatabase.GetAssetPath(mesh);
            string folder = source.StartsWith("Assets/") ? Path.GetDirectoryName(source).Replace('\\', '/') : "Assets/Soft Bodies";
            if (!AssetDatabase.IsValidFolder(folder)) AssetDatabase.CreateFolder("Assets", "Soft Bodies");
            foreach (char bad in Path.GetInvalidFileNameChars()) name = name.Replace(bad, '_');
            return AssetDatabase.GenerateUniqueAssetPath(folder + "/" + name + " Soft.asset");
        }
    }
}
