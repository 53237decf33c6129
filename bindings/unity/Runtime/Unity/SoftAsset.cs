using System;
using UnityEngine;

namespace Pliant.Unity
{
    /// <summary>A cooked mesh: what a soft body or a cloth is simulated as. Bodies share it.</summary>
    public sealed class SoftAsset : ScriptableObject
    {
        /// <summary>The cooked body as the library saves it; a .pliant file holds the same.</summary>
        [HideInInspector] public byte[] body;
        /// <summary>The render mesh bound to it. Empty: the body's own surface is drawn.</summary>
        [HideInInspector] public byte[] skin;
        /// <summary>What cooking repaired and made.</summary>
        public string report;
        /// <summary>Changes when the mesh or the options of the cook do.</summary>
        public string sourceHash;
        /// <summary>Bounds at rest [m], at the scale of the cook.</summary>
        public Bounds bounds;
        /// <summary>Scale of the Transform that it was cooked at [1].</summary>
        public Vector3 scale = Vector3.one;
        /// <summary>Simulated vertices.</summary>
        public int vertexCount;
        /// <summary>Tets; 0 for cloth.</summary>
        public int tetCount;
        /// <summary>How far what collides may stand off from what is drawn [m]; 0 if not known.</summary>
        public float gap;
        /// <summary>Whether it is a sheet.</summary>
        public bool cloth;

        [NonSerialized] Asset native;
        [NonSerialized] SkinAsset nativeSkin;

        /// <summary>Reads and cooks a mesh at once. It takes from milliseconds to seconds.</summary>
        public static SoftAsset Cook(Mesh mesh, SoftCookOptions options)
        {
            return Make(SoftCookInput.Read(mesh, options).Cook(null));
        }

        /// <summary>An asset that holds what was cooked. Main thread only.</summary>
        public static SoftAsset Make(SoftCookResult result)
        {
            SoftAsset made = CreateInstance<SoftAsset>();
            made.name = result.input.name;
            made.Fill(result);
            return made;
        }

        /// <summary>Takes over what was cooked. Main thread only. Running bodies keep what they have.</summary>
        public unsafe void Fill(SoftCookResult result)
        {
            Unload();
            PliantAssetInfo info = result.info;
            body = result.body;
            skin = result.skin;
            report = result.report;
            sourceHash = result.hash;
            scale = result.input.options.scale;
            cloth = info.kind == NativeMethods.PLIANT_ASSET_SHELL;
            vertexCount = (int)info.vertex_count;
            tetCount = (int)info.tet_count;
            bounds.SetMinMax(new Vector3(info.low[0], info.low[1], info.low[2]), new Vector3(info.high[0], info.high[1], info.high[2]));
            gap = result.farthestBoundary * bounds.size.magnitude;
        }

        /// <summary>Takes over the bytes of a .pliant file, whose own surface is drawn. Throws PliantException.</summary>
        public unsafe void Fill(byte[] file)
        {
            Unload();
            using (Asset asset = Asset.Load(file))
            {
                PliantAssetInfo info = asset.Info();
                body = file;
                skin = null;
                report = asset.ReportText();
                sourceHash = "";
                scale = Vector3.one;
                gap = 0;
                cloth = info.kind == NativeMethods.PLIANT_ASSET_SHELL;
                vertexCount = (int)info.vertex_count;
                tetCount = (int)info.tet_count;
                bounds.SetMinMax(new Vector3(info.low[0], info.low[1], info.low[2]), new Vector3(info.high[0], info.high[1], info.high[2]));
            }
        }

        internal Asset Native
        {
            get { return native ?? Load(); }
        }

        internal SkinAsset NativeSkin
        {
            get
            {
                if (native == null) Load();
                return nativeSkin;
            }
        }

        Asset Load()
        {
            if (body == null || body.Length == 0)
                throw new InvalidOperationException("SoftAsset '" + name + "' is empty: cook its mesh again.");
            Asset loaded = Asset.Load(body);
            nativeSkin = skin == null || skin.Length == 0 ? SkinAsset.FromSurface(loaded) : SkinAsset.Load(skin);
            Lifecycle.Loaded.Add(this);
            return native = loaded;
        }

        internal void Unload()
        {
            if (native != null) native.Dispose();
            if (nativeSkin != null) nativeSkin.Dispose();
            native = null;
            nativeSkin = null;
            Lifecycle.Loaded.Remove(this);
        }

        void OnDisable()
        {
            Unload();
        }
    }
}
