// Meshes and objects that the tests are made of.

using System;
using System.Collections.Generic;
using Pliant.Unity;
using UnityDouble;
using UnityEngine;
using Collider = UnityEngine.Collider;

static class Scenes
{
    /// <summary>A ball of triangles that are clockwise from outside, as the engine's are.</summary>
    internal static Mesh Ball(float radius, int slices = 16, int rings = 8)
    {
        var points = new List<Vector3> { new Vector3(0, radius, 0) };
        for (int m = 1; m < rings; m++)
            for (int n = 0; n < slices; n++)
            {
                double t = Math.PI * m / rings, f = 2 * Math.PI * n / slices;
                points.Add(new Vector3((float)(Math.Sin(t) * Math.Cos(f)), (float)Math.Cos(t), (float)(Math.Sin(t) * Math.Sin(f))) * radius);
            }
        points.Add(new Vector3(0, -radius, 0));
        int last = points.Count - 1;
        var indices = new List<int>();
        for (int n = 0; n < slices; n++)
        {
            int q = (n + 1) % slices, lowest = 1 + (rings - 2) * slices;
            indices.AddRange(new[] { 0, 1 + q, 1 + n, last, lowest + n, lowest + q });
            for (int m = 0; m < rings - 2; m++)
            {
                int a = 1 + m * slices + n, b = 1 + m * slices + q;
                indices.AddRange(new[] { a, b, a + slices, b, b + slices, a + slices });
            }
        }
        return Make("ball", points, indices);
    }

    /// <summary>A box with so many cells along each side.</summary>
    internal static Mesh Box(Vector3 size, int cells = 1)
    {
        var points = new List<Vector3>();
        var indices = new List<int>();
        for (int axis = 0; axis < 3; axis++)
            for (int side = -1; side <= 1; side += 2)
            {
                int first = points.Count;
                for (int i = 0; i <= cells; i++)
                    for (int j = 0; j <= cells; j++)
                    {
                        float u = (float)i / cells - 0.5f, v = (float)j / cells - 0.5f, w = 0.5f * side;
                        Vector3 p = axis == 0 ? new Vector3(w, u, v) : axis == 1 ? new Vector3(v, w, u) : new Vector3(u, v, w);
                        points.Add(Vector3.Scale(p, size));
                    }
                for (int i = 0; i < cells; i++)
                    for (int j = 0; j < cells; j++)
                    {
                        int a = first + i * (cells + 1) + j, b = a + cells + 1;
                        if (side > 0) indices.AddRange(new[] { a, b, a + 1, b, b + 1, a + 1 });
                        else indices.AddRange(new[] { a, a + 1, b, b, a + 1, b + 1 });
                    }
            }
        return Make("box", points, indices);
    }

    /// <summary>A square sheet in the plane of x and z, its diagonals taking turns.</summary>
    internal static Mesh Sheet(float size, int cells)
    {
        var points = new List<Vector3>();
        var indices = new List<int>();
        for (int i = 0; i <= cells; i++)
            for (int j = 0; j <= cells; j++) points.Add(new Vector3((float)j / cells - 0.5f, 0, (float)i / cells - 0.5f) * size);
        for (int i = 0; i < cells; i++)
            for (int j = 0; j < cells; j++)
            {
                int a = i * (cells + 1) + j, b = a + cells + 1;
                if ((i + j) % 2 == 0) indices.AddRange(new[] { a, b, a + 1, b, b + 1, a + 1 });
                else indices.AddRange(new[] { a, b, b + 1, a, b + 1, a + 1 });
            }
        return Make("sheet", points, indices);
    }

    static Mesh Make(string name, List<Vector3> points, List<int> indices)
    {
        return new Mesh { name = name, vertices = points.ToArray(), triangles = indices.ToArray() };
    }

    /// <summary>A world that shows each step in its own frame.</summary>
    internal static SoftWorld World()
    {
        SoftWorld world = new GameObject("world").AddComponent<SoftWorld>();
        world.waitForResults = true;
        return world;
    }

