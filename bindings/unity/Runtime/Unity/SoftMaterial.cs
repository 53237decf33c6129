// Written by `cargo xtask bindings`; do not edit.
using UnityEngine;

namespace Pliant.Unity
{
    /// <summary>How a body is simulated.</summary>
    public enum SoftModel
    {
        /// <summary>A solid with Young's modulus and Poisson's ratio. The default.</summary>
        NeoHookean = 0,
        /// <summary>Springs on the edges of the tets, and a force that keeps their volume. For soft, coarse
        /// bodies.</summary>
        MassSpring = 1,
        /// <summary>Particles that move towards their rest shape. Never breaks; it has no modulus.</summary>
        ShapeMatching = 2,
        /// <summary>Does not deform: a crate that contact moves within the step.</summary>
        Rigid = 3,
    }

    /// <summary>Materials to begin with.</summary>
    public enum SoftPreset
    {
        /// <summary>The numbers are your own.</summary>
        Custom = 0,
        /// <summary>Soft, wobbles.</summary>
        Jelly = 1,
        /// <summary>Firm, bounces.</summary>
        Rubber = 2,
        /// <summary>Soft and strongly damped.</summary>
        Flesh = 3,
        /// <summary>Light, squeezes without bulging.</summary>
        Foam = 4,
        /// <summary>Stiff, with grip.</summary>
        Tyre = 5,
        /// <summary>Very light, bounces.</summary>
        Balloon = 6,
        /// <summary>Rigid: crates and the like, which rest on soft bodies however heavy these are.</summary>
        Wood = 7,
    }

    /// <summary>What a soft body is made of. Change a field at run time and call <see cref="Changed"/>.</summary>
    [CreateAssetMenu(menuName = "Pliant/Soft Material", fileName = "Soft Material")]
    public sealed class SoftMaterial : ScriptableObject
    {
        /// <summary>The preset that the numbers come from.</summary>
        public SoftPreset preset = SoftPreset.Jelly;
        /// <summary>How bodies are simulated.</summary>
        public SoftModel model = SoftModel.NeoHookean;
        /// <summary>Young's modulus [Pa]: larger is stiffer. Range 1 to 1e12.</summary>
        [Unit("Pa", 1000, 1e8f, true)] public float youngModulus = 5e4f;
        /// <summary>Poisson's ratio [1]: 0 squeezes without bulging, 0.49 nearly keeps the volume. Range 0 to 0.495.
        /// Used by NeoHookean.</summary>
        [Unit("1", 0, 0.495f)] public float poissonRatio = 0.45f;
        /// <summary>Density [kg/m³]. Range 1e-3 to 1e6.</summary>
        [Unit("kg/m³", 1, 2e4f, true)] public float density = 1000;
        /// <summary>Decay rate of swings [1/s]; falling is not slowed. Range 0 to 1e4.</summary>
        [Unit("1/s", 0, 50)] public float damping = 1;
        /// <summary>Friction coefficient [1]. A contact uses the root of the product of both sides. Range 0 to
        /// 10.</summary>
        [Unit("1", 0, 2)] public float friction = 0.5f;
        /// <summary>Restitution [1]. A contact uses the larger value of both sides. Range 0 to 1.</summary>
        [Unit("1", 0, 1)] public float bounce;
        /// <summary>Stiffness of ShapeMatching [1]. Above 0, at most 1.</summary>
        [Unit("1", 0.01f, 1)] public float shapeStiffness = 0.5f;
        /// <summary>How far ShapeMatching follows deformation [1]. Range 0 to 1; stay at 0.9 or below.</summary>
        [Unit("1", 0, 0.9f)] public float shapeSoftness = 0.3f;

        /// <summary>Raised by <see cref="Changed"/>.</summary>
        internal int version;

        /// <summary>A material with the numbers of a preset.</summary>
        public static SoftMaterial Make(SoftPreset preset)
        {
            SoftMaterial made = CreateInstance<SoftMaterial>();
            made.name = preset.ToString();
            made.Apply(preset);
            return made;
        }

        /// <summary>Takes the numbers of a preset. Custom changes none.</summary>
        public void Apply(SoftPreset chosen)
        {
            preset = chosen;
            switch (chosen)
            {
                case SoftPreset.Jelly: Set(SoftModel.NeoHookean, 5e4f, 0.45f, 1000, 1, 0.5f, 0); break;
                case SoftPreset.Rubber: Set(SoftModel.NeoHookean, 1e6f, 0.48f, 1100, 2, 0.9f, 0.5f); break;
                case SoftPreset.Flesh: Set(SoftModel.NeoHookean, 1e5f, 0.45f, 1050, 8, 0.6f, 0); break;
                case SoftPreset.Foam: Set(SoftModel.NeoHookean, 4e4f, 0.1f, 60, 10, 0.7f, 0); break;
                case SoftPreset.Tyre: Set(SoftModel.NeoHookean, 5e6f, 0.45f, 1150, 5, 1, 0.2f); break;
                case SoftPreset.Balloon: Set(SoftModel.NeoHookean, 2e4f, 0.4f, 20, 1, 0.6f, 0.6f); break;
                case SoftPreset.Wood: Set(SoftModel.Rigid, 1e10f, 0.3f, 600, 0, 0.6f, 0.1f); break;
            }
            Changed();
        }

        void Set(
            SoftModel model, float youngModulus, float poissonRatio, float density, float damping, float friction,
            float bounce)
        {
            this.model = model;
            this.youngModulus = youngModulus;
            this.poissonRatio = poissonRatio;
            this.density = density;
            this.damping = damping;
            this.friction = friction;
            this.bounce = bounce;
        }

        /// <summary>Tells running bodies that fields have changed. Friction and bounce count from the next time that a
        /// body is enabled.</summary>
        public void Changed()
        {
            version++;
        }

        void OnValidate()
        {
            Changed();
        }

        internal PliantNeoHookeanDesc NeoHookean()
        {
            PliantNeoHookeanDesc desc = Defaults.NeoHookean();
            desc.young_modulus = youngModulus;
            desc.poisson_ratio = poissonRatio;
            desc.density = density;
            desc.damping = damping;
            return desc;
        }

        internal PliantMassSpringDesc MassSpring()
        {
            PliantMassSpringDesc desc = Defaults.MassSpring();
            desc.young_modulus = youngModulus;
            desc.density = density;
            desc.damping = damping;
            return desc;
        }

        internal PliantShapeMatchingDesc ShapeMatching()
        {
            PliantShapeMatchingDesc desc = Defaults.ShapeMatching();
            desc.alpha = shapeStiffness;
            desc.beta = shapeSoftness;
            desc.density = density;
            desc.damping = damping;
            return desc;
        }

        internal PliantRigidDesc Rigid()
        {
            PliantRigidDesc desc = Defaults.Rigid();
            desc.density = density;
            return desc;
        }
    }
}
