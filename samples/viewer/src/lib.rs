//! A headless renderer for pictures of simulated bodies: plain arrays in, RGBA images, PNG files
//! and animations out. It knows nothing of the simulator, so anything with triangles can use it.
//!
//! ```no_run
//! use viewer::{Camera, MeshView, Renderer, SceneView, palette, shapes};
//!
//! # fn main() -> Result<(), viewer::RenderError> {
//! let ball = shapes::sphere(0.5, 48);
//! let meshes = [MeshView::of(&ball).colour(palette::CORAL).at([0.0, 0.5, 0.0])];
//! let camera = Camera::framing(viewer::scene_bounds(&meshes), 16.0 / 9.0);
//! let mut renderer = Renderer::new(1280, 720)?;
//! renderer.render(&SceneView::new(camera, &meshes))?.write_png("ball.png")?;
//! # Ok(())
//! # }
//! ```
//!
//! Space is right-handed and y points up. Lengths are in the caller's own unit; only ratios of
//! lengths matter to the picture. Colours are sRGB in 0..=1 wherever they are `[f32; 3]`.

mod animation;
mod bounds;
mod camera;
mod cut;
mod error;
mod image;
mod normals;
pub mod palette;
mod portrait;
mod render;
mod scene;
pub mod shapes;
mod sheet;
mod text;

pub use animation::Animation;
pub use bounds::Bounds;
pub use camera::Camera;
pub use cut::{Opened, Plane, open_surface, open_tets, reversed};
pub use error::RenderError;
pub use image::{Image, size_from_text};
pub use normals::{flat_shaded, smooth_normals, unique_edges};
pub use portrait::Portrait;
pub use render::Renderer;
pub use scene::{
    Background, Ground, IDENTITY, Light, Lines, MeshView, SceneView, pose, scene_bounds,
};
pub use shapes::Mesh;
pub use sheet::montage;
pub use text::{Anchor, TextSize, TextStyle, text_size_px};
