//#use lib/fit.wgsl
//#use lib/polar.wgsl
// A cluster of particles that is drawn to its rest shape, turned and deformed to fit (Müller et al. 2005, and
// Chentanez for GPUs). Mirrored by src/constraint/cluster.rs, which says what the formulas are.

// Below this part of its rest volume a fit counts less and less.
const CLUSTER_LEAST_VOLUME: f32 = 0.5;

// Adds a particle with weight w and rest coordinates c at p, from any one origin.
fn cluster_add(sums: ptr<function, FitRows>, c: vec3<f32>, w: f32, p: vec3<f32>, quadratic: bool) {
    let first = w * vec4<f32>(c, 1.0);
    (*sums).linear += mat3x4<f32>(p.x * first, p.y * first, p.z * first);
    if quadratic {
        let s = w * c * c;
        let m = w * c * c.yzx;
        (*sums).squares += mat3x3<f32>(p.x * s, p.y * s, p.z * s);
        (*sums).products += mat3x3<f32>(p.x * m, p.y * m, p.z * m);
    }
}

// The centre of the particles, from the same origin.
fn cluster_centre(sums: FitRows) -> vec3<f32> {
    return vec3<f32>(sums.linear[0].w, sums.linear[1].w, sums.linear[2].w);
}

// Σ w p cᵀ: the linear fit.
fn cluster_moments(sums: FitRows) -> mat3x3<f32> {
    return transpose(mat3x3<f32>(sums.linear[0].xyz, sums.linear[1].xyz, sums.linear[2].xyz));
}

// The map of coordinates to the turned rest shape of a body at this scale.
fn cluster_turn(moments: mat3x3<f32>, rest: FitRest, scale: f32) -> mat3x3<f32> {
    return polar_rotation(moments * transpose(rest.axes)) * rest.axes * scale;
}

// The linear fit. Where the rest shape has no width, the turn takes its place.
fn cluster_linear(moments: mat3x3<f32>, turn: mat3x3<f32>, rank: u32) -> mat3x3<f32> {
    var fit = moments;
    if rank < 3u {
        fit[2] = turn[2];
    }
    if rank < 2u {
        fit[1] = turn[1];
    }
    if rank < 1u {
        fit[0] = turn[0];
    }
    return fit;
}

// Σ w p sᵀ for features s with these means, whose raw sums are given by rows.
fn cluster_centred(rows: mat3x3<f32>, means: vec3<f32>, centre: vec3<f32>) -> mat3x3<f32> {
    return transpose(mat3x3<f32>(rows[0] - centre.x * means, rows[1] - centre.y * means, rows[2] - centre.z * means));
}

// A column of the quadratic fit, from the column of the inverse in xyz of three rows, whose w are what it misses.
fn cluster_column(
    moments: mat3x3<f32>, squares: mat3x3<f32>, products: mat3x3<f32>, turn: mat3x3<f32>,
    a: vec4<f32>, b: vec4<f32>, c: vec4<f32>,
) -> vec3<f32> {
    return moments * a.xyz + squares * b.xyz + products * c.xyz + turn * vec3<f32>(a.w, b.w, c.w);
}

fn cluster_volume(m: mat3x3<f32>) -> f32 {
    return dot(m[0], cross(m[1], m[2]));
}

// How the fit with this linear part is blended with the turned rest shape. It keeps the volume; turned inside out it
// counts nothing.
fn cluster_blend(fit: mat3x3<f32>, turn: mat3x3<f32>, rank: u32, beta: f32) -> FitBlend {
    let volume = cluster_volume(fit) / max(cluster_volume(turn), 1e-36);
    let share = beta * clamp(volume / CLUSTER_LEAST_VOLUME, 0.0, 1.0);
    return FitBlend(share / fit_root(clamp(volume, CLUSTER_LEAST_VOLUME, 1e30), rank), 1.0 - share);
}

// The map of a blend with a centre, for a linear fit.
fn cluster_map(fit: mat3x3<f32>, turn: mat3x3<f32>, blend: FitBlend, centre: vec3<f32>) -> FitRows {
    let m = transpose(fit * blend.fitted + turn * blend.rigid);
    var map = fit_none();
    map.linear = mat3x4<f32>(
        vec4<f32>(m[0], centre.x), vec4<f32>(m[1], centre.y), vec4<f32>(m[2], centre.z),
    );
    return map;
}

// Where a particle with rest coordinates c is drawn to.
fn cluster_goal(map: FitRows, c: vec3<f32>, quadratic: bool) -> vec3<f32> {
    let goal = vec4<f32>(c, 1.0) * map.linear;
    if !quadratic {
        return goal;
    }
    return goal + (c * c) * map.squares + (c * c.yzx) * map.products;
}
