//! Half-edges and edges. Half-edge `3 t + c` runs from corner `c` of triangle `t` to the next corner.

/// The start and the end of a half-edge.
pub fn half_edge(triangles: &[[u32; 3]], h: u32) -> [u32; 2] {
    let triangle = triangles[h as usize / 3];
    let corner = h as usize % 3;
    [triangle[corner], triangle[(corner + 1) % 3]]
}

/// The half-edge after `h` in its triangle.
pub fn next(h: u32) -> u32 {
    if h % 3 == 2 { h - 2 } else { h + 1 }
}

/// Half-edges sorted by their edge (lower vertex in the upper 32 bits), then by number.
pub fn sorted(triangles: &[[u32; 3]]) -> Vec<(u64, u32)> {
    let half_edges = (0..3 * triangles.len() as u32).map(|h| {
        let [a, b] = half_edge(triangles, h);
        (u64::from(a.min(b)) << 32 | u64::from(a.max(b)), h)
    });
    sorted_by_vertex(half_edges.collect(), |(edge, _)| ends(*edge)[0])
}

/// Sorts items whose order begins with `vertex`: a counting sort, then a sort of each vertex's few items.
pub fn sorted_by_vertex<T: Copy + Ord>(items: Vec<T>, vertex: impl Fn(&T) -> u32) -> Vec<T> {
    let Some(&any) = items.first() else {
        return items;
    };
    // The vertex numbers of one part start anywhere.
    let (low, high) = items.iter().fold((u32::MAX, 0), |(low, high), item| {
        (low.min(vertex(item)), high.max(vertex(item)))
    });
    let mut starts = vec![0; (high - low) as usize + 2];
    items
        .iter()
        .for_each(|item| starts[(vertex(item) - low) as usize + 1] += 1);
    (1..starts.len()).for_each(|i| starts[i] += starts[i - 1]);
    let (mut next, mut sorted) = (starts.clone(), vec![any; items.len()]);
    for item in items {
        let place: &mut usize = &mut next[(vertex(&item) - low) as usize];
        sorted[*place] = item;
        *place += 1;
    }
    starts
        .windows(2)
        .for_each(|range| sorted[range[0]..range[1]].sort_unstable());
    sorted
}

/// The half-edges of each edge.
pub fn groups(sorted: &[(u64, u32)]) -> impl Iterator<Item = &[(u64, u32)]> {
    sorted.chunk_by(|a, b| a.0 == b.0)
}

/// The ends of an edge, the lower one first.
pub fn ends(edge: u64) -> [u32; 2] {
    [(edge >> 32) as u32, edge as u32]
}
