//! Pictures of a single mesh: the camera, and the plane that opens it.

use crate::bounds::Bounds;
use crate::camera::Camera;
use crate::cut::{Opened, Plane, open_surface, reversed};
use crate::error::RenderError;
use crate::image::Image;
use crate::palette;
use crate::render::Renderer;
use crate::scene::{Ground, MeshView, SceneView, scene_bounds};
use crate::shapes::Mesh;
use glam::Vec3;

/// Edges are drawn if their mean length reaches this [pixel]. A line is `LINE_SHARE` of that length wide, up to
/// `LINE_WIDTH_PX`.
const SHORTEST_EDGE_PX: f32 = 2.5;
const LINE_SHARE: f32 = 0.1;
const LINE_WIDTH_PX: f32 = 1.2;

/// A view of points across their thinnest horizontal side, from a little above, or from higher if they are flat. All
/// pictures of one portrait match: the same place is at the same pixel in each.
#[derive(Clone, Debug, PartialEq)]
pub struct Portrait {
    points: Vec<[f32; 3]>,
    bounds: Bounds,
    from: [f32; 3],
    /// The plane through the middle that opens the mesh towards the camera.
    pub plane: Plane,
}

impl Portrait {
    /// The view of the positions that the elements use. Indices out of range are skipped.
    pub fn of<const N: usize>(positions: &[[f32; 3]], elements: &[[u32; N]]) -> Portrait {
        let mut is_used = vec![false; positions.len()];
        for v in elements.iter().flatten() {
            if let Some(is_used) = is_used.get_mut(*v as usize) {
                *is_used = true;
            }
        }
        let used = positions
            .iter()
            .zip(is_used)
            .filter(|(_, is_used)| *is_used);
        Portrait::of_points(used.map(|(p, _)| *p).collect())
    }

    fn of_points(points: Vec<[f32; 3]>) -> Portrait {
        let bounds = Bounds::of(&points);
        let size = [0, 1, 2].map(|axis| (bounds.max[axis] - bounds.min[axis]).max(0.0));
        let (across, along) = if size[0] < size[2] { (0, 2) } else { (2, 0) };
        let is_flat = size[1] < 0.25 * size[across];
        let mut from = [0.0, if is_flat { 1.1 } else { 0.42 }, 0.0];
        (from[across], from[along]) = (1.0, 0.55);
        // Otherwise a sheet in the plane would not be cut.
        let is_sheet = size[across] < 1e-3 * size[along];
        let mut normal = [0.0; 3];
        normal[if is_sheet { along } else { across }] = 1.0;
        let offset = Vec3::from(normal).dot(Vec3::from(bounds.centre()));
        Portrait {
            points,
            bounds,
            from,
            plane: Plane { normal, offset },
        }
    }

    /// Draws meshes on a floor.
    ///
    /// # Errors
    /// Those of [`Renderer::render`].
    pub fn take(
        &self,
        meshes: &[MeshView<'_>],
        renderer: &mut Renderer,
    ) -> Result<Image, RenderError> {
        let [width, height] = renderer.size();
        let aspect = width as f32 / height as f32;
        let camera = Camera::framing_points(&self.points, aspect, self.from);
        let drawn = scene_bounds(meshes);
        let ground = (!drawn.is_empty()).then(|| Ground {
            // A little lower, because flat meshes on the floor would flicker.
            height: drawn.min[1] - 2e-3 * drawn.radius(),
            ..Ground::default()
        });
        renderer.render(&SceneView {
            ground,
            ..SceneView::new(camera, meshes)
        })
    }

    /// Draws tets that [`crate::open_tets`] opened: the boundary in one colour and the cut in a pale one. Edges are
    /// drawn if they are long enough to tell apart.
    ///
    /// # Errors
    /// Those of [`Renderer::render`].
    pub fn take_tets(
        &self,
        positions: &[[f32; 3]],
        opened: &Opened,
        renderer: &mut Renderer,
    ) -> Result<Image, RenderError> {
        let parts = [(&opened.outside, palette::CORAL), (&opened.inside, INSIDE)];
        let meshes = parts.map(|(triangles, colour)| {
            let mesh = MeshView::new(positions, triangles)
                .colour(colour)
                .gloss(0.1);
            match self.line_width_px(positions, triangles, renderer) {
                Some(width) => mesh.wireframe().line_style(palette::SLATE, width),
                None => mesh,
            }
        });
        self.take(&meshes, renderer)
    }

    /// Draws a surface, whole or cut by the plane. Its back is pale.
    ///
    /// # Errors
    /// Those of [`Renderer::render`].
    pub fn take_surface(
        &self,
        mesh: &Mesh,
        is_cut: bool,
        renderer: &mut Renderer,
    ) -> Result<Image, RenderError> {
        let cut = is_cut.then(|| open_surface(mesh, self.plane));
        let front = cut.as_ref().unwrap_or(mesh);
        let back = reversed(front);
        // Each side skips the triangles that face away, so each triangle is drawn once.
        let meshes = [(front, palette::CORAL), (&back, INSIDE)]
            .map(|(mesh, colour)| MeshView::of(mesh).closed().colour(colour).gloss(0.1));
        self.take(&meshes, renderer)
    }

    /// Width of the lines of triangles [pixel]; `None` if the edges are too short to be drawn.
    pub fn line_width_px(
        &self,
        positions: &[[f32; 3]],
        triangles: &[[u32; 3]],
        renderer: &Renderer,
    ) -> Option<f32> {
        let edge = |t: &[u32; 3]| {
            let [a, b] = [t[0], t[1]].map(|v| positions.get(v as usize).map(|p| Vec3::from(*p)));
            Some(a?.distance(b?))
        };
        let (count, sum) = triangles
            .iter()
            .filter_map(edge)
            .fold((0.0, 0.0), |(n, sum), length| (n + 1.0, sum + length));
        let size = renderer.size();
        let pixels = size[0].min(size[1]) as f32 / (2.0 * self.bounds.radius());
        let length_px = sum / f32::max(count, 1.0) * pixels;
        (length_px >= SHORTEST_EDGE_PX).then(|| (LINE_SHARE * length_px).min(LINE_WIDTH_PX))
    }
}

/// The colour of the cut.
const INSIDE: [f32; 3] = [0.96, 0.84, 0.62];

#[cfg(test)]
mod tests {
    use super::*;

    fn portrait(size: [f32; 3]) -> Portrait {
        let min = [3.0, -2.0, 5.0];
        let max = [0, 1, 2].map(|axis| min[axis] + size[axis]);
        // Vertices of no element do not count.
        Portrait::of(&[min, [99.0; 3], max], &[[0, 2, 7]])
    }

    #[test]
    fn the_plane_halves_the_box_across_and_opens_towards_the_camera() {
        for (size, axis) in [
            ([2.0, 1.0, 0.5], 2),
            ([0.5, 3.0, 2.0], 0),
            ([2.0, 0.1, 1.0], 2),
            ([0.0, 1.0, 1.0], 2),
        ] {
            let portrait = portrait(size);
            let Plane { normal, offset } = portrait.plane;
            assert_eq!(normal[axis], 1.0, "{size:?}");
            assert_eq!(normal.iter().sum::<f32>(), 1.0);
            assert_eq!(offset, portrait.bounds.centre()[axis]);
            assert!(portrait.from[axis] > 0.5, "{:?}", portrait.from);
        }
    }
}
