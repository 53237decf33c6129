//! Edits that hold vertices: attachments to frames and to the world.

use super::bodies::internal_vertices;
use super::{Applied, Selection};
use crate::asset::Asset;
use crate::asset::grip::{Grip, grips};
use crate::error::{Error, Result, Status, number};
use crate::ids::{PliantAttachmentId, PliantBodyId, PliantFrameId};
use crate::math::{self, PliantPose, finite};
use crate::view::PliantHit;
use crate::world::World;
use crate::world::queue::VertexChange;
use crate::world::scene::{Attachment, Body};
use glam::{DVec3, Vec3};
use pliant_geometry::diagonal;
use std::collections::BTreeSet;

/// The softest spring that holds a point [N/m].
const LEAST_STIFFNESS: f32 = 1e-6;

impl World {
    pub(super) fn attach(
        &mut self,
        id: PliantBodyId,
        selection: &Selection,
        frame: Option<PliantFrameId>,
        target: Option<[f64; 3]>,
        stiffness: f32,
        user_data: u64,
    ) -> Result<Applied> {
        if !(0.0..=1e12).contains(&stiffness) {
            return Err(Error::argument(format!(
                "stiffness is {}, expected 0 to 1e12 N/m",
                number(stiffness)
            )));
        }
        math::place(&target.unwrap_or_default(), "target")?;
        if let Some(frame) = frame {
            self.scene.frame(frame)?;
        }
        let body = self.scene.body(id)?;
        let (vertices, point) = select(&body.asset, selection)?;
        refuse_ambiguous(target.is_some(), vertices.len(), point.is_some())?;
        self.refuse_held(id, body, &vertices)?;
        self.scene.attachments().check_room()?;
        // With a target, vertices keep their rest offsets from the attached point.
        let anchors: Vec<Option<DVec3>> = vertices
            .iter()
            .map(|v| {
                let rest = Vec3::from_array(body.asset.rest_positions[*v as usize]);
                let offset = (rest - point.unwrap_or(rest)) * body.data.desc.scale;
                target.map(|t| DVec3::from(t) + offset.as_dvec3())
            })
            .collect();
        let (index, first) = (body.index, body.first_vertex);
        self.make_room(vertices.len())?;
        self.store.forget_energy(index)?;
        let commands = self.queue.commands_mut();
        for (vertex, anchor) in vertices.iter().zip(anchors) {
            let change = anchor.map_or(VertexChange::Capture, VertexChange::Anchor);
            commands.change(index, first + vertex, change, frame);
        }
        let attachment = self.scene.hold(Attachment {
            body: id,
            vertices,
            frame,
            stiffness,
            user_data,
        })?;
        self.planner.change_plan();
        Ok(Applied::Attachment(attachment))
    }

    /// Holds a point of a triangle: each vertex by its share of the spring, so that the sum of forces is that of a spring
    /// on the point.
    pub(super) fn grab(&mut self, hit: &PliantHit, stiffness: f32) -> Result<Applied> {
        let (id, weights) = (hit.body, hit.weights);
        let sum: f32 = weights.iter().sum();
        if weights.iter().any(|w| !(0.0..=1.0).contains(w)) || (sum - 1.0).abs() > 1e-3 {
            let why =
                format!("weights are {weights:?}, expected numbers from 0 to 1 that add up to 1");
            return Err(Error::argument(why));
        }
        if !(LEAST_STIFFNESS..=1e12).contains(&stiffness) {
            return Err(Error::argument(format!(
                "stiffness is {}, expected {} to 1e12 N/m",
                number(stiffness),
                number(LEAST_STIFFNESS)
            )));
        }
        self.scene.body(id)?;
        let added = self.add_frame(&PliantPose::at(hit.point), 0)?;
        let Applied::Frame(frame) = added else {
            return Err(Error::new(Status::Internal, "a frame that is none"));
        };
        // A share of zero would be rigid.
        let shares = hit.vertices.iter().zip(weights).filter(|(_, w)| *w > 1e-6);
        for (vertex, weight) in shares {
            let selection = Selection::Vertices(vec![*vertex]);
            let share = stiffness * weight;
            if let Err(e) = self.attach(id, &selection, Some(frame), None, share, 0) {
                self.remove_frame(frame)?;
                return Err(e);
            }
        }
        Ok(added)
    }

