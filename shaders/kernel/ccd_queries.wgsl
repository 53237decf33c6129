//#use lib/ccd.wgsl
// A batch of queries of continuous collision detection, a thread each.
@group(0) @binding(0) var<storage, read> points: array<f32>; // a query: four points at the start, then at the end
@group(0) @binding(1) var<storage, read_write> times: array<f32>;

fn ccd_queries_read(first: u32) -> mat4x3<f32> {
    var read = mat4x3<f32>();
    for (var k = 0u; k < 4u; k++) {
        let at = first + 3u * k;
        read[k] = vec3<f32>(points[at], points[at + 1u], points[at + 2u]);
    }
    return read;
}

@compute @workgroup_size(64)
fn ccd_queries_vertex_triangle(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x < arrayLength(&times) {
        let first = 24u * id.x;
        times[id.x] = ccd_vertex_triangle(ccd_queries_read(first), ccd_queries_read(first + 12u));
    }
}

@compute @workgroup_size(64)
fn ccd_queries_edge_edge(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x < arrayLength(&times) {
        let first = 24u * id.x;
        times[id.x] = ccd_edge_edge(ccd_queries_read(first), ccd_queries_read(first + 12u));
    }
}
