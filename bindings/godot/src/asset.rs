//! Cooked bodies as resources, and `.pliant` files that load and save as them.

use crate::geometry::Geometry;
use crate::native::{Asset, Cook, Triangles};
use crate::report;
use godot::classes::file_access::ModeFlags;
use godot::classes::{
    FileAccess, IResourceFormatLoader, IResourceFormatSaver, ResourceFormatLoader,
    ResourceFormatSaver, ResourceLoader, ResourceSaver,
};
use godot::global::Error;
use godot::prelude::*;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::{Rc, Weak};
use std::time::Instant;

/// The extension of cooked files.
const EXTENSION: &str = "pliant";

/// A cooked body: what a [SoftBody] simulates. Cook it in the editor, or load a `.pliant` file.
#[derive(GodotClass)]
#[class(tool, init, base=Resource)]
pub struct SoftAsset {
    /// The bytes of a `.pliant` file.
    #[export(storage)]
    #[var(get, set = set_data)]
    data: PackedByteArray,
    /// What cooking did, in sentences.
    #[export(multiline)]
    report: GString,
    /// A number of the mesh that it was cooked from, to see whether the mesh has changed. 0: not known.
    #[export(storage)]
    source_hash: i64,
    native: RefCell<Option<Rc<Asset>>>,
    base: Base<Resource>,
}

#[godot_api]
impl SoftAsset {
    #[func]
    fn get_data(&self) -> PackedByteArray {
        self.data.clone()
    }

    #[func]
    fn set_data(&mut self, data: PackedByteArray) {
        self.data = data;
        self.native.replace(None);
        self.base_mut().emit_changed();
    }

    /// Counts and sizes: `vertices`, `tets`, `volume` [m³], `bounds`. Empty if the bytes are damaged.
    #[func]
    fn get_info(&self) -> VarDictionary {
        let info = self.native().and_then(|asset| asset.info());
        let mut found = VarDictionary::new();
        match info {
            Ok(info) => {
                found.set("vertices", i64::from(info.vertex_count));
                found.set("tets", i64::from(info.tet_count));
                found.set("volume", info.volume);
                found.set("bounds", crate::convert::bounds(info.low, info.high));
            }
            Err(why) => {
                report::error(&format!("a SoftAsset: {why}"));
            }
        }
        found
    }
}

impl SoftAsset {
    /// The asset of the library, loaded once.
    pub fn native(&self) -> Result<Rc<Asset>, String> {
        if let Some(known) = &*self.native.borrow() {
            return Ok(Rc::clone(known));
        }
        if self.data.is_empty() {
            return Err("the SoftAsset is empty: cook the mesh".into());
        }
        let loaded = Rc::new(Asset::load(self.data.as_slice())?);
        self.native.replace(Some(Rc::clone(&loaded)));
        Ok(loaded)
    }

    /// What cooking did.
    pub fn report(&self) -> GString {
        self.report.clone()
    }

    /// Whether it was cooked from another mesh, as far as is known.
    pub fn is_of_another_mesh(&self, geometry: &Geometry) -> bool {
        self.source_hash != 0 && self.source_hash != geometry.hash()
    }

    /// A resource of an asset that was just cooked.
    pub fn of(asset: &Rc<Asset>, source_hash: i64) -> Result<Gd<Self>, String> {
        let (data, report) = (asset.save()?, asset.report()?);
        let mut made = Self::new_gd();
        {
            let mut made = made.bind_mut();
            made.data = PackedByteArray::from(data);
            made.report = GString::from(&report);
            made.source_hash = source_hash;
            made.native.replace(Some(Rc::clone(asset)));
        }
        Ok(made)
    }
}

thread_local! {
    /// What was cooked while the game runs, so that a hundred bodies of one mesh are cooked once.
    static COOKED: RefCell<HashMap<(i64, u32, bool), Weak<Asset>>> = RefCell::default();
}

/// Cooks a mesh on this thread, or finds that it was cooked before. Gives the time it took [ms], if it took any.
pub fn cook_now(geometry: &Geometry, how: Cook) -> Result<(Rc<Asset>, Option<u128>), String> {
    let key = (geometry.hash(), how.element_count, how.conforming);
    let known = COOKED.with_borrow(|cooked| cooked.get(&key).and_then(Weak::upgrade));
    if let Some(known) = known {
        return Ok((known, None));
    }
    let start = Instant::now();
    let made = cook(&geometry.triangles(), how, |_| true)?.ok_or("the cook was stopped")?;
    let made = Rc::new(made);
    COOKED.with_borrow_mut(|cooked| {
        cooked.retain(|_, asset| asset.strong_count() > 0);
        cooked.insert(key, Rc::downgrade(&made))
    });
    Ok((made, Some(start.elapsed().as_millis())))
}

