//! Queries of places.

use super::pointer::{Out, array};
use super::registry::with;
use crate::desc::{PliantPointQuery, PliantRay, PliantShapeQuery, query_count_in_range};
use crate::error::{Error, Result, Status};
use crate::ids::{PliantTicketId, PliantWorldId};
use crate::view::{PliantHit, PliantOverlap};

/// Asks for the first surface that each ray hits.
///
/// A ray finds the surfaces of bodies from both sides, and colliders with `PLIANT_QUERY_COLLIDERS`. A ray that starts
/// in a collider hits the collider at distance 0. The query sees bodies as the steps and edits before the call leave
/// them, and colliders at their present poses. `rays`: `count` rays, not NULL unless `count` is 0; copied. `count`: 0
/// to `PLIANT_MAX_QUERIES`. `out_ticket`: not NULL; end the ticket with `pliant_query_fetch` or `pliant_query_drop`. At
/// most `PLIANT_MAX_TICKETS` tickets wait at once. Thread: one at a time per world. Errors: INVALID_ARGUMENT that names
/// the ray, INVALID_HANDLE, CAPACITY, OUT_OF_MEMORY, GPU, DEVICE_LOST, BUSY. Cost: does not wait. The first batch after
/// a step builds a tree over the surfaces of all bodies. The first batch of a world compiles kernels, and from then on
/// surfaces stay on the GPU: about 100 bytes a triangle of an asset.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_query_rays(
    world: PliantWorldId,
    rays: *const PliantRay,
    count: u32,
    out_ticket: *mut PliantTicketId,
) -> i32 {
    entry!("pliant_query_rays", {
        let out = Out::new(out_ticket, "out_ticket")?;
        let rays = all(rays, count, "rays")?;
        out.set(with(world, |world| world.query_rays(&rays))?);
        Ok(())
    })
}

/// Asks for the nearest point on a surface to each given point.
///
/// `points`: `count` points. A given point inside a body also finds the nearest point of its surface. The rest is as in
/// `pliant_query_rays`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_query_closest(
    world: PliantWorldId,
    points: *const PliantPointQuery,
    count: u32,
    out_ticket: *mut PliantTicketId,
) -> i32 {
    entry!("pliant_query_closest", {
        let out = Out::new(out_ticket, "out_ticket")?;
        let points = all(points, count, "points")?;
        out.set(with(world, |world| world.query_points(&points))?);
        Ok(())
    })
}

/// Asks which bodies each shape overlaps.
///
/// `shapes`: `count` shapes. A shape overlaps a body if the shape touches the body's surface. A shape wholly inside the
/// body does not overlap. Fetch the answers with `pliant_query_fetch_overlaps`. The rest is as in `pliant_query_rays`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_query_overlaps(
    world: PliantWorldId,
    shapes: *const PliantShapeQuery,
    count: u32,
    out_ticket: *mut PliantTicketId,
) -> i32 {
    entry!("pliant_query_overlaps", {
        let out = Out::new(out_ticket, "out_ticket")?;
        let shapes = all(shapes, count, "shapes")?;
        out.set(with(world, |world| world.query_shapes(&shapes))?);
        Ok(())
    })
}

/// Fetches the hits of rays or points and ends the ticket: one hit for each ray or point, in the same order.
///
/// `out_hits`: room for `capacity` hits. `out_count`: not NULL; the number of hits. Handles in hits may be stale if
/// their objects were removed since. Thread: one at a time per world. Errors: NOT_READY until the GPU is done,
/// INVALID_HANDLE, also for a ticket that has ended, INVALID_STATE for a ticket of overlaps, CAPACITY if there are more
/// than `capacity` hits (`out_count` is then written), GPU, DEVICE_LOST, BUSY. The ticket stays valid after all of
/// these errors except INVALID_HANDLE. Cost: never waits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_query_fetch(
    ticket: PliantTicketId,
    out_hits: *mut PliantHit,
    capacity: u32,
    out_count: *mut u32,
) -> i32 {
    entry!("pliant_query_fetch", {
        let count = Out::new(out_count, "out_count")?;
        let room = room(out_hits, capacity, "out_hits")?;
        let hits = with(ticket, |world| {
            let hits = world.hits(ticket)?;
            if hits.len() <= capacity as usize {
                world.drop_ticket(ticket)?;
            }
            Ok(hits)
        })?;
        deliver(&hits, room, capacity, count)
    })
}

