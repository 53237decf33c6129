// What the C# side hands on: events, impulses, queries, particles, skins with tangents, shapes. Expected numbers are
// closed forms.

using System;
using System.Linq;
using System.Threading;
using Pliant;

public static unsafe partial class Test
{
    const float Dt = 1f / 60;

    /// A world that tells of touches and impulses, with a floor at y = 0.
    static World Telling(out Collider floor)
    {
        PliantWorldDesc desc = Defaults.World();
        desc.flags = NativeMethods.PLIANT_WORLD_EVENTS | NativeMethods.PLIANT_WORLD_IMPULSES;
        World world = new World(desc);
        PliantColliderDesc plane = Defaults.Collider();
        plane.user_data = 7;
        floor = world.AddCollider(plane);
        return world;
    }

    static Body Falling(World world, Asset asset, double height)
    {
        PliantBodyDesc desc = Defaults.Body();
        desc.pose = Defaults.Pose(0, height, 0);
        desc.user_data = 42;
        desc.readback_particles = 1;
        desc.events = NativeMethods.PLIANT_EVENT_BEGIN | NativeMethods.PLIANT_EVENT_STAY | NativeMethods.PLIANT_EVENT_END;
        PliantNeoHookeanDesc jelly = Defaults.NeoHookean();
        jelly.damping = 5;
        return world.AddBody(asset, desc, jelly);
    }

    static void TouchesAndImpulsesAreTold()
    {
        Collider floor;
        using (World world = Telling(out floor))
        using (Asset asset = Cube())
        {
            Body body = Falling(world, asset, 0.05);
            Expect(!world.Events(NativeMethods.PLIANT_MAP_LATEST).IsReady, "events before a step");
            Equal(world.Events(NativeMethods.PLIANT_MAP_LATEST).All.Length, 0, "which are none");
            int begins = 0, stays = 0;
            double pushed = 0;
            const int Steps = 180;
            for (int step = 0; step < Steps; step++)
            {
                world.Step(Dt);
                Events events = world.Events(NativeMethods.PLIANT_MAP_WAIT);
                Equal(events.View.frame, (ulong)step + 1, "step of the events");
                foreach (PliantEvent e in events.All)
                {
                    if (e.kind == NativeMethods.PLIANT_EVENT_BEGIN) begins++;
                    if (e.kind == NativeMethods.PLIANT_EVENT_STAY) stays++;
                    Equal(e.collider.bits, floor.Id.bits, "the other side");
                    Equal(e.user_data, 42ul, "user_data of the body");
                    Equal(e.other_user_data, 7ul, "user_data of the floor");
                    Expect(e.normal[1] > 0.99f, "the normal points up: " + e.normal[1]);
                }
                Impulses impulses = world.Impulses(NativeMethods.PLIANT_MAP_WAIT);
                Equal(impulses.All.Length, 1, "colliders with impulses");
                PliantColliderImpulse given = impulses.All[0];
                pushed -= given.impulse[1];
            }
            Equal(begins, 1, "it begins to touch once");
            Expect(stays > Steps / 2, "and stays: " + stays);
            // All momentum that gravity gave went into the floor: 1000 kg · g · t.
            double expected = 1000 * 9.81 * Dt * Steps;
            Expect(Math.Abs(pushed / expected - 1) < 0.01, "impulses on the floor: " + pushed + ", expected " + expected);
            body.Teleport(Defaults.Pose(0, 5, 0));
            int ends = 0;
            for (int step = 0; step < 3; step++)
            {
                world.Step(Dt);
                foreach (PliantEvent e in world.Events(NativeMethods.PLIANT_MAP_WAIT).All) ends += e.kind == NativeMethods.PLIANT_EVENT_END ? 1 : 0;
            }
            Equal(ends, 1, "it ends to touch");
        }
    }

    static PliantRay Down(double x, double y, double z)
    {
        PliantRay ray = new PliantRay();
        ray.origin[0] = x;
        ray.origin[1] = y;
        ray.origin[2] = z;
        ray.direction[1] = -2;
        ray.length = 100;
        ray.flags = NativeMethods.PLIANT_QUERY_COLLIDERS;
        return ray;
    }

