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
    }

    /// <summary>What a cloth is made of. Change a field at run time and call <see cref="Changed"/>.</summary>
    [CreateAssetMenu(menuName = "Pliant/Cloth Material", fileName = "Cloth Material")]
    public sealed class ClothMaterial : ScriptableObject
    {
        /// <summary>The preset that the numbers come from.</summary>
        public ClothPreset preset = ClothPreset.Cotton;
        /// <summary>Force on a strip of 1 m width per unit of strain [N/m]. Range 1e-3 to 1e9.</summary>
        [Unit("N/m", 1e2f, 1e6f, true)] public float stretchStiffness = 5e3f;
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
        /// <summary>Friction coefficient [1]. A contact uses the root of the product of both sides. Range 0 to 10.</summary>
        [Unit("1", 0, 2)] public float friction = 0.5f;

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
                case ClothPreset.Cotton: Set(5e3f, 1e-5f, 0.15f, 1, 0.5f); break;
                case ClothPreset.Silk: Set(2e3f, 3e-6f, 0.06f, 1, 0.3f); break;
                case ClothPreset.Denim: Set(1e4f, 1e-4f, 0.4f, 1, 0.5f); break;
                case ClothPreset.Leather: Set(2e4f, 1e-3f, 0.9f, 1, 0.5f); break;
                case ClothPreset.RubberSheet: Set(3e3f, 1e-4f, 1.1f, 2, 0.9f); break;
            }
            Changed();
        }

        void Set(float stretch, float bending, float mass, float decay, float grip)
        {
            stretchStiffness = stretch;
            bendingStiffness = bending;
            areaDensity = mass;
            damping = decay;
            friction = grip;
            thickness = 1e-3f;
            drag = 1;
            lift = 0.5f;
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
            return desc;
        }
    }
}
