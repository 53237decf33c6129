// Domain reloads: the assemblies are loaded, play, and are unloaded, while the library stays loaded. .NET 8 has
// unloadable contexts for that, Mono has domains, as the engine's editor.

using System;
using System.IO;
using System.Reflection;
using System.Runtime.CompilerServices;
using Pliant;
using Pliant.Unity;
using UnityDouble;
using UnityEngine;

static class ReloadTests
{
    internal static void Register()
    {
        Run.Add("domain reloads with the log's callback set", Many);
    }

    static void Many()
    {
        int reloads = Run.Long ? 100 : 10;
        ulong after = 0;
        for (int i = 0; i < reloads; i++)
        {
            Once();
            ulong count = LifeTests.Resources();
            if (i == 1) after = count;
            if (i == 0 || i == 1 || i == reloads - 1) Console.WriteLine("  GPU objects after reload " + (i + 1) + ": " + count);
            if (i > 1 && count != after) throw new Failure("reload " + (i + 1) + " left " + count + " GPU objects, expected " + after);
        }
        // A message now would go to code that is gone, if anybody had left its callback.
        Say();
        Check.Near("messages that reached this side", Player.Said.Count, 0, 0);
    }

    // A skin of another size is bound with a warning.
    internal static void Say()
    {
        float[] points = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1 }, far = { 0, 0, 0, 900, 0, 0, 0, 900, 0, 0, 0, 900 };
        uint[] indices = { 0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3 };
        using (Asset asset = Asset.Create(points, new uint[] { 0, 1, 2, 3 }))
        using (SkinAsset skin = SkinAsset.Create(asset, far, indices)) { }
    }

#if NET
    sealed class Domain : System.Runtime.Loader.AssemblyLoadContext
    {
        internal Domain() : base("play", true) { }

        protected override Assembly Load(AssemblyName name)
        {
            string file = Path.Combine(AppContext.BaseDirectory, name.Name + ".dll");
            return name.Name == "Pliant" || name.Name == "UnityEngine" || name.Name == "Pliant.Unity" || name.Name == "unity_tests"
                ? LoadFromAssemblyPath(file) : null;
        }
    }

    static void Once()
    {
        WeakReference alive = Play();
        for (int i = 0; alive.IsAlive && i < 20; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        if (alive.IsAlive) throw new Failure("the assemblies cannot be unloaded: something still refers to them");
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static WeakReference Play()
    {
        var domain = new Domain();
        Type there = domain.LoadFromAssemblyName(new AssemblyName("unity_tests")).GetType("OneReload");
        if (there == typeof(OneReload)) throw new Failure("the assembly was not loaded anew");
        object trouble = there.GetMethod("Play").Invoke(null, null);
        domain.Unload();
        if (trouble != null) throw new Failure((string)trouble);
        return new WeakReference(domain, true);
    }
#else
    static void Once()
    {
        AppDomain domain = AppDomain.CreateDomain("play", null, new AppDomainSetup { ApplicationBase = AppDomain.CurrentDomain.BaseDirectory });
        var there = (OneReload)domain.CreateInstanceAndUnwrap(typeof(OneReload).Assembly.FullName, "OneReload");
        string trouble = there.PlayHere();
        AppDomain.Unload(domain);
        if (trouble != null) throw new Failure(trouble);
    }
#endif
}

/// <summary>A short play, up to the moment before the reload. It runs in a domain of its own.</summary>
public sealed class OneReload : MarshalByRefObject
{
    public string PlayHere() => Play();

    public static string Play()
    {
        try
        {
            Player.Play(typeof(SoftWorld).Assembly);
            Scenes.QuickWorld();
            Scenes.Floor();
            SoftBody body = Scenes.SoftBox(new Vector3(0, 0.5f, 0));
            ReloadTests.Say();
            if (Player.Said.Count != 1) return "the log's callback is not set: " + Player.Said.Count + " messages";
            Scenes.Frames(2);
            if (!body.IsSimulated) return "the body is not simulated";
            // The order of the engine's editor: our hook first, then everything is disabled.
            Lifecycle.BeforeReload();
            Player.Stop();
            ReloadTests.Say();
            if (Player.Said.Count != 1) return "a message came after the hook: " + Player.Said[Player.Said.Count - 1];
            Player.UnloadAssets();
            return null;
        }
        catch (Exception error)
        {
            return error.ToString();
        }
    }
}
