//! Triangles out of polygons and strips.

/// A fan around the first corner; fewer than three corners give nothing.
pub fn fan(triangles: &mut Vec<[u32; 3]>, corners: &[u32]) {
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

#[test]
fn strips_keep_their_side_and_drop_joints() {
    let mut triangles = Vec::new();
    // A square of two triangles, a joint, and one triangle more.
    strip(&mut triangles, &[0, 1, 2, 3, 3, 4, 4, 5, 6]);
    assert_eq!(triangles, [[0, 1, 2], [1, 3, 2], [4, 5, 6]]);
    triangles.clear();
    fan(&mut triangles, &[7, 8, 9, 5]);
    fan(&mut triangles, &[1, 2]);
    fan(&mut triangles, &[]);
    assert_eq!(triangles, [[7, 8, 9], [7, 9, 5]]);
}
