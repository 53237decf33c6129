// A curtain on a rod that moves to and fro: cloth whose upper edge follows a frame. Writes the last frame as an OBJ file.
//   mcs -langversion:7.2 -unsafe -out:target/Curtain.exe samples/dotnet/Curtain.cs bindings/unity/Runtime/Core/*.cs
//   LD_LIBRARY_PATH=target/release mono target/Curtain.exe [OUT.obj]

using System;
using System.Globalization;
using System.IO;
using Pliant;

static class Curtain
{
    const int Across = 10, Down = 12, Steps = 120; // cells, and two seconds
    const float Cell = 0.2f, RodHeight = 2.6f;

    /// The curtain at rest: flat, from the rod down. Row 0 is at the rod.
    static void Cloth(out float[] positions, out uint[] indices)
    {
        positions = new float[3 * (Across + 1) * (Down + 1)];
        indices = new uint[6 * Across * Down];
        for (int v = 0; v < (Across + 1) * (Down + 1); v++)
        {
            positions[3 * v] = Cell * (v % (Across + 1)) - Cell * Across / 2;
            positions[3 * v + 1] = -Cell * (v / (Across + 1));
        }
        int next = 0;
        for (uint row = 0; row < Down; row++)
            for (uint column = 0; column < Across; column++)
            {
                uint a = row * (Across + 1) + column, b = a + 1, c = a + Across + 1, d = c + 1;
                // Diagonals that take turns make the cloth alike along both sides.
                uint[] two = (row + column) % 2 == 0 ? new[] { a, c, d, a, d, b } : new[] { a, c, b, b, c, d };
                foreach (uint index in two) indices[next++] = index;
            }
    }

    static void Run(string path)
    {
        float[] positions;
        uint[] indices;
        Cloth(out positions, out indices);
        using (World world = new World())
        using (Asset asset = Asset.FromSheet(positions, indices))
        using (SkinAsset skin = SkinAsset.Create(asset, positions, indices))
        {
            world.AddCollider(Defaults.Collider()); // the floor, 0.2 m below the hem
            PliantBodyDesc desc = Defaults.Body();
            desc.pose = Defaults.Pose(0, RodHeight, 0);
            PliantClothDesc cotton = Defaults.Cloth();
            cotton.area_density = 0.15f; // [kg/m²]
            cotton.damping = 1; // [1/s]
            Body body = world.AddBody(asset, desc, cotton);
            body.AddSkin(skin);

            Frame rod = world.AddFrame(Defaults.Pose(0, RodHeight, 0), 0);
            PliantAttachmentDesc hold = Defaults.Attachment();
            hold.frame = rod.Id;
            uint[] rings = new uint[Across / 2 + 1]; // every second vertex of the upper edge
            for (int i = 0; i < rings.Length; i++) rings[i] = (uint)(2 * i);
            body.AttachVertices(hold, rings);

            for (int step = 1; step <= Steps; step++)
            {
                double time = step / 60.0;
                rod.Move(Defaults.Pose(0, RodHeight, 0.5 * Math.Sin(Math.PI * time)));
                world.Step(1f / 60); // only queues
                if (step % 20 != 0) continue;
                using (MappedVertices mapped = body.MapVertices(0, NativeMethods.PLIANT_MAP_WAIT))
                    Print(step, mapped.Vertices<Vertex>());
            }
            using (MappedVertices mapped = body.MapVertices(0, NativeMethods.PLIANT_MAP_WAIT))
                WriteObj(path, mapped.Vertices<Vertex>(), indices);
        }
    }

    static void Print(int step, ReadOnlySpan<Vertex> vertices)
    {
        Vertex ring = vertices[0], hem = vertices[vertices.Length - 1 - Across / 2];
        Console.WriteLine("step {0,3}: rod at z = {1,6:F3}, middle of the hem at y = {2:F3}, z = {3,6:F3}", step, ring.Z, hem.Y, hem.Z);
    }

    static void WriteObj(string path, ReadOnlySpan<Vertex> vertices, uint[] indices)
    {
        using (StreamWriter file = new StreamWriter(path))
        {
            foreach (Vertex v in vertices)
                file.WriteLine("v {0:G6} {1:G6} {2:G6}\nvn {3:G4} {4:G4} {5:G4}", v.X, v.Y, v.Z, v.NormalX, v.NormalY, v.NormalZ);
            for (int i = 0; i < indices.Length; i += 3)
                file.WriteLine("f {0}//{0} {1}//{1} {2}//{2}", indices[i] + 1, indices[i + 1] + 1, indices[i + 2] + 1);
        }
        Console.WriteLine("wrote {0}", path);
    }

    static int Main(string[] arguments)
    {
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture; // numbers with decimal points everywhere
        try
        {
            Run(arguments.Length > 0 ? arguments[0] : "Curtain.obj");
            Library.Shutdown();
            return 0;
        }
        catch (Exception error) // a failed call, or no native library; the message explains it
        {
            Console.Error.WriteLine(error.Message);
            return 1;
        }
    }
}
