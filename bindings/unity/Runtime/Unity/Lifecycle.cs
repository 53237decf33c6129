using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using UnityEngine;

[assembly: InternalsVisibleTo("unity_tests")]

namespace Pliant.Unity
{
    using Collider = UnityEngine.Collider;
    using Object = UnityEngine.Object;

    /// <summary>Holds every static field of this assembly, so that play can begin anew without a domain
    /// reload.</summary>
    public static class Lifecycle
    {
        internal static readonly List<SoftWorld> Worlds = new List<SoftWorld>();
        internal static readonly List<SoftAsset> Loaded = new List<SoftAsset>();
        internal static Collider[] Found = new Collider[256];
        static readonly HashSet<string> reported = new HashSet<string>();
        static Log.Sink sink;

        // Called before the first scene of each play, with domain reload and without.
        [RuntimeInitializeOnLoadMethod(RuntimeInitializeLoadType.SubsystemRegistration)]
        static void Reset()
        {
            Release();
            Application.quitting -= Release;
            Application.quitting += Release;
        }

        /// <summary>Call it before scripts are reloaded and when play ends: it ends all worlds, lets go of all native
        /// objects, and takes the log's callback away.</summary>
        public static void BeforeReload()
        {
            Release();
            Application.quitting -= Release;
        }

        static void Release()
        {
            for (int i = Worlds.Count - 1; i >= 0; i--) Worlds[i].End();
            Worlds.Clear();
            for (int i = Loaded.Count - 1; i >= 0; i--) Loaded[i].Unload();
            Loaded.Clear();
            reported.Clear();
            Array.Clear(Found, 0, Found.Length);
            if (sink == null) return;
            sink = null;
            Log.Set(null, NativeMethods.PLIANT_LOG_OFF);
        }

        /// <summary>From the first world on, the library's messages go to the console.</summary>
        internal static void ListenToLog()
        {
            if (sink != null) return;
            sink = OnLog;
            Log.Set(sink, NativeMethods.PLIANT_LOG_WARN);
        }

        // Comes on any thread.
        static void OnLog(uint level, ulong of, string text)
        {
            if (level <= NativeMethods.PLIANT_LOG_ERROR) Debug.LogError("Pliant: " + text);
            else Debug.LogWarning("Pliant: " + text);
        }

        /// <summary>Says each sentence once in a play.</summary>
        internal static void Report(string sentence, Object about)
        {
            if (reported.Add(sentence)) Debug.LogError("Pliant: " + sentence, about);
        }

        internal static void Warn(string sentence, Object about)
        {
            if (reported.Add(sentence)) Debug.LogWarning("Pliant: " + sentence, about);
        }
    }
}
