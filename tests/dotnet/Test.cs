// The C# side, headless: layouts against the library, the drop, errors, a callback, use after dispose, finalisers.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;
using Pliant;

public static unsafe partial class Test
{
    static int checks, failures;

    static void Expect(bool condition, string what)
    {
        checks++;
        if (condition) return;
        failures++;
        Console.WriteLine("FAILED: " + what);
    }

    static void Equal<T>(T actual, T expected, string what)
    {
        Expect(EqualityComparer<T>.Default.Equals(actual, expected), what + ": " + actual + ", expected " + expected);
    }

    static PliantException Throws(Action action, int status, string what)
    {
        try
        {
            action();
        }
        catch (PliantException error)
        {
            Equal(error.Status, status, what);
            return error;
        }
        Expect(false, what + " throws nothing");
        return null;
    }

    static IEnumerable<Type> Structs()
    {
        return typeof(NativeMethods).Assembly.GetTypes()
            .Where(t => t.IsValueType && !t.IsNested && t.Name.StartsWith("Pliant"))
            .OrderBy(t => t.Name, StringComparer.Ordinal);
    }

    static IEnumerable<FieldInfo> Fields(Type type)
    {
        return type.GetFields(BindingFlags.Public | BindingFlags.Instance)
            .OrderBy(f => Marshal.OffsetOf(type, f.Name).ToInt64());
    }

    static void SizesAreThoseOfTheLibrary()
    {
        int count = 0;
        foreach (Type type in Structs())
        {
            uint size;
            fixed (byte* name = Encoding.UTF8.GetBytes(type.Name + "\0"))
                Library.Check(NativeMethods.pliant_abi_struct_size(name, &size));
            Equal((uint)Marshal.SizeOf(type), size, "size of " + type.Name);
            count++;
        }
        Expect(count > 20, "all structs are found: " + count);
    }

    static ulong Fnv(ulong hash, byte[] bytes)
    {
        foreach (byte b in bytes) hash = unchecked((hash ^ b) * 0x100000001b3);
        return hash;
    }

    static ulong LayoutHash()
    {
        ulong hash = 0xcbf29ce484222325;
        foreach (Type type in Structs())
        {
            hash = Fnv(hash, Encoding.UTF8.GetBytes(type.Name));
            hash = Fnv(hash, BitConverter.GetBytes((uint)Marshal.SizeOf(type)));
            foreach (FieldInfo field in Fields(type))
            {
                hash = Fnv(hash, Encoding.UTF8.GetBytes(field.Name));
                hash = Fnv(hash, BitConverter.GetBytes((uint)Marshal.OffsetOf(type, field.Name).ToInt64()));
            }
        }
        return hash & 0x7fffffffffffffff;
    }

    static void LayoutsAreThoseOfTheLibrary()
    {
        PliantAbiInfo info = new PliantAbiInfo();
        info.struct_size = (uint)sizeof(PliantAbiInfo);
        Library.Check(NativeMethods.pliant_abi_info(&info));
        Equal(LayoutHash(), info.layout_hash, "layout hash computed from the C# structs");
        Equal(NativeMethods.PLIANT_LAYOUT_HASH, info.layout_hash, "layout hash in the C# sources");
    }

    static Asset Cube()
    {
        float[] positions = new float[24];
        for (int v = 0; v < 8; v++)
            for (int axis = 0; axis < 3; axis++) positions[3 * v + axis] = v >> axis & 1;
        return Asset.Create(positions, new uint[] { 0, 1, 3, 5, 0, 3, 2, 6, 0, 5, 6, 4, 3, 6, 5, 7, 0, 3, 6, 5 });
    }

