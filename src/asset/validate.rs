//! Checks cooked bodies and skins before the GPU reads them. Faults are sentences.

use super::cooked::MAX_SHELL_TRIANGLES;
use super::joints::{hinges_of_edges, topology};
use super::{Asset, EMPTY, MAX_VERTICES, SLICE_WIDTH, Sheet, SkinAsset};
use pliant_geometry::check::FACTOR_RANGE;
use pliant_geometry::check::tet_count_in_range;

pub(super) type Found = Result<(), String>;

pub(super) fn require(holds: bool, what: impl FnOnce() -> String) -> Found {
    if holds { Ok(()) } else { Err(what()) }
}

pub(super) fn length<T>(name: &str, items: &[T], expected: usize) -> Found {
    require(items.len() == expected, || {
        format!("{name} has {} entries, expected {expected}", items.len())
    })
}

pub(super) fn below(name: &str, indices: &[u32], count: usize) -> Found {
    match indices.iter().position(|&i| i as usize >= count) {
        Some(at) => Err(format!(
            "{name}[{at}] is {}, expected below {count}",
            indices[at]
        )),
        None => Ok(()),
    }
}

fn all(name: &str, values: &[f32], expected: &str, holds: impl Fn(f32) -> bool) -> Found {
    match values.iter().position(|&v| !holds(v)) {
        Some(at) => Err(format!(
            "{name}[{at}] is {}, expected {expected}",
            values[at]
        )),
        None => Ok(()),
    }
}

pub(super) fn finite(name: &str, values: &[f32]) -> Found {
    all(name, values, "a finite number", f32::is_finite)
}

fn positive(name: &str, values: &[f32]) -> Found {
    all(name, values, "a positive number", |v| {
        v.is_finite() && v > 0.0
    })
}

/// Everything solvers rely on: sizes, ranges, inverse maps, slices that cover all vertices, tables that name each tet
/// corner and edge end once, and colours that share no tet.
pub fn validate_asset(a: &Asset) -> Found {
    let (vertices, tets) = (a.rest_positions.len(), a.tets.len());
    require((1..=MAX_VERTICES).contains(&vertices), || {
        format!("{vertices} vertices")
    })?;
    let is_body = tets > 0 || a.sheet.is_some() || a.clusters.is_some();
    require(is_body, || "neither tets nor a sheet nor clusters".into())?;
    tet_count_in_range(tets).map_err(|e| e.message)?;
    length("tet_volumes", &a.tet_volumes, tets)?;
    length("tet_stiffness", &a.tet_stiffness, tets)?;
    length("vertex_measures", &a.vertex_measures, vertices)?;
    length("user_from_internal", &a.user_from_internal, vertices)?;
    finite("rest_positions", a.rest_positions.as_flattened())?;
    finite("centroid", &a.centroid)?;
    positive("tet_volumes", &a.tet_volumes)?;
    positive("vertex_measures", &a.vertex_measures)?;
    all("tet_stiffness", &a.tet_stiffness, "1e-3 to 1e3", |s| {
        FACTOR_RANGE.contains(&s)
    })?;
    below("tets", a.tets.as_flattened(), vertices)?;
    below("edges", a.edges.as_flattened(), vertices)?;
    below(
        "surface_triangles",
        a.surface_triangles.as_flattened(),
        vertices,
    )?;
    let ordered = a.edges.iter().all(|e| e[0] < e[1]) && a.edges.is_sorted();
    require(ordered, || "edges are not in order".into())?;
    maps_are_inverse(&a.user_from_internal, &a.internal_from_user)?;
    let colours = colours_of_slices(a)?;
    let distinct = |t: &[u32; 4]| {
        let c = t.map(|v| colours[v as usize]);
        (1..4).all(|i| !c[..i].contains(&c[i]))
    };
    require(a.tets.iter().all(distinct), || {
        "two vertices of a tet have one colour".into()
    })?;
    if let Some(sheet) = &a.sheet {
        validate_sheet(a, sheet, &colours)?;
    }
    if let Some(clusters) = &a.clusters {
        clusters.validate(vertices)?;
    }
    let tet_spans = a.slices.iter().map(|s| [s.first_tet_row, s.tet_row_count]);
    table("tet_rows", a, tet_spans, &a.tet_rows, a.tets.as_flattened())?;
    let edge_spans = a
        .slices
        .iter()
        .map(|s| [s.first_edge_row, s.edge_row_count]);
    table(
        "edge_rows",
        a,
        edge_spans,
        &a.edge_rows,
        a.edges.as_flattened(),
    )
}

