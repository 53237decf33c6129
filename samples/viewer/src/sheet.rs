//! Pictures with titles, and contact sheets.

use crate::image::Image;
use crate::text::{Anchor, TextSize, TextStyle, text_size_px};

impl Image {
    /// The picture below a strip with its title, which covers none of it.
    pub fn titled(&self, title: &str) -> Image {
        let style = TextStyle {
            size: TextSize::of_picture(self.width()),
            bold: true,
            ..TextStyle::caption()
        };
        let strip = text_size_px("X", &style)[1] + 8;
        let mut titled = Image::filled(self.width(), self.height() + strip, PAPER);
        titled.draw_text(title, [12.0, 4.0], Anchor::TopLeft, &style);
        titled.paste(self, 0, strip);
        titled
    }
}

/// The background of titles and captions.
const PAPER: [u8; 4] = [250, 250, 251, 255];

/// The space between and round the pictures of a contact sheet \[pixel\].
const GAP: u32 = 8;

/// A contact sheet: the pictures in rows of `columns` (at least 1), each over its caption;
/// an empty caption takes no room when all are empty. Cells are as large as the largest picture.
pub fn montage(pictures: &[(&Image, &str)], columns: usize) -> Image {
    let columns = columns.clamp(1, pictures.len().max(1));
    let rows = pictures.len().div_ceil(columns) as u32;
    let cell_width = pictures
        .iter()
        .map(|(image, _)| image.width())
        .max()
        .unwrap_or(0);
    let cell_height = pictures
        .iter()
        .map(|(image, _)| image.height())
        .max()
        .unwrap_or(0);
    let style = TextStyle {
        size: TextSize::of_picture(cell_width),
        ..TextStyle::caption()
    };
    let has_captions = pictures.iter().any(|(_, caption)| !caption.is_empty());
    let strip = if has_captions {
        text_size_px("X", &style)[1] + 6
    } else {
        0
    };
    let width = GAP + columns as u32 * (cell_width + GAP);
    let height = GAP + rows * (cell_height + strip + GAP);
    let mut sheet = Image::filled(width, height, PAPER);
    for (index, (image, caption)) in pictures.iter().enumerate() {
        let (row, column) = ((index / columns) as u32, (index % columns) as u32);
        let x = GAP + column * (cell_width + GAP);
        let y = GAP + row * (cell_height + strip + GAP);
        sheet.paste(image, x, y);
        let below = [
            (x + cell_width / 2) as f32,
            (y + cell_height + strip / 2) as f32,
        ];
        sheet.draw_text(caption, below, Anchor::Middle, &style);
    }
    sheet
}