    /// <summary>The same with the least work in a step, for tests that ask whether, not how exactly.</summary>
    internal static SoftWorld QuickWorld()
    {
        SoftWorld world = World();
        world.epochs = 1;
        world.iterations = 2;
        return world;
    }

    /// <summary>A box of five tets.</summary>
    internal static SoftBody SoftBox(Vector3 at, float side = 1)
    {
        return Soft(Box(Vector3.one * side), at, SoftMaterial.Make(SoftPreset.Rubber), 5);
    }

    internal static SoftBody Soft(Mesh mesh, Vector3 at, SoftMaterial material, int tets = 200)
    {
        var holder = new GameObject("soft " + mesh.name);
        holder.SetActive(false);
        holder.transform.position = at;
        holder.AddComponent<MeshFilter>().sharedMesh = mesh;
        holder.AddComponent<MeshRenderer>();
        SoftBody body = holder.AddComponent<SoftBody>();
        body.material = material;
        body.elementCount = tets;
        body.asset = SoftAsset.Cook(mesh, body.CookOptions());
        holder.SetActive(true);
        return body;
    }

    internal static SoftCloth Cloth(Mesh mesh, Vector3 at, ClothMaterial material)
    {
        var holder = new GameObject("cloth");
        holder.SetActive(false);
        holder.transform.position = at;
        holder.AddComponent<MeshFilter>().sharedMesh = mesh;
        holder.AddComponent<MeshRenderer>();
        SoftCloth cloth = holder.AddComponent<SoftCloth>();
        cloth.material = material;
        cloth.asset = SoftAsset.Cook(mesh, cloth.CookOptions());
        holder.SetActive(true);
        return cloth;
    }

    /// <summary>Momentum of a body [kg m/s] and its mass [kg], from its particles. It maps them.</summary>
    internal static Vector3 Momentum(SoftObject body, out double mass)
    {
        double x = 0, y = 0, z = 0;
        mass = 0;
        using (Pliant.MappedParticles mapped = body.Native.MapParticles(Pliant.NativeMethods.PLIANT_MAP_WAIT))
        {
            float[] places = mapped.Positions.ToArray(), velocities = mapped.Velocities.ToArray();
            for (int i = 0; i < places.Length; i += 4)
            {
                double m = 1.0 / places[i + 3];
                mass += m;
                x += m * velocities[i];
                y += m * velocities[i + 1];
                z += m * velocities[i + 2];
            }
        }
        return new Vector3((float)x, (float)y, (float)z);
    }

    /// <summary>The vertex of the source mesh that is nearest to a point of it.</summary>
    internal static int Nearest(Mesh mesh, Vector3 point)
    {
        Vector3[] all = mesh.vertices;
        int best = 0;
        for (int i = 1; i < all.Length; i++) if ((all[i] - point).sqrMagnitude < (all[best] - point).sqrMagnitude) best = i;
        return best;
    }

    internal static T Solid<T>(string name, Vector3 at) where T : Collider, new()
    {
        var holder = new GameObject(name);
        holder.transform.position = at;
        return holder.AddComponent<T>();
    }

    /// <summary>A wide box whose top is at y = 0.</summary>
    internal static BoxCollider Floor()
    {
        BoxCollider floor = Solid<BoxCollider>("floor", new Vector3(0, -0.5f, 0));
        floor.size = new Vector3(20, 1, 20);
        return floor;
    }

    internal static void Frames(int count) { for (int i = 0; i < count; i++) Player.Frame(); }

    /// <summary>Bounds of what is drawn, from the mesh's own bytes.</summary>
    internal static Bounds Drawn(SoftObject body)
    {
        Mesh mesh = body.DrawnMesh;
        var box = new Bounds(mesh.Drawn(0), Vector3.zero);
        for (int i = 1; i < mesh.vertexCount; i++) box.Encapsulate(mesh.Drawn(i));
        return box;
    }
}
