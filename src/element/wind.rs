//! Air on a triangle: drag along the flow and lift across it.

use glam::DVec3;

/// Density of air at 15 °C [kg/m³].
pub const AIR_DENSITY: f64 = 1.225;

/// The force [N] of air on a triangle. `flow` is its velocity relative to the triangle [m/s], `drag` and `lift` half the
/// density of air times the coefficients [kg/m³].
///
/// The area across the flow is A cos φ, where φ is the angle between flow and normal. Drag is along the flow, lift across
/// the flow towards the normal, largest at 45°.
pub fn force([a, b, c]: [DVec3; 3], flow: DVec3, drag: f64, lift: f64) -> DVec3 {
    let area = (b - a).cross(c - a) / 2.0;
    let (n, u) = (area.normalize_or_zero(), flow.normalize_or_zero());
    let across = u.dot(n);
    let lifting = across * (n - across * u);
    area.length() * flow.length_squared() * (drag * across.abs() * u + lift * lifting)
}
