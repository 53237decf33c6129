// The pressure inside a closed sheet: one constraint on the volume V of the whole body, C = V - goal (Bender, Müller and
// Macklin 2015, "Position-based simulation methods in computer graphics"), with compliance (Macklin, Müller and Chentanez
// 2016, "XPBD"), or a gas whose pressure times V is constant. The multiplier is the pressure beyond that outside times h².
// Mirrored by src/element/pressure.rs.
//
// constants: goal volume, of a gas its volume at rest [unit³]; stiffness [kg/(unit⁴·s²)], 0: hard; pressure of the gas at rest
// and outside [kg/(unit·s²)], 0: no gas.

// A triangle's part of the derivative of the volume by each of its corners. The sum over the triangles around a vertex is the
// same from any origin.
fn pressure_slope(a: vec3<f32>, b: vec3<f32>, c: vec3<f32>) -> vec3<f32> {
    return cross(b - a, c - a) / 6.0;
}

// A vertex's part of the volume, and of Σ w |∇V|².
fn pressure_part(place: vec3<f32>, slope: vec3<f32>, w: f32) -> vec4<f32> {
    return vec4<f32>(dot(place, slope) / 3.0, w * dot(slope, slope), 0.0, 0.0);
}

// The pressure at a volume, and its fall per unit of volume. A gas is linear below this part of its rest volume.
const PRESSURE_LEAST: f32 = 0.1;

fn pressure_at(constants: vec4<f32>, volume: f32) -> vec2<f32> {
    if constants.z <= 0.0 {
        return vec2<f32>(constants.y * (constants.x - volume), constants.y);
    }
    let known = max(volume, PRESSURE_LEAST * constants.x);
    let whole = constants.z * constants.x / known;
    let slope = whole / known;
    return vec2<f32>(whole - constants.w + slope * (known - volume), slope);
}

// The goal of a substep of length h. The goal changes from the last one, zero if none, by at most this rate [1/s]: a jump
// would throw the skin farther than a vertex may move in a substep.
const PRESSURE_RATE: f32 = 4.0;

fn pressure_aim(constants: vec4<f32>, volume: f32, h: f32, last: f32) -> f32 {
    let start = select(volume, last, last > 0.0);
    let change = PRESSURE_RATE * h * start;
    return select(clamp(constants.x, start - change, start + change), constants.x, constants.z > 0.0 || start <= 0.0);
}

// The multiplier that a substep may begin with: the motion by it changes the volume by at most this part of the goal.
// Without the limit the force of an impact would return in each substep.
const PRESSURE_SHARE: f32 = 0.05;

fn pressure_bearable(constants: vec4<f32>, total: vec4<f32>, multiplier: f32) -> f32 {
    let most = PRESSURE_SHARE * constants.x / max(total.y, 1e-30);
    return clamp(multiplier, -most, most);
}

// The change of the multiplier: Newton's step on pressure h² = multiplier, with V + Σ w |∇V|² times the change.
fn pressure_step(constants: vec4<f32>, total: vec4<f32>, square: f32, multiplier: f32) -> f32 {
    if total.y <= 0.0 {
        return 0.0;
    }
    if max(constants.y, constants.z) <= 0.0 {
        return (constants.x - total.x) / total.y;
    }
    let wanted = pressure_at(constants, total.x);
    return (wanted.x * square - multiplier) / (1.0 + wanted.y * square * total.y);
}
