using UnityEditor;
using UnityEngine;

namespace Pliant.Unity.Editor
{
    /// <summary>Inspector of soft bodies and cloths: their fields, what was cooked, and a button that cooks again.</summary>
    [CustomEditor(typeof(SoftObject), true), CanEditMultipleObjects]
    public sealed class SoftObjectEditor : UnityEditor.Editor
    {
        bool stale, known;

        /// <summary>Draws it.</summary>
        public override void OnInspectorGUI()
        {
            DrawDefaultInspector();
            if (targets.Length > 1) return;
            SoftObject soft = (SoftObject)target;
            if (soft.asset == null)
                EditorGUILayout.HelpBox("It is cooked when play begins, which delays it. Cook it now to have it ready.", MessageType.Info);
            else
                Describe(soft);
            if (GUILayout.Button(soft.asset == null ? "Cook" : "Cook again")) Cook(soft);
        }

        void Describe(SoftObject soft)
        {
            SoftAsset asset = soft.asset;
            string made = asset.cloth ? asset.vertexCount + " vertices" : asset.tetCount + " tets, " + asset.vertexCount + " vertices";
            string gap = asset.gap > 0 ? ". It collides up to " + asset.gap.ToString("0.###") + " m off what is drawn: ask for more tets to lessen that" : "";
            EditorGUILayout.HelpBox(made + gap + ".", MessageType.None);
            if (asset.cloth != soft is SoftCloth)
                EditorGUILayout.HelpBox(asset.cloth ? "The asset is a sheet: use a Soft Cloth." : "The asset is a solid: use a Soft Body.", MessageType.Error);
            if (!known) stale = IsStale(soft);
            known = true;
            if (stale) EditorGUILayout.HelpBox("The mesh, the scale or the options have changed since it was cooked.", MessageType.Warning);
        }

        static bool IsStale(SoftObject soft)
        {
            Mesh mesh = MeshOf(soft);
            if (mesh == null || !mesh.isReadable || string.IsNullOrEmpty(soft.asset.sourceHash)) return false;
            return SoftCookInput.Read(mesh, Options(soft)).Hash() != soft.asset.sourceHash;
        }

        void Cook(SoftObject soft)
        {
            Mesh mesh = MeshOf(soft);
            known = false;
            if (soft.asset != null && !EditorUtility.IsPersistent(soft.asset)) return;
            if (soft.asset == null) MakeSoft.Make(soft.gameObject, soft is SoftCloth);
            else Cooking.Again(soft.asset, mesh, Options(soft));
        }

        static Mesh MeshOf(SoftObject soft)
        {
            if (soft.mesh != null) return soft.mesh;
            MeshFilter filter = soft.GetComponent<MeshFilter>();
            return filter != null ? filter.sharedMesh : null;
        }

        static SoftCookOptions Options(SoftObject soft)
        {
            SoftBody body = soft as SoftBody;
            return new SoftCookOptions
            {
                cloth = body == null, scale = soft.transform.lossyScale,
                elementCount = body == null ? 0 : body.elementCount, conforming = body != null && body.conforming,
            };
        }
    }
}
