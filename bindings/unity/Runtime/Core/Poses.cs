// Poses.

namespace Pliant
{
    public static unsafe partial class Defaults
    {
        /// <summary>A pose at a position [length unit], with a unit quaternion.</summary>
        public static PliantPose Pose(double x, double y, double z, float qx, float qy, float qz, float qw)
        {
            PliantPose pose = Pose(x, y, z);
            pose.rotation[0] = qx;
            pose.rotation[1] = qy;
            pose.rotation[2] = qz;
            pose.rotation[3] = qw;
            return pose;
        }

        /// <summary>A pose at a position [length unit], without a rotation.</summary>
        public static PliantPose Pose(double x, double y, double z)
        {
            PliantPose pose;
            pose.position[0] = x;
            pose.position[1] = y;
            pose.position[2] = z;
            pose.rotation[0] = pose.rotation[1] = pose.rotation[2] = 0;
            pose.rotation[3] = 1;
            return pose;
        }
    }
}
