using Pliant.Unity;
using UnityEngine;

namespace Pliant.Samples.HelloJelly
{
    /// <summary>Drops the jelly again and again, each time turned another way, and says what it touches.</summary>
    public sealed class HelloJelly : MonoBehaviour
    {
        /// <summary>What is dropped.</summary>
        public SoftBody jelly;
        /// <summary>Time between two drops [s].</summary>
        public float period = 5;

        Vector3 start;
        float left;
        int drops;

        void OnEnable()
        {
            start = jelly.transform.position;
            left = period;
            jelly.TouchBegan += Touched;
        }

        void OnDisable()
        {
            jelly.TouchBegan -= Touched;
        }

        void FixedUpdate()
        {
            left -= Time.fixedDeltaTime;
            if (left > 0) return;
            left += period;
            drops++;
            jelly.Teleport(start, Quaternion.AngleAxis(40 * drops, new Vector3(1, 1, 0)));
        }

        static void Touched(SoftTouch touch)
        {
            if (touch.collider != null) Debug.Log("The jelly touches " + touch.collider.name + ".");
        }
    }
}
