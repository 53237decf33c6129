//! What to draw: borrowed arrays and a few settings.

use crate::bounds::Bounds;
use crate::camera::Camera;
use crate::palette;
use crate::shapes::Mesh;
use glam::{Mat4, Quat, Vec3};

/// Everything in one picture.
#[derive(Clone, Debug)]
pub struct SceneView<'a> {
    /// Where the picture is taken from.
    pub camera: Camera,
    /// The sun.
    pub light: Light,
    /// The background.
    pub background: Background,
    /// The floor, if any.
    pub ground: Option<Ground>,
    /// The bodies and colliders. Opaque ones may come in any order; translucent ones are sorted
    /// by the distance of their middle.
    pub meshes: &'a [MeshView<'a>],
}

impl<'a> SceneView<'a> {
    /// A scene with the default light, background and a checkered floor at y = 0.
    pub fn new(camera: Camera, meshes: &'a [MeshView<'a>]) -> SceneView<'a> {
        SceneView {
            camera,
            light: Light::default(),
            background: Background::default(),
            ground: Some(Ground::default()),
            meshes,
        }
    }
}

/// One directional light and the hemisphere of sky light that goes with it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Light {
    /// From the scene towards the light; any length but zero.
    pub towards: [f32; 3],
    /// Strength of the direct light; 0..=10. More gives harder contrast.
    pub intensity: f32,
    /// Strength of the light from sky and floor; 0..=10. More lifts the shadows.
    pub ambient: f32,
}

impl Default for Light {
    fn default() -> Light {
        Light {
            towards: [-0.55, 1.0, 0.45],
            intensity: 2.3,
            ambient: 0.85,
        }
    }
}

/// A vertical gradient, shown as given (it is not lit): the lower colour up to the middle of the
/// picture, where the floor fades into it, then over to the upper one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Background {
    /// Colour at the upper edge, sRGB 0..=1.
    pub top: [f32; 3],
    /// Colour at the lower edge, sRGB 0..=1.
    pub bottom: [f32; 3],
}

impl Default for Background {
    fn default() -> Background {
        Background {
            top: [0.62, 0.72, 0.83],
            bottom: [0.90, 0.92, 0.945],
        }
    }
}

/// A level floor that fades into the background with distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    /// Its y [caller's length unit].
    pub height: f32,
    /// The checker's square size [caller's length unit]; `None` takes a round length near a
    /// quarter of the distance from camera to target.
    pub cell: Option<f32>,
    /// How much lighter and darker squares differ; 0 (plain) ..= 1.
    pub checker: f32,
    /// Mean colour, sRGB 0..=1.
    pub colour: [f32; 3],
    /// Distance from the camera's target at which it has faded away [caller's length unit]. `None`
    /// takes three times the distance from camera to target.
    pub fade_radius: Option<f32>,
}

impl Default for Ground {
    fn default() -> Ground {
        Ground {
            height: 0.0,
            cell: None,
            checker: 0.07,
            colour: [0.79, 0.785, 0.78],
            fade_radius: None,
        }
    }
}

/// Lines to draw over a mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Lines<'a> {
    /// None.
    #[default]
    None,
    /// Every edge of the triangles. They are found anew for each picture; for large meshes
    /// keep the result of [`crate::unique_edges`] and use [`Lines::Edges`].
    Triangles,
    /// These pairs of vertices, which need not belong to any triangle.
    Edges(&'a [[u32; 2]]),
}

/// The map that changes nothing, as four columns.
pub const IDENTITY: [[f32; 4]; 4] = [
    [1.0, 0.0, 0.0, 0.0],
    [0.0, 1.0, 0.0, 0.0],
    [0.0, 0.0, 1.0, 0.0],
    [0.0, 0.0, 0.0, 1.0],
];

/// The map of a rigid pose: turn by the unit quaternion `rotation` (x, y, z, w), then move to
/// `position`. A zero quaternion counts as no rotation.
pub fn pose(position: [f32; 3], rotation: [f32; 4]) -> [[f32; 4]; 4] {
    let rotation = Quat::from_array(rotation);
    let length = rotation.length();
    let rotation = if length > 0.0 && length.is_finite() {
        rotation / length
    } else {
        Quat::IDENTITY
    };
    Mat4::from_rotation_translation(rotation, Vec3::from(position)).to_cols_array_2d()
}

/// One mesh to draw; borrows the caller's arrays. Start with [`MeshView::new`] or
/// [`MeshView::of`], then set what differs from the defaults.
#[derive(Clone, Copy, Debug)]
pub struct MeshView<'a> {
    /// Vertex positions in the mesh's own frame [caller's length unit].
    pub positions: &'a [[f32; 3]],
    /// One normal a vertex, or empty to shade each triangle flat. They need not be unit.
    pub normals: &'a [[f32; 3]],
    /// Vertex indices; may be empty when only lines are wanted. Both sides are drawn.
    pub triangles: &'a [[u32; 3]],
    /// From the mesh's frame to the world, four columns; see [`pose`] and [`IDENTITY`].
    pub world_from_mesh: [[f32; 4]; 4],
    /// Surface colour, sRGB 0..=1.
    pub colour: [f32; 3],
    /// 1 is opaque, below that the surface lets things shine through, 0 draws no surface.
    pub alpha: f32,
    /// Strength of the highlight; 0 (matt) ..= 1 (glossy).
    pub gloss: f32,
    /// Whether it throws shadows (translucent ones may too).
    pub shadow: bool,
    /// Whether the surface is closed and its triangles run anticlockwise seen from outside. The
    /// far side is then left out of opaque meshes, which halves the time on software devices.
    pub closed: bool,
    /// Lines over the mesh; drawn last, so they show through translucent surfaces.
    pub lines: Lines<'a>,
    /// Colour of the lines, sRGB 0..=1.
    pub line_colour: [f32; 3],
    /// Width of the lines \[pixel\].
    pub line_width_px: f32,
}

