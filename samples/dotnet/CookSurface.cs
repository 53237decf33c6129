// Cooks the mesh that a game draws into a soft body: with progress and a way to cancel, saved to a file and loaded again.
//   mcs -langversion:7.2 -unsafe -out:target/CookSurface.exe samples/dotnet/CookSurface.cs bindings/unity/Runtime/Core/*.cs
//   LD_LIBRARY_PATH=target/release mono target/CookSurface.exe [OUT.pliant]
// Ctrl+C stops the cook, not the program.

using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using Pliant;

static class CookSurface
{
    const int Rings = 16, Sides = 24;

    /// A ball of 1 m with a hole at the top: no clean solid, as meshes of games often are.
    static void Ball(out float[] positions, out uint[] indices)
    {
        List<float> points = new List<float>();
        List<uint> triangles = new List<uint>();
        for (int ring = 0; ring < Rings; ring++)
            for (int side = 0; side < Sides; side++)
            {
                double polar = 0.1 + (Math.PI - 0.1) * ring / Rings, around = 2 * Math.PI * side / Sides;
                points.Add((float)(0.5 * Math.Sin(polar) * Math.Cos(around)));
                points.Add((float)(0.5 * Math.Cos(polar)));
                points.Add((float)(-0.5 * Math.Sin(polar) * Math.Sin(around)));
            }
        points.AddRange(new[] { 0f, -0.5f, 0f });
        for (uint ring = 0; ring < Rings; ring++)
            for (uint side = 0; side < Sides; side++)
            {
                uint a = ring * Sides + side, b = ring * Sides + (side + 1) % Sides, c = a + Sides, d = b + Sides;
                if (ring == Rings - 1) triangles.AddRange(new[] { a, (uint)(Rings * Sides), b });
                else triangles.AddRange(new[] { a, c, b, b, c, d });
            }
        positions = points.ToArray();
        indices = triangles.ToArray();
    }

    static void Cook(string path)
    {
        float[] positions;
        uint[] indices;
        Ball(out positions, out indices);

        // The cook asks after each piece of work. Returning true stops it: here at 30 %, as a player who quits does.
        try
        {
            Asset.FromSurface(positions, indices, new SurfaceOptions { ElementCount = 2000 }, done => done >= 0.3f);
        }
        catch (PliantException error) when (error.Status == NativeMethods.PLIANT_ERROR_CANCELLED)
        {
            Console.WriteLine("cancelled at 30 %");
        }

        bool stop = false;
        Console.CancelKeyPress += (sender, pressed) => { stop = true; pressed.Cancel = true; };
        int tenths = 0;
        Progress progress = done =>
        {
            for (; tenths <= (int)(10 * done); tenths++) Console.Write(" {0} %", 10 * tenths);
            return stop;
        };
        using (Asset cooked = Asset.FromSurface(positions, indices, new SurfaceOptions { ElementCount = 2000 }, progress))
        {
            Console.WriteLine();
            Console.WriteLine(cooked.ReportText().TrimEnd());
            File.WriteAllBytes(path, cooked.Save());
            using (Asset loaded = Asset.Load(File.ReadAllBytes(path)))
            {
                PliantAssetInfo one = cooked.Info(), other = loaded.Info();
                Console.WriteLine("wrote {0}: {1} bytes, {2} tets", path, new FileInfo(path).Length, other.tet_count);
                if (one.content_hash != other.content_hash) throw new InvalidDataException("what was loaded is not what was saved");
                Drop(loaded, positions, indices);
            }
        }
    }

    /// Half a second of fall, to show that the file holds all that a body needs.
    static void Drop(Asset asset, float[] positions, uint[] indices)
    {
        using (World world = new World())
        using (SkinAsset skin = SkinAsset.Create(asset, positions, indices))
        {
            PliantBodyDesc desc = Defaults.Body();
            desc.pose = Defaults.Pose(0, 10, 0);
            Body body = world.AddBody(asset, desc);
            body.AddSkin(skin);
            for (int step = 0; step < 30; step++) world.Step(1f / 60);
            using (MappedVertices mapped = body.MapVertices(0, NativeMethods.PLIANT_MAP_WAIT))
            {
                ReadOnlySpan<Vertex> vertices = mapped.Vertices<Vertex>();
                // The last vertex is the lowest. It began at 9.5 m, and falls by g t²/2 = 1.23 m.
                Console.WriteLine("after 0.5 s the lowest vertex is at {0:F2} m", vertices[vertices.Length - 1].Y);
            }
        }
    }

    static int Main(string[] arguments)
    {
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture; // numbers with decimal points everywhere
        try
        {
            Cook(arguments.Length > 0 ? arguments[0] : "CookSurface.pliant");
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
