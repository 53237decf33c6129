//! Moving pictures: GIF, which plays everywhere, and APNG, which keeps every colour.

use crate::error::RenderError;
use crate::image::Image;
use color_quant::NeuQuant;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// The palette index that means "as in the frame before".
const UNCHANGED: u8 = 255;

/// Frames of one size that are shown in turn, for ever. They are kept in memory
/// (4 bytes a pixel), because the GIF palette is chosen from all of them.
#[derive(Clone, Debug)]
pub struct Animation {
    frame_time_ms: u16,
    frames: Vec<Image>,
}

impl Animation {
    /// An animation without frames; each will be shown for `frame_time_ms` \[ms\]. GIF counts in
    /// hundredths of a second and viewers slow down below 20 ms, so 20, 30, 40, 50 are good.
    pub fn new(frame_time_ms: u16) -> Animation {
        Animation {
            frame_time_ms: frame_time_ms.max(1),
            frames: Vec::new(),
        }
    }

    /// Adds a frame.
    ///
    /// # Errors
    /// [`RenderError::Animation`] when its size differs from the first frame's, or a side is
    /// above 65535 pixels.
    pub fn push(&mut self, frame: Image) -> Result<(), RenderError> {
        let size = (frame.width(), frame.height());
        if size.0 > u32::from(u16::MAX) || size.1 > u32::from(u16::MAX) {
            return Err(RenderError::Animation(format!(
                "a frame of {size:?} is too large"
            )));
        }
        let first = self
            .frames
            .first()
            .map_or(size, |f| (f.width(), f.height()));
        if size != first {
            let message = format!("a frame of {size:?} pixels follows one of {first:?}");
            return Err(RenderError::Animation(message));
        }
        self.frames.push(frame);
        Ok(())
    }

    /// The frames so far.
    pub fn frames(&self) -> &[Image] {
        &self.frames
    }

    fn first(&self) -> Result<&Image, RenderError> {
        let none = || RenderError::Animation("it has no frames".into());
        self.frames.first().ok_or_else(none)
    }

    /// Writes a GIF that repeats for ever. One palette of 255 colours serves all frames, so what
    /// stands still stays exactly as it was and costs no bytes.
    ///
    /// # Errors
    /// [`RenderError::Animation`] without frames, [`RenderError::File`] when writing fails.
    pub fn write_gif(&self, path: impl AsRef<Path>) -> Result<(), RenderError> {
        let path = path.as_ref();
        let first = self.first()?;
        let file = File::create(path).map_err(|e| RenderError::file(path, e))?;
        let (width, height) = (first.width() as u16, first.height() as u16);
        let mut palette = Palette::new(&Palette::samples(&self.frames));
        let colours = palette.colours();
        let mut encoder = Encoder::new(BufWriter::new(file), width, height, &colours)
            .map_err(|e| RenderError::file(path, e))?;
        encoder
            .set_repeat(Repeat::Infinite)
            .map_err(|e| RenderError::file(path, e))?;
        let mut shown: Vec<u8> = Vec::new();
        for image in &self.frames {
            let indices = palette.indices(image);
            let frame = changed_part(&shown, &indices, width, self.frame_time_ms);
            encoder
                .write_frame(&frame)
                .map_err(|e| RenderError::file(path, e))?;
            shown = indices;
        }
        let mut out = encoder
            .into_inner()
            .map_err(|e| RenderError::file(path, e))?;
        out.flush().map_err(|e| RenderError::file(path, e))
    }

    /// Writes an animated PNG: every colour exact, several times the size of a GIF.
    ///
    /// # Errors
    /// [`RenderError::Animation`] without frames, [`RenderError::File`] when writing fails.
    pub fn write_apng(&self, path: impl AsRef<Path>) -> Result<(), RenderError> {
        let path = path.as_ref();
        let first = self.first()?;
        let file = File::create(path).map_err(|e| RenderError::file(path, e))?;
        let mut encoder = png::Encoder::new(BufWriter::new(file), first.width(), first.height());
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
        let written = encoder
            .set_animated(self.frames.len() as u32, 0)
            .and_then(|()| encoder.set_frame_delay(self.frame_time_ms, 1000))
            .and_then(|()| encoder.write_header())
            .and_then(|mut writer| {
                for frame in &self.frames {
                    writer.write_image_data(frame.rgba())?;
                }
                writer.finish()
            });
        written.map_err(|e| RenderError::file(path, e))
    }
}

