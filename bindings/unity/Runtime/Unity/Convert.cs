using UnityEngine;

namespace Pliant.Unity
{
    /// <summary>The only place where the engine's values become the library's. Both count in metres with y up, and
    /// winding and quaternions are the same algebra, so nothing is turned or mirrored.</summary>
    static unsafe class Convert
    {
        internal static PliantPose Pose(Vector3 position, Quaternion rotation)
        {
            PliantPose pose;
            pose.position[0] = position.x;
            pose.position[1] = position.y;
            pose.position[2] = position.z;
            pose.rotation[0] = rotation.x;
            pose.rotation[1] = rotation.y;
            pose.rotation[2] = rotation.z;
            pose.rotation[3] = rotation.w;
            return pose;
        }

        internal static bool Same(ref PliantPose a, ref PliantPose b)
        {
            for (int i = 0; i < 3; i++) if (a.position[i] != b.position[i]) return false;
            for (int i = 0; i < 4; i++) if (a.rotation[i] != b.rotation[i]) return false;
            return true;
        }

        internal static Vector3 Vector(double* v)
        {
            return new Vector3((float)v[0], (float)v[1], (float)v[2]);
        }

        internal static Vector3 Vector(float* v)
        {
            return new Vector3(v[0], v[1], v[2]);
        }

        internal static bool Finite(Vector3 v)
        {
            // NaN and infinity are the only numbers whose product with zero is not zero.
            return v.x * 0 + v.y * 0 + v.z * 0 == 0;
        }
    }
}
