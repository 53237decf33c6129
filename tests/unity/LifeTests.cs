using System;
using System.Collections.Generic;
using Pliant;
using Pliant.Unity;
using UnityDouble;
using UnityEngine;
using UnityEngine.SceneManagement;
using Object = UnityEngine.Object;

static class LifeTests
{
    internal static void Register()
    {
        Run.Add("use after dispose is an exception", AfterDispose);
        Run.Add("things are destroyed during play", Destroyed);
        Run.Add("time scale 0 stands still", TimeScale);
        Run.Add("a teleport moves without dragging", Teleport);
        Run.Add("play without a domain reload", NoReload);
        Run.Add("scripts step the world", Simulate);
        Run.Add("layers, triggers and scenes part bodies from colliders", Layers);
        Run.Add("what cannot be simulated says why, once", Troubles);
        Run.Add("a mesh is drawn as its renderer was", Drawing);
    }

    static void AfterDispose()
    {
        SoftWorld world = Scenes.QuickWorld();
        SoftBody body = Scenes.SoftBox(Vector3.zero);
        Player.Frame();
        World native = world.Native;
        Body handle = body.Native;
        body.enabled = false;
        Check.Throws<ObjectDisposedException>("a disabled body's Native", () => { Body b = body.Native; });
        Check.Throws<ObjectDisposedException>("an impulse on it", () => body.AddImpulse(Vector3.up));
        Check.Throws<PliantException>("the removed native body", () => handle.Info());
        body.enabled = true;
        Player.Frame();
        Object.Destroy(world.gameObject);
        Player.Frame();
        Check.Throws<ObjectDisposedException>("the native world", () => native.Step(0.01f));
        Check.Throws<ObjectDisposedException>("the component's Native", () => { World w = world.Native; });
        Check.Throws<ObjectDisposedException>("Simulate", () => world.Simulate(0.01f));
        Check.True("the body is no longer simulated", !body.IsSimulated && body.DrawnMesh == null);
        Scenes.Frames(2);
        Check.NothingLogged();
    }

    static void Destroyed()
    {
        Scenes.QuickWorld();
        BoxCollider floor = Scenes.Floor();
        SoftBody first = Scenes.SoftBox(new Vector3(0, 0.6f, 0)), second = Scenes.SoftBox(new Vector3(3, 0.6f, 0));
        int objects = Player.objects.Count, told = 0;
        first.onTouchBegan.AddListener(touch =>
        {
            told++;
            Check.True("the collider that is touched is the floor", touch.collider == floor && touch.body == first && touch.otherBody == null);
            Object.DestroyImmediate(touch.body.gameObject);
        });
        second.TouchBegan += touch => { throw new InvalidOperationException("a listener that fails"); };
        Scenes.Frames(30);
        Check.Near("touches told to the body that its own listener destroyed", told, 1, 0);
        Check.Near("objects that went with it", objects - Player.objects.Count, 2, 0);
        Check.True("the other one lies on the floor", second.IsSimulated && Math.Abs(second.WorldBounds.min.y) < 0.02f);
        Object.Destroy(floor.gameObject);
        Scenes.Frames(30);
        Check.Within("without the floor it has fallen [m]", -second.WorldBounds.min.y, 0.3, 3);
        MeshRenderer shown = second.GetComponent<MeshRenderer>();
        second.enabled = false;
        Check.True("the renderer is shown again", shown.enabled);
        second.enabled = true;
        Scenes.Frames(2);
        Check.Near("enabled again, it starts at its Transform [m]", Scenes.Drawn(second).center.y, 0.6, 0.01);
        Check.NothingLogged("a listener that fails");
    }

    static void TimeScale()
    {
        SoftWorld world = Scenes.QuickWorld();
        SoftBody body = Scenes.SoftBox(new Vector3(0, 1, 0));
        Scenes.Frames(5);
        ulong steps = world.Steps;
        int uploads = body.DrawnMesh.uploads;
        float y = Scenes.Drawn(body).center.y;
        Time.timeScale = 0;
        Scenes.Frames(20);
        Check.Near("steps while time stands still", world.Steps - steps, 0, 0);
        Check.Near("uploads", body.DrawnMesh.uploads - uploads, 0, 0);
        Check.Near("moved [m]", Scenes.Drawn(body).center.y - y, 0, 0);
        Time.timeScale = 1;
        Player.Frame(3);
        Check.Near("steps of a frame of three", world.Steps - steps, 3, 0);
        Check.Near("uploads of it", body.DrawnMesh.uploads - uploads, 1, 0);
        Check.NothingLogged();
    }