    static void TheDrop()
    {
        using (World world = new World())
        using (Asset asset = Cube())
        using (SkinAsset skin = SkinAsset.FromSurface(asset))
        {
            world.AddCollider(Defaults.Collider());
            PliantBodyDesc desc = Defaults.Body();
            desc.pose = Defaults.Pose(0, 1, 0);
            PliantNeoHookeanDesc jelly = Defaults.NeoHookean();
            jelly.damping = 5;
            desc.user_data = 42;
            Body body = world.AddBody(asset, desc, jelly);
            Equal(body.Info().model, NativeMethods.PLIANT_MODEL_NEO_HOOKEAN, "model of a body");
            uint index = body.AddSkin(skin);
            PliantColliderDesc far = Defaults.Collider();
            far.pose = Defaults.Pose(0, -9, 0);
            far.user_data = 43;
            Equal(world.AddCollider(far).Info().user_data, 43ul, "user_data of a collider");
            Equal(world.AddFrame(far.pose, 44).Info().user_data, 44ul, "user_data of a frame");
            for (int step = 1; step <= 10; step++) Equal(world.Step(1f / 60), (ulong)step, "number of the step");
            using (MappedVertices mapped = body.MapVertices(index, NativeMethods.PLIANT_MAP_WAIT))
            {
                Equal(mapped.View.frame, 10ul, "frame of the vertices");
                Equal(mapped.View.vertex_count, 8u, "render vertices");
                // Ten steps of 1/60 s: between g t²/2 = 0.136 m, exact, and 0.150 m, one step per frame by implicit
                // Euler.
                PliantVertexView view = mapped.View;
                float fallen = 1 - view.low[1];
                Expect(fallen > 0.135f && fallen < 0.151f, "it falls: " + fallen + " m");
                float* first = (float*)view.data;
                float low = float.MaxValue;
                for (uint v = 0; v < view.vertex_count; v++) low = Math.Min(low, first[v * view.stride / 4 + 1]);
                Equal(low, view.low[1], "bounds are those of the vertices");
            }
            byte[] saved = world.Save();
            for (int step = 0; step < 110; step++) world.Step(1f / 60);
            Expect(world.Wait(60000000000), "the steps finish");
            PliantBodyInfo info = body.Info();
            Equal(info.user_data, 42ul, "user_data");
            Equal(info.touching_vertex_count, 4u, "corners on the floor");
            Expect(Math.Abs(info.low[1]) < 0.02f, "it lies on the floor: " + info.low[1]);
            Expect(Math.Abs(info.mass - 1000) < 0.5f, "mass: " + info.mass);
            world.Restore(saved);
            world.Step(1f / 60);
            using (MappedVertices mapped = body.MapVertices(index, NativeMethods.PLIANT_MAP_WAIT))
            {
                PliantVertexView view = mapped.View;
                Equal(view.frame, 11ul, "frame after the restore");
                Expect(view.low[1] > 0.8f, "restored: " + view.low[1]);
            }
        }
    }

    static void ErrorsAreExceptionsWithTheSentence()
    {
        using (World world = new World())
        using (Asset asset = Cube())
        {
            PliantBodyDesc desc = Defaults.Body();
            PliantNeoHookeanDesc jelly = Defaults.NeoHookean();
            jelly.young_modulus = float.NaN;
            PliantException error = Throws(() => world.AddBody(asset, desc, jelly), NativeMethods.PLIANT_ERROR_INVALID_ARGUMENT, "NaN");
            Expect(error != null && error.Message.Contains("young_modulus is NaN"), "the sentence: " + error);
            Throws(() => world.Step(1), NativeMethods.PLIANT_ERROR_INVALID_ARGUMENT, "a step of a second");
            Body body = world.AddBody(asset, Defaults.Body());
            body.Remove();
            Throws(() => body.Remove(), NativeMethods.PLIANT_ERROR_INVALID_HANDLE, "a removed body");
            Throws(() => Asset.ReadFile("no/such/bädy.msh", false), NativeMethods.PLIANT_ERROR_IO, "a file that is not there");
            world.Dispose();
            world.Dispose();
            try
            {
                world.Step(0.01f);
                Expect(false, "use after Dispose throws nothing");
            }
            catch (ObjectDisposedException)
            {
                checks++;
            }
        }
    }

    static readonly List<string> messages = new List<string>();
    static ulong about;

    static void OnMessage(uint level, ulong obj, string text)
    {
        lock (messages) messages.Add(level + " " + text);
        if (text.Contains("pliant_world_step")) about = obj;
        throw new InvalidOperationException("stays on this side");
    }

