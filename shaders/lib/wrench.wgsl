//#use lib/math.wgsl
// Forces on a rigid body, their moment, and the derivatives of both by a translation t and a rotation w: six equations.

struct WrenchSum {
    force: vec3<f32>,
    moment: vec3<f32>,
    linear: MathSym3,   // of the force by t
    mixed: mat3x3<f32>, // of the moment by t
    angular: MathSym3,  // of the moment by w
    count: f32,         // of forces that press
}

// A translation and a rotation of a body.
struct WrenchMotion {
    displacement: vec3<f32>,
    turn: vec3<f32>,
}

fn wrench_zero() -> WrenchSum {
    return WrenchSum();
}

// Adds a force at an arm r with stiffness `along` along n and `across` perpendicular to it [N/unit].
fn wrench_add(
    sum: ptr<function, WrenchSum>, r: vec3<f32>, force: vec3<f32>, n: vec3<f32>, along: f32, across: f32,
) {
    let more = along - across;
    let m = cross(r, n);
    (*sum).force += force;
    (*sum).moment += cross(r, force);
    (*sum).linear.diagonal += vec3<f32>(across) + more * n * n;
    (*sum).linear.off += more * n.yzx * n.zxy;
    (*sum).angular.diagonal += across * (vec3<f32>(dot(r, r)) - r * r) + more * m * m;
    (*sum).angular.off += more * m.yzx * m.zxy - across * r.yzx * r.zxy;
    let x = vec3<f32>(0.0, r.z, -r.y); // r × e for the three axes
    let y = vec3<f32>(-r.z, 0.0, r.x);
    let z = vec3<f32>(r.y, -r.x, 0.0);
    (*sum).mixed += mat3x3<f32>(
        across * x + more * n.x * m, across * y + more * n.y * m, across * z + more * n.z * m,
    );
}

// Workgroup sums take two matrices.
fn wrench_first(sum: WrenchSum) -> mat4x4<f32> {
    return mat4x4<f32>(
        vec4<f32>(sum.force, sum.linear.diagonal.x), vec4<f32>(sum.moment, sum.linear.diagonal.y),
        vec4<f32>(sum.linear.off, sum.linear.diagonal.z), vec4<f32>(sum.angular.diagonal, sum.count),
    );
}

fn wrench_second(sum: WrenchSum) -> mat4x4<f32> {
    return mat4x4<f32>(
        vec4<f32>(sum.mixed[0], sum.angular.off.x), vec4<f32>(sum.mixed[1], sum.angular.off.y),
        vec4<f32>(sum.mixed[2], sum.angular.off.z), vec4<f32>(0.0),
    );
}

fn wrench_of(a: mat4x4<f32>, b: mat4x4<f32>) -> WrenchSum {
    let linear = MathSym3(vec3<f32>(a[0].w, a[1].w, a[2].w), a[2].xyz);
    let angular = MathSym3(a[3].xyz, vec3<f32>(b[0].w, b[1].w, b[2].w));
    return WrenchSum(a[0].xyz, a[1].xyz, linear, mat3x3<f32>(b[0].xyz, b[1].xyz, b[2].xyz), angular, a[3].w);
}

// The motion at which the forces vanish. The linear part is eliminated first.
fn wrench_solve(sum: WrenchSum) -> WrenchMotion {
    let inverse = math_sym3_inverse(sum.linear);
    let c = transpose(sum.mixed); // columns: rows of the mixed part
    let x = math_sym3_mul(inverse, c[0]);
    let y = math_sym3_mul(inverse, c[1]);
    let z = math_sym3_mul(inverse, c[2]);
    let schur = MathSym3(
        sum.angular.diagonal - vec3<f32>(dot(c[0], x), dot(c[1], y), dot(c[2], z)),
        sum.angular.off - vec3<f32>(dot(c[1], z), dot(c[2], x), dot(c[0], y)),
    );
    let moment = sum.moment - vec3<f32>(dot(x, sum.force), dot(y, sum.force), dot(z, sum.force));
    let turn = math_sym3_mul(math_sym3_inverse(schur), moment);
    let displacement = math_sym3_mul(inverse, sum.force - c * turn);
    return WrenchMotion(displacement, turn);
}

// The work of the forces along a motion.
fn wrench_work(sum: WrenchSum, step: WrenchMotion) -> f32 {
    return dot(sum.force, step.displacement) + dot(sum.moment, step.turn);
}

const WRENCH_SIZES: f32 = 0.5;         // largest motion by forces alone, in sizes of the body,
const WRENCH_DISPLACEMENTS: f32 = 4.0; // and in displacements of the inertial motion

// Whether forces can have caused a motion. If hundreds of planes press, rounding can make the solution of the six equations
// useless.
fn wrench_is_sane(motion: WrenchMotion, inertia: WrenchMotion, size: f32) -> bool {
    let far = length(motion.displacement - inertia.displacement) + size * length(motion.turn - inertia.turn);
    return far <= WRENCH_SIZES * size + WRENCH_DISPLACEMENTS * (length(inertia.displacement) + size * length(inertia.turn));
}