    static void Teleport()
    {
        Physics.gravity = Vector3.zero;
        Scenes.QuickWorld();
        SoftBody body = Scenes.SoftBox(Vector3.zero);
        body.AddImpulse(new Vector3(0, 0, 3 * body.Mass));
        var pin = new GameObject("pin");
        Scenes.Frames(10);
        Check.Near("flown at 3 m/s for 10 steps [m]", Scenes.Drawn(body).center.z, 0.5, 1e-3);
        Quaternion turn = Quaternion.AngleAxis(90, Vector3.up);
        body.Teleport(new Vector3(5, 1, 2), turn);
        Player.Frame();
        Vector3 corner = body.DrawnMesh.Drawn(Scenes.Nearest(body.SourceMesh, Vector3.one * 0.5f));
        Check.Near("from the new place [m]", (Scenes.Drawn(body).center - new Vector3(5, 1, 2)).magnitude, 0, 1e-4);
        Check.Near("a corner from where the turn puts it [m]", (corner - new Vector3(5.5f, 1.5f, 1.5f)).magnitude, 0, 1e-4);
        Scenes.Frames(5);
        Check.Near("still there [m]", (Scenes.Drawn(body).center - new Vector3(5, 1, 2)).magnitude, 0, 1e-4);
        pin.transform.SetParent(body.transform, false);
        pin.AddComponent<SoftPin>();
        Player.Frame();
        body.Teleport(new Vector3(-40, 0, 0), Quaternion.identity);
        Scenes.Frames(3);
        Check.Near("with a pin below it, from the next place [m]", (Scenes.Drawn(body).center - new Vector3(-40, 0, 0)).magnitude, 0, 1e-3);
        Check.Near("its size there [m]", Scenes.Drawn(body).size.magnitude, Math.Sqrt(3), 1e-3);
        Physics.gravity = new Vector3(0, -9.81f, 0);
        Check.NothingLogged();
    }

    static void NoReload()
    {
        ulong[] counts = new ulong[3];
        SoftWorld old = null;
        for (int play = 0; play < 3; play++)
        {
            // The second begins as if the scene were not reloaded either: nothing of the first was destroyed.
            if (play > 0) Player.Play(typeof(SoftWorld).Assembly);
            if (old != null)
            {
                SoftWorld gone = old;
                Check.True("the world of the last play is gone", Lifecycle.Worlds.Count == 0);
                Check.Throws<ObjectDisposedException>("its Native", () => gone.Native.Step(0.01f));
            }
            if (play > 0) Player.Stop();
            Player.Play(typeof(SoftWorld).Assembly);
            SoftWorld world = old = Scenes.QuickWorld();
            SoftBody body = Scenes.SoftBox(new Vector3(0, 1, 0));
            Scenes.Frames(3);
            Check.Near("steps of play " + (play + 1), world.Steps, 3, 0);
            Check.True("one world", Lifecycle.Worlds.Count == 1 && SoftWorld.Of(body.gameObject) == world);
            counts[play] = Resources();
        }
        // What the world's thread records ahead counts while it is there. A world that stayed would be dozens.
        Check.Near("GPU objects in the third play beside the second", counts[2], counts[1], 2);
        Check.NothingLogged();
    }

    internal static unsafe ulong Resources()
    {
        ulong count;
        Library.Check(NativeMethods.pliant_debug_resource_count(&count));
        return count;
    }

    static void Simulate()
    {
        Physics.simulationMode = SimulationMode.Script;
        SoftWorld world = Scenes.QuickWorld();
        SoftBody body = Scenes.SoftBox(new Vector3(0, 1, 0));
        Scenes.Frames(5);
        Check.Near("steps of five frames", world.Steps, 0, 0);
        for (int i = 0; i < 4; i++) world.Simulate(0.02f);
        Player.Frame();
        Check.Near("steps of four calls", world.Steps, 4, 0);
        Check.Within("fallen in 0.08 s [m]", 1 - Scenes.Drawn(body).center.y, 0.03, 0.04);
        Check.NothingLogged();
    }

    static void Layers()
    {
        Scenes.QuickWorld();
        Scenes.Floor().gameObject.layer = 3;
        SoftBody lies = Scenes.SoftBox(new Vector3(0, 0.55f, 0));
        SoftBody passes = Scenes.SoftBox(new Vector3(3, 0.55f, 0)), elsewhere = Scenes.SoftBox(new Vector3(6, 0.55f, 0));
        passes.enabled = elsewhere.enabled = false;
        passes.gameObject.layer = 5;
        Physics.IgnoreLayerCollision(5, 3, true);
        passes.enabled = true;
        SceneManager.MoveGameObjectToScene(elsewhere.gameObject, new Scene { id = 1 });
        elsewhere.enabled = true;
        SphereCollider trigger = Scenes.Solid<SphereCollider>("trigger", new Vector3(0, 0.5f, 0));
        trigger.isTrigger = true;
        SphereCollider own = Scenes.Solid<SphereCollider>("own", new Vector3(0, 0.5f, 0));
        own.transform.SetParent(lies.transform, true);
        SoftCollider ignored = Scenes.Solid<SphereCollider>("ignored", new Vector3(0, 0.5f, 0)).gameObject.AddComponent<SoftCollider>();
        ignored.ignore = true;
        Scenes.Frames(40);
        Check.Near("lies on the floor [m]", lies.WorldBounds.min.y, 0, 0.02);
        Check.Within("fell through it, on another layer [m]", -passes.WorldBounds.min.y, 1, 3);
        Check.True("there are two worlds", Lifecycle.Worlds.Count == 2 && SoftWorld.Of(elsewhere.gameObject) != SoftWorld.Of(lies.gameObject));
        Lifecycle.Worlds[1].Finish();
        Check.Within("fell, in another physics scene [m]", -Scenes.Drawn(elsewhere).min.y, 1, 3);
        Physics.IgnoreLayerCollision(5, 3, false);
        Check.NothingLogged();
    }