    static void TheLogCallsBack()
    {
        Log.Set(OnMessage, NativeMethods.PLIANT_LOG_DEBUG);
        ulong id;
        using (World world = new World())
        {
            id = world.Id.bits;
            Throws(() => world.Step(float.NaN), NativeMethods.PLIANT_ERROR_INVALID_ARGUMENT, "NaN");
            Thread thread = new Thread(() => Throws(() => world.Step(-1), NativeMethods.PLIANT_ERROR_INVALID_ARGUMENT, "a step back"));
            thread.Start();
            thread.Join();
        }
        Log.Set(null, NativeMethods.PLIANT_LOG_OFF);
        Expect(messages.Any(m => m.StartsWith("3 world made on ")), "a world is reported: " + string.Join("; ", messages));
        Equal(messages.Count(m => m.StartsWith("4 pliant_world_step: ")), 2, "failures of both threads are reported");
        Equal(about, id, "the message names its world");
        int count = messages.Count;
        using (World world = new World()) { }
        Equal(messages.Count, count, "messages after the end");
    }

    static void ViewsComeBackWhileAnotherThreadIsInside()
    {
        using (World world = new World())
        using (Asset asset = Cube())
        using (SkinAsset skin = SkinAsset.FromSurface(asset))
        {
            Body body = world.AddBody(asset, Defaults.Body());
            uint index = body.AddSkin(skin);
            MappedVertices[] views = new MappedVertices[4];
            for (int i = 0; i < 4; i++)
            {
                world.Step(0.01f);
                views[i] = body.MapVertices(index, NativeMethods.PLIANT_MAP_WAIT);
            }
            bool stop = false;
            int[] steps = new int[1];
            Thread thread = new Thread(() => { while (!Volatile.Read(ref stop)) { world.Step(0.01f); Interlocked.Increment(ref steps[0]); } });
            thread.Start();
            while (Volatile.Read(ref steps[0]) < 20) { }
            foreach (MappedVertices view in views) view.Dispose();
            Volatile.Write(ref stop, true);
            thread.Join();
            world.Step(0.01f);
            using (MappedVertices view = body.MapVertices(index, NativeMethods.PLIANT_MAP_WAIT)) Expect(view.View.frame > 20, "room again");
            MappedVertices late = body.MapVertices(index, NativeMethods.PLIANT_MAP_WAIT);
            world.Dispose();
            late.Dispose(); // nothing is left to give back
            late.Dispose();
        }
    }

