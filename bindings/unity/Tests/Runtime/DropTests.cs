using System.Collections;
using NUnit.Framework;
using UnityEngine;
using UnityEngine.TestTools;

namespace Pliant.Unity.Tests
{
    /// <summary>For the engine's own test runner: a soft box falls on the floor and lies there.</summary>
    public sealed class DropTests
    {
        GameObject floor, soft;

        /// <summary>Takes the scene away.</summary>
        [TearDown]
        public void TearDown()
        {
            if (floor != null) Object.Destroy(floor);
            if (soft != null) Object.Destroy(soft);
        }

        /// <summary>Falls for two seconds.</summary>
        [UnityTest]
        public IEnumerator ABoxComesToRestOnTheFloor()
        {
            floor = new GameObject("floor");
            floor.transform.position = new Vector3(0, -0.5f, 0);
            floor.AddComponent<BoxCollider>().size = new Vector3(20, 1, 20);
            soft = new GameObject("soft");
            soft.transform.position = new Vector3(0, 1, 0);
            soft.SetActive(false);
            SoftBody body = soft.AddComponent<SoftBody>();
            body.mesh = Cube();
            body.elementCount = 40;
            soft.SetActive(true);
            Assert.IsTrue(body.IsSimulated, "The body is not simulated; the console says why.");
            for (int i = 0; i < 120; i++) yield return null;
            SoftWorld.Of(soft).Finish();
            Assert.AreEqual(0, body.WorldBounds.min.y, 0.02, "It does not lie on the floor.");
            Assert.IsTrue(body.DrawnMesh.bounds.size.y > 0.5f, "It is flat.");
        }

        /// <summary>The presets have different numbers.</summary>
        [Test]
        public void PresetsDiffer()
        {
            Assert.IsTrue(SoftMaterial.Make(SoftPreset.Rubber).youngModulus > SoftMaterial.Make(SoftPreset.Jelly).youngModulus,
                "Rubber is not stiffer than jelly.");
        }

        static Mesh Cube()
        {
            var points = new Vector3[8];
            for (int i = 0; i < 8; i++) points[i] = new Vector3((i & 1) - 0.5f, (i >> 1 & 1) - 0.5f, (i >> 2) - 0.5f);
            int[] indices =
            {
                0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
            };
            return new Mesh { vertices = points, triangles = indices };
        }
    }
}
