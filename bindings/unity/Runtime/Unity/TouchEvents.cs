using System;
using System.Collections.Generic;
using UnityEngine;

namespace Pliant.Unity
{
    /// <summary>Tells bodies of touches that begin and end. The library's events are copied before anybody is told,
    /// because a listener may remove bodies or end the world.</summary>
    sealed unsafe class TouchEvents
    {
        readonly SoftWorld world;
        readonly List<SoftTouch> touches = new List<SoftTouch>(64);
        readonly List<bool> begins = new List<bool>(64);

        internal TouchEvents(SoftWorld world)
        {
            this.world = world;
        }

        internal void Pull(uint mode)
        {
            PliantEventView view = default;
            view.struct_size = (uint)sizeof(PliantEventView);
            int status = Library.Check(NativeMethods.pliant_world_events(world.Native.Id, mode, &view));
            if (status == NativeMethods.PLIANT_NOT_READY) return;
            for (uint i = 0; i < view.count; i++)
            {
                PliantEvent* e = (PliantEvent*)((byte*)view.events + (long)i * view.stride);
                if (e->kind != NativeMethods.PLIANT_EVENT_STAY) Take(e);
                if (e->kind != NativeMethods.PLIANT_EVENT_END && e->collider.bits != 0) world.Push.Pressed(e);
            }
            if (view.dropped_count != 0)
                Lifecycle.Warn("More bodies touch each other than the world has room to tell of; some touches are not told.", world);
        }

        void Take(PliantEvent* e)
        {
            SoftObject body = world.Find(e->user_data);
            bool isCollider = e->other_body.bits == 0;
            SoftObject other = isCollider ? null : world.Find(e->other_user_data);
            if (body is null && other is null) return;
            UnityEngine.Collider collider = isCollider ? world.Colliders.Source(e->other_user_data) : null;
            touches.Add(new SoftTouch(body, other, collider, Convert.Vector(e->point), Convert.Vector(e->normal), Convert.Vector(e->impulse)));
            begins.Add(e->kind == NativeMethods.PLIANT_EVENT_BEGIN);
        }

        internal void Tell()
        {
            // A listener may step the world, which appends: so by index.
            for (int i = 0; i < touches.Count; i++)
            {
                SoftTouch touch = touches[i];
                Tell(touch, begins[i]);
                if (!(touch.otherBody is null)) Tell(touch.Turned(), begins[i]);
            }
            touches.Clear();
            begins.Clear();
        }

        static void Tell(in SoftTouch touch, bool begins)
        {
            if (touch.body == null) return;
            try
            {
                touch.body.Tell(touch, begins);
            }
            catch (Exception error)
            {
                Debug.LogException(error, touch.body);
            }
        }
    }
}