    static readonly float[] box = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1 };
    static readonly uint[] faces = { 0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5 };

    static SurfaceOptions Coarse()
    {
        return new SurfaceOptions { ElementCount = 320 };
    }

    static void SurfacesAreCooked()
    {
        List<float> told = new List<float>();
        // The callback collects garbage while the arrays are in use.
        Progress listens = done => { told.Add(done); GC.Collect(); return false; };
        using (Asset plain = Asset.FromSurface(box, faces, Coarse(), null))
        using (Asset again = Asset.FromSurface(box, faces, Coarse(), listens))
        {
            Equal(again.Info().content_hash, plain.Info().content_hash, "the same bits with somebody who listens");
            Expect(told.Count > 3 && told[told.Count - 1] == 1, "progress: " + told.Count);
            Expect(told.SequenceEqual(told.OrderBy(t => t)), "progress rises");
            Equal(plain.SurfaceReport().tet_count, plain.Info().tet_count, "tets of the report");
            Expect(plain.ReportText().Contains("tets fill 1 body"), "the sentences: " + plain.ReportText());
            using (Asset loaded = Asset.Load(plain.Save()))
            {
                Equal(loaded.Info().content_hash, plain.Info().content_hash, "loaded");
                Equal(loaded.ReportText(), "", "what was loaded says nothing");
                Throws(() => loaded.SurfaceReport(), NativeMethods.PLIANT_ERROR_INVALID_STATE, "nor has numbers");
            }
        }
        Asset[] levels = Asset.LevelsFromSurface(box, faces, Coarse(), 2, null);
        Equal(levels.Length, 2, "levels");
        Expect(levels[1].Info().tet_count < levels[0].Info().tet_count, "the second is coarser");
        Equal(levels[1].SurfaceReport().level, 1u, "number of the level");
        foreach (Asset level in levels) level.Dispose();
        using (Asset sheet = Asset.FromSurface(new float[] { 0, 0, 0, 1, 0, 0, 0, 1, 0 }, new uint[] { 0, 1, 2 }, null, null))
        using (World world = new World())
        {
            Equal(sheet.Info().kind, (uint)NativeMethods.PLIANT_ASSET_SHELL, "a triangle is a shell");
            Equal(world.AddBody(sheet, Defaults.Body()).Info().model, (uint)NativeMethods.PLIANT_MODEL_CLOTH, "which moves as cloth");
        }
    }

    static void FactorsAndPinsArrive()
    {
        SurfaceOptions heavy = Coarse();
        heavy.VertexDensity = Enumerable.Repeat(2f, 8).ToArray();
        heavy.Regions = new[] { new Region { Positions = box.Select(x => 4 * x - 2).ToArray(), Indices = faces, Density = 3 } };
        using (World world = new World())
        using (Asset plain = Asset.FromSurface(box, faces, Coarse(), null))
        using (Asset asset = Asset.FromSurface(box, faces, heavy, null))
        using (SkinAsset skin = SkinAsset.Create(asset, box, faces))
        {
            PliantBodyDesc apart = Defaults.Body();
            apart.mask = 2; // both are at one place
            float one = world.AddBody(plain, apart).Info().mass;
            Body body = world.AddBody(asset, Defaults.Body());
            Expect(Math.Abs(body.Info().mass / one - 6) < 1e-4, "twice by the vertices, three times by the region: " + body.Info().mass / one);
            uint index = body.AddSkin(skin);
            body.Attach(Defaults.Attachment(), box.Take(6).ToArray());
            Refuses(() => body.Attach(Defaults.Attachment(), new float[0]), "no point, not one at the origin");
            Throws(() => body.Attach(Defaults.Attachment(), new float[] { 0, 0, float.NaN }), NativeMethods.PLIANT_ERROR_INVALID_ARGUMENT, "a pin nowhere");
            for (int step = 0; step < 20; step++) world.Step(1f / 60);
            using (MappedVertices mapped = body.MapVertices(index, NativeMethods.PLIANT_MAP_WAIT))
            {
                PliantVertexView view = mapped.View;
                float* first = (float*)view.data;
                Expect(Math.Abs(first[1]) < 1e-5 && Math.Abs(first[view.stride / 4 + 1]) < 1e-5, "two corners stay");
                Expect(view.low[1] < -1e-3, "the others hang: " + view.low[1]);
            }
        }
    }

    /// <summary>Counts a check; fails if there is no ArgumentException.</summary>
    static void Refuses(Action bad, string what)
    {
        try
        {
            bad();
            Expect(false, what);
        }
        catch (ArgumentException)
        {
            checks++;
        }
    }

    static void CookingStopsWhenItIsTold()
    {
        Throws(() => Asset.FromSurface(box, faces, null, done => done > 0.3f), NativeMethods.PLIANT_ERROR_CANCELLED, "an answer that stops it");
        int calls = 0;
        try
        {
            Asset.FromSurface(box, faces, null, done => { calls++; throw new InvalidOperationException("of the game"); });
            Expect(false, "the exception is lost");
        }
        catch (InvalidOperationException error)
        {
            Equal(error.Message, "of the game", "what was thrown in the callback comes back");
            Equal(calls, 1, "and stopped the work");
        }
        foreach (Action bad in new Action[] {
            () => Asset.FromSurface(box.Take(23).ToArray(), faces, null, null),
            () => Asset.FromSurface(box, faces.Take(35).ToArray(), null, null),
            () => Asset.FromSurface(box, faces, new SurfaceOptions { VertexStiffness = new float[7] }, null),
            () => Asset.FromSurface(box, faces, new SurfaceOptions { Regions = new[] { new Region() } }, null),
            () => Asset.FromSurface(box, faces, new SurfaceOptions { Regions = new Region[] { null } }, null),
            () => Asset.LevelsFromSurface(box, faces, null, 9, null) })
            Refuses(bad, "an array of another length is read");
        Throws(() => Asset.FromSurface(null, null, null, null), NativeMethods.PLIANT_ERROR_MESH_EMPTY, "no arrays");
        Throws(() => Asset.FromSurface(new float[0], new uint[0], null, null), NativeMethods.PLIANT_ERROR_MESH_EMPTY, "no mesh");
    }

    static void FinalisersLetGo()
    {
        ulong before, after;
        Library.Check(NativeMethods.pliant_debug_resource_count(&before));
        for (int i = 0; i < 20; i++) Abandon();
        Collect();
        Library.Check(NativeMethods.pliant_debug_resource_count(&after));
        // A world with a body holds about 20; a conservative collector may still see one or two of the 20 on the stack.
        Expect(after <= before + 60, "GPU objects before " + before + ", after " + after);
    }

    static void Abandon()
    {
        World world = new World();
        world.AddBody(Cube(), Defaults.Body());
        world.Step(0.01f);
    }

    // Found by reflection, because the reference assemblies of .NET Framework lack it.
    static readonly Func<long> allocated = (Func<long>)Delegate.CreateDelegate(typeof(Func<long>),
        typeof(GC).GetMethod("GetAllocatedBytesForCurrentThread", BindingFlags.Public | BindingFlags.Static));

    static void MakesNoGarbage(string what, Action call)
    {
        call(); // compiled here
        call();
        long before = allocated();
        for (int i = 0; i < 20; i++) call();
        Equal((allocated() - before) / 20, 0L, "bytes of garbage a call of " + what);
    }

    static void CallsOfEachFrameMakeNoGarbage()
    {
        using (World world = new World())
        using (Asset asset = Cube())
        using (SkinAsset skin = SkinAsset.FromSurface(asset))
        {
            PliantBodyDesc desc = Defaults.Body();
            PliantPose pose = Defaults.Pose(0, -5, 0);
            PliantNeoHookeanDesc jelly = Defaults.NeoHookean();
            PliantMassSpringDesc springs = Defaults.MassSpring();
            Body body = world.AddBody(asset, desc);
            uint index = body.AddSkin(skin);
            Collider collider = world.AddCollider(Defaults.Collider());
            Frame frame = world.AddFrame(pose, 0);
            Attachment attachment = body.Attach(Defaults.Attachment(), new float[3]);
            uint sum = 0;
            MakesNoGarbage("MapVertices before a step", () =>
            {
                using (MappedVertices mapped = body.MapVertices(index, NativeMethods.PLIANT_MAP_LATEST)) sum += mapped.IsReady ? 1u : 0u;
            });
            Equal(sum, 0u, "vertices before a step");
            MakesNoGarbage("Step", () => world.Step(0.01f));
            MakesNoGarbage("Wait", () => world.Wait(60000000000));
            foreach (uint mode in new uint[] { NativeMethods.PLIANT_MAP_WAIT, NativeMethods.PLIANT_MAP_NO_WAIT, NativeMethods.PLIANT_MAP_LATEST })
                MakesNoGarbage("MapVertices, mode " + mode, () =>
                {
                    using (MappedVertices mapped = body.MapVertices(index, mode)) sum += mapped.View.vertex_count;
                });
            Equal(sum, 3 * 22 * 8u, "vertices that were mapped");
            MakesNoGarbage("Stats", () => world.Stats());
            MakesNoGarbage("SetGravity", () => world.SetGravity(0, -9.81f, 0));
            MakesNoGarbage("Body.Info", () => body.Info());
            MakesNoGarbage("Body.Teleport", () => body.Teleport(pose));
            MakesNoGarbage("Body.SetModel", () => { body.SetModel(springs); body.SetModel(jelly); });
            MakesNoGarbage("Collider.Move, Place and Info", () => { collider.Move(pose); collider.Place(pose); collider.Info(); });
            MakesNoGarbage("Frame.Move and Info", () => { frame.Move(pose); frame.Info(); });
            MakesNoGarbage("Attachment.Info", () => attachment.Info());
            MakesNoGarbage("AddBody and Remove", () => world.AddBody(asset, desc).Remove());
            MakesNoGarbage("Asset.Info", () => asset.Info());
            MakesNoGarbage("Defaults", () => { Defaults.Body(); Defaults.Pose(1, 2, 3); });
        }
    }

    /// <summary>Everything of a world that can be held without the world.</summary>
    struct Held
    {
        public Body Body;
        public Collider Collider;
        public Frame Frame;
        public Attachment Attachment;
        public MappedVertices Vertices;
    }

    static Held Hold()
    {
        World world = new World();
        Held held;
        held.Body = world.AddBody(Cube(), Defaults.Body());
        uint index = held.Body.AddSkin(SkinAsset.FromSurface(Cube()));
        held.Collider = world.AddCollider(Defaults.Collider());
        held.Frame = world.AddFrame(Defaults.Pose(0, 1, 0), 0);
        held.Attachment = held.Body.Attach(Defaults.Attachment(), new float[3]);
        world.Step(0.01f);
        held.Vertices = held.Body.MapVertices(index, NativeMethods.PLIANT_MAP_WAIT);
        return held;
    }

    static void Collect()
    {
        for (int i = 0; i < 20; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            Thread.Sleep(10);
        }
    }

    /// <summary>Holds one thing of each of several worlds, made on a thread that has ended: Mono's collector scans
    /// stacks, where a world could stay by chance.</summary>
    static void WhatIsInAWorldKeepsIt(string what, Func<Held, Action> only)
    {
        Action[] uses = new Action[4];
        Thread thread = new Thread(() => { for (int i = 0; i < uses.Length; i++) uses[i] = only(Hold()); });
        thread.Start();
        thread.Join();
        Collect();
        foreach (Action use in uses)
        {
            checks++;
            try
            {
                use();
            }
            catch (Exception error)
            {
                failures++;
                Console.WriteLine("FAILED: " + what + " is held, its world is gone: " + error.Message);
            }
        }
    }

    static void WhatIsInAWorldKeepsIt()
    {
        WhatIsInAWorldKeepsIt("a body", held => { Body body = held.Body; return () => body.Info(); });
        WhatIsInAWorldKeepsIt("a collider", held => { Collider collider = held.Collider; return () => collider.Info(); });
        WhatIsInAWorldKeepsIt("a frame", held => { Frame frame = held.Frame; return () => frame.Info(); });
        WhatIsInAWorldKeepsIt("an attachment", held => { Attachment attachment = held.Attachment; return () => attachment.Info(); });
        WhatIsInAWorldKeepsIt("a view", held =>
        {
            MappedVertices vertices = held.Vertices;
            return () => Library.Check(NativeMethods.pliant_unmap(vertices.View.map));
        });
        Collect();
    }

    static int Main()
    {
        SizesAreThoseOfTheLibrary();
        LayoutsAreThoseOfTheLibrary();
        TheDrop();
        ErrorsAreExceptionsWithTheSentence();
        TheLogCallsBack();
        ViewsComeBackWhileAnotherThreadIsInside();
        SurfacesAreCooked();
        FactorsAndPinsArrive();
        CookingStopsWhenItIsTold();
        TouchesAndImpulsesAreTold();
        QueriesFind();
        EditsArrive();
        SkinsHaveLayouts();
        ShapesCarry();
        EqualRunsHaveEqualHashes();
        WhatIsDisposedCannotBeUsed();
        CallsOfEachFrameMakeNoGarbage();
        AFrameMakesNoGarbage();
        WhatIsInAWorldKeepsIt();
        FinalisersLetGo();
        Library.Shutdown();
        Console.WriteLine("dotnet: {0} checks, {1} failures", checks, failures);
        return failures == 0 ? 0 : 1;
    }
}
