//! The platforms that packages are made for, and where their libraries are.

use crate::shell::{Failure, Result, read};
use std::path::{Path, PathBuf};

/// A platform, and the names of its files.
#[derive(Debug, PartialEq)]
pub struct Platform {
    /// In names of archives, and of folders of collected libraries.
    pub name: &'static str,
    /// For the list of what a library is made of.
    pub targets: &'static [&'static str],
    pub shared: Option<&'static str>,
    pub fixed: &'static str,
    /// What linkers need beside a DLL, MSVC's first.
    pub imports: &'static [&'static str],
    /// Folder below Runtime/Plugins of the Unity package.
    pub unity: Option<&'static str>,
    /// Folder below Source/PliantSDK/lib of the Unreal plugin.
    pub unreal: Option<&'static str>,
    /// Tags of Godot that name it.
    pub godot: &'static [&'static str],
}

/// Windows, as MSVC builds for it.
const WINDOWS: Platform = Platform {
    name: "windows-x86_64",
    targets: &["x86_64-pc-windows-msvc"],
    shared: Some("pliant.dll"),
    fixed: "pliant.lib",
    imports: &["pliant.dll.lib"],
    unity: Some("Windows/x86_64"),
    unreal: Some("Win64"),
    godot: &["windows", "x86_64"],
};
/// Windows, as mingw-w64 builds for it. MSVC links the DLL, and not the static library.
const WINDOWS_GNU: Platform = Platform {
    targets: &["x86_64-pc-windows-gnu"],
    fixed: "libpliant.a",
    imports: &["pliant.dll.lib", "libpliant.dll.a"],
    ..WINDOWS
};

/// All of them. Libraries of Linux and Windows x86-64 are made here, the others by the workflow of releases.
pub const PLATFORMS: [Platform; 6] = [
    Platform {
        name: "linux-x86_64",
        targets: &["x86_64-unknown-linux-gnu"],
        shared: Some("libpliant.so"),
        fixed: "libpliant.a",
        imports: &[],
        unity: Some("Linux/x86_64"),
        unreal: Some("Linux"),
        godot: &["linux", "x86_64"],
    },
    Platform {
        name: "linux-arm64",
        targets: &["aarch64-unknown-linux-gnu"],
        shared: Some("libpliant.so"),
        fixed: "libpliant.a",
        imports: &[],
        unity: None,
        unreal: None,
        godot: &["linux", "arm64"],
    },
    WINDOWS,
    Platform {
        name: "macos-universal",
        targets: &["aarch64-apple-darwin", "x86_64-apple-darwin"],
        shared: Some("libpliant.dylib"),
        fixed: "libpliant.a",
        imports: &[],
        unity: Some("macOS"),
        unreal: Some("Mac"),
        godot: &["macos"],
    },
    Platform {
        name: "android-arm64",
        targets: &["aarch64-linux-android"],
        shared: Some("libpliant.so"),
        fixed: "libpliant.a",
        imports: &[],
        unity: Some("Android/arm64-v8a"),
        unreal: None,
        godot: &["android", "arm64"],
    },
    Platform {
        name: "ios-arm64",
        targets: &["aarch64-apple-ios"],
        shared: None,
        fixed: "libpliant.a",
        imports: &[],
        unity: Some("iOS"),
        unreal: None,
        godot: &["ios"],
    },
];

/// What the static library needs on Linux.
pub const LINUX_LIBRARIES: &str = "-lm -lpthread -ldl";
/// What it needs elsewhere, as `rustc --print native-static-libs` says it, in a file beside it.
pub const NEEDS: &str = "native_static_libs.txt";

/// The libraries of a platform.
#[derive(Debug)]
pub struct Libraries {
    pub platform: &'static Platform,
    pub folder: PathBuf,
}

impl Libraries {
    /// Those of this machine, from a build's folder.
    pub fn built(folder: PathBuf) -> Result<Self> {
        if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
            return Err(Failure::new(
                "packages of one's own build are made on Linux x86-64 only; elsewhere name --libraries",
            ));
        }
        Ok(Libraries {
            platform: &PLATFORMS[0],
            folder,
        })
    }

    /// Those that mingw-w64 built, in their folder.
    pub fn windows(folder: PathBuf) -> Self {
        Libraries {
            platform: &WINDOWS_GNU,
            folder,
        }
    }

    /// Those in a platform's folder. Who built those for Windows is told by their names.
    fn of(platform: &'static Platform, folder: PathBuf) -> Self {
        let is_gnu = platform == &WINDOWS && folder.join(WINDOWS_GNU.fixed).is_file();
        Libraries {
            platform: if is_gnu { &WINDOWS_GNU } else { platform },
            folder,
        }
    }

    /// Those in the folders of a folder that are named as platforms are.
    pub fn collected(folder: &Path) -> Result<Vec<Self>> {
        let all = PLATFORMS
            .iter()
            .map(|platform| Libraries::of(platform, folder.join(platform.name)));
        let found: Vec<_> = all.filter(|libraries| libraries.folder.is_dir()).collect();
        let names: Vec<_> = PLATFORMS.iter().map(|platform| platform.name).collect();
        match found.is_empty() {
            false => Ok(found),
            true => Err(Failure::new(format!(
                "{} holds no folder of a platform: {}",
                folder.display(),
                names.join(", ")
            ))),
        }
    }

    /// Whether mingw-w64 built them.
    pub fn is_gnu(&self) -> bool {
        self.platform == &WINDOWS_GNU
    }

    /// What a program must link beside the static library.
    pub fn needs(&self) -> Result<String> {
        let file = self.folder.join(NEEDS);
        match self.platform.name.starts_with("linux") && !file.is_file() {
            true => Ok(LINUX_LIBRARIES.to_owned()),
            false => Ok(read(&file)?.trim().to_owned()),
        }
    }

    /// The file of this name, if it was built.
    pub fn file(&self, name: &str) -> Option<PathBuf> {
        Some(self.folder.join(name)).filter(|file| file.is_file())
    }
}
