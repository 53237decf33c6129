//! Animations, labels and contact sheets, and their files.

use crate::{HEIGHT, WIDTH, camera, render};
use viewer::{Anchor, Animation, Image, MeshView, SceneView, TextStyle, montage, palette, shapes};

/// A folder for this test run's files.
fn folder() -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("viewer-test-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for files");
    folder
}

/// Twelve frames in which a ball moves over the floor.
fn moving_ball() -> Animation {
    let ball = shapes::sphere(0.4, 24);
    let mut animation = Animation::new(40);
    for frame in 0..12 {
        let place = [frame as f32 * 0.2 - 1.1, 0.4, 0.0];
        let meshes = [MeshView::of(&ball).colour(palette::CORAL).at(place)];
        animation
            .push(render(&SceneView::new(camera(), &meshes)))
            .expect("same sizes");
    }
    animation
}

#[test]
fn a_gif_decodes_to_the_frames_that_went_in() {
    let animation = moving_ball();
    let path = folder().join("ball.gif");
    animation.write_gif(&path).expect("a file");
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let file = std::fs::File::open(&path).expect("the file");
    let mut decoder = options.read_info(file).expect("a GIF");
    let (width, height) = (decoder.width() as usize, decoder.height() as usize);
    assert_eq!((width, height), (WIDTH as usize, HEIGHT as usize));
    let mut shown = vec![0_u8; width * height * 4];
    let mut count = 0;
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        assert_eq!(frame.delay, 4);
        for (at, pixel) in frame.buffer.chunks_exact(4).enumerate() {
            let (x, y) = (at % usize::from(frame.width), at / usize::from(frame.width));
            let to = ((y + usize::from(frame.top)) * width + x + usize::from(frame.left)) * 4;
            if pixel[3] == 255 {
                shown[to..to + 4].copy_from_slice(pixel);
            }
        }
        // 255 colours for a picture of few hues: a mean error of three steps in 255 would be
        // visible banding.
        let wanted = animation.frames()[count].rgba();
        let error: u64 = shown
            .iter()
            .zip(wanted)
            .map(|(a, b)| u64::from(a.abs_diff(*b)))
            .sum();
        let mean = error as f64 / shown.len() as f64;
        assert!(mean < 3.0, "frame {count} is {mean} off");
        count += 1;
    }
    assert_eq!(count, animation.frames().len());
    let size = std::fs::metadata(&path).expect("the file").len();
    // The floor stands still and costs nothing; whole frames would be some 20 kB each.
    assert!(size < 100_000, "{size} bytes");
}

#[test]
fn an_animated_png_keeps_count_and_colours() {
    let animation = moving_ball();
    let path = folder().join("ball.png");
    animation.write_apng(&path).expect("a file");
    let file = std::io::BufReader::new(std::fs::File::open(&path).expect("the file"));
    let mut reader = png::Decoder::new(file).read_info().expect("a PNG");
    let control = *reader.info().animation_control().expect("an animation");
    assert_eq!(control.num_frames as usize, animation.frames().len());
    let mut buffer = vec![0; reader.output_buffer_size().expect("a size")];
    for frame in animation.frames() {
        reader.next_frame(&mut buffer).expect("a frame");
        assert!(buffer == frame.rgba());
    }
}

#[test]
fn frames_of_another_size_and_empty_animations_are_refused() {
    let mut animation = Animation::new(40);
    assert!(animation.write_gif(folder().join("none.gif")).is_err());
    animation
        .push(Image::filled(8, 8, [0; 4]))
        .expect("the first frame");
    assert!(animation.push(Image::filled(8, 9, [0; 4])).is_err());
}

#[test]
fn labels_change_pixels_and_a_contact_sheet_holds_its_pictures() {
    let plain = render(&SceneView::new(camera(), &[]));
    let mut labelled = plain.clone();
    labelled.draw_text(
        "E = 1e5 Pa",
        [155.0, 90.0],
        Anchor::Middle,
        &TextStyle::default(),
    );
    assert_ne!(plain, labelled);
    let sheet = montage(
        &[
            (&plain, "plain"),
            (&labelled, "labelled"),
            (&plain, "again"),
        ],
        2,
    );
    assert!(sheet.width() > 2 * WIDTH && sheet.height() > 2 * HEIGHT);
    // The second picture starts one picture and two gaps of 8 pixels from the left.
    assert_eq!(sheet.pixel(8 + WIDTH + 8, 8), labelled.pixel(0, 0));
    assert_eq!(sheet.pixel(8, 8), plain.pixel(0, 0));
    // The strip under a picture holds its caption.
    let caption = (0..WIDTH).flat_map(|x| (8 + HEIGHT..8 + HEIGHT + 20).map(move |y| (x, y)));
    assert!(
        caption
            .into_iter()
            .any(|(x, y)| sheet.pixel(x + 8, y)[0] < 100)
    );
}

#[test]
fn a_small_png_file_holds_the_picture_in_few_colours() {
    let mut image = render(&SceneView::new(camera(), &[]));
    image.draw_text("x", [20.0, 20.0], Anchor::Middle, &TextStyle::default());
    let path = folder().join("small.png");
    image.write_small_png(&path).expect("a file");
    let file = std::io::BufReader::new(std::fs::File::open(&path).expect("the file"));
    let mut decoder = png::Decoder::new(file);
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("a header");
    let mut rgb = vec![0; reader.output_buffer_size().expect("a size")];
    reader.next_frame(&mut rgb).expect("pixels");
    let colours: std::collections::BTreeSet<&[u8]> = rgb.chunks_exact(3).collect();
    assert!(colours.len() <= 255);
    // A palette of its own is close to each of the few colours of an empty scene with a letter in it.
    let far = rgb.chunks_exact(3).zip(image.rgba().chunks_exact(4));
    let far = far
        .filter(|(a, b)| (0..3).any(|c| a[c].abs_diff(b[c]) > 24))
        .count();
    assert!(far * 100 < rgb.len() / 3, "{far} pixels are far off");
}

#[test]
fn a_png_file_holds_the_picture() {
    let image = render(&SceneView::new(camera(), &[]));
    let path = folder().join("empty.png");
    image.write_png(&path).expect("a file");
    let file = std::io::BufReader::new(std::fs::File::open(&path).expect("the file"));
    let mut reader = png::Decoder::new(file).read_info().expect("a PNG");
    let mut buffer = vec![0; reader.output_buffer_size().expect("a size")];
    reader.next_frame(&mut buffer).expect("the picture");
    assert!(buffer == image.rgba());
}
