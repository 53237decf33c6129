// NativeArray with a safety handle that can expire, as in the editor.

using System;
using Unity.Collections.LowLevel.Unsafe;

namespace Unity.Collections
{
    public enum Allocator { Invalid, None, Temp, TempJob, Persistent }

    public unsafe struct NativeArray<T> where T : struct
    {
        internal void* buffer;
        internal int length;
        internal AtomicSafetyHandle safety;
        public int Length => length;
        public bool IsCreated => buffer != null;
    }
}

namespace Unity.Collections.LowLevel.Unsafe
{
    public struct AtomicSafetyHandle
    {
        // Two numbers: which handle, and how often it was released when this copy was made.
        internal int slot, version;
        static int made;
        static readonly int[] versions = new int[4096];
        internal static int alive;

        public static AtomicSafetyHandle Create()
        {
            int slot = 1 + made++ % 4095;
            alive++;
            return new AtomicSafetyHandle { slot = slot, version = versions[slot] };
        }

        public static void CheckDeallocateAndThrow(AtomicSafetyHandle handle) => handle.Require();

        public static void Release(AtomicSafetyHandle handle)
        {
            handle.Require();
            versions[handle.slot]++;
            alive--;
        }

        internal void Require()
        {
            if (slot == 0) throw new InvalidOperationException("The NativeArray has no safety handle.");
            if (versions[slot] != version) throw new ObjectDisposedException("The NativeArray has been deallocated.");
        }
    }

    public static unsafe class NativeArrayUnsafeUtility
    {
        public static NativeArray<T> ConvertExistingDataToNativeArray<T>(void* data, int length, Allocator allocator)
            where T : struct
        {
            if (length < 0) throw new ArgumentOutOfRangeException("length");
            return new NativeArray<T> { buffer = data, length = length };
        }

        public static void SetAtomicSafetyHandle<T>(ref NativeArray<T> array, AtomicSafetyHandle safety) where T : struct
            => array.safety = safety;

        internal static void* Pointer<T>(NativeArray<T> array) where T : struct
        {
            array.safety.Require();
            return array.buffer;
        }
    }
}
