//! What drivers make of kernels, kept in a folder that the host names, for the next start.

use super::interop;
use super::kernel::ALL;
use crate::error::{Error, Result, Status};
use parking_lot::Mutex;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The largest file [byte].
const MOST_BYTES: usize = 64 << 20;
/// A file begins with these bytes, then the length and the checksum of the rest.
const MAGIC: &[u8; 8] = b"PLIANTPC";
const HEAD: usize = MAGIC.len() + 16;

/// The folder, or `None` once a device was made without one.
static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();

/// Keeps what drivers make of kernels in this folder, which is made if it is missing. Once a process, before its first world.
pub fn open(folder: &str) -> Result<()> {
    if folder.is_empty() {
        return Err(Error::argument("folder is empty, expected a path"));
    }
    check_unopened()?;
    let path = PathBuf::from(folder);
    check_writable(&path).map_err(|e| {
        let why = format!("folder \"{folder}\" cannot be written: {e}; name another one");
        Error::new(Status::Io, why)
    })?;
    match FOLDER.set(Some(path)) {
        Ok(()) => Ok(()),
        Err(_) => check_unopened(), // another thread was first
    }
}

fn check_unopened() -> Result<()> {
    let why = match FOLDER.get() {
        None => return Ok(()),
        Some(Some(folder)) => format!(
            "the cache is open already, in \"{}\": open it once a process",
            folder.display()
        ),
        Some(None) => "a world was made before: open the cache before the first world".into(),
    };
    Err(Error::new(Status::InvalidState, why))
}

fn check_writable(folder: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    let probe = beside(&folder.join("pliant"));
    fs::write(&probe, b"")?;
    fs::remove_file(&probe)
}

/// From now on no folder can be named.
pub fn close() {
    FOLDER.get_or_init(|| None);
}

/// The pipeline cache of a device, and its file.
pub struct Cache {
    pipelines: wgpu::PipelineCache,
    path: PathBuf,
    /// Checksum of what the file holds.
    saved: Mutex<u64>,
}

impl Cache {
    /// The cache of a device in the folder that the host has named. `None` if it has named none, or if the adapter's driver keeps
    /// such files itself.
    pub fn new(device: &wgpu::Device, info: &wgpu::AdapterInfo) -> Option<Self> {
        let folder = FOLDER.get()?.as_ref()?;
        if !device.features().contains(wgpu::Features::PIPELINE_CACHE) {
            let name = &info.name;
            log::info!(
                "{name} keeps compiled kernels in its driver's own cache, not in the folder of pliant_cache_open"
            );
            return None;
        }
        Some(Self::at(device, folder.join(file_name(info))))
    }

    /// The cache in this file, if it is there.
    pub fn at(device: &wgpu::Device, path: PathBuf) -> Self {
        let data = read(&path);
        Self {
            pipelines: interop::pipeline_cache(device, data.as_deref()),
            saved: Mutex::new(data.as_deref().map_or(0, checksum)),
            path,
        }
    }

    pub fn pipelines(&self) -> &wgpu::PipelineCache {
        &self.pipelines
    }

    /// Writes what has changed, beside the file and then in its place.
    pub fn save(&self) {
        let mut saved = self.saved.lock();
        let Some(data) = self.pipelines.get_data() else {
            return;
        };
        let sum = checksum(&data);
        if sum == *saved {
            return;
        }
        let shown = self.path.display();
        if data.len() > MOST_BYTES {
            let (size, most) = (data.len() >> 20, MOST_BYTES >> 20);
            log::warn!(
                "compiled kernels take {size} MB, more than the {most} that are kept: {shown} stays as it is"
            );
            return;
        }
        let whole = [
            MAGIC,
            &(data.len() as u64).to_le_bytes()[..],
            &sum.to_le_bytes(),
            &data,
        ]
        .concat();
        let beside = beside(&self.path);
        let written = fs::write(&beside, whole).and_then(|()| fs::rename(&beside, &self.path));
        match written {
            Ok(()) => *saved = sum,
            Err(e) => {
                let _ = fs::remove_file(&beside);
                log::warn!("compiled kernels cannot be kept in {shown}: {e}");
            }
        }
    }
}

/// A name beside a file that no other process writes.
fn beside(path: &Path) -> PathBuf {
    path.with_extension(format!("{}.tmp", std::process::id()))
}

fn checksum(data: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    data.hash(&mut hasher);
    hasher.finish()
}

/// Names the adapter, its driver, and the texts of all kernels.
fn file_name(info: &wgpu::AdapterInfo) -> String {
    let mut hasher = DefaultHasher::new();
    (&info.name, &info.driver, &info.driver_info).hash(&mut hasher);
    ALL.iter()
        .for_each(|source| source.text().hash(&mut hasher));
    let (vendor, device, texts) = (info.vendor, info.device, hasher.finish());
    format!("pliant_{vendor:04x}_{device:04x}_{texts:016x}.cache")
}

/// What a file holds. A damaged one is as good as none, and the log says so.
fn read(path: &Path) -> Option<Vec<u8>> {
    let shown = path.display();
    let size = match fs::metadata(path) {
        Ok(found) => found.len(),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return None,
        Err(e) => {
            log::warn!("compiled kernels in {shown} cannot be read and are made anew: {e}");
            return None;
        }
    };
    let file = match size as usize {
        HEAD.. if size as usize <= HEAD + MOST_BYTES => fs::read(path).ok(),
        _ => None,
    };
    let data = file.as_deref().and_then(unpacked).map(<[u8]>::to_vec);
    if data.is_none() {
        log::warn!("compiled kernels in {shown} are damaged and are made anew");
    }
    data
}

fn unpacked(file: &[u8]) -> Option<&[u8]> {
    let (head, data) = file.split_at_checked(HEAD)?;
    let (magic, numbers) = head.split_at(MAGIC.len());
    let expected = [
        (data.len() as u64).to_le_bytes(),
        checksum(data).to_le_bytes(),
    ]
    .concat();
    (magic == MAGIC && numbers == expected).then_some(data)
}

#[cfg(test)]
#[path = "cache_tests.rs"]
mod tests;
