//! Pictures in memory and as PNG files.

use crate::error::RenderError;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// An RGBA picture, 8 bits a channel, sRGB, rows from top to bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    width: u32,
    height: u32,
    rgba: Vec<u8>,
}

impl Image {
    /// A picture of one colour.
    pub fn filled(width: u32, height: u32, colour: [u8; 4]) -> Image {
        let count = width as usize * height as usize;
        Image {
            width,
            height,
            rgba: colour.repeat(count),
        }
    }

    /// A picture from its bytes. `None` unless there are exactly `width` x `height` x 4.
    pub fn from_rgba(width: u32, height: u32, rgba: Vec<u8>) -> Option<Image> {
        let count = width as usize * height as usize * 4;
        (rgba.len() == count).then_some(Image {
            width,
            height,
            rgba,
        })
    }

    /// Width \[pixel\].
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Height \[pixel\].
    pub fn height(&self) -> u32 {
        self.height
    }

    /// All bytes, four a pixel, rows from top to bottom.
    pub fn rgba(&self) -> &[u8] {
        &self.rgba
    }

    /// The pixel in column `x` and row `y`; transparent black outside the picture.
    pub fn pixel(&self, x: u32, y: u32) -> [u8; 4] {
        match self.offset(i64::from(x), i64::from(y)) {
            Some(at) => [
                self.rgba[at],
                self.rgba[at + 1],
                self.rgba[at + 2],
                self.rgba[at + 3],
            ],
            None => [0; 4],
        }
    }

    /// Where the pixel's bytes start, if it is inside.
    fn offset(&self, x: i64, y: i64) -> Option<usize> {
        let inside = x >= 0 && y >= 0 && x < i64::from(self.width) && y < i64::from(self.height);
        inside.then(|| (y as usize * self.width as usize + x as usize) * 4)
    }

    /// Blends `colour` over a pixel with `coverage` (0..=255). Does nothing outside the picture.
    pub(crate) fn blend(&mut self, x: i64, y: i64, colour: [u8; 3], coverage: u8) {
        if let Some(at) = self.offset(x, y) {
            for (channel, &over) in colour.iter().enumerate() {
                let under = u32::from(self.rgba[at + channel]);
                let share = u32::from(coverage);
                let mixed = (under * (255 - share) + u32::from(over) * share + 127) / 255;
                self.rgba[at + channel] = mixed as u8;
            }
            self.rgba[at + 3] = self.rgba[at + 3].max(coverage);
        }
    }

    /// Copies `other` with its upper left corner at (`x`, `y`), cropped to the picture.
    pub fn paste(&mut self, other: &Image, x: u32, y: u32) {
        let columns = other.width.min(self.width.saturating_sub(x)) as usize * 4;
        for row in 0..other.height.min(self.height.saturating_sub(y)) {
            let from = row as usize * other.width as usize * 4;
            let to = ((y + row) as usize * self.width as usize + x as usize) * 4;
            self.rgba[to..to + columns].copy_from_slice(&other.rgba[from..from + columns]);
        }
    }

    /// Writes the picture as PNG.
    ///
    /// # Errors
    /// [`RenderError::File`] when the file cannot be made or written.
    pub fn write_png(&self, path: impl AsRef<Path>) -> Result<(), RenderError> {
        let path = path.as_ref();
        let file = File::create(path).map_err(|e| RenderError::file(path, e))?;
        let written = self.encode_png(BufWriter::new(file));
        written.map_err(|e| RenderError::file(path, e))
    }

    /// The bytes of a PNG file.
    ///
    /// # Errors
    /// [`RenderError::File`] when the picture has no pixels.
    pub fn png_bytes(&self) -> Result<Vec<u8>, RenderError> {
        let mut bytes = Vec::new();
        let written = self.encode_png(&mut bytes);
        written.map_err(|e| RenderError::file(Path::new("the picture"), e))?;
        Ok(bytes)
    }

    fn encode_png(&self, to: impl Write) -> Result<(), png::EncodingError> {
        let mut encoder = png::Encoder::new(to, self.width, self.height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.rgba)?;
        writer.finish()
    }
}

/// Width and height from a text such as `960x540` \[pixel\]; the error is a sentence.
///
/// # Errors
/// If there are not two whole numbers above 0 with an `x` between them.
pub fn size_from_text(text: &str) -> Result<[u32; 2], String> {
    let sides = text.split_once('x').map(|(w, h)| (w.parse(), h.parse()));
    match sides {
        Some((Ok(w), Ok(h))) if w > 0 && h > 0 => Ok([w, h]),
        _ => Err("expected WIDTHxHEIGHT, such as 480x270".into()),
    }
}
