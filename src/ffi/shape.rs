//! Shapes that colliders share.

use super::pointer::{Out, OutStruct, array, bytes, copy_out, floats, init, read};
use super::shared::SHAPES;
use crate::asset::SurfaceMesh;
use crate::asset::shape::{self, Form, HeightOptions, PartOptions, ShapeAsset};
use crate::desc::*;
use crate::error::{Error, Result, Status};
use crate::ids::PliantShapeId;
use crate::view::PliantShapeInfo;
use std::sync::Arc;

/// Writes the defaults of a mesh's description: no triangles.
///
/// `desc` must not be NULL; `struct_size` is `sizeof(PliantShapeMeshDesc)`. Thread: any. Errors: INVALID_ARGUMENT. Cost:
/// none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_shape_mesh_desc_init(
    desc: *mut PliantShapeMeshDesc,
    struct_size: u32,
) -> i32 {
    entry!("pliant_shape_mesh_desc_init", init(desc, struct_size))
}

/// Writes the defaults of a convex hull's description: no points.
///
/// `desc` must not be NULL; `struct_size` is `sizeof(PliantShapeConvexDesc)`. Thread: any. Errors: INVALID_ARGUMENT.
/// Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_shape_convex_desc_init(
    desc: *mut PliantShapeConvexDesc,
    struct_size: u32,
) -> i32 {
    entry!("pliant_shape_convex_desc_init", init(desc, struct_size))
}

/// Writes the defaults of a heightfield's description: no heights, a spacing of 1.
///
/// `desc` must not be NULL; `struct_size` is `sizeof(PliantShapeHeightfieldDesc)`. Thread: any. Errors:
/// INVALID_ARGUMENT. Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_shape_heightfield_desc_init(
    desc: *mut PliantShapeHeightfieldDesc,
    struct_size: u32,
) -> i32 {
    entry!(
        "pliant_shape_heightfield_desc_init",
        init(desc, struct_size)
    )
}

/// Writes the defaults of a distance field's description: no surface, 32 cells.
///
/// `desc` must not be NULL; `struct_size` is `sizeof(PliantShapeSdfDesc)`. Thread: any. Errors: INVALID_ARGUMENT. Cost:
/// none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_shape_sdf_desc_init(
    desc: *mut PliantShapeSdfDesc,
    struct_size: u32,
) -> i32 {
    entry!("pliant_shape_sdf_desc_init", init(desc, struct_size))
}

/// Writes the defaults of a part of a compound: a sphere without a size, at the compound's origin.
///
/// `desc` must not be NULL; `struct_size` is `sizeof(PliantShapePartDesc)`. Thread: any. Errors: INVALID_ARGUMENT. Cost:
/// none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_shape_part_desc_init(
    desc: *mut PliantShapePartDesc,
    struct_size: u32,
) -> i32 {
    entry!("pliant_shape_part_desc_init", init(desc, struct_size))
}

/// Writes the defaults of a compound's description: no parts.
///
/// `desc` must not be NULL; `struct_size` is `sizeof(PliantShapeCompoundDesc)`. Thread: any. Errors: INVALID_ARGUMENT.
/// Cost: none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_shape_compound_desc_init(
    desc: *mut PliantShapeCompoundDesc,
    struct_size: u32,
) -> i32 {
    entry!("pliant_shape_compound_desc_init", init(desc, struct_size))
}

/// Makes a shape of triangles that collide from both sides, for `PLIANT_SHAPE_MESH`.
///
/// `desc`: the fields give the ranges. The arrays are read during the call and not kept. No other pointer may be NULL.
/// The caller holds the shape and releases it with `pliant_shape_release`; colliders keep the shape alive. Thread: any,
/// many at once. Errors: INVALID_ARGUMENT, VERSION, MESH_EMPTY, MESH_INDEX, MESH_NOT_FINITE, CAPACITY, OUT_OF_MEMORY.
/// Cost: about 1 µs of CPU time a triangle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_shape_create_mesh(
    desc: *const PliantShapeMeshDesc,
    out_shape: *mut PliantShapeId,
) -> i32 {
    entry!("pliant_shape_create_mesh", {
        let out = Out::new(out_shape, "out_shape")?;
        let desc = read(desc, "desc")?.checked()?;
        let (vertices, stride) = (desc.vertex_count, desc.position_stride);
        let mesh = surface(
            desc.positions,
            vertices,
            stride,
            desc.indices,
            desc.index_count,
        )?;
        out.set(keep(shape::mesh(&mesh)?)?);
        Ok(())
    })
}

