// What the engine's colliders become: the library is asked how far points are from them, and closed forms answer too.

using System;
using Pliant;
using Pliant.Unity;
using UnityDouble;
using UnityEngine;
using Collider = UnityEngine.Collider;

static class ColliderTests
{
    internal static void Register()
    {
        Run.Add("colliders have the shapes of the engine's", Shapes);
        Run.Add("colliders follow what happens to them", Follow);
    }

    // The body is on a layer that is not asked for.
    static SoftWorld Begin()
    {
        Physics.gravity = Vector3.zero;
        SoftWorld world = Scenes.QuickWorld();
        SoftBody body = Scenes.SoftBox(Vector3.zero, 2);
        body.enabled = false;
        body.gameObject.layer = 7;
        body.enabled = true;
        return world;
    }

    static unsafe double Farthest(SoftWorld world, Func<Vector3, double> distance)
    {
        var random = new System.Random(5);
        var points = new PliantPointQuery[64];
        var places = new Vector3[points.Length];
        for (int i = 0; i < points.Length; i++)
        {
            places[i] = new Vector3((float)random.NextDouble() - 0.5f, (float)random.NextDouble() - 0.5f, (float)random.NextDouble() - 0.5f) * 4;
            points[i].point[0] = places[i].x;
            points[i].point[1] = places[i].y;
            points[i].point[2] = places[i].z;
            points[i].radius = 100;
            points[i].mask = 1;
            points[i].flags = NativeMethods.PLIANT_QUERY_COLLIDERS;
        }
        var hits = new PliantHit[points.Length];
        Query query = world.Native.FindClosest(points);
        query.Wait();
        if (!query.TryFetch(hits)) throw new Failure("no answer");
        double worst = 0;
        for (int i = 0; i < hits.Length; i++)
        {
            if (hits[i].collider.bits == 0) return double.PositiveInfinity;
            worst = Math.Max(worst, Math.Abs(hits[i].distance - Math.Abs(distance(places[i]))));
        }
        return worst;
    }

    static void Is(string what, SoftWorld world, Collider collider, Func<Vector3, double> distance)
    {
        Player.Frame();
        Check.Near(what + ": worst of 64 distances [m]", Farthest(world, distance), 0, 2e-5);
        UnityEngine.Object.DestroyImmediate(collider.gameObject);
        Player.Frame();
        Check.Near("colliders after it is destroyed", world.Colliders.Count, 0, 0);
    }

    static double Box(Vector3 p, Vector3 half)
    {
        var q = new Vector3(Math.Abs(p.x), Math.Abs(p.y), Math.Abs(p.z)) - half;
        return Vector3.Max(q, Vector3.zero).magnitude + Math.Min(Math.Max(q.x, Math.Max(q.y, q.z)), 0);
    }

    static double Capsule(Vector3 p, Vector3 axis, float half, float radius)
    {
        float along = Math.Max(-half, Math.Min(half, Vector3.Dot(p, axis)));
        return (p - axis * along).magnitude - radius;
    }

    static void Shapes()
    {
        SoftWorld world = Begin();
        Vector3 at = new Vector3(0.2f, -0.3f, 0.1f), scale = new Vector3(2, -0.5f, 1.5f);
        Quaternion turn = Quaternion.AngleAxis(40, new Vector3(1, 2, -1)), back = Quaternion.Inverse(turn);
        Func<Vector3, Vector3> local = p => back * (p - at);
        T Make<T>() where T : Collider, new()
        {
            T made = Scenes.Solid<T>(typeof(T).Name, at);
            made.transform.rotation = turn;
            made.transform.localScale = scale;
            return made;
        }

        SphereCollider sphere = Make<SphereCollider>();
        sphere.center = new Vector3(0.1f, 0.2f, 0);
        Is("sphere", world, sphere, p => (local(p) - new Vector3(0.2f, -0.1f, 0)).magnitude - 1);
        BoxCollider box = Make<BoxCollider>();
        box.size = new Vector3(0.5f, 1, 0.8f);
        Is("box", world, box, p => Box(local(p), new Vector3(0.5f, 0.25f, 0.6f)));
        Vector3[] axes = { Vector3.right, Vector3.up, Vector3.forward };
        // Radius times the larger scale across, height times that along; scales are 2, 0.5 and 1.5.
        float[] radius = { 0.3f * 1.5f, 0.3f * 2, 0.3f * 2 }, height = { 4 * 2, 4 * 0.5f, 4 * 1.5f };
        for (int k = 0; k < 3; k++)
        {
            int axis = k;
            CapsuleCollider capsule = Make<CapsuleCollider>();
            capsule.radius = 0.3f;
            capsule.height = 4;
            capsule.direction = axis;
            Is("capsule along " + "xyz"[axis], world, capsule, p => Capsule(local(p), axes[axis], height[axis] / 2 - radius[axis], radius[axis]));
        }
        CapsuleCollider flat = Make<CapsuleCollider>();
        flat.height = 0.1f;
        Is("capsule lower than its caps", world, flat, p => local(p).magnitude - 0.5 * 2);
        CharacterController character = Make<CharacterController>();
        Is("character, upright", world, character, p => Capsule(p - at, Vector3.up, 0, 1));

        MeshCollider hull = Make<MeshCollider>();
        hull.sharedMesh = Scenes.Box(new Vector3(0.5f, 1, 0.8f));
        hull.convex = true;
        Is("convex mesh", world, hull, p => Box(local(p), new Vector3(0.5f, 0.25f, 0.6f)));
        MeshCollider mesh = Make<MeshCollider>();
        mesh.sharedMesh = Scenes.Box(new Vector3(0.5f, 1, 0.8f), 2);
        Is("mesh", world, mesh, p => Box(local(p), new Vector3(0.5f, 0.25f, 0.6f)));
        Terrain(world);
        WheelCollider wheel = Make<WheelCollider>();
        Player.Frame();
        Check.True("a wheel is no shape, and the doctor says so", world.Colliders.Count == 0 && world.Doctor().Exists(line => line.Contains("WheelCollider")));
        Physics.gravity = new Vector3(0, -9.81f, 0);
        Check.NothingLogged();
    }

