//#use lib/math.wgsl
// Rotations as unit quaternions (x, y, z, w).

// The rotation about a vector by its length [rad], which is at most about one. A series, since sine and cosine differ by
// device.
fn quaternion_of(by: vec3<f32>) -> vec4<f32> {
    let s = dot(by, by);
    return normalize(vec4<f32>(by * (0.5 - s / 48.0 + s * s / 3840.0), 1.0 - s / 8.0 + s * s / 384.0));
}

// The rotation by b, then by a.
fn quaternion_mul(a: vec4<f32>, b: vec4<f32>) -> vec4<f32> {
    return vec4<f32>(a.w * b.xyz + b.w * a.xyz + cross(a.xyz, b.xyz), a.w * b.w - dot(a.xyz, b.xyz));
}

// The displacement of a point by a rotation, to all digits for small rotations.
fn quaternion_displacement(q: vec4<f32>, p: vec3<f32>) -> vec3<f32> {
    let t = 2.0 * cross(q.xyz, p);
    return q.w * t + cross(q.xyz, t);
}

// The quaternion of a rotation matrix, from the largest of its four numbers, so that no digits are lost (Shepperd 1978).
fn quaternion_of_matrix(m: mat3x3<f32>) -> vec4<f32> {
    let xx = m[0].x;
    let yy = m[1].y;
    let zz = m[2].z;
    let axis = vec3<f32>(m[1].z - m[2].y, m[2].x - m[0].z, m[0].y - m[1].x);
    let sum = vec3<f32>(m[1].z + m[2].y, m[2].x + m[0].z, m[0].y + m[1].x);
    let trace = xx + yy + zz;
    var q = vec4<f32>(axis, 1.0 + trace);
    if trace < max(xx, max(yy, zz)) {
        if xx >= yy && xx >= zz {
            q = vec4<f32>(1.0 + xx - yy - zz, sum.z, sum.y, axis.x);
        } else if yy >= zz {
            q = vec4<f32>(sum.z, 1.0 + yy - zz - xx, sum.x, axis.y);
        } else {
            q = vec4<f32>(sum.y, sum.x, 1.0 + zz - xx - yy, axis.z);
        }
    }
    return normalize(q);
}

// A symmetric matrix in rotated axes.
fn quaternion_sym3(q: vec4<f32>, m: MathSym3) -> MathSym3 {
    let x = quaternion_sym3_mul(q, m, vec3<f32>(1.0, 0.0, 0.0));
    let y = quaternion_sym3_mul(q, m, vec3<f32>(0.0, 1.0, 0.0));
    let z = quaternion_sym3_mul(q, m, vec3<f32>(0.0, 0.0, 1.0));
    return MathSym3(vec3<f32>(x.x, y.y, z.z), vec3<f32>(y.z, z.x, x.y));
}

// The matrix of quaternion_sym3 times a vector.
fn quaternion_sym3_mul(q: vec4<f32>, m: MathSym3, v: vec3<f32>) -> vec3<f32> {
    return math_rotate(q, math_sym3_mul(m, math_rotate_back(q, v)));
}
