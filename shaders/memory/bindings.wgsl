//#use share/params.wgsl
//#use share/body.wgsl
//#use share/collider.wgsl
//#use share/frame.wgsl
//#use share/nearby.wgsl
//#use share/state.wgsl
//#use share/report.wgsl
//#use share/contacts.wgsl
//#use share/world.wgsl
struct BindingsFrames {
    world: World,
    contacts: Contacts,
    list: array<Frame>, // the world's own, the caller's, those of colliders
}

// The buffers of a simulation kernel. Every WebGPU adapter has room for eight.
@group(0) @binding(0) var<storage, read> arena: array<vec4<u32>>; // cooked bodies, colliders, attachments, work lists
@group(0) @binding(1) var<storage, read> bodies: array<Body>;
@group(0) @binding(2) var<storage, read> frames: BindingsFrames;
@group(0) @binding(3) var<storage, read_write> state: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read> nearby: array<vec4<u32>>; // neighbours of each body: share/nearby.wgsl
@group(0) @binding(5) var<storage, read_write> report: array<atomic<u32>>;
@group(0) @binding(6) var<storage, read_write> contacts: array<vec4<u32>>; // contacts of bodies: share/contacts.wgsl

var<immediate> params: Params;
