using System;
using Pliant;
using Pliant.Unity;
using UnityDouble;
using UnityEngine;

static class BalloonTests
{
    const string Cure = "fill the holes";

    internal static void Register()
    {
        Run.Add("a cloth becomes a balloon, is blown up and holds a gas, all while it runs", InatReste);
        Run.Add("a balloon on an open sheet is refused, and others go on", Refused);
    }

    static void InatReste()
    {
        const float radius = 0.2f;
        Physics.gravity = Vector3.zero;
        SoftWorld world = Scenes.World();
        world.epochs = 1;
        Mesh mesh = Scenes.Ball(radius);
        ClothMaterial skin = ClothMaterial.Make(ClothPreset.LatexBalloon);
        skin.volumeFactor = 0;
        SoftCloth balloon = Scenes.Cloth(mesh, new Vector3(0, 1, 0), skin);
        Scenes.Frames(10);
        Check.Near("pressure in cloth [Pa]", balloon.Native.Info().pressure, 0, 0);

        Vector3[] atRest = mesh.vertices;
        double rest = Volume(mesh, i => atRest[i]);
        skin.volumeFactor = 1.5f;
        skin.Changed();
        Scenes.Frames(60);
        PliantBodyInfo info = balloon.Native.Info();
        Check.Near("volume, in volumes at rest", info.volume / rest, 1.5, 1e-3);
        Check.Within("pressure of the stretched skin [Pa]", info.pressure, 1, 1e4);
        Check.Near("volume of what is drawn, in volumes at rest", Volume(mesh, i => balloon.DrawnMesh.Drawn(i)) / rest, 1.5, 1e-3);

        skin.volumeFactor = 0;
        skin.gasPressure = 2000;
        skin.Changed();
        Scenes.Frames(120);
        info = balloon.Native.Info();
        const double outside = 101325;
        // Boyle's law, whatever the skin takes.
        Check.Near("pressure times volume, by that of the gas at rest", (outside + info.pressure) * info.volume / ((outside + skin.gasPressure) * rest), 1, 1e-3);
        Check.NothingLogged();
    }

    static void Refused()
    {
        Scenes.QuickWorld();
        SoftCloth sheet = Scenes.Cloth(Scenes.Sheet(1, 4), new Vector3(0, 1, 0), ClothMaterial.Make(ClothPreset.LatexBalloon));
        Check.True("an open balloon is not simulated", !sheet.IsSimulated);
        Check.True("the console says why, and what to do", Player.Said.Count == 1 && Player.Said[0].Contains(Cure));

        SoftCloth cloth = Scenes.Cloth(Scenes.Sheet(1, 4), new Vector3(3, 1, 0), ClothMaterial.Make(ClothPreset.Cotton));
        SoftBody box = Scenes.SoftBox(new Vector3(-3, 1, 0));
        Scenes.Frames(5);
        cloth.material.volumeFactor = 1.2f;
        cloth.material.Changed();
        float fromCloth = Scenes.Drawn(cloth).center.y, fromBox = Scenes.Drawn(box).center.y;
        Scenes.Frames(10);
        Check.True("said once more, with its name", Player.Said.Count == 2 && Player.Said[1].Contains("'cloth' stays as it was") && Player.Said[1].Contains(Cure));
        Check.Within("the cloth falls on [m]", fromCloth - Scenes.Drawn(cloth).center.y, 0.05, 1);
        Check.Within("so does another body [m]", fromBox - Scenes.Drawn(box).center.y, 0.05, 1);
    }

    static double Volume(Mesh mesh, Func<int, Vector3> at)
    {
        int[] corners = mesh.GetIndices(0);
        double six = 0;
        for (int i = 0; i < corners.Length; i += 3)
        {
            // From a point of it, since far from the origin sums of f32 would cancel.
            Vector3 from = at(0), a = at(corners[i]) - from, b = at(corners[i + 1]) - from, c = at(corners[i + 2]) - from;
            six += a.x * (b.y * c.z - b.z * c.y) + a.y * (b.z * c.x - b.x * c.z) + a.z * (b.x * c.y - b.y * c.x);
        }
        return Math.Abs(six) / 6;
    }
}
