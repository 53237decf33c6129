//#use lib/math.wgsl
// The rotation that is nearest to a matrix, for every matrix. Mirrors rotation() of src/element/cluster.rs.

const POLAR_TURNS: u32 = 15u; // five sweeps of three: Jacobi's method converges quadratically

// Eigenvectors of a symmetric matrix as columns (of determinant 1), and their eigenvalues.
struct PolarAxes {
    axes: mat3x3<f32>,
    values: vec3<f32>,
}

// Jacobi's method with rotations in the planes xy, yz, zx. After each rotation the axes are permuted cyclically, so that all
// rounds are alike.
fn polar_axes(m: MathSym3) -> PolarAxes {
    var d = m.diagonal;
    var o = m.off;
    var axes = mat3x3<f32>(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0);
    for (var turn = 0u; turn < POLAR_TURNS; turn++) {
        let apart = d.y - d.x;
        let off = 2.0 * o.z;
        // Tangent of the angle; zero if the off-diagonal is already zero.
        let length = abs(apart) + sqrt(apart * apart + off * off);
        let t = select(0.0, select(off, -off, apart < 0.0) / length, length > 1e-30);
        let c = inverseSqrt(1.0 + t * t);
        let s = t * c;
        let turned = vec2<f32>(s * o.y + c * o.x, c * o.y - s * o.x);
        d = vec3<f32>(d.y + 0.5 * t * off, d.z, d.x - 0.5 * t * off);
        o = vec3<f32>(turned.y, 0.0, turned.x);
        axes = mat3x3<f32>(s * axes[0] + c * axes[1], axes[2], c * axes[0] - s * axes[1]);
    }
    return PolarAxes(axes, d);
}

// The eigenvectors of AᵀA, that of the largest eigenvalue first; only two, since the third is their cross product.
fn polar_sorted(a: mat3x3<f32>) -> mat2x3<f32> {
    let columns = max(abs(a[0]), max(abs(a[1]), abs(a[2])));
    let inverse = 1.0 / max(max(columns.x, max(columns.y, columns.z)), 1e-30);
    let found = polar_of_square(mat3x3<f32>(a[0] * inverse, a[1] * inverse, a[2] * inverse));
    var v = found.axes;
    var d = found.values;
    if d.y > d.x {
        v = mat3x3<f32>(v[1], v[0], v[2]);
        d = d.yxz;
    }
    if d.z > d.x {
        v = mat3x3<f32>(v[2], v[0], v[1]);
    } else if d.z > d.y {
        v = mat3x3<f32>(v[0], v[2], v[1]);
    }
    // Each rotation has the rounding error of its square root.
    let first = normalize(v[0]);
    return mat2x3<f32>(first, normalize(v[1] - first * dot(first, v[1])));
}

// The eigenvectors of AᵀA.
fn polar_of_square(a: mat3x3<f32>) -> PolarAxes {
    return polar_axes(MathSym3(
        vec3<f32>(dot(a[0], a[0]), dot(a[1], a[1]), dot(a[2], a[2])),
        vec3<f32>(dot(a[1], a[2]), dot(a[2], a[0]), dot(a[0], a[1])),
    ));
}

// A unit vector perpendicular to a unit vector.
fn polar_beside(u: vec3<f32>) -> vec3<f32> {
    let axis = select(vec3<f32>(0.0, 1.0, 0.0), vec3<f32>(1.0, 0.0, 0.0), abs(u.x) < 0.6);
    return normalize(cross(u, axis));
}

// The rotation R that maximises tr(RᵀA). Its longest axis comes from the eigenvector v of AᵀA with the largest eigenvalue:
// R v = A v / |A v|. In the plane across it, the nearest rotation has a closed form. So there is a result for a flat shape,
// for a line (the least rotation about it), for a point (the identity) and for an inverted shape, and small axes lose no
// digits to squaring.
fn polar_rotation(given: mat3x3<f32>) -> mat3x3<f32> {
    let columns = max(abs(given[0]), max(abs(given[1]), abs(given[2])));
    let largest = max(columns.x, max(columns.y, columns.z));
    if !(largest > 1e-30) {
        return mat3x3<f32>(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0);
    }
    let inverse = 1.0 / largest;
    let a = mat3x3<f32>(given[0] * inverse, given[1] * inverse, given[2] * inverse);
    let found = polar_of_square(a);
    // The axes are permuted cyclically, so that the longest is the first.
    var v = found.axes[0];
    var f = found.axes[1];
    if found.values.y > found.values.x && found.values.y >= found.values.z {
        v = found.axes[1];
        f = found.axes[2];
    } else if found.values.z > found.values.x {
        v = found.axes[2];
        f = found.axes[0];
    }
    v = normalize(v);
    f = normalize(f - v * dot(v, f));
    return polar_across(a, v, f);
}

// The nearest rotation whose longest axis is v. `f`: a unit vector perpendicular to v.
fn polar_across(a: mat3x3<f32>, v: vec3<f32>, f: vec3<f32>) -> mat3x3<f32> {
    let g = cross(v, f);
    let u = normalize(a * v);
    // f after the least rotation from v to u, or to -u if that is nearer.
    let near = select(u, -u, dot(u, v) < 0.0);
    let carried = f - (near + v) * (dot(near, f) / (1.0 + dot(near, v)));
    let e = normalize(carried - u * dot(u, carried));
    let d = cross(u, e);
    let af = a * f;
    let ag = a * g;
    let turn = vec2<f32>(dot(e, af) + dot(d, ag), dot(d, af) - dot(e, ag));
    let length = sqrt(dot(turn, turn));
    let cs = select(vec2<f32>(1.0, 0.0), turn / length, length > 1e-6);
    let to = mat3x3<f32>(u, e * cs.x + d * cs.y, d * cs.x - e * cs.y);
    return to * transpose(mat3x3<f32>(v, f, g));
}
