using System;
using System.Threading;
using System.Threading.Tasks;
using UnityEditor;
using UnityEngine;

namespace Pliant.Unity.Editor
{
    /// <summary>Cooks on another thread while the editor shows a bar with a button that cancels.</summary>
    public static class Cooking
    {
        /// <summary>Whether the last cook was cancelled.</summary>
        public static bool WasCancelled { get; private set; }

        /// <summary>Cooks a mesh. Null if it was cancelled, or failed, which is logged with a cure.</summary>
        public static SoftAsset Run(Mesh mesh, SoftCookOptions options, UnityEngine.Object about)
        {
            SoftCookResult result = Result(mesh, options, about);
            return result == null ? null : SoftAsset.Make(result);
        }

        /// <summary>Cooks a mesh into an asset that is there. False as Run's null.</summary>
        public static bool Again(SoftAsset asset, Mesh mesh, SoftCookOptions options)
        {
            SoftCookResult result = Result(mesh, options, asset);
            if (result == null) return false;
            Undo.RecordObject(asset, "Cook");
            asset.Fill(result);
            EditorUtility.SetDirty(asset);
            AssetDatabase.SaveAssets();
            return true;
        }

        static SoftCookResult Result(Mesh mesh, SoftCookOptions options, UnityEngine.Object about)
        {
            WasCancelled = false;
            try
            {
                SoftCookInput input = SoftCookInput.Read(mesh, options);
                return Wait(input);
            }
            catch (PliantException error) when (error.Status == NativeMethods.PLIANT_ERROR_CANCELLED)
            {
                WasCancelled = true;
            }
            catch (Exception error) when (error is PliantException || error is InvalidOperationException || error is DllNotFoundException)
            {
                Debug.LogError("'" + mesh.name + "' was not cooked. " + error.Message, about);
                EditorUtility.DisplayDialog("Make Soft", error.Message, "OK");
            }
            finally
            {
                EditorUtility.ClearProgressBar();
            }
            return null;
        }

        // The cook runs elsewhere, so that the bar answers also while one piece of work takes long.
        static SoftCookResult Wait(SoftCookInput input)
        {
            float share = 0;
            bool stop = false;
            Task<SoftCookResult> cook = Task.Run(() => input.Cook(done =>
            {
                Volatile.Write(ref share, done);
                return Volatile.Read(ref stop);
            }));
            while (!cook.Wait(50))
            {
                float done = Volatile.Read(ref share);
                string text = "Filling '" + input.name + "' with tets: " + (int)(100 * done) + " %";
                if (EditorUtility.DisplayCancelableProgressBar("Make Soft", text, done)) Volatile.Write(ref stop, true);
            }
            return cook.GetAwaiter().GetResult();
        }
    }
}
