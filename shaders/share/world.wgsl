// The record of a world, before the frames. Mirrored by src/share/world.rs.
struct World {
    collider_row: u32,   // arena row of the first collider; those without bounds come first
    half_spaces: u32,    // colliders without bounds
    colliders: u32,      // all colliders
    attachment_row: u32, // arena row of the first attachment
    attachments: u32,
    nearby_room: u32,    // words of `nearby` for lists of colliders near bodies, as the next four; see share/nearby.wgsl
    nearby_list: u32,    // first word of the lists
    nearby_proxy: u32,   // of the objects
    nearby_bucket: u32,  // of the buckets
    nearby_buckets: u32, // number of buckets: a power of two
    moving: u32,         // colliders that move in the step
    disturbed: u32,      // 1 if gravity has changed or a collider has appeared since the last step
    wind: vec4<f32>,     // velocity of the air [unit/s]; w: zero
    origin: vec4<f32>,   // of render vertices, from the corner of origin_cell [unit]; w: zero
    origin_shift: vec4<f32>, // displacement to the origin of the last step [unit]; w: zero
    origin_cell: vec4<i32>,  // w: zero
}
