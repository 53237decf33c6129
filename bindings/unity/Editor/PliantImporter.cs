using System.IO;
using UnityEditor.AssetImporters;
using UnityEngine;

namespace Pliant.Unity.Editor
{
    /// <summary>Makes a SoftAsset of a .pliant file, as the tool `pliant cook` writes it.</summary>
    [ScriptedImporter(1, "pliant")]
    public sealed class PliantImporter : ScriptedImporter
    {
        /// <summary>Reads the file. What is wrong with it becomes an error of the import.</summary>
        public override void OnImportAsset(AssetImportContext context)
        {
            SoftAsset asset = ScriptableObject.CreateInstance<SoftAsset>();
            asset.name = Path.GetFileNameWithoutExtension(context.assetPath);
            try
            {
                asset.Fill(File.ReadAllBytes(context.assetPath));
            }
            catch (PliantException error)
            {
                context.LogImportError("'" + context.assetPath + "' is not imported. " + error.Message);
            }
            catch (System.DllNotFoundException error)
            {
                context.LogImportError("'" + context.assetPath + "' is not imported. " + error.Message);
            }
            context.AddObjectToAsset("body", asset);
            context.SetMainObject(asset);
        }
    }
}
