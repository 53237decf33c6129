//! Where the numbers of the checks of `bindings/godot/demo/tests` must lie, and why.

use super::log::Bound;

/// The bounds of a check.
pub fn of(check: &str) -> &'static [Bound] {
    match check {
        "momentum" => MOMENTUM,
        "shapes" => SHAPES,
        "crate" => CRATE,
        "carried" => CARRIED,
        "signals" => SIGNALS,
        "asset" => ASSET,
        "reload" => RELOAD,
        "jelly" => JELLY,
        "cloth" => CLOTH,
        "balloon" => BALLOON,
        "crowd" => CROWD,
        "pictures" => PICTURES,
        _ => &[],
    }
}

const fn bound(key: &'static str, low: f64, high: f64, otherwise: &'static str) -> Bound {
    Bound {
        key,
        within: [low, high],
        otherwise,
    }
}

/// Zero, or any other number that is counted.
const fn exactly(key: &'static str, value: f64, otherwise: &'static str) -> Bound {
    bound(key, value, value, otherwise)
}

const MOMENTUM: &[Bound] = &[
    // 24 x 13 facets around a ball of 0.5 m hold 0.510 m³; 400 tets cut off up to a tenth of that.
    bound(
        "momentum.volume",
        0.45,
        0.515,
        "mass over density is not the ball's volume [m³]",
    ),
    bound(
        "momentum.soft_speed_before",
        1.999,
        2.001,
        "`linear_velocity` is not the velocity that the body starts with",
    ),
    bound(
        "momentum.error",
        0.0,
        0.01,
        "the soft and the rigid ball together gained or lost momentum",
    ),
    // Where nothing springs back the gain is cos² of the angle between the way and the normal, 0.96; at most twice that.
    bound(
        "momentum.gain",
        0.9,
        2.0,
        "the rigid ball's gain is that of no collision of two balls of one mass",
    ),
    bound(
        "momentum.separates",
        0.0,
        2.5,
        "the balls do not part, or part faster than they met [m/s]",
    ),
];

// Vertices are held outside, to a thickness of a hundredth of an edge where a surface is a mesh.
const GAP: [f64; 2] = [-0.005, 0.01];
const HELD: &str = "the lowest vertex of the cube is not at the surface [m]";
const RESTS: &str = "the cube does not come to rest [m/s]";

const fn gap(key: &'static str) -> Bound {
    bound(key, GAP[0], GAP[1], HELD)
}

const fn rests(key: &'static str) -> Bound {
    bound(key, 0.0, 0.05, RESTS)
}

const SHAPES: &[Bound] = &[
    gap("shapes.sphere.gap"),
    rests("shapes.sphere.speed"),
    gap("shapes.box.gap"),
    rests("shapes.box.speed"),
    gap("shapes.capsule.gap"),
    rests("shapes.capsule.speed"),
    gap("shapes.cylinder.gap"),
    rests("shapes.cylinder.speed"),
    gap("shapes.convex.gap"),
    rests("shapes.convex.speed"),
    gap("shapes.concave.gap"),
    rests("shapes.concave.speed"),
    gap("shapes.height_map.gap"),
    rests("shapes.height_map.speed"),
    gap("shapes.csg.gap"),
    rests("shapes.csg.speed"),
    gap("shapes.turned_scaled.gap"),
    rests("shapes.turned_scaled.speed"),
    gap("shapes.plane.gap"),
    rests("shapes.plane.speed"),
];

const CRATE: &[Bound] = &[
    bound(
        "crate.mass_ratio",
        50.0,
        70.0,
        "a jelly of 1 m³ has not sixty times the mass of a crate of 0.027 m³ of wood",
    ),
    bound("crate.gap", GAP[0], GAP[1], HELD),
    bound("crate.off", 0.0, 0.03, "the crate was thrown aside [m]"),
    bound(
        "crate.creep",
        0.0,
        0.005,
        "the crate is not at rest [m in half a second]",
    ),
];

// 60 ticks at 0.5 m/s. To gain that speed by friction 0.5 takes 0.5² / (2 · 0.5 · 9.81) = 0.025 m, and as much to lose it.
const CARRIED: &[Bound] = &[
    bound(
        "carried.cart_way",
        0.48,
        0.52,
        "the platform itself did not move",
    ),
    bound(
        "carried.cart_slip",
        0.0,
        0.05,
        "the cube did not ride along [m]",
    ),
    bound(
        "carried.lift_way",
        0.48,
        0.52,
        "the lift itself did not move",
    ),
    bound(
        "carried.lift_slip",
        0.0,
        0.02,
        "the cube was not lifted [m]",
    ),
    bound("carried.lift_gap", GAP[0], GAP[1], HELD),
];

const SIGNALS: &[Bound] = &[
    exactly(
        "signals.began",
        1.0,
        "a body that lands and stays touches once",
    ),
    exactly(
        "signals.ended",
        0.0,
        "a touch ended while the body lay on the floor",
    ),
    exactly(
        "signals.others",
        0.0,
        "touches with something else than the floor were told",
    ),
    bound(
        "signals.point_height",
        -0.02,
        0.02,
        "the point of the touch is not on the floor [m]",
    ),
    bound(
        "signals.impulse",
        0.01,
        100.0,
        "a touch has an impulse [N s]",
    ),
    exactly(
        "signals.ended_above",
        1.0,
        "a body that was taken away ends its touch once",
    ),
    exactly(
        "signals.began_again",
        2.0,
        "a body that falls again touches again, once",
    ),
    exactly(
        "signals.unwished",
        0.0,
        "signals came though `report_contacts` is off",
    ),
];

