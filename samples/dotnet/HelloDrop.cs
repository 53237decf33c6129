// Drops a soft body on a floor, beside a pinned and a kinematic one, and writes the last frame as an OBJ file, in C#.
//   mcs -langversion:7.2 -unsafe -out:target/HelloDrop.exe samples/dotnet/HelloDrop.cs bindings/unity/Runtime/Core/*.cs
//   LD_LIBRARY_PATH=target/release mono target/HelloDrop.exe [TET_MESH|COOKED.pliant [RENDER_MESH.obj [OUT.obj]]]
// Without a mesh it builds a bar of four cubes. Without a render mesh it shows the surface of the tets.

using System;
using System.Globalization;
using System.IO;
using Pliant;

static unsafe class HelloDrop
{
    const int Steps = 120, Pinned = 1, Kinematic = 2, Bodies = 3;

    /// A bar of cubes of five tets each, mirrored from cube to cube so that the faces of neighbours match.
    static Asset Bar(uint cubes)
    {
        uint[][] five = {
            new uint[] { 0, 1, 3, 5, 0, 3, 2, 6, 0, 5, 6, 4, 3, 6, 5, 7, 0, 3, 6, 5 },
            new uint[] { 1, 0, 4, 2, 1, 3, 2, 7, 1, 5, 7, 4, 2, 4, 7, 6, 1, 2, 4, 7 } };
        float[] positions = new float[12 * (cubes + 1)];
        for (uint v = 0; v < 4 * (cubes + 1); v++)
        {
            positions[3 * v] = v / 4;
            positions[3 * v + 1] = v & 1;
            positions[3 * v + 2] = v >> 1 & 1;
        }
        uint[] tets = new uint[20 * cubes];
        for (uint i = 0; i < tets.Length; i++)
        {
            uint cube = i / 20, corner = five[cube % 2][i % 20]; // its bits: x, y, z
            tets[i] = 4 * (cube + (corner & 1)) + (corner >> 1);
        }
        return Asset.Create(positions, tets);
    }

    static void Run(World world, Asset asset, SkinAsset skin, string path)
    {
        world.AddCollider(Defaults.Collider()); // the half-space below y = 0
        PliantAssetInfo info = asset.Info();
        float size = 0;
        for (int k = 0; k < 3; k++) size = Math.Max(size, info.high[k] - info.low[k]);

        Body[] bodies = new Body[Bodies];
        for (int b = 0; b < Bodies; b++)
        {
            PliantBodyDesc desc = Defaults.Body();
            desc.scale = 1 / size; // every mesh becomes 1 m large
            PliantNeoHookeanDesc jelly = Defaults.NeoHookean();
            jelly.young_modulus = 2e5f;
            jelly.damping = 2;
            desc.pose = Defaults.Pose(1.5f * b - desc.scale * info.centroid[0], 1.5f - desc.scale * info.centroid[1],
                -desc.scale * info.centroid[2]);
            bodies[b] = world.AddBody(asset, desc, jelly);
            bodies[b].AddSkin(skin);
        }

        // The pinned body hangs by the surface triangle nearest to its top. All vertices of the kinematic one follow a frame.
        bodies[Pinned].Attach(Defaults.Attachment(), new float[] { info.centroid[0], info.high[1], info.centroid[2] });
        PliantAttachmentDesc hold = Defaults.Attachment();
        Frame frame = world.AddFrame(Defaults.Pose(1.5 * Kinematic, 1.5, 0), 0);
        hold.frame = frame.Id;
        uint[] all = new uint[info.user_vertex_count];
        for (uint v = 0; v < all.Length; v++) all[v] = v;
        bodies[Kinematic].AttachVertices(hold, all);

        Console.WriteLine("{0,6}  {1,-24} {2,-24} {3,-24}", "frame", "falling, low and high y", "pinned", "kinematic");
        for (int step = 1; step <= Steps; step++)
        {
            double angle = Math.PI * step / Steps; // half a turn about y while it goes up and down
            double height = 1.5 + 0.5 * Math.Sin(angle);
            frame.Move(Defaults.Pose(1.5 * Kinematic, height, 0, 0, (float)Math.Sin(angle / 2), 0, (float)Math.Cos(angle / 2)));
            world.Step(1f / 60); // only queues
            if (step % 20 != 0) continue;
            string line = string.Format("{0,6}", step);
            foreach (Body body in bodies)
                using (MappedVertices mapped = body.MapVertices(0, NativeMethods.PLIANT_MAP_WAIT))
                {
                    PliantVertexView view = mapped.View;
                    line += string.Format("  {0,8:F4} .. {1,8:F4}    ", view.low[1], view.high[1]);
                }
            Console.WriteLine(line);
        }
        WriteObj(path, skin.Indices(), bodies);
    }

    static void WriteObj(string path, uint[] indices, Body[] bodies)
    {
        using (StreamWriter file = new StreamWriter(path))
        {
            long first = 1;
            foreach (Body body in bodies)
                using (MappedVertices mapped = body.MapVertices(0, NativeMethods.PLIANT_MAP_WAIT))
                {
                    PliantVertexView view = mapped.View;
                    for (uint v = 0; v < view.vertex_count; v++) // position and normal: the default layout
                    {
                        float* f = (float*)(view.data + (ulong)v * view.stride);
                        file.WriteLine("v {0:G6} {1:G6} {2:G6}\nvn {3:G4} {4:G4} {5:G4}", f[0], f[1], f[2], f[3], f[4], f[5]);
                    }
                    for (int i = 0; i < indices.Length; i += 3)
                        file.WriteLine("f {0}//{0} {1}//{1} {2}//{2}", first + indices[i], first + indices[i + 1], first + indices[i + 2]);
                    first += view.vertex_count;
                }
        }
        Console.WriteLine("wrote {0}", path);
    }

    static int Main(string[] arguments)
    {
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture; // numbers with decimal points everywhere
        try
        {
            // Such as that a render mesh does not fit the tets.
            Log.Set((level, about, text) => Console.WriteLine("warning: {0}", text), NativeMethods.PLIANT_LOG_WARN);
            using (World world = new World())
            using (Asset asset = arguments.Length > 0 ? Asset.ReadFile(arguments[0], true) : Bar(4))
            using (SkinAsset skin = arguments.Length > 1 ? SkinAsset.ReadFile(asset, arguments[1]) : SkinAsset.FromSurface(asset))
                Run(world, asset, skin, arguments.Length > 2 ? arguments[2] : "HelloDrop.obj");
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