/// Makes the convex hull of points, for `PLIANT_SHAPE_CONVEX`. Points inside the hull are left out.
///
/// The rest is as in `pliant_shape_create_mesh`. Errors: INVALID_ARGUMENT, VERSION, MESH_EMPTY, MESH_ZERO_VOLUME if all
/// points lie in a plane, MESH_NOT_FINITE, CAPACITY, OUT_OF_MEMORY. Cost: about 1 µs of CPU time a point.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_shape_create_convex(
    desc: *const PliantShapeConvexDesc,
    out_shape: *mut PliantShapeId,
) -> i32 {
    entry!("pliant_shape_create_convex", {
        let out = Out::new(out_shape, "out_shape")?;
        let desc = read(desc, "desc")?.checked()?;
        let (count, stride) = (desc.vertex_count, desc.position_stride);
        let lost = Status::MeshNotFinite;
        let points: Vec<[f32; 3]> = floats(desc.positions, count, stride, "positions", lost)?;
        out.set(keep(shape::convex(&points)?)?);
        Ok(())
    })
}

/// Makes a terrain of heights over a grid, for `PLIANT_SHAPE_HEIGHTFIELD`. A terrain has no thickness: like a mesh, the
/// terrain collides from both sides.
///
/// The rest is as in `pliant_shape_create_mesh`. Errors: INVALID_ARGUMENT, VERSION, MESH_EMPTY if there are only holes,
/// CAPACITY, OUT_OF_MEMORY. Cost: about 1 µs of CPU time a height.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_shape_create_heightfield(
    desc: *const PliantShapeHeightfieldDesc,
    out_shape: *mut PliantShapeId,
) -> i32 {
    entry!("pliant_shape_create_heightfield", {
        let out = Out::new(out_shape, "out_shape")?;
        let desc = read(desc, "desc")?.checked()?;
        let counts = [desc.column_count, desc.row_count];
        let count = counts[0] * counts[1];
        let heights: Vec<[f32; 1]> = array(desc.heights, count, desc.height_stride, "heights")?;
        out.set(keep(shape::heightfield(&HeightOptions {
            counts,
            spacing: desc.spacing,
            heights: heights.as_flattened(),
            other_diagonal: desc.other_diagonal == 1,
        })?)?);
        Ok(())
    })
}

/// Makes a field of signed distances, for `PLIANT_SHAPE_SDF`: measured from a closed surface, or given. Corners sharper
/// than a cell are rounded. Vertices of bodies collide with the field; faces between vertices do not.
///
/// The rest is as in `pliant_shape_create_mesh`. Errors: INVALID_ARGUMENT, VERSION, MESH_EMPTY, MESH_INDEX,
/// MESH_NOT_FINITE, MESH_UNSUPPORTED for an open surface, MESH_ZERO_VOLUME if no point of the grid is inside, CAPACITY,
/// OUT_OF_MEMORY. Cost: some µs of CPU time a point of the grid, on all processors; 16 bytes of GPU memory a point in
/// each world that uses the shape. Save the result with `pliant_shape_save`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_shape_create_sdf(
    desc: *const PliantShapeSdfDesc,
    out_shape: *mut PliantShapeId,
) -> i32 {
    entry!("pliant_shape_create_sdf", {
        let out = Out::new(out_shape, "out_shape")?;
        let desc = read(desc, "desc")?.checked()?;
        let made = if desc.values.is_null() {
            let (vertices, stride) = (desc.vertex_count, desc.position_stride);
            let mesh = surface(
                desc.positions,
                vertices,
                stride,
                desc.indices,
                desc.index_count,
            )?;
            shape::grid_of_surface(&mesh, desc.cell_count)?
        } else {
            let count: u64 = desc.counts.map(u64::from).iter().product();
            let count = u32::try_from(count).unwrap_or(u32::MAX);
            shape::check_room(desc.counts)?;
            let values = array::<f32, 1>(desc.values, count, 4, "values")?;
            shape::grid(desc.counts, desc.low, desc.spacing, values.into_flattened())?
        };
        out.set(keep(made)?);
        Ok(())
    })
}

/// Makes one shape of several, for `PLIANT_SHAPE_COMPOUND`. A compound among the parts is replaced by its own parts.
/// When the collider turns, each part moves along a straight line within a step.
///
/// The rest is as in `pliant_shape_create_mesh`. Errors: INVALID_ARGUMENT, INVALID_HANDLE for a `shape_asset` that is
/// stale, VERSION, MESH_EMPTY, CAPACITY, OUT_OF_MEMORY. Cost: small.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_shape_create_compound(
    desc: *const PliantShapeCompoundDesc,
    out_shape: *mut PliantShapeId,
) -> i32 {
    entry!("pliant_shape_create_compound", {
        let out = Out::new(out_shape, "out_shape")?;
        let desc = read(desc, "desc")?.checked()?;
        out.set(keep(shape::compound(&parts(&desc)?)?)?);
        Ok(())
    })
}

/// Loads a shape from the bytes of `pliant_shape_save`.
///
/// `bytes`: `size` bytes, not NULL, not kept, checked as untrusted data. The caller holds the shape as after
/// `pliant_shape_create_mesh`. Thread: any, many at once. Errors: INVALID_ARGUMENT, FORMAT, VERSION, OUT_OF_MEMORY.
/// Cost: a copy.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_shape_load(
    bytes: *const u8,
    size: u64,
    out_shape: *mut PliantShapeId,
) -> i32 {
    entry!("pliant_shape_load", {
        let out = Out::new(out_shape, "out_shape")?;
        out.set(keep(ShapeAsset::from_bytes(self::bytes(
            bytes, size, "bytes",
        )?)?)?);
        Ok(())
    })
}