    static void QueriesFind()
    {
        Collider floor;
        using (World world = Telling(out floor))
        using (Asset asset = Cube())
        {
            world.SetGravity(0, 0, 0);
            Body body = Falling(world, asset, 2);
            PliantHit[] hits = new PliantHit[2];
            Query rays = world.CastRays(new[] { Down(0.3, 10, 0.4), Down(3, 10, 0) });
            rays.Wait();
            Expect(rays.TryFetch(hits), "rays are there after the wait");
            // The cube's top is at 3, the floor at 0; the direction's length does not count.
            Equal(hits[0].body.bits, body.Id.bits, "the first ray meets the body");
            Expect(Math.Abs(hits[0].distance - 7) < 1e-5 && Math.Abs(hits[1].distance - 10) < 1e-5, "distances: " + hits[0].distance + ", " + hits[1].distance);
            Equal(hits[1].collider.bits, floor.Id.bits, "the second ray meets the floor");
            Throws(() => rays.TryFetch(hits), NativeMethods.PLIANT_ERROR_INVALID_HANDLE, "a query that has ended");

            PliantPointQuery point = new PliantPointQuery { radius = 10 };
            point.point[0] = 4;
            point.point[1] = 2.5;
            point.point[2] = 0.5;
            Query closest = world.FindClosest(new[] { point });
            closest.Wait();
            closest.TryFetch(hits);
            Expect(Math.Abs(hits[0].distance - 3) < 1e-5, "the side at x = 1 is 3 away: " + hits[0].distance);

            PliantShapeQuery shape = new PliantShapeQuery { shape = NativeMethods.PLIANT_SHAPE_SPHERE, pose = Defaults.Pose(1.2, 2.5, 0.5) };
            shape.size[0] = 0.3f;
            OverlapQuery overlaps = world.FindOverlaps(new[] { shape });
            overlaps.Wait();
            PliantOverlap[] found = new PliantOverlap[4];
            int count;
            ulong dropped;
            Expect(overlaps.TryFetch(found, out count, out dropped) && count == 1 && dropped == 0, "one overlap: " + count);
            Equal(found[0].body.bits, body.Id.bits, "which is the body");
            world.FindClosest(new[] { point }).Drop();

            Frame hand = world.Grab(hits[0], 1e6f);
            hand.Move(Defaults.Pose(1.5, 2.5, 0.5));
            for (int step = 0; step < 60; step++) world.Step(Dt);
            world.Wait(60000000000);
            PliantBodyInfo info = body.Info();
            Expect(info.high[0] > 1.2f, "what is grabbed follows: " + info.high[0]);
            hand.Remove();
        }
    }

    /// The mean velocity of a body's particles, by mass.
    static double[] Velocity(Body body)
    {
        using (MappedParticles particles = body.MapParticles(NativeMethods.PLIANT_MAP_WAIT))
        {
            double[] momentum = new double[3];
            double mass = 0;
            ReadOnlySpan<float> places = particles.Positions, velocities = particles.Velocities;
            Equal(particles.ParticleOfVertex.Length, 8, "vertices of the cube");
            for (int v = 0; v < (int)particles.View.vertex_count; v++)
            {
                if (places[4 * v + 3] == 0) continue;
                double m = 1 / (double)places[4 * v + 3];
                mass += m;
                for (int k = 0; k < 3; k++) momentum[k] += m * velocities[4 * v + k];
            }
            return momentum.Select(p => p / mass).ToArray();
        }
    }

    static void EditsArrive()
    {
        Collider floor;
        using (World world = Telling(out floor))
        using (Asset asset = Cube())
        {
            world.SetGravity(0, 0, 0);
            Body body = Falling(world, asset, 5);
            body.ApplyImpulse(500, 0, 250);
            world.Step(Dt);
            double[] velocity = Velocity(body);
            Expect(Math.Abs(velocity[0] - 0.5) < 1e-4 && Math.Abs(velocity[2] - 0.25) < 1e-4, "impulse over mass: " + string.Join(", ", velocity));
            body.Teleport(Defaults.Pose(0, 5, 0), new float[] { 0, 3, 0 }, ReadOnlySpan<float>.Empty, NativeMethods.PLIANT_TELEPORT_PINS_DROP);
            world.Step(Dt);
            Expect(Math.Abs(Velocity(body)[1] - 3) < 1e-4, "velocity of the teleport: " + Velocity(body)[1]);
            Refuses(() => body.Teleport(Defaults.Pose(0, 5, 0), new float[2], default(ReadOnlySpan<float>), 0), "two numbers for a velocity");
            Refuses(() => body.SetInverseMasses(new uint[1], new float[2]), "two masses for one vertex");
            Refuses(() => body.ApplyImpulse(new float[3], new double[2]), "half a point");
            body.SetInverseMasses(new uint[] { 0, 1, 2, 3, 4, 5, 6, 7 }, new float[8]);
            body.SetSchedule(2, 3);
            world.SetGravity(0, -9.81f, 0);
            double before = Lowest(world, body);
            for (int step = 0; step < 5; step++) world.Step(Dt);
            Equal(Lowest(world, body), before, "fixed vertices do not fall");
            Expect(world.PlanText().Length > 0 && world.Adapter().Name != "" && AdapterInfo.All().Length > 0, "texts");
        }
    }

