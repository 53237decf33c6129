// Vectors, rotations and matrices. No transcendental built-ins: their guaranteed accuracy is poor and differs by
// device.

// Tests bits, since compilers may optimise comparisons with NaN away.
fn math_finite(v: vec3<f32>) -> bool {
    let exponents = bitcast<vec3<u32>>(v) & vec3<u32>(0x7F800000u);
    return all(exponents != vec3<u32>(0x7F800000u));
}

// Integers in the order of floats, so that atomicMin and atomicMax find bounds.
fn math_ordered(p: vec3<f32>) -> vec3<u32> {
    let bits = bitcast<vec3<u32>>(p);
    let negative = (bits & vec3<u32>(0x80000000u)) != vec3<u32>(0u);
    return select(bits ^ vec3<u32>(0x80000000u), ~bits, negative);
}

// The floats of math_ordered's integers.
fn math_from_ordered(bits: vec3<u32>) -> vec3<f32> {
    let negative = (bits & vec3<u32>(0x80000000u)) == vec3<u32>(0u);
    return bitcast<vec3<f32>>(select(bits ^ vec3<u32>(0x80000000u), ~bits, negative));
}

fn math_rotate(q: vec4<f32>, v: vec3<f32>) -> vec3<f32> {
    let t = 2.0 * cross(q.xyz, v);
    return v + q.w * t + cross(q.xyz, t);
}

fn math_rotate_back(q: vec4<f32>, v: vec3<f32>) -> vec3<f32> {
    return math_rotate(vec4<f32>(-q.xyz, q.w), v);
}

// Rotation at the fraction t of the shorter arc from a to b. Exact at the ends.
fn math_rotation_between(a: vec4<f32>, b: vec4<f32>, t: f32) -> vec4<f32> {
    let b_near = select(b, -b, dot(a, b) < 0.0);
    return normalize(mix(a, b_near, t));
}

// A symmetric 3x3 matrix: diagonal (xx, yy, zz) and off-diagonal (yz, zx, xy).
struct MathSym3 {
    diagonal: vec3<f32>,
    off: vec3<f32>,
}

fn math_sym3_mul(m: MathSym3, v: vec3<f32>) -> vec3<f32> {
    return vec3<f32>(
        m.diagonal.x * v.x + m.off.z * v.y + m.off.y * v.z,
        m.off.z * v.x + m.diagonal.y * v.y + m.off.x * v.z,
        m.off.y * v.x + m.off.x * v.y + m.diagonal.z * v.z,
    );
}

// Inverse of a symmetric positive definite matrix of any magnitude. The matrix is divided by its trace first: the
// determinant of a large stiff body (1e10 Pa, 1 km) would overflow f32.
fn math_sym3_inverse(m: MathSym3) -> MathSym3 {
    let s = 1.0 / (m.diagonal.x + m.diagonal.y + m.diagonal.z);
    let d = m.diagonal * s;
    let o = m.off * s;
    let minors = d.yzx * d.zxy - o * o;
    let cofactors = o.yzx * o.zxy - d * o;
    let det = d.x * minors.x + o.z * cofactors.z + o.y * cofactors.y;
    if det < 1e-7 {
        return math_sym3_inverse_uneven(d, o, s);
    }
    return MathSym3(minors * (s / det), cofactors * (s / det));
}

// The inverse by LDLᵀ, for a matrix whose determinant is mostly rounding: one direction is some three thousand times as
// stiff as the others, as at a tet stretched to a hundred times its length. Pivots are clamped to the rounding of the
// matrix.
fn math_sym3_inverse_uneven(d: vec3<f32>, o: vec3<f32>, s: f32) -> MathSym3 {
    let least = 1e-6;
    let a = 1.0 / max(d.x, least);
    let yx = o.z * a;
    let zx = o.y * a;
    let b = 1.0 / max(d.y - yx * o.z, least);
    let rest = o.x - yx * o.y;
    let zy = rest * b;
    let c = 1.0 / max(d.z - zx * o.y - zy * rest, least);
    let down = zy * yx - zx; // the corner of the inverse of L
    return MathSym3(
        vec3<f32>(a + yx * yx * b + down * down * c, b + zy * zy * c, c) * s,
        vec3<f32>(-zy * c, down * c, -yx * b - zy * down * c) * s,
    );
}