impl<'a> MeshView<'a> {
    /// An opaque, flat-shaded mesh in the first palette colour.
    pub fn new(positions: &'a [[f32; 3]], triangles: &'a [[u32; 3]]) -> MeshView<'a> {
        MeshView {
            positions,
            normals: &[],
            triangles,
            world_from_mesh: IDENTITY,
            colour: palette::CORAL,
            alpha: 1.0,
            gloss: 0.4,
            shadow: true,
            closed: false,
            lines: Lines::None,
            line_colour: palette::SLATE,
            line_width_px: 1.2,
        }
    }

    /// The mesh with its own normals.
    pub fn of(mesh: &'a Mesh) -> MeshView<'a> {
        MeshView::new(&mesh.positions, &mesh.triangles).normals(&mesh.normals)
    }

    /// A cage: lines only, no surface, no shadow.
    pub fn cage(positions: &'a [[f32; 3]], edges: &'a [[u32; 2]]) -> MeshView<'a> {
        MeshView::new(positions, &[])
            .alpha(0.0)
            .shadow(false)
            .edges(edges)
    }

    /// Sets one normal a vertex.
    pub fn normals(mut self, normals: &'a [[f32; 3]]) -> Self {
        self.normals = normals;
        self
    }

    /// Sets the surface colour, sRGB 0..=1.
    pub fn colour(mut self, colour: [f32; 3]) -> Self {
        self.colour = colour;
        self
    }

    /// Sets the opacity, 0..=1.
    pub fn alpha(mut self, alpha: f32) -> Self {
        self.alpha = alpha;
        self
    }

    /// Sets the strength of the highlight, 0..=1.
    pub fn gloss(mut self, gloss: f32) -> Self {
        self.gloss = gloss;
        self
    }

    /// Sets whether it throws shadows.
    pub fn shadow(mut self, shadow: bool) -> Self {
        self.shadow = shadow;
        self
    }

    /// Says that the surface is closed and faces outwards; see [`MeshView::closed`].
    pub fn closed(mut self) -> Self {
        self.closed = true;
        self
    }

    /// Moves the mesh's origin to `position`, without a turn.
    pub fn at(self, position: [f32; 3]) -> Self {
        self.transform(pose(position, [0.0, 0.0, 0.0, 1.0]))
    }

    /// Sets the map from the mesh's frame to the world.
    pub fn transform(mut self, world_from_mesh: [[f32; 4]; 4]) -> Self {
        self.world_from_mesh = world_from_mesh;
        self
    }

    /// Draws the triangles' edges as lines.
    pub fn wireframe(mut self) -> Self {
        self.lines = Lines::Triangles;
        self
    }

    /// Draws these edges as lines.
    pub fn edges(mut self, edges: &'a [[u32; 2]]) -> Self {
        self.lines = Lines::Edges(edges);
        self
    }

    /// Sets the lines' colour, sRGB 0..=1, and width \[pixel\].
    pub fn line_style(mut self, colour: [f32; 3], width_px: f32) -> Self {
        self.line_colour = colour;
        self.line_width_px = width_px;
        self
    }

    /// The box of the mesh in the world; empty for a mesh without vertices.
    pub fn bounds(&self) -> Bounds {
        let map = Mat4::from_cols_array_2d(&self.world_from_mesh);
        let mut bounds = Bounds::EMPTY;
        for &p in self.positions {
            bounds.add(map.transform_point3(Vec3::from(p)).to_array());
        }
        bounds
    }
}

/// The box of all meshes in the world, for [`Camera::framing`].
pub fn scene_bounds(meshes: &[MeshView<'_>]) -> Bounds {
    meshes
        .iter()
        .fold(Bounds::EMPTY, |sum, mesh| sum.union(mesh.bounds()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pose_turns_anticlockwise_and_then_moves() {
        let half = std::f32::consts::FRAC_1_SQRT_2;
        // A quarter turn about z takes x to y; the length of the quaternion does not matter.
        let map = pose([10.0, 0.0, 0.0], [0.0, 0.0, 2.0 * half, 2.0 * half]);
        let mesh = MeshView::new(&[[2.0, 0.0, 0.0]], &[]).transform(map);
        let [x, y, z] = mesh.bounds().min;
        assert!(
            (x - 10.0).abs() < 1e-5 && (y - 2.0).abs() < 1e-5 && z == 0.0,
            "{x} {y} {z}"
        );
        assert_eq!(pose([0.0; 3], [0.0; 4]), IDENTITY);
    }
}
