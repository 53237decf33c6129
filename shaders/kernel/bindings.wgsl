//#use share/params.wgsl
//#use share/body.wgsl
//#use share/mover.wgsl
//#use share/scratch.wgsl
//#use share/report.wgsl
// The buffers of a simulation kernel: eight storage buffers, the least every WebGPU adapter has.
@group(0) @binding(0) var<storage, read> arena: array<vec4<u32>>; // cooked bodies and work lists
@group(0) @binding(1) var<storage, read> bodies: array<Body>;
@group(0) @binding(2) var<storage, read> movers: array<Mover>;
@group(0) @binding(3) var<storage, read> attachments: array<MoverAttachment>;
@group(0) @binding(4) var<storage, read_write> position: array<vec4<f32>>; // w: inverse mass [1/kg]
// w: see stage/begin.wgsl; for springs 1 until contact acts in the step
@group(0) @binding(5) var<storage, read_write> velocity: array<vec4<f32>>;
@group(0) @binding(6) var<storage, read_write> scratch: array<vec4<f32>>;
@group(0) @binding(7) var<storage, read_write> report: array<atomic<u32>>;

var<immediate> params: Params;