    // A plane that rises along x, with a hole where no point asks.
    static void Terrain(SoftWorld world)
    {
        const int n = 33;
        var data = new TerrainData { size = new Vector3(16, 4, 16), heights = new float[n, n] };
        for (int z = 0; z < n; z++) for (int x = 0; x < n; x++) data.heights[z, x] = x / (n - 1f);
        data.solid = new bool[n - 1, n - 1];
        for (int z = 0; z < n - 1; z++) for (int x = 0; x < n - 1; x++) data.solid[z, x] = x > 3;
        TerrainCollider terrain = Scenes.Solid<TerrainCollider>("terrain", new Vector3(-8, -2, -8));
        terrain.transform.rotation = Quaternion.AngleAxis(30, Vector3.up);
        terrain.terrainData = data;
        // Unlike other colliders it neither turns nor scales: y = x / 4.
        Is("terrain", world, terrain, p => (p.y - p.x / 4) / Math.Sqrt(1 + 1.0 / 16));
    }

    static void Follow()
    {
        SoftWorld world = Begin();
        SphereCollider ball = Scenes.Solid<SphereCollider>("ball", Vector3.zero);
        Rigidbody rigid = ball.gameObject.AddComponent<Rigidbody>();
        rigid.useGravity = false;
        Player.Frame();
        Check.Near("as added: worst distance [m]", Farthest(world, p => p.magnitude - 0.5), 0, 2e-5);
        rigid.position = new Vector3(0.5f, 0, 0);
        Player.Frame();
        Check.Near("moved: worst distance [m]", Farthest(world, p => (p - new Vector3(0.5f, 0, 0)).magnitude - 0.5), 0, 2e-5);
        ball.radius = 0.25f;
        Player.Frame();
        Check.Near("another size: worst distance [m]", Farthest(world, p => (p - new Vector3(0.5f, 0, 0)).magnitude - 0.25), 0, 2e-5);
        var parent = new GameObject("parent");
        ball.transform.SetParent(parent.transform, true);
        parent.transform.position = new Vector3(0, 0.5f, 0);
        Player.Frame();
        Check.Near("moved by its parent: worst distance [m]", Farthest(world, p => (p - new Vector3(0.5f, 0.5f, 0)).magnitude - 0.25), 0, 2e-5);
        ball.enabled = false;
        Player.Frame();
        Check.Near("colliders while it is disabled", world.Colliders.Count, 0, 0);
        ball.enabled = true;
        Player.Frame();
        Check.Near("colliders when it is enabled again", world.Colliders.Count, 1, 0);
        parent.SetActive(false);
        Player.Frame();
        Check.Near("colliders while its parent is inactive", world.Colliders.Count, 0, 0);
        parent.SetActive(true);
        Player.Frame();
        world.Bodies[0].Teleport(new Vector3(-30, 0, 0), Quaternion.identity);
        Scenes.Frames(100);
        Check.Near("colliders while it is far, for a while", world.Colliders.Count, 1, 0);
        Scenes.Frames(2);
        Check.Near("colliders after that", world.Colliders.Count, 0, 0);
        Physics.gravity = new Vector3(0, -9.81f, 0);
        Check.NothingLogged();
    }
}
