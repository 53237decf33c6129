using UnityEngine;

namespace Pliant.Unity
{
    /// <summary>Unit and range of a number, for the inspector.</summary>
    [System.AttributeUsage(System.AttributeTargets.Field)]
    public sealed class UnitAttribute : PropertyAttribute
    {
        /// <summary>The unit, such as Pa; 1 for a plain number.</summary>
        public readonly string unit;
        /// <summary>Least value.</summary>
        public readonly float min;
        /// <summary>Largest value.</summary>
        public readonly float max;
        /// <summary>Whether the slider goes by powers of ten.</summary>
        public readonly bool logarithmic;

        /// <summary>A number with this unit and range.</summary>
        public UnitAttribute(string unit, float min, float max, bool logarithmic = false)
        {
            this.unit = unit;
            this.min = min;
            this.max = max;
            this.logarithmic = logarithmic;
        }
    }
}
