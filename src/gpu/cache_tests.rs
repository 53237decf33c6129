use super::*;
use crate::gpu::context::{Context, Selection, acquire};
use crate::gpu::kernel::{Kernel, SKIN};

/// A folder that ends with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("pliant_{name}_{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self) -> PathBuf {
        self.0.join("kernels.cache")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Compiles a kernel with the cache of this file and saves it.
fn compile(context: &Context, path: &Path) -> Cache {
    let cache = Cache::at(&context.device, path.to_owned());
    let kernel = Kernel::new(&SKIN, "skin_position", &[]);
    let module = SKIN.module(&context.device, false);
    let layout = context.layout(&SKIN);
    kernel.compile(&context.device, &layout, &module, Some(cache.pipelines()));
    cache.save();
    cache
}

/// A device whose driver gives its kernels to programs.
fn device() -> Option<std::sync::Arc<Context>> {
    let context = acquire(&Selection::default()).unwrap();
    let gives = context
        .device
        .features()
        .contains(wgpu::Features::PIPELINE_CACHE);
    gives.then_some(context)
}

#[test]
fn what_was_saved_is_read() {
    let (folder, Some(context)) = (Folder::new("saved"), device()) else {
        return;
    };
    compile(&context, &folder.file());
    let whole = fs::read(folder.file()).unwrap();
    assert!(whole.len() > HEAD, "nothing was saved");
    let data = read(&folder.file()).unwrap();
    assert_eq!(data, whole[HEAD..]);
    compile(&context, &folder.file());
    assert_eq!(
        fs::read_dir(&folder.0).unwrap().count(),
        1,
        "files beside it"
    );
}

/// A file that is cut, changed, foreign or empty is as good as none, and is replaced.
#[test]
fn a_damaged_file_is_replaced() {
    let (folder, Some(context)) = (Folder::new("damaged"), device()) else {
        return;
    };
    compile(&context, &folder.file());
    let good = fs::read(folder.file()).unwrap();
    let mut changed = good.clone();
    *changed.last_mut().unwrap() ^= 1;
    let mut foreign = good.clone();
    foreign[0] ^= 1;
    let longer = [&good[..], &[0]].concat();
    let damaged = [
        &changed[..],
        &foreign,
        &longer,
        &good[..good.len() - 1],
        &good[..HEAD - 1],
        &[],
    ];
    for bytes in damaged {
        fs::write(folder.file(), bytes).unwrap();
        assert_eq!(read(&folder.file()), None);
        compile(&context, &folder.file());
        assert!(
            read(&folder.file()).is_some(),
            "{} bytes stayed",
            bytes.len()
        );
    }
}

/// A folder that is gone costs only what was to be kept.
#[test]
fn a_missing_folder_is_no_fault() {
    let (folder, Some(context)) = (Folder::new("missing"), device()) else {
        return;
    };
    let file = folder.0.join("gone").join("kernels.cache");
    compile(&context, &file);
    assert_eq!(read(&file), None);
}

#[test]
fn a_file_names_driver_and_texts() {
    let info = wgpu::AdapterInfo::new(wgpu::DeviceType::Cpu, wgpu::Backend::Vulkan);
    let mut other = info.clone();
    other.driver_info += " of tomorrow";
    assert_eq!(file_name(&info), file_name(&info));
    assert_ne!(file_name(&info), file_name(&other));
}
