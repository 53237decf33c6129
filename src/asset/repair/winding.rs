//! The winding number of a closed surface around a point (Jacobson, Kavan and Sorkine-Hornung 2013), far triangles
//! taken together as dipoles (Barill et al. 2018, "Fast winding numbers for soups and clouds"). Dipoles are off by some
//! hundredths, which does not matter where the answer is a whole number.

use super::point;
use crate::asset::SurfaceMesh;
use crate::asset::order::morton_order;
use glam::DVec3;
use std::f64::consts::PI;

/// A group of triangles is far when its distance is this many of its radii (Barill et al. use 2).
const FAR: f64 = 2.0;
const LEAF: usize = 8;

struct Node {
    middle: DVec3,
    radius: f64,
    /// Sum of the area normals [length unit²].
    normal: DVec3,
    /// Its triangles are `triangles[begin..end]`.
    begin: u32,
    end: u32,
    /// The node after its last descendant; the first child of an inner node is the next node.
    after: u32,
}

/// The triangles of a surface, in a tree.
pub struct Winding {
    triangles: Vec<[DVec3; 3]>,
    nodes: Vec<Node>,
}

impl Winding {
    /// Sorts the triangles along a Morton curve and halves them until few are left.
    pub fn new(surface: &SurfaceMesh) -> Self {
        let corners = |t: &[u32; 3]| t.map(|v| point(&surface.positions, v));
        let centre = |t: &[u32; 3]| {
            (corners(t).iter().sum::<DVec3>() / 3.0)
                .as_vec3()
                .to_array()
        };
        let centres: Vec<[f32; 3]> = surface.triangles.iter().map(centre).collect();
        let order = morton_order(&centres);
        let sorted = order.iter().map(|t| &surface.triangles[*t as usize]);
        let mut tree = Winding {
            triangles: sorted.map(corners).collect(),
            nodes: Vec::new(),
        };
        tree.build(0, tree.triangles.len());
        tree
    }

    fn build(&mut self, begin: usize, end: usize) {
        let triangles = &self.triangles[begin..end];
        let normal2 = |t: &[DVec3; 3]| (t[1] - t[0]).cross(t[2] - t[0]);
        let mut weighted = DVec3::ZERO;
        let (mut area2, mut sum) = (f64::MIN_POSITIVE, DVec3::ZERO);
        for t in triangles {
            let normal = normal2(t);
            weighted += normal.length() * (t.iter().sum::<DVec3>() / 3.0);
            area2 += normal.length();
            sum += normal;
        }
        let middle = weighted / area2;
        let farthest = |m: f64, p: &DVec3| m.max(p.distance(middle));
        let radius = triangles.as_flattened().iter().fold(0.0, farthest);
        let node = self.nodes.len();
        self.nodes.push(Node {
            middle,
            radius,
            normal: sum / 2.0,
            begin: begin as u32,
            end: end as u32,
            after: 0,
        });
        if end - begin > LEAF {
            let half = begin + (end - begin) / 2;
            self.build(begin, half);
            self.build(half, end);
        }
        self.nodes[node].after = self.nodes.len() as u32;
    }

    /// How often the surface goes round `p`, outward normals counting up.
    pub fn around(&self, p: DVec3) -> f64 {
        let (mut sum, mut at) = (0.0, 0);
        while let Some(node) = self.nodes.get(at) {
            let arm = node.middle - p;
            let distance = arm.length();
            if distance > FAR * node.radius {
                sum += node.normal.dot(arm) / (distance * distance * distance);
                at = node.after as usize;
            } else if (node.end - node.begin) as usize > LEAF {
                at += 1;
            } else {
                let triangles = &self.triangles[node.begin as usize..node.end as usize];
                sum += triangles.iter().map(|t| solid_angle(t, p)).sum::<f64>();
                at = node.after as usize;
            }
        }
        sum / (4.0 * PI)
    }
}

/// The solid angle of a triangle, positive if `p` is behind it (van Oosterom and Strackee 1983).
fn solid_angle(triangle: &[DVec3; 3], p: DVec3) -> f64 {
    let [a, b, c] = triangle.map(|q| q - p);
    let [x, y, z] = [a, b, c].map(DVec3::length);
    let det = a.dot(b.cross(c));
    2.0 * det.atan2(x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asset::repair::shapes;

    /// 1 inside, 0 outside: the dipoles' error is bounded by the square of a radius over the distance, and halves cancel.
    #[test]
    fn a_sphere_goes_once_round_what_is_inside() {
        let sphere = shapes::sphere(4, 1.0);
        let winding = Winding::new(&sphere);
        let exact = |p| {
            let each = sphere
                .triangles
                .iter()
                .map(|t| t.map(|v| point(&sphere.positions, v)));
            each.map(|t| solid_angle(&t, p)).sum::<f64>() / (4.0 * PI)
        };
        for (i, radius) in [0.0, 0.3, 0.9, 1.1, 1.5, 4.0].into_iter().enumerate() {
            let p = DVec3::new(0.6, 0.48, 0.64) * radius;
            let inside = if i < 3 { 1.0 } else { 0.0 };
            assert!((exact(p) - inside).abs() < 1e-9, "{radius}");
            assert!(
                (winding.around(p) - inside).abs() < 0.05,
                "{radius}: {}",
                winding.around(p)
            );
        }
    }
}
