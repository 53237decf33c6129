// A vertex held by a frame or at a point, whose position is in STATE_ANCHOR. A row of the arena.
// Mirrored by src/share/attachment.rs.
struct Attachment {
    vertex: u32,
    frame: u32,
    body: u32,
    stiffness: f32, // [N/m], 0 if it is rigid
}

fn attachment_of(row: vec4<u32>) -> Attachment {
    return Attachment(row.x, row.y, row.z, bitcast<f32>(row.w));
}