    fn refuse_held(&self, id: PliantBodyId, body: &Body, vertices: &[u32]) -> Result<()> {
        let mut held: Vec<u32> = self
            .scene
            .attachments_of(id)
            .flat_map(|(_, a)| a.vertices.iter().copied())
            .collect();
        held.sort_unstable();
        match vertices.iter().find(|v| held.binary_search(v).is_ok()) {
            Some(v) => {
                let user = body.asset.user_from_internal[*v as usize];
                Err(Error::new(
                    Status::InvalidState,
                    format!(
                        "vertex {user} is already attached; release that attachment first, or use one attachment for points so near each other"
                    ),
                ))
            }
            None => Ok(()),
        }
    }

    pub(super) fn release(&mut self, id: PliantAttachmentId) -> Result<Applied> {
        let body = self.scene.let_go(id)?.body;
        self.store.forget_energy(self.scene.body(body)?.index)?;
        self.planner.change_plan();
        Ok(Applied::Done)
    }
}

/// A target places exactly one point.
fn refuse_ambiguous(has_target: bool, vertices: usize, has_point: bool) -> Result<()> {
    if has_target && vertices > 1 && !has_point {
        let why =
            "use_target is 1 with several vertices; a target needs one vertex or one surface point";
        return Err(Error::argument(why));
    }
    Ok(())
}

/// Warns if a point is farther from the mesh than the mesh is large.
fn warn_of_far(asset: &Asset, points: &[DVec3], grips: &[Grip]) {
    let size = diagonal(&asset.rest_positions);
    let pairs = points.iter().zip(grips);
    let mut away = pairs
        .map(|(point, grip)| point.distance(grip.place))
        .enumerate();
    let Some((i, away)) = away.find(|(_, away)| *away > size) else {
        return;
    };
    log::warn!(
        "surface point {i} of an attachment is {} length units from the asset, whose diagonal is {}: it holds the nearest boundary triangle. Points are places at rest in the asset's coordinates, before scale and pose.",
        number(away),
        number(size)
    );
}

/// The vertices of a selection, ascending, and the attached rest position if it is a single surface point.
fn select(asset: &Asset, selection: &Selection) -> Result<(Vec<u32>, Option<Vec3>)> {
    match selection {
        Selection::Vertices(user) => {
            let mut internal = internal_vertices(asset, user)?;
            internal.sort_unstable();
            if internal.is_empty() {
                return Err(Error::argument("vertices is empty, expected one or more"));
            }
            if let Some(twice) = internal.windows(2).find(|pair| pair[0] == pair[1]) {
                let user = asset.user_from_internal[twice[0] as usize];
                return Err(Error::argument(format!(
                    "vertices names vertex {user} twice, expected each vertex once"
                )));
            }
            Ok((internal, None))
        }
        Selection::SurfacePoints(points) => {
            for (i, point) in points.iter().enumerate() {
                finite(point, format!("surface point {i}"))?;
            }
            let points: Vec<DVec3> = points.iter().map(|p| Vec3::from(*p).as_dvec3()).collect();
            let grips = grips(asset, &points);
            let grips = grips.ok_or_else(|| Error::argument("the body has no surface"))?;
            warn_of_far(asset, &points, &grips);
            let all = grips.iter().flat_map(|grip| grip.vertices.iter().copied());
            let vertices: BTreeSet<u32> = all.collect();
            let place = match &grips[..] {
                [] => return Err(Error::argument("surface_points is empty, expected a point")),
                [one] => Some(one.place.as_vec3()),
                _ => None,
            };
            Ok((vertices.into_iter().collect(), place))
        }
    }
}
