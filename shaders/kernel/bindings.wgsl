//#use share/params.wgsl
//#use share/body.wgsl
//#use share/mover.wgsl
//#use share/state.wgsl
//#use share/report.wgsl
// The buffers of a simulation kernel. Every WebGPU adapter has room for eight.
@group(0) @binding(0) var<storage, read> arena: array<vec4<u32>>; // cooked bodies, attachments and work lists
@group(0) @binding(1) var<storage, read> bodies: array<Body>;
@group(0) @binding(2) var<storage, read> movers: array<Mover>;
@group(0) @binding(3) var<storage, read_write> state: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> report: array<atomic<u32>>;

var<immediate> params: Params;