    static void Troubles()
    {
        Scenes.QuickWorld();
        var holder = new GameObject("empty");
        SoftBody body = holder.AddComponent<SoftBody>();
        body.enabled = false;
        body.enabled = true;
        Check.Near("lines about a body without a mesh", Count("There is no mesh"), 1, 0);
        Mesh locked = Scenes.Box(Vector3.one);
        locked.isReadable = false;
        body.enabled = false;
        body.mesh = locked;
        body.enabled = true;
        Check.Near("lines about a mesh that cannot be read", Count("switch on Read/Write"), 1, 0);
        var lines = new List<string>();
        body.Doctor(lines);
        Check.True("the doctor knows it too", lines.Count == 2 && lines[0].Contains("Read/Write"));
        body.enabled = false;
        body.mesh = Scenes.Box(Vector3.one);
        body.elementCount = 5;
        body.enabled = true;
        Check.True("a readable one is cooked when play begins, with a warning", body.IsSimulated && Count("was cooked in") == 1);
        body.startVelocity = new Vector3(float.NaN, 0, 0);
        body.enabled = false;
        body.enabled = true;
        Check.True("the library's own sentence is told", !body.IsSimulated && Count("linear_velocity") == 1);
        body.startVelocity = Vector3.zero;
        body.transform.localScale = new Vector3(1, 2, 1);
        body.asset = SoftAsset.Cook(body.mesh, new SoftCookOptions { elementCount = 5 });
        body.enabled = false;
        body.enabled = true;
        Check.Near("lines about an uneven scale", Count("scaled unevenly"), 1, 0);
        body.asset = SoftAsset.Cook(body.mesh, body.CookOptions());
        body.enabled = false;
        body.enabled = true;
        Player.Frame();
        Check.Near("height of one that was cooked for its scale [m]", Scenes.Drawn(body).size.y, 2, 1e-3);
    }

    static int Count(string part)
    {
        int count = 0;
        foreach (string line in Player.Said) if (line.Contains(part)) count++;
        return count;
    }

    static void Drawing()
    {
        Physics.gravity = Vector3.zero;
        Scenes.QuickWorld();
        Mesh mesh = Scenes.Box(Vector3.one);
        var uv = new Vector2[mesh.vertexCount];
        for (int i = 0; i < uv.Length; i++) uv[i] = new Vector2(i, 0.5f);
        mesh.uv = uv;
        var up = new Vector3[mesh.vertexCount];
        var along = new Vector4[mesh.vertexCount];
        for (int i = 0; i < up.Length; i++)
        {
            up[i] = Vector3.up;
            along[i] = new Vector4(0, 0, 1, -1);
        }
        mesh.normals = up;
        mesh.tangents = along;
        SoftBody body = Scenes.Soft(mesh, new Vector3(1, 2, 3), SoftMaterial.Make(SoftPreset.Rubber), 5);
        body.transform.rotation = Quaternion.AngleAxis(90, Vector3.right);
        body.enabled = false;
        var material = new Material();
        MeshRenderer original = body.GetComponent<MeshRenderer>();
        original.sharedMaterials = new[] { material };
        body.enabled = true;
        Player.Frame();
        Mesh drawn = body.DrawnMesh;
        MeshRenderer shown = null;
        foreach (GameObject go in Player.objects)
            if (go.TryGetComponent(out MeshFilter filter) && filter.sharedMesh == drawn) shown = go.GetComponent<MeshRenderer>();
        Check.True("its renderer has the material and is on", shown.sharedMaterials[0] == material && shown.enabled && !original.enabled);
        Check.Near("stride of what moves, with tangents [byte]", drawn.Stride(0), 40, 0);
        double worst = 0;
        for (int i = 0; i < mesh.vertexCount; i++)
        {
            Vector3 wanted = body.transform.TransformPoint(mesh.vertices[i]);
            worst = Math.Max(worst, (drawn.Drawn(i) - wanted).magnitude);
            worst = Math.Max(worst, (drawn.Drawn(i, 12) - body.transform.rotation * Vector3.up).magnitude);
            worst = Math.Max(worst, (drawn.Drawn(i, 24) - body.transform.rotation * Vector3.forward).magnitude);
        }
        Check.Near("positions, normals and tangents from those of the mesh", worst, 0, 1e-4);
        Check.Near("its bounds [m]", (drawn.bounds.center - new Vector3(1, 2, 3)).magnitude, 0, 1e-4);
        Physics.gravity = new Vector3(0, -9.81f, 0);
        Check.NothingLogged();
    }
}