/// Sizes and ranges, the triangles' own edges and hinges, and colours that share no triangle and no hinge.
fn validate_sheet(a: &Asset, s: &Sheet, colours: &[u32]) -> Found {
    let triangles = a.surface_triangles.len();
    let few = (1..=MAX_SHELL_TRIANGLES).contains(&triangles);
    require(a.tets.is_empty() && few, || {
        format!(
            "a sheet of {triangles} triangles beside {} tets",
            a.tets.len()
        )
    })?;
    length("triangle_areas", &s.triangle_areas, triangles)?;
    length("edge_lengths", &s.edge_lengths, a.edges.len())?;
    length("hinge_turns", &s.hinge_turns, s.hinges.len())?;
    positive("triangle_areas", &s.triangle_areas)?;
    positive("edge_lengths", &s.edge_lengths)?;
    // Cosine and sine are rounded to f32.
    let turns: Vec<f32> = s.hinge_turns.iter().map(|[c, s]| c * c + s * s).collect();
    all("hinge_turns squared", &turns, "1", |t| {
        (t - 1.0).abs() < 1e-6
    })?;
    let named_twice = |[a, b, c]: &[u32; 3]| a == b || b == c || c == a;
    require(!a.surface_triangles.iter().any(named_twice), || {
        "a triangle names a vertex twice".into()
    })?;
    let (edges, hinges) = topology(&a.surface_triangles).map_err(|e| e.message)?;
    require(a.edges == edges, || {
        "edges are not those of the triangles".into()
    })?;
    require(s.hinges == hinges, || {
        "hinges are not those of the triangles".into()
    })?;
    let colour = |v: u32| colours[v as usize];
    let differ = |vertices: &[u32]| {
        let others = |i: usize| vertices[..i].iter().map(|w| colour(*w));
        (1..vertices.len()).all(|i| others(i).all(|c| c != colour(vertices[i])))
    };
    let (mut faces, mut hinges) = (a.surface_triangles.iter(), s.hinges.iter());
    let all_differ = faces.all(|t| differ(t)) && hinges.all(|h| h[2] == h[3] || differ(h));
    require(all_differ, || {
        "two vertices of a triangle or a hinge have one colour".into()
    })?;
    validate_edge_colours(a, s)
}

/// Each edge once, and colours in which no two edges with their hinges share a vertex.
fn validate_edge_colours(a: &Asset, s: &Sheet) -> Found {
    let (order, starts, edges) = (&s.edges_by_colour, &s.edge_colours, a.edges.len());
    length("edges_by_colour", order, edges)?;
    below("edges_by_colour", order, edges)?;
    let mut named = vec![false; edges];
    order.iter().for_each(|e| named[*e as usize] = true);
    require(named.iter().all(|n| *n), || {
        "edges_by_colour names an edge twice".into()
    })?;
    let whole = starts.first() == Some(&0) && starts.last() == Some(&(edges as u32));
    require(whole && starts.is_sorted_by(|a, b| a < b), || {
        format!("edge_colours does not rise from 0 to {edges}")
    })?;
    let hinge_of = hinges_of_edges(&a.edges, &s.hinges);
    let mut last_colour = vec![0; a.rest_positions.len()];
    for (colour, range) in (1..).zip(starts.windows(2)) {
        for edge in &order[range[0] as usize..range[1] as usize] {
            let edge = *edge as usize;
            for v in hinge_of[edge].map_or(&a.edges[edge][..], |h| &s.hinges[h][..]) {
                let last = std::mem::replace(&mut last_colour[*v as usize], colour);
                require(last != colour || is_twin(hinge_of[edge], s, *v), || {
                    format!("two edges of a colour share vertex {v}")
                })?;
            }
        }
    }
    Ok(())
}

/// Whether a hinge has this vertex on both sides: two triangles back to back.
fn is_twin(hinge: Option<usize>, s: &Sheet, vertex: u32) -> bool {
    hinge.is_some_and(|h| s.hinges[h][2..] == [vertex; 2])
}

fn maps_are_inverse(user_from_internal: &[u32], internal_from_user: &[u32]) -> Found {
    let users = internal_from_user.len();
    below("user_from_internal", user_from_internal, users)?;
    for (internal, &user) in user_from_internal.iter().enumerate() {
        let back = internal_from_user[user as usize];
        require(back as usize == internal, || {
            format!("internal_from_user[{user}] is {back}, expected {internal}")
        })?;
    }
    let named = internal_from_user.iter().filter(|i| **i != EMPTY).count();
    require(named == user_from_internal.len(), || {
        "internal_from_user has extra entries".into()
    })
}

