//! Packs a bound render mesh into arena rows.

use crate::asset::SkinAsset;
use crate::share::SKIN_ROWS;

/// The rows, and the first rows of: bindings, groups, triangles around groups, triangles.
pub fn pack(asset: &SkinAsset) -> (Vec<[u32; 4]>, [u32; 4]) {
    let count = asset.cage_vertices.len();
    let bits = |v: [f32; 4]| v.map(f32::to_bits);
    let mut rows = Vec::with_capacity(count * SKIN_ROWS as usize);
    for i in 0..count {
        let [x, y, z] = asset.normal_in_frame[i].map(f32::to_bits);
        rows.push(asset.cage_vertices[i]);
        rows.push(bits(asset.weights[i]));
        rows.push(bits(asset.tangent_weights[i]));
        rows.push([x, y, z, asset.normal_group[i]]);
        rows.push(bits(asset.tangent_in_frame[i]));
    }
    let groups = words(&mut rows, asset.group_starts.iter().copied());
    let around = words(&mut rows, asset.group_triangles.iter().copied());
    let triangles = words(&mut rows, asset.triangles.iter().flatten().copied());
    (rows, [0, groups, around, triangles])
}

/// Appends words, four per row; returns the first row.
fn words(rows: &mut Vec<[u32; 4]>, words: impl Iterator<Item = u32>) -> u32 {
    let first = rows.len() as u32;
    let mut row = [0; 4];
    let mut filled = 0;
    for word in words {
        row[filled] = word;
        filled += 1;
        if filled == 4 {
            rows.push(std::mem::take(&mut row));
            filled = 0;
        }
    }
    if filled > 0 {
        rows.push(row);
    }
    first
}
