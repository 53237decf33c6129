using UnityEngine;

namespace Pliant.Unity
{
    /// <summary>Makes a mesh soft: it falls, bounces off colliders, and pushes rigid bodies.</summary>
    [AddComponentMenu("Pliant/Soft Body"), DisallowMultipleComponent]
    public sealed class SoftBody : SoftObject
    {
        /// <summary>What it is made of. None: jelly.</summary>
        public SoftMaterial material;
        /// <summary>Wanted tets, if it is cooked when play begins; 0 is 2,000 (conforming 50,000).</summary>
        [Min(0)] public int elementCount;
        /// <summary>Cooks tets that follow the surface, instead of a coarse cage around it.</summary>
        public bool conforming;
        /// <summary>Whether parts of it touch each other.</summary>
        public bool selfContact;

        SoftMaterial standard;

        SoftMaterial Used
        {
            get
            {
                if (material != null) return material;
                if (standard == null) standard = SoftMaterial.Make(SoftPreset.Jelly);
                return standard;
            }
        }

        internal override bool IsCloth
        {
            get { return false; }
        }

        internal override int ElementCount
        {
            get { return elementCount; }
        }

        internal override bool Conforming
        {
            get { return conforming; }
        }

        internal override int MaterialVersion
        {
            get { return Used.version; }
        }

        internal override void Describe(ref PliantBodyDesc desc)
        {
            desc.friction = Used.friction;
            desc.restitution = Used.bounce;
            if (selfContact) desc.self_contact = NativeMethods.PLIANT_SELF_CONTACT_ON;
        }

        internal override Body AddTo(World native, Asset cooked, PliantBodyDesc desc)
        {
            switch (Used.model)
            {
                case SoftModel.MassSpring: return native.AddBody(cooked, desc, Used.MassSpring());
                case SoftModel.ShapeMatching: return native.AddBody(cooked, desc, Used.ShapeMatching());
                case SoftModel.Rigid: return native.AddBody(cooked, desc, Used.Rigid());
                default: return native.AddBody(cooked, desc, Used.NeoHookean());
            }
        }

        internal override void SetModel(Body of)
        {
            switch (Used.model)
            {
                case SoftModel.MassSpring: of.SetModel(Used.MassSpring()); break;
                case SoftModel.ShapeMatching: of.SetModel(Used.ShapeMatching()); break;
                case SoftModel.Rigid: of.SetModel(Used.Rigid()); break;
                default: of.SetModel(Used.NeoHookean()); break;
            }
        }

        void OnDestroy()
        {
            if (standard != null) Destroy(standard);
        }
    }
}