impl Image {
    /// Writes the picture as PNG with a palette of 255 colours, in a third of the bytes.
    ///
    /// # Errors
    /// [`RenderError::File`] when the file cannot be made or written.
    pub fn write_small_png(&self, path: impl AsRef<Path>) -> Result<(), RenderError> {
        let path = path.as_ref();
        // Each colour once more than its pixels ask for, so that small bodies keep theirs.
        let mut samples = Palette::samples(std::slice::from_ref(self));
        let colours: BTreeSet<&[u8]> = self.rgba().chunks_exact(4).collect();
        samples.extend(colours.into_iter().flatten());
        let mut palette = Palette::new(&samples);
        let file = File::create(path).map_err(|e| RenderError::file(path, e))?;
        let mut encoder = png::Encoder::new(BufWriter::new(file), self.width(), self.height());
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(palette.colours());
        encoder.set_compression(png::Compression::High);
        // Neighbouring indices are not neighbouring colours, so there is nothing to predict.
        encoder.set_filter(png::Filter::NoFilter);
        let written = encoder.write_header().and_then(|mut writer| {
            writer.write_image_data(&palette.indices(self))?;
            writer.finish()
        });
        written.map_err(|e| RenderError::file(path, e))
    }
}

/// 255 colours for all frames, found by a self-organising map (Dekker 1994, NeuQuant).
struct Palette {
    quantiser: NeuQuant,
    /// The index of each 24-bit colour met so far, or `UNCHANGED` for those not yet met.
    known: Vec<u8>,
}

impl Palette {
    fn new(samples: &[u8]) -> Palette {
        Palette {
            quantiser: NeuQuant::new(3, 255, samples),
            known: vec![UNCHANGED; 1 << 24],
        }
    }

    /// Pixels of all frames, evenly spaced.
    fn samples(frames: &[Image]) -> Vec<u8> {
        // Some 400 000 samples are plenty for 255 colours; the stride is odd and not a divisor
        // of usual widths, so that samples do not fall into columns.
        let pixels: usize = frames.iter().map(|f| f.rgba().len() / 4).sum();
        let stride = (pixels / 400_000).max(1) | 1;
        frames
            .iter()
            .flat_map(|f| f.rgba().chunks_exact(4))
            .step_by(stride)
            .flatten()
            .copied()
            .collect()
    }

    /// Red, green and blue of all 256 entries; the last one is never shown.
    fn colours(&self) -> Vec<u8> {
        let mut colours = self.quantiser.color_map_rgb();
        colours.resize(256 * 3, 0);
        colours
    }

    fn indices(&mut self, image: &Image) -> Vec<u8> {
        let mut indices = Vec::with_capacity(image.rgba().len() / 4);
        for pixel in image.rgba().chunks_exact(4) {
            let key =
                usize::from(pixel[0]) << 16 | usize::from(pixel[1]) << 8 | usize::from(pixel[2]);
            if self.known[key] == UNCHANGED {
                let opaque = [pixel[0], pixel[1], pixel[2], 255];
                self.known[key] = self.quantiser.index_of(&opaque).min(254) as u8;
            }
            indices.push(self.known[key]);
        }
        indices
    }
}

/// The frame that turns `shown` into `wanted`: the smallest rectangle that holds all changes,
/// with the pixels that stay marked as such. `shown` is empty before the first frame.
fn changed_part(shown: &[u8], wanted: &[u8], width: u16, time_ms: u16) -> Frame<'static> {
    let columns = usize::from(width);
    let mut frame = Frame {
        delay: (time_ms + 5) / 10,
        ..Frame::default()
    };
    frame.dispose = DisposalMethod::Keep;
    if shown.is_empty() {
        frame.width = width;
        frame.height = (wanted.len() / columns) as u16;
        frame.buffer = Cow::Owned(wanted.to_vec());
        return frame;
    }
    // A frame without any change still takes time, so it keeps one pixel.
    let (mut left, mut right, mut top, mut bottom) = (columns, 0, usize::MAX, 0);
    for (at, (old, new)) in shown.iter().zip(wanted).enumerate() {
        if old != new {
            let (x, y) = (at % columns, at / columns);
            (left, right) = (left.min(x), right.max(x));
            (top, bottom) = (top.min(y), bottom.max(y));
        }
    }
    if top == usize::MAX {
        (left, right, top, bottom) = (0, 0, 0, 0);
    }
    let mut buffer = Vec::with_capacity((right - left + 1) * (bottom - top + 1));
    for y in top..=bottom {
        for at in y * columns + left..=y * columns + right {
            buffer.push(if shown[at] == wanted[at] {
                UNCHANGED
            } else {
                wanted[at]
            });
        }
    }
    (frame.left, frame.top) = (left as u16, top as u16);
    (frame.width, frame.height) = ((right - left + 1) as u16, (bottom - top + 1) as u16);
    frame.transparent = Some(UNCHANGED);
    frame.buffer = Cow::Owned(buffer);
    frame
}
