//! Labels. The letters are a bitmap font with soft edges, so no font file is needed.

use crate::image::Image;
use noto_sans_mono_bitmap::{FontWeight, RasterHeight, get_raster, get_raster_width};

/// Height of a line of text, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextSize {
    /// 16 pixels.
    Small,
    /// 20 pixels.
    Medium,
    /// 24 pixels.
    Large,
    /// 32 pixels.
    Title,
}

impl TextSize {
    /// A readable size for a picture of this width \[pixel\].
    pub fn of_picture(width: u32) -> TextSize {
        match width {
            0..560 => TextSize::Small,
            560..720 => TextSize::Medium,
            _ => TextSize::Large,
        }
    }
}

/// Which point of the text lies at the given position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Its upper left corner.
    TopLeft,
    /// The middle of its upper edge.
    Top,
    /// Its upper right corner.
    TopRight,
    /// Its middle.
    Middle,
    /// Its lower left corner.
    BottomLeft,
    /// The middle of its lower edge.
    Bottom,
}

/// How text looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextStyle {
    /// Height of a line.
    pub size: TextSize,
    /// Whether the letters are bold.
    pub bold: bool,
    /// Colour of the letters, sRGB.
    pub colour: [u8; 3],
    /// A rounded plate behind the text: sRGB colour and opacity (0..=255).
    pub plate: Option<[u8; 4]>,
}

impl Default for TextStyle {
    /// Medium dark letters on a translucent light plate.
    fn default() -> TextStyle {
        TextStyle {
            size: TextSize::Medium,
            bold: false,
            colour: [34, 40, 49],
            plate: Some([255, 255, 255, 175]),
        }
    }
}

impl TextStyle {
    /// Small dark letters without a plate.
    pub fn caption() -> TextStyle {
        TextStyle {
            size: TextSize::Small,
            plate: None,
            ..TextStyle::default()
        }
    }

    fn font(&self) -> (FontWeight, RasterHeight) {
        let height = match self.size {
            TextSize::Small => RasterHeight::Size16,
            TextSize::Medium => RasterHeight::Size20,
            TextSize::Large => RasterHeight::Size24,
            TextSize::Title => RasterHeight::Size32,
        };
        (
            if self.bold {
                FontWeight::Bold
            } else {
                FontWeight::Regular
            },
            height,
        )
    }
}

/// Width and height of the text without its plate, in pixels; `\n` starts a new line.
pub fn text_size_px(text: &str, style: &TextStyle) -> [u32; 2] {
    let (weight, height) = style.font();
    let letters = text
        .split('\n')
        .map(|line| line.chars().count())
        .max()
        .unwrap_or(0);
    let lines = text.split('\n').count();
    [
        (letters * get_raster_width(weight, height)) as u32,
        (lines * height.val()) as u32,
    ]
}

impl Image {
    /// Draws text with `anchor` at `position` (pixels to the right and down). `\n` starts a new
    /// line; lines are centred on each other. Letters outside Latin-1 are drawn as `?`. What
    /// lies outside the picture is cut off; empty text draws nothing.
    pub fn draw_text(&mut self, text: &str, position: [f32; 2], anchor: Anchor, style: &TextStyle) {
        if text.is_empty() || !position.iter().all(|c| c.is_finite()) {
            return;
        }
        let [width, height] = text_size_px(text, style).map(i64::from);
        let (share_x, share_y) = match anchor {
            Anchor::TopLeft => (0, 0),
            Anchor::Top => (1, 0),
            Anchor::TopRight => (2, 0),
            Anchor::Middle => (1, 1),
            Anchor::BottomLeft => (0, 2),
            Anchor::Bottom => (1, 2),
        };
        let left = position[0].round() as i64 - width * share_x / 2;
        let top = position[1].round() as i64 - height * share_y / 2;
        if let Some(plate) = style.plate {
            self.draw_plate([left - 6, top - 2], [width + 12, height + 4], plate);
        }
        let (weight, raster) = style.font();
        for (row, line) in text.split('\n').enumerate() {
            let line_width = (line.chars().count() * get_raster_width(weight, raster)) as i64;
            let x = left + (width - line_width) / 2;
            self.draw_line_of_text(line, [x, top + (row * raster.val()) as i64], style);
        }
    }

    fn draw_line_of_text(&mut self, line: &str, [left, top]: [i64; 2], style: &TextStyle) {
        let (weight, raster) = style.font();
        let advance = get_raster_width(weight, raster) as i64;
        for (column, letter) in line.chars().enumerate() {
            let glyph =
                get_raster(letter, weight, raster).or_else(|| get_raster('?', weight, raster));
            let Some(glyph) = glyph else { continue };
            for (y, row) in glyph.rows().enumerate() {
                for (x, &coverage) in row.iter().enumerate() {
                    let at = left + column as i64 * advance + x as i64;
                    self.blend(at, top + y as i64, style.colour, coverage);
                }
            }
        }
    }

    /// A filled rectangle whose corners are rounded with a radius of 5 pixels.
    fn draw_plate(&mut self, [left, top]: [i64; 2], [width, height]: [i64; 2], plate: [u8; 4]) {
        let radius = 5.0_f32.min(0.5 * width as f32).min(0.5 * height as f32);
        for y in 0..height {
            for x in 0..width {
                // Distance from the pixel's centre to the rectangle shrunk by the radius.
                let inset = |at: i64, size: i64| {
                    let centre = at as f32 + 0.5;
                    (radius - centre)
                        .max(centre - (size as f32 - radius))
                        .max(0.0)
                };
                let distance = inset(x, width).hypot(inset(y, height));
                let coverage = (radius + 0.5 - distance).clamp(0.0, 1.0);
                let opacity = (coverage * f32::from(plate[3])).round() as u8;
                self.blend(left + x, top + y, [plate[0], plate[1], plate[2]], opacity);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_changes_pixels_inside_its_box_and_nowhere_else() {
        let paper = Image::filled(200, 60, [255; 4]);
        let mut page = paper.clone();
        let style = TextStyle::caption();
        page.draw_text("E = 1e5 Pa", [100.0, 30.0], Anchor::Middle, &style);
        let [width, height] = text_size_px("E = 1e5 Pa", &style);
        let (mut inside, mut outside) = (0, 0);
        for y in 0..60 {
            for x in 0..200 {
                if page.pixel(x, y) != paper.pixel(x, y) {
                    let in_x = x.abs_diff(100) <= width / 2;
                    let in_y = y.abs_diff(30) <= height / 2;
                    *(if in_x && in_y {
                        &mut inside
                    } else {
                        &mut outside
                    }) += 1;
                }
            }
        }
        assert!(
            inside > 100 && outside == 0,
            "{inside} inside, {outside} outside"
        );
    }

    #[test]
    fn text_that_leaves_the_picture_is_cut_off() {
        let mut page = Image::filled(30, 10, [255; 4]);
        page.draw_text(
            "long \u{1f600} label\nm³",
            [-20.0, -8.0],
            Anchor::TopLeft,
            &TextStyle::default(),
        );
        assert!(page.rgba().iter().any(|&c| c < 255));
    }
}
