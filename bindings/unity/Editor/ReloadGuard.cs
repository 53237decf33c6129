using UnityEditor;

namespace Pliant.Unity.Editor
{
    /// <summary>The editor keeps the native library loaded when it reloads scripts. Before that, worlds end and callbacks
    /// are taken back.</summary>
    [InitializeOnLoad]
    static class ReloadGuard
    {
        static ReloadGuard()
        {
            AssemblyReloadEvents.beforeAssemblyReload += Lifecycle.BeforeReload;
            EditorApplication.playModeStateChanged += Changed;
        }

        static void Changed(PlayModeStateChange change)
        {
            // Objects of the scene are gone by then. Without a domain reload their worlds would stay.
            if (change == PlayModeStateChange.EnteredEditMode) Lifecycle.BeforeReload();
        }
    }
}
