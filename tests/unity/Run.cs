// Runs the package on the double of the engine with the real library, and prints what it measured.

using System;
using System.Collections.Generic;
using System.Diagnostics;
using Pliant.Unity;
using UnityDouble;
using UnityEngine;

static class Run
{
    static readonly List<(string name, Action test)> tests = new List<(string, Action)>();

    /// <summary>Whether the long sweeps are asked for.</summary>
    internal static bool Long => Environment.GetEnvironmentVariable("PLIANT_TEST_LONG") == "1";

    internal static void Add(string name, Action test) => tests.Add((name, test));

    static int Main(string[] arguments)
    {
        MemberTests.Register();
        BodyTests.Register();
        BalloonTests.Register();
        ColliderTests.Register();
        LifeTests.Register();
        ReloadTests.Register();
        GarbageTests.Register();
        string only = arguments.Length > 0 ? arguments[0] : "";
        int failed = 0, ran = 0;
        foreach ((string name, Action test) in tests)
        {
            if (!name.Contains(only)) continue;
            ran++;
            Console.WriteLine(name);
            var watch = Stopwatch.StartNew();
            string trouble = One(test);
            if (trouble != null) failed++;
            Console.WriteLine((trouble == null ? "  ok" : "  FAILED: " + trouble) + ", " + watch.ElapsedMilliseconds + " ms");
        }
        Console.WriteLine(ran - failed + " of " + ran + " tests passed");
        return failed == 0 && ran > 0 ? 0 : 1;
    }

    // Each test is a play of its own, and everything that it left is taken away.
    static string One(Action test)
    {
        Player.ForgetLog();
        Player.Play(typeof(SoftWorld).Assembly);
        Time.fixedDeltaTime = 1f / 60;
        string trouble = null;
        try
        {
            test();
        }
        catch (Exception error)
        {
            trouble = error is Failure ? error.Message : error.ToString();
        }
        Player.Stop();
        Player.UnloadAssets();
        Lifecycle.BeforeReload();
        return trouble;
    }
}

sealed class Failure : Exception { public Failure(string message) : base(message) { } }

static class Check
{
    internal static void Near(string what, double got, double wanted, double slack)
    {
        Say(what, got, "expected " + wanted.ToString("g6") + " ± " + slack.ToString("g3"));
        if (!(Math.Abs(got - wanted) <= slack)) throw new Failure(what + " is " + got.ToString("g6") + ", expected " + wanted.ToString("g6") + " ± " + slack.ToString("g3"));
    }

    internal static void Within(string what, double got, double least, double most)
    {
        Say(what, got, "expected " + least.ToString("g6") + " to " + most.ToString("g6"));
        if (!(got >= least && got <= most)) throw new Failure(what + " is " + got.ToString("g6") + ", expected " + least.ToString("g6") + " to " + most.ToString("g6"));
    }

    internal static void True(string what, bool holds)
    {
        Console.WriteLine("  " + what + ": " + (holds ? "yes" : "NO"));
        if (!holds) throw new Failure("not so: " + what);
    }

    internal static T Throws<T>(string what, Action action) where T : Exception
    {
        try
        {
            action();
        }
        catch (T error)
        {
            Console.WriteLine("  " + what + ": " + typeof(T).Name + " as expected");
            return error;
        }
        throw new Failure(what + " did not throw " + typeof(T).Name);
    }

    internal static void NothingLogged(string except = "\0")
    {
        foreach (string line in Player.Said)
            if (!line.Contains(except)) throw new Failure("the console says: " + line);
    }

    static void Say(string what, double got, string expected) => Console.WriteLine("  " + what + ": " + got.ToString("g6") + " (" + expected + ")");
}