/// Fetches the overlaps of shapes, sorted by shape, and ends the ticket.
///
/// `out_overlaps`: room for `capacity` entries. `out_count`: not NULL; the number of entries. `out_dropped`: NULL, or
/// receives the number of overlaps left out, because a shape gets at most `PLIANT_MAX_OVERLAPS`. The rest is as in
/// `pliant_query_fetch`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pliant_query_fetch_overlaps(
    ticket: PliantTicketId,
    out_overlaps: *mut PliantOverlap,
    capacity: u32,
    out_count: *mut u32,
    out_dropped: *mut u64,
) -> i32 {
    entry!("pliant_query_fetch_overlaps", {
        let count = Out::new(out_count, "out_count")?;
        let room = room(out_overlaps, capacity, "out_overlaps")?;
        let found = with(ticket, |world| {
            let found = world.overlaps(ticket)?;
            if found.list.len() <= capacity as usize {
                world.drop_ticket(ticket)?;
            }
            Ok(found)
        })?;
        if !out_dropped.is_null() {
            Out::new(out_dropped, "out_dropped")?.set(found.dropped);
        }
        deliver(&found.list, room, capacity, count)
    })
}

/// Waits until the answers of a ticket are ready. For tools.
///
/// Thread: one at a time per world. Errors: INVALID_HANDLE, NOT_READY if the GPU takes longer than a minute, GPU,
/// DEVICE_LOST, BUSY. Cost: waits for the GPU, and for the steps before the batch.
#[unsafe(no_mangle)]
pub extern "C" fn pliant_query_wait(ticket: PliantTicketId) -> i32 {
    entry!(
        "pliant_query_wait",
        with(ticket, |world| world.wait_for(ticket))
    )
}

/// Ends a ticket without its answers.
///
/// Thread: one at a time per world. Errors: INVALID_HANDLE, BUSY. Cost: none.
#[unsafe(no_mangle)]
pub extern "C" fn pliant_query_drop(ticket: PliantTicketId) -> i32 {
    entry!(
        "pliant_query_drop",
        with(ticket, |world| world.drop_ticket(ticket))
    )
}

/// The queries of a batch.
///
/// # Safety
/// `pointer` is NULL or readable for `count` of them.
unsafe fn all<T: Copy>(pointer: *const T, count: u32, name: &str) -> Result<Vec<T>> {
    query_count_in_range(count)?;
    // SAFETY: the caller promised as many.
    let all = unsafe { array::<T, 1>(pointer, count, size_of::<T>() as u32, name) }?;
    Ok(all.into_iter().map(|[one]| one).collect())
}

/// Where answers go; `None` without room.
///
/// # Safety
/// `pointer` is NULL or writable for `capacity` answers until the call returns.
unsafe fn room<T>(pointer: *mut T, capacity: u32, name: &str) -> Result<Option<Out<T>>> {
    match capacity {
        0 => Ok(None),
        // SAFETY: the caller promised the room.
        _ => unsafe { Out::new(pointer, name) }.map(Some),
    }
}

/// Writes answers, which fit.
fn fill<T: Copy>(answers: &[T], room: Option<Out<T>>) {
    if let Some(room) = room {
        // SAFETY: whoever called `room` promised room for as many as fit.
        unsafe { room.set_all(answers) }
    }
}

/// Writes the number of answers, and them if they fit.
fn deliver<T: Copy>(
    answers: &[T],
    room: Option<Out<T>>,
    capacity: u32,
    count: Out<u32>,
) -> Result<()> {
    let found = answers.len() as u32;
    count.set(found);
    if found > capacity {
        let why = format!("capacity is {capacity}, but there are {found} answers");
        return Err(Error::new(Status::Capacity, why));
    }
    fill(answers, room);
    Ok(())
}
