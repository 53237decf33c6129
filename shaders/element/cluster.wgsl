//#use lib/fit.wgsl
//#use lib/polar.wgsl
// A cluster of particles that is pulled to its rest shape, turned and deformed to fit (Müller et al. 2005; Chentanez et al.
// for GPUs). Mirrored by src/element/cluster.rs, which derives the formulas.

// Adds a particle with weight w and rest coordinates c at p, relative to any common origin.
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

// Σ w p sᵀ for features s with these means, whose raw sums are given by rows.
fn cluster_centred(rows: mat3x3<f32>, means: vec3<f32>, centre: vec3<f32>) -> mat3x3<f32> {
    return transpose(mat3x3<f32>(rows[0] - centre.x * means, rows[1] - centre.y * means, rows[2] - centre.z * means));
}

// A column of the quadratic fit. Three rows hold the inverse's column in xyz, and in w the part along the rest shape that
// the inverse misses.
fn cluster_column(
    moments: mat3x3<f32>, squares: mat3x3<f32>, products: mat3x3<f32>, turn: mat3x3<f32>,
    a: vec4<f32>, b: vec4<f32>, c: vec4<f32>,
) -> vec3<f32> {
    return moments * a.xyz + squares * b.xyz + products * c.xyz + turn * vec3<f32>(a.w, b.w, c.w);
}

fn cluster_volume(m: mat3x3<f32>) -> f32 {
    return dot(m[0], cross(m[1], m[2]));
}

// The change of another stretch of the nearest map, if the last one becomes t. Not a difference of roots, as the rounding of
// square roots would add up over the substeps.
fn cluster_change(given: f32, last: f32, t: f32) -> f32 {
    let excess = max(4.0 * t * (t - last), -given * given);
    return 0.5 * excess / max(given + sqrt(given * given + excess), 1e-30);
}

// The changes of these stretches to the nearest ones with the product `volume`; the last is the smallest and may be
// negative. For a flat shape only the first and the last count. Lagrange's condition s (s - given) is the same for all, so
// the product rises from zero with the last stretch.
fn cluster_changes(given: vec3<f32>, volume: f32, flat: bool) -> vec3<f32> {
    var low = 0.0;
    var high = max(given.z, 0.0) + select(fit_root(volume), sqrt(volume), flat);
    var t = clamp(given.z, 1e-3 * high, high);
    var change = vec3<f32>(0.0);
    for (var round = 0u; round < 12u; round++) {
        change = vec3<f32>(
            cluster_change(given.x, given.z, t), cluster_change(given.y, given.z, t), t - given.z,
        );
        let kept = given.xy + change.xy;
        let second = select(kept.y, 1.0, flat);
        let product = kept.x * second * t;
        if product < volume {
            low = t;
        } else {
            high = t;
        }
        // Newton's step, if it stays between the bounds.
        let roots = max(2.0 * kept - given.xy, vec2<f32>(1e-30));
        let slope = (2.0 * t - given.z) * (1.0 / (roots.x * kept.x) + select(1.0 / (roots.y * kept.y), 0.0, flat));
        let next = t - (1.0 - volume / product) / (1.0 / t + slope);
        let better = select(0.5 * (low + high), next, next >= low && next <= high);
        if better == t {
            break;
        }
        t = better;
    }
    return change;
}

// The map nearest to m that has the volume of `turn`; of a flat shape its area, of a line its length.
fn cluster_kept(given: mat3x3<f32>, turn: mat3x3<f32>, rank: u32) -> mat3x3<f32> {
    if rank < 2u {
        return turn;
    }
    let flat = rank == 2u;
    let m = mat3x3<f32>(given[0], given[1], select(given[2], vec3<f32>(0.0), flat));
    let found = polar_sorted(m);
    let v0 = found[0];
    let v1 = found[1];
    let v2 = cross(v0, v1);
    let along = m * v0;
    let size = length(turn[0]);
    let u0 = select(turn[0] / size, along / max(length(along), 1e-30), length(along) > 1e-20);
    let across = m * v1 - u0 * dot(u0, m * v1);
    let u1 = select(polar_beside(u0), across / max(length(across), 1e-30), length(across) > 1e-6 * size);
    let u2 = cross(u0, u1);
    let stretches = vec3<f32>(dot(u0, along), dot(u1, m * v1), dot(u2, m * v2));
    let volume = select(cluster_volume(turn), length(cross(turn[0], turn[1])), flat);
    let changes = cluster_changes(select(stretches, stretches.xxy, flat), volume, flat);
    let change = select(changes, vec3<f32>(changes.xz, 0.0), flat);
    let by = mat3x3<f32>(change.x * u0, change.y * u1, change.z * u2);
    let near = m + by * transpose(mat3x3<f32>(v0, v1, v2));
    return mat3x3<f32>(near[0], near[1], select(near[2], turn[2], flat));
}

// The map with this centre and linear part: β times the fit plus 1 - β times the turned rest shape.
fn cluster_map(fit: mat3x3<f32>, turn: mat3x3<f32>, beta: f32, centre: vec3<f32>) -> FitRows {
    let m = transpose(fit * beta + turn * (1.0 - beta));
    var map = fit_none();
    map.linear = mat3x4<f32>(
        vec4<f32>(m[0], centre.x), vec4<f32>(m[1], centre.y), vec4<f32>(m[2], centre.z),
    );
    return map;
}

// The goal of a particle with rest coordinates c.
fn cluster_goal(map: FitRows, c: vec3<f32>, quadratic: bool) -> vec3<f32> {
    let goal = vec4<f32>(c, 1.0) * map.linear;
    if !quadratic {
        return goal;
    }
    return goal + (c * c) * map.squares + (c * c.yzx) * map.products;
}