/// Cooks a mesh; `Ok(None)` if `go_on` said to stop. Any thread may call it.
pub fn cook(
    triangles: &Triangles,
    how: Cook,
    go_on: impl FnMut(f32) -> bool,
) -> Result<Option<Asset>, String> {
    let Some(asset) = Asset::cook(triangles, how, go_on)? else {
        return Ok(None);
    };
    match asset.info()?.tet_count {
        0 => Err(
            "the mesh encloses no volume, so there is nothing to fill: close it, or use a Cloth"
                .into(),
        ),
        _ => Ok(Some(asset)),
    }
}

/// Loads `.pliant` files.
#[derive(GodotClass)]
#[class(tool, init, internal, base=ResourceFormatLoader)]
struct PliantFormatLoader {
    base: Base<ResourceFormatLoader>,
}

fn is_ours(path: &GString) -> bool {
    path.get_extension()
        .to_string()
        .eq_ignore_ascii_case(EXTENSION)
}

#[godot_api]
impl IResourceFormatLoader for PliantFormatLoader {
    fn get_recognized_extensions(&self) -> PackedStringArray {
        PackedStringArray::from([GString::from(EXTENSION)])
    }

    fn handles_type(&self, type_: StringName) -> bool {
        type_ == "SoftAsset" || type_ == "Resource"
    }

    fn get_resource_type(&self, path: GString) -> GString {
        GString::from(if is_ours(&path) { "SoftAsset" } else { "" })
    }

    fn load(&self, path: GString, _original: GString, _sub_threads: bool, _cache: i32) -> Variant {
        let bytes = FileAccess::get_file_as_bytes(&path);
        let made = match Asset::load(bytes.as_slice()) {
            Ok(asset) => SoftAsset::of(&Rc::new(asset), 0),
            Err(why) => Err(why),
        };
        match made {
            Ok(asset) => asset.to_variant(),
            Err(why) => {
                report::error(&format!("{path}: {why}"));
                Error::ERR_FILE_CORRUPT.to_variant()
            }
        }
    }
}

/// Saves a [SoftAsset] as a `.pliant` file.
#[derive(GodotClass)]
#[class(tool, init, internal, base=ResourceFormatSaver)]
struct PliantFormatSaver {
    base: Base<ResourceFormatSaver>,
}

#[godot_api]
impl IResourceFormatSaver for PliantFormatSaver {
    fn get_recognized_extensions(&self, resource: Option<Gd<Resource>>) -> PackedStringArray {
        match self.recognize(resource) {
            true => PackedStringArray::from([GString::from(EXTENSION)]),
            false => PackedStringArray::new(),
        }
    }

    fn recognize(&self, resource: Option<Gd<Resource>>) -> bool {
        resource.is_some_and(|resource| resource.try_cast::<SoftAsset>().is_ok())
    }

    fn save(&mut self, resource: Option<Gd<Resource>>, path: GString, _flags: u32) -> Error {
        let asset = resource.and_then(|resource| resource.try_cast::<SoftAsset>().ok());
        let Some(asset) = asset else {
            return Error::ERR_INVALID_PARAMETER;
        };
        let Some(mut file) = FileAccess::open(&path, ModeFlags::WRITE) else {
            return FileAccess::get_open_error();
        };
        match file.store_buffer(&asset.bind().data) {
            true => Error::OK,
            false => Error::ERR_FILE_CANT_WRITE,
        }
    }
}

thread_local! {
    static FORMATS: RefCell<Option<(Gd<PliantFormatLoader>, Gd<PliantFormatSaver>)>> = const { RefCell::new(None) };
}

/// Tells the engine of `.pliant` files.
pub fn register_formats() {
    let (loader, saver) = (PliantFormatLoader::new_gd(), PliantFormatSaver::new_gd());
    ResourceLoader::singleton().add_resource_format_loader(&loader);
    ResourceSaver::singleton().add_resource_format_saver(&saver);
    FORMATS.set(Some((loader, saver)));
}

/// Takes that back, before the classes end.
pub fn unregister_formats() {
    if let Some((loader, saver)) = FORMATS.take() {
        ResourceLoader::singleton().remove_resource_format_loader(&loader);
        ResourceSaver::singleton().remove_resource_format_saver(&saver);
    }
}
