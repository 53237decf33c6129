using System;
using UnityEngine;

namespace Pliant.Unity
{
    /// <summary>Holds places of a soft body or cloth to a Transform: its own, or a bone. A pin below a moving object
    /// carries them along.</summary>
    [AddComponentMenu("Pliant/Soft Pin")]
    public sealed class SoftPin : MonoBehaviour
    {
        /// <summary>What it holds. None: the nearest one above it in the hierarchy.</summary>
        public SoftObject body;
        /// <summary>Places of the mesh at rest [m, coordinates of the mesh]. None: the place nearest to this
        /// Transform.</summary>
        public Vector3[] points = new Vector3[0];
        /// <summary>What carries them, such as a bone. None: this Transform.</summary>
        public Transform frame;
        /// <summary>Spring stiffness of each vertex [N/m]; 0 holds rigidly. Range 0 to 1e12.</summary>
        [Unit("N/m", 0, 1e6f)] public float stiffness;

        SoftObject held;
        Frame native;
        Attachment attachment;
        PliantPose pose;
        bool attached;

        /// <summary>Whether it holds something.</summary>
        public bool IsAttached
        {
            get { return attached; }
        }

        Transform Carrier
        {
            get { return frame != null ? frame : transform; }
        }

        void OnEnable()
        {
            held = body != null ? body : GetComponentInParent<SoftObject>();
            if (held == null)
                Lifecycle.Report("SoftPin '" + name + "' has nothing to hold: set its body, or put it below one.", this);
            else
                held.Add(this);
        }

        void OnDisable()
        {
            if (!(held is null)) held.Remove(this);
            held = null;
        }

        /// <summary>Takes hold. The body is simulated.</summary>
        internal void Attach()
        {
            if (attached) return;
            try
            {
                pose = Convert.Pose(Carrier.position, Carrier.rotation);
                native = held.World.Native.AddFrame(pose, 0);
                attached = true;
                held.World.Add(this);
                attachment = Hold();
            }
            catch (PliantException error)
            {
                Lifecycle.Report("SoftPin '" + name + "' holds nothing. " + error.Message, this);
                Detach();
            }
        }

        Attachment Hold()
        {
            PliantAttachmentDesc desc = Defaults.Attachment();
            desc.frame = native.Id;
            desc.stiffness = stiffness;
            int count = points.Length > 0 ? points.Length : 1;
            var places = new float[3 * count];
            for (int i = 0; i < count; i++)
            {
                Vector3 at = points.Length > 0 ? points[i] : held.transform.InverseTransformPoint(transform.position);
                at = held.ToAsset(at);
                places[3 * i] = at.x;
                places[3 * i + 1] = at.y;
                places[3 * i + 2] = at.z;
            }
            return held.Native.Attach(desc, places);
        }

        /// <summary>Lets go. The frame takes its attachment along.</summary>
        internal void Detach()
        {
            if (!attached) return;
            held.World.Remove(this);
            if (!held.World.HasFailed) native.Remove();
            Lose();
        }

        internal void Lose()
        {
            attached = false;
            native = default;
            attachment = default;
        }

        internal void Move()
        {
            PliantPose next = Convert.Pose(Carrier.position, Carrier.rotation);
            if (Convert.Same(ref next, ref pose)) return;
            native.Move(next);
            pose = next;
        }

        /// <summary>Puts the frame where its Transform is, without dragging the body there.</summary>
        internal void Jump()
        {
            if (!attached) return;
            pose = Convert.Pose(Carrier.position, Carrier.rotation);
            native.Place(pose);
        }
    }
}