fn colours_of_slices(a: &Asset) -> Result<Vec<u32>, String> {
    let ends = (a.colour_slices.first(), a.colour_slices.last());
    let slice_count = a.slices.len();
    let whole = ends.0 == Some(&0) && ends.1.map(|&e| e as usize) == Some(slice_count);
    require(whole && a.colour_slices.is_sorted(), || {
        format!("colour_slices does not run from 0 to {slice_count}")
    })?;
    let mut colours = Vec::with_capacity(a.rest_positions.len());
    for (colour, range) in a.colour_slices.windows(2).enumerate() {
        let slices = &a.slices[range[0] as usize..range[1] as usize];
        for (k, slice) in slices.iter().enumerate() {
            let starts_right = slice.first_vertex as usize == colours.len();
            let count = slice.vertex_count as usize;
            // Kernels find a colour's vertex by its place, so only its last slice may be part-full.
            let fits = count == SLICE_WIDTH
                || (k + 1 == slices.len() && (1..SLICE_WIDTH).contains(&count));
            require(starts_right && fits, || {
                format!("the slice at vertex {} is out of place", slice.first_vertex)
            })?;
            colours.resize(colours.len() + slice.vertex_count as usize, colour as u32);
        }
    }
    require(colours.len() == a.rest_positions.len(), || {
        "slices do not cover the vertices".into()
    })?;
    Ok(colours)
}

/// `table` holds each place of `named` once, in the lane of its vertex, ascending within a lane.
fn table(
    name: &str,
    a: &Asset,
    spans: impl Iterator<Item = [u32; 2]>,
    table: &[u32],
    named: &[u32],
) -> Found {
    let (mut next_row, mut entries) = (0usize, 0usize);
    for (slice, [first, rows]) in a.slices.iter().zip(spans) {
        require(first as usize == next_row, || {
            format!(
                "{name}: the slice at vertex {} is out of place",
                slice.first_vertex
            )
        })?;
        let begin = next_row * SLICE_WIDTH;
        next_row += rows as usize;
        let Some(part) = table.get(begin..next_row * SLICE_WIDTH) else {
            return Err(format!("{name} is shorter than its slices"));
        };
        let mut last: [i64; SLICE_WIDTH] = [-1; SLICE_WIDTH];
        for (i, &entry) in part.iter().enumerate().filter(|(_, e)| **e != EMPTY) {
            let lane = i % SLICE_WIDTH;
            let vertex = slice.first_vertex + lane as u32;
            let right = (lane as u32) < slice.vertex_count
                && named.get(entry as usize) == Some(&vertex)
                && i64::from(entry) > last[lane];
            require(right, || {
                format!("{name}[{}] is {entry}, which is wrong", begin + i)
            })?;
            last[lane] = i64::from(entry);
            entries += 1;
        }
    }
    require(
        entries == named.len() && next_row * SLICE_WIDTH == table.len(),
        || {
            format!(
                "{name} has {entries} entries in {next_row} rows, expected {}",
                named.len()
            )
        },
    )
}

/// Everything skinning relies on, except the range of cage vertices, which only the asset knows.
pub fn validate_skin(s: &SkinAsset) -> Found {
    let vertices = s.cage_vertices.len();
    length("weights", &s.weights, vertices)?;
    length("tangent_weights", &s.tangent_weights, vertices)?;
    length("normal_in_frame", &s.normal_in_frame, vertices)?;
    length("tangent_in_frame", &s.tangent_in_frame, vertices)?;
    length("normal_group", &s.normal_group, vertices)?;
    require(vertices > 0 && !s.triangles.is_empty(), || {
        "no vertices or no triangles".into()
    })?;
    below(
        "cage_vertices",
        s.cage_vertices.as_flattened(),
        MAX_VERTICES,
    )?;
    below("triangles", s.triangles.as_flattened(), vertices)?;
    finite("weights", s.weights.as_flattened())?;
    finite("tangent_weights", s.tangent_weights.as_flattened())?;
    finite("normal_in_frame", s.normal_in_frame.as_flattened())?;
    finite("tangent_in_frame", s.tangent_in_frame.as_flattened())?;
    finite("farthest_outside", &[s.farthest_outside])?;
    let starts = &s.group_starts;
    let whole = starts.first() == Some(&0)
        && starts.last().map(|&e| e as usize) == Some(s.group_triangles.len());
    require(whole && starts.is_sorted(), || {
        format!(
            "group_starts does not run from 0 to {}",
            s.group_triangles.len()
        )
    })?;
    below(
        "normal_group",
        &s.normal_group,
        starts.len().saturating_sub(1),
    )?;
    below("group_triangles", &s.group_triangles, s.triangles.len())
}