    static double Lowest(World world, Body body)
    {
        world.Step(Dt);
        world.Wait(60000000000);
        PliantBodyInfo info = body.Info();
        return info.low[1];
    }

    public struct Full
    {
        public float X, Y, Z, NormalX, NormalY, NormalZ, TangentX, TangentY, TangentZ, Hand;
    }

    static void SkinsHaveLayouts()
    {
        float[] normals = Enumerable.Repeat(0f, 24).ToArray(), tangents = Enumerable.Repeat(0f, 32).ToArray();
        for (int v = 0; v < 8; v++)
        {
            normals[3 * v + 1] = 1;
            tangents[4 * v] = 1;
            tangents[4 * v + 3] = -1;
        }
        using (World world = new World())
        using (Asset asset = Cube())
        using (SkinAsset made = SkinAsset.Create(asset, box, faces, normals, tangents))
        using (SkinAsset skin = SkinAsset.Load(made.Save()))
        {
            Equal(skin.Info().content_hash, made.Info().content_hash, "a skin that was saved and loaded");
            Refuses(() => SkinAsset.Create(asset, box, faces, new float[3], null), "one normal for eight vertices");
            world.SetGravity(0, 0, 0);
            PliantVertexLayout layout = Defaults.VertexLayout();
            layout.stride = 40;
            layout.normal_offset = 12;
            layout.tangent_offset = 24;
            layout.previous_position_offset = NativeMethods.PLIANT_ABSENT;
            Body body = world.AddBody(asset, Defaults.Body());
            uint index = body.AddSkin(skin, layout);
            world.Step(Dt);
            using (MappedVertices mapped = body.MapVertices(index, NativeMethods.PLIANT_MAP_WAIT))
            {
                ReadOnlySpan<Full> vertices = mapped.Vertices<Full>();
                Equal(vertices.Length, 8, "vertices of 40 bytes");
                Full last = vertices[7];
                Expect(Math.Abs(last.X - 1) < 1e-5 && Math.Abs(last.NormalY - 1) < 1e-4 && Math.Abs(last.TangentX - 1) < 1e-4 && last.Hand == -1,
                    "the last vertex: " + last.X + " " + last.NormalY + " " + last.TangentX + " " + last.Hand);
                MappedVertices held = mapped;
                Refuses(() => held.Vertices<Vertex>(), "structs of another size");
            }
            body.RemoveSkins();
            Throws(() => body.MapVertices(index, NativeMethods.PLIANT_MAP_LATEST), NativeMethods.PLIANT_ERROR_INVALID_ARGUMENT, "no skin is left");
        }
    }

    static void ShapesCarry()
    {
        using (World world = new World())
        using (Asset asset = Cube())
        using (Shape made = Shape.Mesh(new float[] { -5, 0, -5, 5, 0, -5, -5, 0, 5, 5, 0, 5 }, new uint[] { 0, 2, 1, 1, 2, 3 }))
        using (Shape ground = Shape.Load(made.Save()))
        using (Shape hull = Shape.Convex(box))
        using (Shape hills = Shape.Heightfield(2, 2, 10, 10, new float[4]))
        {
            Equal(ground.Info().content_hash, made.Info().content_hash, "a shape that was saved and loaded");
            Equal(hull.Collider().shape, NativeMethods.PLIANT_SHAPE_CONVEX, "kind of a hull");
            Equal(hills.Collider().shape, NativeMethods.PLIANT_SHAPE_HEIGHTFIELD, "kind of a terrain");
            Refuses(() => Shape.Heightfield(2, 2, 10, 10, new float[3]), "a height is missing");
            Collider collider = world.AddCollider(ground.Collider());
            PliantBodyDesc desc = Defaults.Body();
            desc.pose = Defaults.Pose(0, 0.2, 0);
            Body body = world.AddBody(asset, desc);
            body.Ignore(collider, true);
            body.Ignore(collider, false);
            for (int step = 0; step < 90; step++) world.Step(Dt);
            double low = Lowest(world, body);
            Expect(Math.Abs(low) < 0.05, "it lies on the mesh: " + low);
        }
    }

    static void EqualRunsHaveEqualHashes()
    {
        ulong[] hashes = new ulong[2];
        for (int run = 0; run < 2; run++)
            using (World world = new World())
            using (Asset asset = Cube())
            {
                Expect(!world.TryStateHash(out hashes[run]), "a hash before a step");
                world.AddBody(asset, Defaults.Body());
                for (int step = 0; step < 10; step++) world.Step(Dt);
                Expect(world.TryStateHash(out hashes[run]), "a hash after it");
            }
        Equal(hashes[0], hashes[1], "hashes of two equal runs");
        Expect(hashes[0] != 0, "which are of something");
    }