/// Saves a shape as bytes.
///
/// Call the function twice. The first call, with `buffer` NULL and `capacity` 0, writes the size [byte] to `out_size`.
/// The second call fills a buffer of this size. `out_size` must not be NULL. Thread: any. Errors: INVALID_ARGUMENT,
/// INVALID_HANDLE, CAPACITY if `capacity` is too small. Cost: a copy.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_shape_save(
    shape: PliantShapeId,
    buffer: *mut u8,
    capacity: u64,
    out_size: *mut u64,
) -> i32 {
    entry!("pliant_shape_save", {
        let saved = SHAPES.get(shape)?.to_bytes()?;
        copy_out(&saved, buffer, capacity, out_size, "out_size")
    })
}

/// Writes kind, counts, bounds and hash of a shape.
///
/// `out_info`: not NULL, its `struct_size` set. Thread: any. Errors: INVALID_ARGUMENT, INVALID_HANDLE. Cost: one pass
/// over the vertices.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_shape_info(
    shape: PliantShapeId,
    out_info: *mut PliantShapeInfo,
) -> i32 {
    entry!("pliant_shape_info", {
        let out = OutStruct::new(out_info, "out_info")?;
        let shape = SHAPES.get(shape)?;
        out.set(info(&shape));
        Ok(())
    })
}

/// Adds a holder of the shape.
///
/// Thread: any. Errors: INVALID_HANDLE, CAPACITY. Cost: none.
#[unsafe(no_mangle)]
pub extern "C" fn pliant_shape_retain(shape: PliantShapeId) -> i32 {
    entry!("pliant_shape_retain", SHAPES.retain(shape))
}

/// Removes a holder of the shape. After the last holder is removed, the handle is invalid. Colliders and compounds made
/// of the shape remain.
///
/// Thread: any. Errors: INVALID_HANDLE. Cost: frees the shape if no object uses the shape.
#[unsafe(no_mangle)]
pub extern "C" fn pliant_shape_release(shape: PliantShapeId) -> i32 {
    entry!("pliant_shape_release", SHAPES.release(shape))
}

/// The shape of a handle; none for the null handle.
pub(super) fn given(shape: PliantShapeId) -> Result<Option<Arc<ShapeAsset>>> {
    match shape.bits {
        0 => Ok(None),
        _ => SHAPES.get(shape).map(Some),
    }
}

fn keep(shape: ShapeAsset) -> Result<PliantShapeId> {
    SHAPES.insert(shape)
}

/// # Safety
/// The arrays are as long as their counts say.
unsafe fn surface(
    positions: *const f32,
    vertices: u32,
    stride: u32,
    indices: *const u32,
    index_count: u32,
) -> Result<SurfaceMesh> {
    // SAFETY: the caller promised the arrays.
    unsafe {
        let lost = Status::MeshNotFinite;
        Ok(SurfaceMesh {
            positions: floats(positions, vertices, stride, "positions", lost)?,
            triangles: array(indices, index_count / 3, 12, "indices")?,
            ..SurfaceMesh::default()
        })
    }
}

/// # Safety
/// The parts are as many and as large as they say.
unsafe fn parts(desc: &PliantShapeCompoundDesc) -> Result<Vec<PartOptions>> {
    if desc.parts.is_null() {
        return Err(Error::argument("parts is NULL"));
    }
    // SAFETY: the caller promised parts, and each starts with its size; `read` checks it.
    let stride = unsafe { desc.parts.cast::<u32>().read_unaligned() } as usize;
    let mut parts = Vec::new();
    for k in 0..desc.part_count as usize {
        let name = format!("parts[{k}]");
        // SAFETY: as above; they are `parts[0].struct_size` bytes apart.
        let part = unsafe { read(desc.parts.byte_add(k * stride), &name) }?;
        let asset = given(part.shape_asset);
        let asset = asset
            .map_err(|e| Error::new(e.status, format!("{name}.shape_asset: {}", e.message)))?;
        parts.push(PartOptions {
            shape: part.shape,
            size: part.size,
            pose: part.pose,
            scale: part.scale,
            asset,
        });
    }
    Ok(parts)
}

fn info(shape: &ShapeAsset) -> PliantShapeInfo {
    let [low, high] = shape.bounds().map(|corner| corner.to_array());
    let mut info = PliantShapeInfo {
        kind: shape.kind(),
        low,
        high,
        content_hash: shape.content_hash,
        ..Default::default()
    };
    match &shape.form {
        Form::Surface(surface) => {
            info.vertex_count = surface.positions.len() as u32;
            info.triangle_count = surface.triangles.len() as u32;
        }
        Form::Grid(grid) => info.grid_counts = grid.counts,
        Form::Compound(parts) => info.part_count = parts.len() as u32,
    }
    info
}
