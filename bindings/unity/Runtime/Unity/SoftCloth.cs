using UnityEngine;

namespace Pliant.Unity
{
    /// <summary>Makes a mesh cloth, or a closed one a balloon if the volume factor of its material is above 0. Draw cloth
    /// with a material that does not cull back faces.</summary>
    [AddComponentMenu("Pliant/Soft Cloth"), DisallowMultipleComponent]
    public sealed class SoftCloth : SoftObject
    {
        /// <summary>What it is made of. None: cotton.</summary>
        public ClothMaterial material;
        /// <summary>Whether it passes through itself. Cheaper.</summary>
        public bool noSelfContact;

        ClothMaterial standard;

        ClothMaterial Used
        {
            get
            {
                if (material != null) return material;
                if (standard == null) standard = ClothMaterial.Make(ClothPreset.Cotton);
                return standard;
            }
        }

        internal override bool IsCloth
        {
            get { return true; }
        }

        internal override int ElementCount
        {
            get { return 0; }
        }

        internal override bool Conforming
        {
            get { return false; }
        }

        internal override int MaterialVersion
        {
            get { return Used.version; }
        }

        internal override void Describe(ref PliantBodyDesc desc)
        {
            desc.friction = Used.friction;
            if (noSelfContact) desc.self_contact = NativeMethods.PLIANT_SELF_CONTACT_OFF;
        }

        internal override Body AddTo(World native, Asset cooked, PliantBodyDesc desc)
        {
            return Used.IsBalloon ? native.AddBody(cooked, desc, Used.Balloon()) : native.AddBody(cooked, desc, Used.Cloth());
        }

        internal override void SetModel(Body of)
        {
            if (Used.IsBalloon) of.SetModel(Used.Balloon());
            else of.SetModel(Used.Cloth());
        }

        void OnDestroy()
        {
            if (standard != null) Destroy(standard);
        }
    }
}