    static void Disposed(Action use, string what)
    {
        checks++;
        try
        {
            use();
            failures++;
            Console.WriteLine("FAILED: " + what + " works after Dispose");
        }
        catch (ObjectDisposedException) { }
    }

    static void WhatIsDisposedCannotBeUsed()
    {
        Collider floor;
        World world = Telling(out floor);
        Asset asset = Cube();
        SkinAsset skin = SkinAsset.FromSurface(asset);
        Shape shape = Shape.Convex(box);
        Body body = Falling(world, asset, 1);
        body.AddSkin(skin);
        Frame frame = world.AddFrame(Defaults.Pose(0, 0, 0), 0);
        Attachment attachment = body.Attach(Defaults.Attachment(), new float[3]);
        world.Step(Dt);
        Query query = world.CastRays(new[] { Down(0, 1, 0) });
        OverlapQuery overlaps = world.FindOverlaps(new PliantShapeQuery[0]);
        MappedVertices vertices = body.MapVertices(0, NativeMethods.PLIANT_MAP_WAIT);
        MappedParticles particles = body.MapParticles(NativeMethods.PLIANT_MAP_WAIT);
        world.Dispose();
        asset.Dispose();
        skin.Dispose();
        shape.Dispose();
        PliantPose pose = Defaults.Pose(0, 0, 0);
        Disposed(() => world.Step(Dt), "World");
        Disposed(() => world.Events(0), "World.Events");
        Disposed(() => world.Grab(new PliantHit(), 1), "World.Grab");
        Disposed(() => asset.Info(), "Asset");
        Disposed(() => skin.Indices(), "SkinAsset");
        Disposed(() => shape.Collider(), "Shape");
        Disposed(() => body.Info(), "Body");
        Disposed(() => body.ApplyImpulse(1, 0, 0), "Body.ApplyImpulse");
        Disposed(() => body.MapVertices(0, 0), "Body.MapVertices");
        Disposed(() => floor.Move(pose), "Collider");
        Disposed(() => frame.Move(pose), "Frame");
        Disposed(() => attachment.Info(), "Attachment");
        Disposed(() => query.TryFetch(new PliantHit[1]), "Query");
        Disposed(() => overlaps.Drop(), "OverlapQuery");
        Disposed(() => { int length = vertices.Bytes.Length; }, "MappedVertices");
        Disposed(() => { int length = particles.Positions.Length; }, "MappedParticles");
        Disposed(() => default(Body).Info(), "a body of no world");
        vertices.Dispose(); // nothing is left to give back
        particles.Dispose();
    }

    /// A game's frame: move, step, ask, read.
    static void Frame(World world, Body body, Collider floor, PliantRay[] rays, PliantHit[] hits, ref Query query, ref double sum)
    {
        floor.Move(Defaults.Pose(0, 0, 0));
        world.Step(Dt);
        if (query.TryFetch(hits)) query = world.CastRays(rays);
        foreach (PliantEvent e in world.Events(NativeMethods.PLIANT_MAP_LATEST).All) sum += e.point[1];
        foreach (PliantColliderImpulse i in world.Impulses(NativeMethods.PLIANT_MAP_LATEST).All) sum += i.impulse[1];
        using (MappedVertices mapped = body.MapVertices(0, NativeMethods.PLIANT_MAP_LATEST))
            foreach (Vertex vertex in mapped.Vertices<Vertex>()) sum += vertex.Y;
        using (MappedParticles mapped = body.MapParticles(NativeMethods.PLIANT_MAP_LATEST)) sum += mapped.Positions[0];
        body.ApplyImpulse(1, 0, 0);
    }

    static void AFrameMakesNoGarbage()
    {
        Collider floor;
        using (World world = Telling(out floor))
        using (Asset asset = Cube())
        using (SkinAsset skin = SkinAsset.FromSurface(asset))
        {
            Body body = Falling(world, asset, 0.1);
            body.AddSkin(skin);
            PliantRay[] rays = { Down(0.5, 5, 0.5), Down(3, 5, 0) };
            PliantHit[] hits = new PliantHit[2];
            double sum = 0;
            world.Step(Dt);
            world.Wait(60000000000);
            Query query = world.CastRays(rays);
            for (int frame = 0; frame < 30; frame++) Frame(world, body, floor, rays, hits, ref query, ref sum);
            const int Frames = 300;
            long before = allocated();
            for (int frame = 0; frame < Frames; frame++) Frame(world, body, floor, rays, hits, ref query, ref sum);
            Equal(allocated() - before, 0L, "bytes of garbage in " + Frames + " frames");
            Expect(sum != 0, "which read something");
        }
    }
}
