//! Triangles out of polygons, fans and strips.

use glam::DVec3;

/// The most corners of a polygon that is cut by ear clipping, which takes quadratic time if it crosses itself.
const MOST_CORNERS: usize = 4096;
/// The part of a polygon's area that may be wrong, as rounding to f32 makes it [1].
const AREA_TOLERANCE: f64 = 1e-6;
/// The smallest area, divided by the square of the size, that a polygon must have [1].
const SMALLEST_AREA: f64 = 1e-12;

/// Cuts a polygon into triangles; fewer than three corners give none. `place` gives the position of a corner.
///
/// If no triangle of the fan around the first corner turns over, as in every convex polygon, the result is the fan.
/// Other polygons are projected along Newell's normal and cut by ear clipping. Polygons without area, polygons that
/// cross themselves and polygons of more than 4,096 corners stay fans.
pub fn cut<T: Copy>(triangles: &mut Vec<[T; 3]>, corners: &[T], place: impl Fn(T) -> DVec3) {
    let ears = match corners.len() {
        0..=3 => None,
        count => ears(count, |i| place(corners[i])),
    };
    match ears {
        Some(ears) => triangles.extend(ears.iter().map(|ear| ear.map(|i| corners[i as usize]))),
        None => fan(triangles, corners),
    }
}

/// A fan around the first corner; fewer than three corners give nothing.
pub fn fan<T: Copy>(triangles: &mut Vec<[T; 3]>, corners: &[T]) {
    if let [first, rest @ ..] = corners {
        triangles.extend(rest.windows(2).map(|pair| [*first, pair[0], pair[1]]));
    }
}

/// A strip: every second triangle is turned. Triangles with two equal corners are left out: they only join strips.
pub fn strip(triangles: &mut Vec<[u32; 3]>, corners: &[u32]) {
    for (i, window) in corners.windows(3).enumerate() {
        let [a, b, c] = [window[0], window[1], window[2]];
        if a != b && b != c && c != a {
            triangles.push(if i % 2 == 0 { [a, b, c] } else { [a, c, b] });
        }
    }
}

/// Ear clipping of a polygon whose fan is wrong; `None` if it stays a fan.
fn ears(count: usize, place: impl Fn(usize) -> DVec3) -> Option<Vec<[u32; 3]>> {
    let first = place(0);
    let at = |i: usize| place(i) - first;
    // Twice the area normal of a triangle. The sum over the fan is Newell's normal.
    let doubled = |[a, b, c]: [usize; 3]| (at(b) - at(a)).cross(at(c) - at(a));
    let fan = || (1..count - 1).map(|i| doubled([0, i, i + 1]));
    let normal: DVec3 = fan().sum();
    let area = normal.length();
    let size = (1..count).map(|i| at(i).length()).fold(0.0, f64::max);
    // False also for NaN.
    let has_area = area > SMALLEST_AREA * size * size;
    if !has_area {
        return None;
    }
    let normal = normal / area;
    let turned_over: f64 = fan().map(|part| part.dot(normal).min(0.0)).sum();
    if turned_over >= -AREA_TOLERANCE * area {
        return None;
    }
    if count > MOST_CORNERS {
        log::warn!(
            "a polygon of {count} corners that is not convex is cut as a fan, whose triangles may overlap; polygons of up to \
             {MOST_CORNERS} corners are cut by ear clipping"
        );
        return None;
    }
    let (x, y) = normal.any_orthonormal_pair();
    let flat = (0..count).map(|i| [at(i).dot(x) / size, at(i).dot(y) / size]);
    let mut corners: Vec<u32> = Vec::new();
    earcut::Earcut::new().earcut(flat, &[], &mut corners);
    let mut triangles = corners.as_chunks::<3>().0.to_vec();
    let signed = |t: &[u32; 3]| doubled(t.map(|i| i as usize)).dot(normal);
    if triangles.iter().map(signed).sum::<f64>() < 0.0 {
        triangles.iter_mut().for_each(|t| t.swap(1, 2));
    }
    let wrong = triangles.iter().map(|t| signed(t).abs()).sum::<f64>() - area;
    (wrong.abs() <= AREA_TOLERANCE * area).then_some(())?;
    with_all_corners(triangles, count)
}

/// Puts back the corners on straight edges that ear clipping leaves out, because neighbours may use them.
fn with_all_corners(mut triangles: Vec<[u32; 3]>, count: usize) -> Option<Vec<[u32; 3]>> {
    let mut is_used = vec![false; count];
    for corner in triangles.as_flattened() {
        is_used[*corner as usize] = true;
    }
    for corner in 0..count {
        if is_used[corner] {
            continue;
        }
        let around = |step: usize| {
            let mut others = (1..count).map(|i| (corner + i * step) % count);
            others
                .find(|other| is_used[*other])
                .map(|other| other as u32)
        };
        let (before, after) = (around(count - 1)?, around(1)?);
        let has_edge =
            |t: &&mut [u32; 3]| (0..3).any(|i| t[i] == before && t[(i + 1) % 3] == after);
        let split = triangles.iter_mut().find(has_edge)?;
        let mut rest = *split;
        for (i, vertex) in split.iter_mut().enumerate() {
            match *vertex {
                old if old == after => *vertex = corner as u32,
                old if old == before => rest[i] = corner as u32,
                _ => {}
            }
        }
        triangles.push(rest);
        is_used[corner] = true;
    }
    (triangles.len() == count - 2).then_some(triangles)
}
