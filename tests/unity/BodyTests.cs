using System;
using Pliant;
using Pliant.Unity;
using UnityDouble;
using UnityEngine;

static class BodyTests
{
    internal static void Register()
    {
        Run.Add("a ball falls on a box collider and comes to rest", Ball);
        Run.Add("a rigid body hits a soft body in free flight", Hit);
        Run.Add("a crate of wood comes to rest on a jelly of sixty times its mass", Crate);
        Run.Add("pins carry a body, one of them a bone", Pins);
        Run.Add("a cloth falls over a sphere", Cloth);
        Run.Add("a material that changes reaches a running body", Material);
    }

    static void Ball()
    {
        const float radius = 0.5f, height = 1.2f;
        Scenes.World();
        Scenes.Floor();
        SoftBody ball = Scenes.Soft(Scenes.Ball(radius), new Vector3(0, height, 0), SoftMaterial.Make(SoftPreset.Flesh));
        Console.WriteLine("  " + ball.asset.tetCount + " tets, " + ball.asset.vertexCount + " vertices");

        // Forces act between the middle and the end of a substep of length h: ½gt² to ½gt(t + h).
        const int fall = 20;
        Scenes.Frames(fall);
        double t = fall * (double)Time.fixedDeltaTime, h = Time.fixedDeltaTime / ball.Native.Info().substeps;
        Check.Within("fallen after 20 steps [m]", height - Scenes.Drawn(ball).center.y, 4.905 * t * t - 2e-5, 4.905 * t * (t + h) + 2e-5);

        Scenes.Frames(130);
        Bounds before = Scenes.Drawn(ball);
        Scenes.Frames(30);
        Bounds drawn = Scenes.Drawn(ball);
        Check.Near("lowest point of the tets [m]", ball.WorldBounds.min.y, 0, 1e-3);
        Check.Within("lowest point drawn [m]", drawn.min.y, -1e-3, -radius - ball.asset.bounds.min.y + 1e-3);
        Check.Within("moved in the last half second [m]", (drawn.center - before.center).magnitude, 0, 2e-3);
        // It sags, and by less than a column of its height and weight would.
        double column = 1050 * 9.81 * 4 * radius * radius / (2 * 1e5);
        Check.Within("height lost [m]", 2 * radius - drawn.size.y, 0.01 * column, column);
        Check.True("the original renderer is hidden", !ball.GetComponent<MeshRenderer>().enabled);
        Check.NothingLogged();
    }

    static void Crate()
    {
        const float side = 0.3f;
        Scenes.World();
        Scenes.Floor();
        SoftBody jelly = Scenes.Soft(Scenes.Box(Vector3.one), new Vector3(0, 0.51f, 0), SoftMaterial.Make(SoftPreset.Jelly), 60);
        SoftBody crate = Scenes.Soft(Scenes.Box(Vector3.one * side), new Vector3(0, 1.2f, 0), SoftMaterial.Make(SoftPreset.Wood), 40);
        Scenes.Frames(120);
        Bounds before = Scenes.Drawn(crate);
        Scenes.Frames(30);
        Bounds drawn = Scenes.Drawn(crate);
        Check.Within("moved in the last half second [m]", (drawn.center - before.center).magnitude, 0, 5e-3);
        Check.Within("aside [m]", Math.Abs(drawn.center.x) + Math.Abs(drawn.center.z), 0, 0.05);
        // A column of jelly loses a tenth of its height by its own weight.
        float top = jelly.WorldBounds.max.y;
        Check.Within("height of the jelly [m]", top, 0.85, 1);
        Check.Within("the crate's lowest point below the jelly's highest [m]", top - drawn.min.y, -5e-3, 0.05);
        Check.NothingLogged();
    }

    // Contact takes nothing from the pair: what the soft body gets, the rigid body loses one step later.
    static void Hit()
    {
        Physics.gravity = Vector3.zero;
        Scenes.World();
        SoftMaterial foam = SoftMaterial.Make(SoftPreset.Foam);
        foam.damping = 2;
        SoftBody body = Scenes.Soft(Scenes.Box(Vector3.one * 0.5f), Vector3.zero, foam, 40);
        body.enabled = false;
        body.mapParticles = true;
        body.enabled = true;
        SphereCollider ball = Scenes.Solid<SphereCollider>("ball", new Vector3(-1, 0.02f, 0.01f));
        ball.radius = 0.2f;
        Rigidbody rigid = ball.gameObject.AddComponent<Rigidbody>();
        rigid.useGravity = false;
        rigid.mass = 5;
        rigid.velocityNow = new Vector3(3, 0, 0);
        float before = rigid.mass * rigid.velocityNow.x, least = float.MaxValue;
        for (int i = 0; i < 60; i++)
        {
            Player.Frame();
            least = Math.Min(least, rigid.velocityNow.x);
        }
        Vector3 soft = Scenes.Momentum(body, out double mass), hard = rigid.velocityNow * rigid.mass;
        Console.WriteLine("  " + mass.ToString("g4") + " kg soft, " + rigid.mass + " kg rigid, " + rigid.impulses + " pushes");
        Check.Within("momentum that the soft body got [N s]", soft.x, 0.2 * before, 2 * before);
        Check.Near("momentum of the pair along the flight [N s]", soft.x + hard.x, before, 0.01 * before);
        Check.Near("across it, up [N s]", soft.y + hard.y, 0, 0.01 * before);
        Check.Near("across it, sideways [N s]", soft.z + hard.z, 0, 0.01 * before);
        double energy = soft.sqrMagnitude / mass / 2 + hard.sqrMagnitude / rigid.mass / 2;
        Check.Within("energy of their centres' motion afterwards [J]", energy, before * before / (2 * (mass + rigid.mass)) * 0.99, before * before / rigid.mass / 2);
        Check.True("the soft body is faster in the end", soft.x / mass >= rigid.velocityNow.x);
        Check.NothingLogged();
    }

