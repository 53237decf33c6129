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
    }

    static void Ball()
    {
        const float radius = 0.5f, height = 1.2f;
        Scenes.World();
        Scenes.Floor();
        SoftBody ball = Scenes.Soft(Scenes.Ball(radius), new Vector3(0, height, 0), SoftMaterial.Make(SoftPreset.Jelly));
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
        double column = 1000 * 9.81 * 4 * radius * radius / (2 * 5e4);
        Check.Within("height lost [m]", 2 * radius - drawn.size.y, 0.01 * column, column);
        Check.True("the original renderer is hidden", !ball.GetComponent<MeshRenderer>().enabled);
        Check.NothingLogged();
    }
}
