// Signatures of the members of NUnit and of the engine's test runner that bindings/unity/Tests uses. They only compile.

using System;

namespace NUnit.Framework
{
    [AttributeUsage(AttributeTargets.Method)]
    public class TestAttribute : Attribute { }

    [AttributeUsage(AttributeTargets.Method)]
    public class TearDownAttribute : Attribute { }

    public class Assert
    {
        public static void IsTrue(bool condition, string message) { throw null; }
        public static void AreEqual(double expected, double actual, double delta, string message) { throw null; }
    }
}

namespace UnityEngine.TestTools
{
    [AttributeUsage(AttributeTargets.Method)]
    public class UnityTestAttribute : Attribute { }
}