    static void Pins()
    {
        Scenes.World();
        Mesh mesh = Scenes.Box(Vector3.one * 0.5f, 2);
        SoftBody body = Scenes.Soft(mesh, new Vector3(0, 2, 0), SoftMaterial.Make(SoftPreset.Flesh), 60);
        Vector3 corner = new Vector3(0.25f, 0.25f, 0.25f);
        var carrier = new GameObject("carrier");
        carrier.transform.position = body.transform.TransformPoint(corner);
        SoftPin pin = carrier.AddComponent<SoftPin>();
        Check.True("a pin without a body holds nothing", !pin.IsAttached && Player.Said.Count == 1);
        pin.enabled = false;
        pin.body = body;
        pin.enabled = true;
        var bone = new GameObject("bone");
        bone.transform.position = new Vector3(0, 2, 0);
        SoftPin second = body.gameObject.AddComponent<SoftPin>();
        second.enabled = false;
        second.frame = bone.transform;
        second.points = new[] { -1 * corner };
        second.enabled = true;
        Check.True("both hold", pin.IsAttached && second.IsAttached);
        int a = Scenes.Nearest(mesh, corner), b = Scenes.Nearest(mesh, -1 * corner);
        Vector3 startA = body.transform.TransformPoint(corner);
        var way = new Vector3(0.1f, 0, 0.05f);
        for (int i = 1; i <= 20; i++)
        {
            carrier.transform.position = startA + way * (i / 20f);
            bone.transform.rotation = Quaternion.AngleAxis(i, Vector3.up);
            Player.Frame();
        }
        Scenes.Frames(2);
        Vector3 turned = bone.transform.position + bone.transform.rotation * (-1 * corner);
        Check.Near("vertex from the place that the pin carries it to [m]", (body.DrawnMesh.Drawn(a) - startA - way).magnitude, 0, 1e-4);
        Check.Near("vertex from the place that the bone turns it to [m]", (body.DrawnMesh.Drawn(b) - turned).magnitude, 0, 1e-4);
        Check.Within("lowest point, held against gravity [m]", Scenes.Drawn(body).min.y, 1, 2);
        pin.enabled = second.enabled = false;
        Scenes.Frames(30);
        Check.Within("fallen half a second after the pins let go [m]", 1.7 - Scenes.Drawn(body).min.y, 0.8, 2);
        Check.NothingLogged("has nothing to hold");
    }

    static void Cloth()
    {
        const float radius = 0.3f;
        Scenes.World();
        SphereCollider ball = Scenes.Solid<SphereCollider>("ball", Vector3.zero);
        ball.radius = radius;
        SoftCloth cloth = Scenes.Cloth(Scenes.Sheet(1, 10), new Vector3(0, 0.4f, 0), ClothMaterial.Make(ClothPreset.Cotton));
        Scenes.Frames(90);
        Mesh mesh = cloth.DrawnMesh;
        double nearest = double.MaxValue;
        int touching = 0;
        for (int i = 0; i < mesh.vertexCount; i++)
        {
            double d = mesh.Drawn(i).magnitude - radius;
            nearest = Math.Min(nearest, d);
            if (d < 0.01) touching++;
        }
        int middle = Scenes.Nearest(cloth.SourceMesh, Vector3.zero);
        Check.Within("nearest vertex to the sphere's surface [m]", nearest, 0, 0.01);
        Check.Within("vertices that lie on it", touching, 4, 60);
        Check.Near("height of the middle [m]", mesh.Drawn(middle).y, radius + 1e-3, 0.01);
        Check.Within("lowest edge [m]", Scenes.Drawn(cloth).min.y, -0.7, 0.1);
        Check.NothingLogged();
    }

    static void Material()
    {
        Scenes.QuickWorld();
        Scenes.Floor();
        SoftBody body = Scenes.SoftBox(new Vector3(0, 0.6f, 0));
        Scenes.Frames(40);
        float stiff = Scenes.Drawn(body).size.y;
        body.material.Apply(SoftPreset.Custom);
        body.material.youngModulus = 3e4f;
        body.material.Changed();
        Scenes.Frames(80);
        Check.Within("height lost by the softer material [m]", stiff - Scenes.Drawn(body).size.y, 0.02, 0.5);
        Check.NothingLogged();
    }
}
