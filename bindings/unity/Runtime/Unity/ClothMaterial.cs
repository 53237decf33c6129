// Written by `cargo xtask bindings`; do not edit.
using UnityEngine;

namespace Pliant.Unity
{
    /// <summary>Fabrics to begin with.</summary>
    public enum ClothPreset
    {
        /// <summary>The numbers are your own.</summary>
        Custom = 0,
        /// <summary>A shirt.</summary>
        Cotton = 1,
        /// <summary>Thin, folds finely.</summary>
        Silk = 2,
        /// <summary>Heavy, wide folds.</summary>
        Denim = 3,
        /// <summary>Stiff.</summary>
        Leather = 4,
        /// <summary>Heavy, stretches.</summary>
        RubberSheet = 5,
        /// <summary>A closed skin of latex, filled to its volume at rest.</summary>
        LatexBalloon = 6,
    }

    /// <summary>What a cloth is made of. Change a field at run time and call <see cref="Changed"/>.</summary>
    [CreateAssetMenu(menuName = "Pliant/Cloth Material", fileName = "Cloth Material")]
    public sealed class ClothMaterial : ScriptableObject
    {
        /// <summary>The preset that the numbers come from.</summary>
        public ClothPreset preset = ClothPreset.Cotton;
        /// <summary>Force on a strip of 1 m width per unit of strain [N/m]. Range 1e-3 to 1e9.</summary>
        [Unit("N/m", 100, 1e6f, true)] public float stretchStiffness = 5000;
        /// <summary>Moment on an edge of 1 m per unit of curvature [N·m]. Range 0 to 1e6.</summary>
        [Unit("N·m", 1e-6f, 1, true)] public float bendingStiffness = 1e-5f;
        /// <summary>Mass of an area [kg/m²]. Range 1e-6 to 1e5.</summary>
        [Unit("kg/m²", 0.01f, 10, true)] public float areaDensity = 0.15f;
        /// <summary>Distance kept from colliders [m]. Above 0.</summary>
        [Unit("m", 1e-4f, 0.1f, true)] public float thickness = 1e-3f;
        /// <summary>Decay rate of folds and waves [1/s]; falling is not slowed. Range 0 to 1e4.</summary>
        [Unit("1/s", 0, 50)] public float damping = 1;
        /// <summary>Drag coefficient in the wind [1]. Range 0 to 100.</summary>
        [Unit("1", 0, 5)] public float drag = 1;
        /// <summary>Lift coefficient in the wind [1]. Range 0 to 100.</summary>
        [Unit("1", 0, 5)] public float lift = 0.5f;
        /// <summary>Largest stretch from what holds the cloth, as a part of the shortest path to it over the cloth at
        /// rest [1]. A hard limit; 0 is none. Range 0 to 10.</summary>
        [Unit("1", 0, 0.2f)] public float maxStretch;
        /// <summary>Friction coefficient [1]. A contact uses the root of the product of both sides. Range 0 to
        /// 10.</summary>
        [Unit("1", 0, 2)] public float friction = 0.5f;
        /// <summary>Above 0 the mesh is a balloon, filled to so many times its volume at rest [1]: above 1 it is firm,
        /// below 1 slack. The mesh must be closed. Change it while the game runs to blow it up. 0: open cloth, or a
        /// gas. Range 1e-3 to 1e3.</summary>
        [Header("Inside")]
        [Unit("1", 0, 4)] public float volumeFactor;
        /// <summary>How hard a balloon is to squeeze [Pa]: its pressure for a change of volume by that at rest. 0 keeps
        /// the volume exactly. Must be 0 with a gas. Range 0 to 1e12.</summary>
        [Unit("Pa", 0, 1e5f)] public float bulkModulus;
        /// <summary>Above 0 the balloon holds a gas with this pressure over the atmosphere's at the volume at rest
        /// [Pa], and the gas finds its volume. Leave volumeFactor at 0 or 1 then. Range 0 to 1e9.</summary>
        [Unit("Pa", 0, 1e4f)] public float gasPressure;

        /// <summary>Raised by <see cref="Changed"/>.</summary>
        internal int version;

        /// <summary>A material with the numbers of a preset.</summary>
        public static ClothMaterial Make(ClothPreset preset)
        {
            ClothMaterial made = CreateInstance<ClothMaterial>();
            made.name = preset.ToString();
            made.Apply(preset);
            return made;
        }

        /// <summary>Takes the numbers of a preset. Custom changes none.</summary>
        public void Apply(ClothPreset chosen)
        {
            preset = chosen;
            switch (chosen)
            {
                case ClothPreset.Cotton: Set(5000, 1e-5f, 0.15f, 1e-3f, 1, 1, 0.5f, 0, 0.5f, 0, 0, 0); break;
                case ClothPreset.Silk: Set(2000, 3e-6f, 0.06f, 1e-3f, 1, 1, 0.5f, 0, 0.3f, 0, 0, 0); break;
                case ClothPreset.Denim: Set(1e4f, 1e-4f, 0.4f, 1e-3f, 1, 1, 0.5f, 0, 0.5f, 0, 0, 0); break;
                case ClothPreset.Leather: Set(2e4f, 1e-3f, 0.9f, 1e-3f, 1, 1, 0.5f, 0, 0.5f, 0, 0, 0); break;
                case ClothPreset.RubberSheet: Set(3000, 1e-4f, 1.1f, 1e-3f, 2, 1, 0.5f, 0, 0.9f, 0, 0, 0); break;
                case ClothPreset.LatexBalloon: Set(300, 1e-5f, 0.3f, 1e-3f, 2, 0.5f, 0, 0, 0.6f, 1, 0, 0); break;
            }
            Changed();
        }

        void Set(
            float stretchStiffness, float bendingStiffness, float areaDensity, float thickness, float damping,
            float drag, float lift, float maxStretch, float friction, float volumeFactor, float bulkModulus,
            float gasPressure)
        {
            this.stretchStiffness = stretchStiffness;
            this.bendingStiffness = bendingStiffness;
            this.areaDensity = areaDensity;
            this.thickness = thickness;
            this.damping = damping;
            this.drag = drag;
            this.lift = lift;
            this.maxStretch = maxStretch;
            this.friction = friction;
            this.volumeFactor = volumeFactor;
            this.bulkModulus = bulkModulus;
            this.gasPressure = gasPressure;
        }

        /// <summary>Tells running bodies that fields have changed. Friction counts from the next time that a body is
        /// enabled.</summary>
        public void Changed()
        {
            version++;
        }

        void OnValidate()
        {
            Changed();
        }

        internal bool IsBalloon
        {
            get { return volumeFactor > 0 || gasPressure > 0; }
        }

        internal PliantClothDesc Cloth()
        {
            PliantClothDesc desc = Defaults.Cloth();
            desc.stretch_stiffness = stretchStiffness;
            desc.bending_stiffness = bendingStiffness;
            desc.area_density = areaDensity;
            desc.thickness = thickness;
            desc.damping = damping;
            desc.drag = drag;
            desc.lift = lift;
            desc.max_stretch = maxStretch;
            return desc;
        }

        internal PliantBalloonDesc Balloon()
        {
            PliantBalloonDesc desc = Defaults.Balloon();
            desc.stretch_stiffness = stretchStiffness;
            desc.bending_stiffness = bendingStiffness;
            desc.area_density = areaDensity;
            desc.thickness = thickness;
            desc.damping = damping;
            desc.drag = drag;
            desc.lift = lift;
            desc.volume_factor = volumeFactor;
            desc.bulk_modulus = bulkModulus;
            desc.gas_pressure = gasPressure;
            return desc;
        }
    }
}
