// A shape that is fitted to points: sums over the points, or the map that fits.

// Three rows a part, for the three components of positions. As sums: Σ w p (x, y, z, 1), Σ w p (x², y², z²), Σ w p (xy, yz,
// zx) over points with weight w, rest coordinates (x, y, z) and position p. As a map: the factors of these features, whose
// sum is the position of a point of the rest shape.
struct FitRows {
    linear: mat3x4<f32>,
    squares: mat3x3<f32>,
    products: mat3x3<f32>,
}

// The rest shape; see RestShape of src/element/cluster.rs.
struct FitRest {
    rank: u32,
    axes: mat3x3<f32>,
    squares: vec3<f32>, // means
    products: vec3<f32>,
}

fn fit_none() -> FitRows {
    return FitRows();
}

fn fit_sum(a: FitRows, b: FitRows) -> FitRows {
    return FitRows(a.linear + b.linear, a.squares + b.squares, a.products + b.products);
}

// The cube root of a number above 1e-30.
fn fit_root(x: f32) -> f32 {
    // The bits divided by three are a guess within 5 %; each round of Newton's method squares the error.
    var root = bitcast<f32>(bitcast<u32>(x) / 3u + 0x2A514067u);
    for (var round = 0u; round < 3u; round++) {
        root -= (root - x / (root * root)) / 3.0;
    }
    return root;
}
