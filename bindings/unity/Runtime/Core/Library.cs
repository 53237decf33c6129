// The library as a whole: exceptions, a check that it fits these sources, messages, adapters. It needs no engine. The
// language level is C# 7.2, which mcs and all supported engines read.

using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Pliant
{
    /// <summary>A failed call: its status and the library's sentence.</summary>
    public sealed class PliantException : Exception
    {
        /// <summary>PLIANT_ERROR_…</summary>
        public readonly int Status;

        /// <summary>An exception with the sentence of the last failure on this thread.</summary>
        public PliantException(int status) : base(Library.StatusName(status) + ": " + Library.LastError())
        {
            Status = status;
        }

        internal PliantException(int status, string message) : base(message)
        {
            Status = status;
        }
    }

    /// <summary>Marks a static method that native code calls, for ahead-of-time compilers; they look for it by
    /// name.</summary>
    [AttributeUsage(AttributeTargets.Method)]
    public sealed class MonoPInvokeCallbackAttribute : Attribute
    {
        /// <summary>The delegate's type.</summary>
        public MonoPInvokeCallbackAttribute(Type type) { }
    }

    /// <summary>The library as a whole.</summary>
    public static unsafe class Library
    {
        static bool fits;

        /// <summary>Refuses a library whose structs differ from these sources (PliantException). If there is no
        /// library, the DllNotFoundException says which file is missing and where it goes.</summary>
        public static void RequireFit()
        {
            if (fits) return;
            PliantAbiInfo info = new PliantAbiInfo();
            info.struct_size = (uint)sizeof(PliantAbiInfo);
            try
            {
                Check(NativeMethods.pliant_abi_info(&info));
            }
            catch (DllNotFoundException error)
            {
                throw new DllNotFoundException(Missing(), error);
            }
            if (info.layout_hash != NativeMethods.PLIANT_LAYOUT_HASH)
                throw new PliantException(NativeMethods.PLIANT_ERROR_VERSION, string.Format(
                    "The native Pliant library {0}.{1}.{2} does not fit these C# sources (layout {3:x16}, expected {4:x16}): use both of one release.",
                    info.major, info.minor, info.patch, info.layout_hash, NativeMethods.PLIANT_LAYOUT_HASH));
            fits = true;
        }

        static string Missing()
        {
            bool windows = RuntimeInformation.IsOSPlatform(OSPlatform.Windows), mac = RuntimeInformation.IsOSPlatform(OSPlatform.OSX);
            return string.Format(
                "The native Pliant library, {0}, is not found or does not load. `cargo build --release` makes it in target/release. "
                + "In Unity the package dev.pliant.softbody carries it, or it goes to Assets/Plugins/x86_64; elsewhere beside the program, or into a folder that {1} names.",
                windows ? "pliant.dll" : mac ? "libpliant.dylib" : "libpliant.so",
                windows ? "PATH" : mac ? "DYLD_LIBRARY_PATH" : "LD_LIBRARY_PATH");
        }

        /// <summary>The sentence about the last call on this thread that failed.</summary>
        public static string LastError()
        {
            byte* text = stackalloc byte[1025];
            NativeMethods.pliant_last_error(text, 1025);
            return Text(text);
        }

        /// <summary>The name of a status.</summary>
        public static string StatusName(int status)
        {
            return Text(NativeMethods.pliant_status_name(status));
        }

        /// <summary>Throws if a status is an error. Returns states such as PLIANT_NOT_READY.</summary>
        public static int Check(int status)
        {
            if (status < 0) throw new PliantException(status);
            return status;
        }

        /// <summary>Reads UTF-8 that ends with a zero.</summary>
        public static string Text(byte* text)
        {
            if (text == null) return "";
            int length = 0;
            while (text[length] != 0) length++;
            return Encoding.UTF8.GetString(text, length);
        }

        internal static byte[] Utf8(string text)
        {
            if (text == null) throw new ArgumentNullException("text");
            return Encoding.UTF8.GetBytes(text + "\0");
        }

        /// <summary>A call that writes bytes, or only returns how many there are if it gets no room.</summary>
        internal delegate int Writer(byte* buffer, ulong capacity, ulong* size);

        /// <summary>The bytes that such a call writes.</summary>
        internal static byte[] Written(Writer write)
        {
            ulong size;
            Check(write(null, 0, &size));
            byte[] bytes = new byte[size];
            fixed (byte* b = bytes) Check(write(b, size, &size));
            return bytes;
        }

        /// <summary>Keeps compiled kernels in a folder for the next start: once a process, before the first world.</summary>
        public static void OpenCache(string folder)
        {
            RequireFit();
            fixed (byte* path = Utf8(folder)) Check(NativeMethods.pliant_cache_open(path));
        }

        /// <summary>Closes devices that no world uses. Call it at the end of a program.</summary>
        public static void Shutdown()
        {
            RequireFit();
            Check(NativeMethods.pliant_shutdown());
        }
    }

    /// <summary>Messages of the library.</summary>
    public static unsafe class Log
    {
        /// <summary>Receives a message: its PLIANT_LOG_… level, the handle of the object or 0, and the text.</summary>
        public delegate void Sink(uint level, ulong obj, string text);

        // Held here, because native code does not keep the delegate alive.
        static readonly NativeMethods.pliant_log_set_callback_delegate callback = OnMessage;
        static volatile Sink sink;

        /// <summary>Sets who receives messages; null for nobody. Call it with null before scripts are
        /// reloaded.</summary>
        public static void Set(Sink newSink, uint level)
        {
            Library.RequireFit();
            sink = newSink;
            Library.Check(NativeMethods.pliant_log_set(newSink == null ? null : callback, null, level));
        }

        [MonoPInvokeCallback(typeof(NativeMethods.pliant_log_set_callback_delegate))]
        static void OnMessage(PliantLogMessage* message, void* userData)
        {
            try
            {
                Sink current = sink;
                if (current != null) current(message->level, message->@object, Library.Text(message->text));
            }
            catch (Exception)
            {
                // Nothing may be thrown into native code.
            }
        }
    }

    /// <summary>A GPU, or a software driver that acts as one.</summary>
    public sealed unsafe class AdapterInfo
    {
        /// <summary>Its name.</summary>
        public readonly string Name;
        /// <summary>Name and version of the driver.</summary>
        public readonly string Driver;
        /// <summary>vulkan, metal, dx12 or gl.</summary>
        public readonly string Backend;
        /// <summary>The rest, in numbers.</summary>
        public readonly PliantAdapterInfo Numbers;

        internal AdapterInfo(PliantAdapterInfo* info)
        {
            Name = Library.Text(info->name);
            Driver = Library.Text(info->driver);
            Backend = Library.Text(info->backend);
            Numbers = *info;
        }

        /// <summary>All adapters, the best first. It asks the drivers, which takes tens of milliseconds.</summary>
        public static AdapterInfo[] All()
        {
            Library.RequireFit();
            uint count;
            Library.Check(NativeMethods.pliant_adapter_count(&count));
            AdapterInfo[] all = new AdapterInfo[count];
            for (uint i = 0; i < count; i++)
            {
                PliantAdapterInfo info = new PliantAdapterInfo();
                info.struct_size = (uint)sizeof(PliantAdapterInfo);
                Library.Check(NativeMethods.pliant_adapter_get(i, &info));
                all[i] = new AdapterInfo(&info);
            }
            return all;
        }

        /// <summary>Name, backend and driver in one line.</summary>
        public override string ToString()
        {
            return Name + " (" + Backend + ", " + Driver + ")";
        }
    }
}