const ASSET: &[Bound] = &[
    exactly("asset.saved", 0.0, "ResourceSaver refused the cooked body"),
    bound("asset.size", 1000.0, 1e6, "the file holds no body [byte]"),
    exactly("asset.same", 1.0, "what is loaded and saved again differs"),
    bound(
        "asset.fall",
        -1e-5,
        1e-5,
        "a loaded body does not fall as the cooked one [m]",
    ),
    bound(
        "asset.mass_ratio",
        0.999_999,
        1.000_001,
        "a loaded body has another mass",
    ),
];

const RELOAD: &[Bound] = &[
    exactly(
        "reload.bodies_within",
        1.0,
        "the world does not have the scene's one body",
    ),
    exactly(
        "reload.bodies_left",
        0.0,
        "bodies of freed scenes stay in the world",
    ),
    exactly(
        "reload.colliders_left",
        0.0,
        "colliders of freed scenes stay in the world",
    ),
    bound(
        "reload.objects_left",
        -100.0,
        0.0,
        "objects are left behind by each scene",
    ),
];

const JELLY: &[Bound] = &[
    bound(
        "jelly.lowest",
        -0.01,
        0.3,
        "the ring sinks into the floor or does not come down [m]",
    ),
    // The ball flies at -3 m/s.
    bound(
        "jelly.ball_back",
        -1.5,
        3.0,
        "the ball is not slowed or pushed back [m/s]",
    ),
    bound(
        "jelly.node_apart",
        0.0,
        0.1,
        "the node does not follow its body [m]",
    ),
    // The tube has a radius of 0.16 m; the ring is on the floor, or on the lowest stair.
    bound(
        "jelly.height",
        0.08,
        0.8,
        "the ring is not where a ring that lies is [m]",
    ),
];

const CLOTH: &[Bound] = &[
    // The sphere has 24 flat facets: its radius differs by 1 - cos(π / 24), 4 mm, and in both directions by twice that.
    bound(
        "cloth.in_sphere",
        -0.02,
        0.3,
        "the sheet is in the sphere or never near it [m]",
    ),
    bound(
        "cloth.lowest",
        -0.01,
        1.0,
        "the sheet sinks into the floor [m]",
    ),
    bound(
        "cloth.pin_distance",
        0.0,
        0.02,
        "pins do not hold the sheet [m]",
    ),
    bound("cloth.hangs", 0.5, 1.5, "the sheet does not hang [m]"),
    bound(
        "cloth.released",
        0.0,
        1.0,
        "a released sheet does not fall [m]",
    ),
];

const BALLOON: &[Bound] = &[
    // The volume is kept exactly; three digits are left for Newton's steps and roundings to f32.
    bound(
        "balloon.filled",
        0.999,
        1.001,
        "a balloon does not have its volume at rest [in volumes at rest]",
    ),
    bound(
        "balloon.blown_up",
        1.4985,
        1.5015,
        "`volume_factor` does not blow up a running balloon [in volumes at rest]",
    ),
    // 50 ticks of free fall are 3.4 m; air holds up a part of that.
    bound("balloon.fallen", 0.5, 3.5, "the balloon does not fall [m]"),
];

const CROWD: &[Bound] = &[
    exactly(
        "crowd.pliant.bodies_below",
        0.0,
        "bodies fell through the height map",
    ),
    bound(
        "crowd.pliant.deepest",
        0.0,
        0.02,
        "vertices are below the height map [m]",
    ),
    bound("crowd.pliant.spread", 0.5, 4.0, "bodies left the walls [m]"),
    bound(
        "crowd.pliant.frame_ms",
        0.1,
        2000.0,
        "a frame takes too long [ms]",
    ),
];

const PICTURES: &[Bound] = &[
    bound(
        "pictures.jelly.edge",
        0.0,
        2.5,
        "the ring is not drawn where its vertices are [pixel]",
    ),
    bound(
        "pictures.jelly.share",
        0.005,
        0.3,
        "the ring is not in the picture",
    ),
    bound(
        "pictures.jelly.below",
        0.0,
        0.0,
        "the ring is drawn below the floor's line [pixel]",
    ),
    bound(
        "pictures.jelly.moves",
        20.0,
        500.0,
        "the ring is drawn at one place all the time [pixel]",
    ),
    bound(
        "pictures.jelly.lit",
        1.2,
        20.0,
        "the ring's upper side is not lit more than its lower side",
    ),
    // Corners at the pins are drawn to a point.
    bound(
        "pictures.cloth.edge",
        0.0,
        6.0,
        "the sheet is not drawn where its vertices are [pixel]",
    ),
    bound(
        "pictures.cloth.share",
        0.02,
        0.5,
        "the sheet is not in the picture",
    ),
    bound(
        "pictures.crowd.share",
        0.01,
        0.6,
        "the crowd is not in the picture",
    ),
];
