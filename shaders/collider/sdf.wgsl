// Signed distances at the points of a grid, interpolated between them. Its rows: (first point, spacing), (points along each
// axis, 0), then for each layer of points and each cell in it the distances at its corners: here, along x, along y, across.
const SDF_HEAD: u32 = 2u; // rows before the distances

// The cell of a point in a grid.
struct SdfCell {
    below: u32,        // row of the cell's corners in the layer below, from the head on
    above: u32,        // and above
    t: vec3<f32>,      // place in the cell, 0 to 1
    beyond: vec3<f32>, // from the grid to the point
    spacing: f32,
}

fn sdf_cell(first: vec4<f32>, counts: vec3<u32>, p: vec3<f32>) -> SdfCell {
    let q = (p - first.xyz) / first.w;
    let inside = clamp(q, vec3<f32>(0.0), vec3<f32>(counts - 1u));
    let cell = min(vec3<u32>(inside), counts - 2u);
    let line = counts.x - 1u;
    let layer = line * (counts.y - 1u);
    let row = SDF_HEAD + cell.z * layer + cell.y * line + cell.x;
    return SdfCell(row, row + layer, inside - vec3<f32>(cell), first.w * (q - inside), first.w);
}

// Outward normal and signed distance, from the rows below and above. Outside the grid the result is at most the true
// distance, since all of the solid is inside: the angle at the grid's nearest point, between the point and any point of the
// solid, is not acute.
fn sdf_distance(place: SdfCell, below: vec4<f32>, above: vec4<f32>) -> vec4<f32> {
    let t = place.t;
    let layer = mix(below, above, t.z);
    let along = mix(layer.xy, layer.zw, t.y);
    let distance = mix(along.x, along.y, t.x);
    let rise = above - below;
    let up = mix(mix(rise.x, rise.y, t.x), mix(rise.z, rise.w, t.x), t.y);
    let across = mix(layer.z - layer.x, layer.w - layer.y, t.x);
    let slope = vec3<f32>(along.y - along.x, across, up);
    let steep = length(slope);
    let n = select(vec3<f32>(0.0, 1.0, 0.0), slope / steep, steep > 0.0);
    let outside = max(distance, 0.0);
    let far = length(place.beyond);
    if far == 0.0 {
        return vec4<f32>(n, distance);
    }
    let displacement = place.beyond + outside * n;
    let size = length(displacement);
    return vec4<f32>(select(n, displacement / size, size > 0.0), sqrt(far * far + outside * outside));
}
