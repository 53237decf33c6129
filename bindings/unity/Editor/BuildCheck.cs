using System.IO;
using UnityEditor;
using UnityEditor.Build;
using UnityEditor.Build.Reporting;

namespace Pliant.Unity.Editor
{
    /// <summary>Stops a build for a platform without the native library, and says what is missing.</summary>
    public sealed class BuildCheck : IPreprocessBuildWithReport
    {
        const string Plugins = "Packages/dev.pliant.softbody/Runtime/Plugins/";

        /// <summary>It comes first.</summary>
        public int callbackOrder
        {
            get { return 0; }
        }

        /// <summary>Throws BuildFailedException if the player would not run.</summary>
        public void OnPreprocessBuild(BuildReport report)
        {
            string fault = Fault(report.summary.platform);
            if (fault != null) throw new BuildFailedException(fault);
        }

        /// <summary>Why a platform cannot be built for, or null.</summary>
        public static string Fault(BuildTarget target)
        {
            string library = LibraryOf(target);
            if (library == null)
                return "Pliant has no library for " + target + ": remove the package dev.pliant.softbody from this build, or build for Windows, Linux, macOS, Android or iOS.";
            if (File.Exists(Path.GetFullPath(Plugins + library))) return null;
            return "Pliant's library for " + target + " is missing, " + Plugins + library + ": install a package that carries it.";
        }

        static string LibraryOf(BuildTarget target)
        {
            switch (target)
            {
                case BuildTarget.StandaloneLinux64: return "Linux/x86_64/libpliant.so";
                case BuildTarget.StandaloneWindows64: return "Windows/x86_64/pliant.dll";
                case BuildTarget.StandaloneOSX: return "macOS/libpliant.dylib";
                case BuildTarget.Android: return "Android/arm64-v8a/libpliant.so";
                case BuildTarget.iOS: return "iOS/libpliant.a";
                default: return null;
            }
        }
    }
}
