//! The vertex layout that skinning writes.

use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};

/// Layout of a skinned vertex. Offsets and stride are in bytes, multiples of 4. `PLIANT_ABSENT` leaves an attribute
/// out. All zeros means 24 bytes: position, then normal.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PliantVertexLayout {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Bytes from one vertex to the next. Range 12 to 2048. Default (0): the smallest stride that holds the attributes.
    pub stride: u32,
    /// Offset of the position, three floats [length unit, from the world's origin: `pliant_world_set_origin`]. Required.
    pub position_offset: u32,
    /// Offset of the unit normal, three floats, or `PLIANT_ABSENT`.
    pub normal_offset: u32,
    /// Offset of the tangent, four floats (unit tangent, handedness), or `PLIANT_ABSENT`.
    pub tangent_offset: u32,
    /// Offset of the position one step before, three floats, for motion vectors, or `PLIANT_ABSENT`. The previous
    /// position has the same origin as the position.
    pub previous_position_offset: u32,
}

/// Offset of an attribute that is left out.
pub const PLIANT_ABSENT: u32 = 0xFFFF_FFFF;

impl Default for PliantVertexLayout {
    /// Position and normal, 24 bytes a vertex.
    fn default() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            stride: 24,
            position_offset: 0,
            normal_offset: 12,
            tangent_offset: PLIANT_ABSENT,
            previous_position_offset: PLIANT_ABSENT,
        }
    }
}

impl PliantVertexLayout {
    /// Validates and fills in the stride. A layout of zeros becomes the default one. Fails with `InvalidArgument` when
    /// an attribute is not aligned to 4 bytes, overlaps another or ends past the stride.
    pub fn checked(&self) -> Result<Self> {
        let Self {
            stride,
            position_offset,
            normal_offset,
            tangent_offset,
            previous_position_offset,
            ..
        } = *self;
        if [
            stride,
            position_offset,
            normal_offset,
            tangent_offset,
            previous_position_offset,
        ] == [0; 5]
        {
            return Ok(Self {
                struct_size: self.struct_size,
                ..Self::default()
            });
        }
        if position_offset == PLIANT_ABSENT {
            return Err(Error::argument(
                "position_offset is PLIANT_ABSENT, expected an offset in bytes: a skin always writes positions",
            ));
        }
        let all = [
            ("position_offset", position_offset, 12),
            ("normal_offset", normal_offset, 12),
            ("tangent_offset", tangent_offset, 16),
            ("previous_position_offset", previous_position_offset, 12),
        ];
        let end = end_of(&all)?;
        let stride = if stride == 0 { end } else { stride };
        if stride % 4 != 0 || stride < end || stride > LARGEST_STRIDE {
            return Err(Error::argument(format!(
                "stride is {stride}, expected a multiple of 4 from {end}, where the attributes end, to {LARGEST_STRIDE}"
            )));
        }
        Ok(Self { stride, ..*self })
    }
}

/// Where the last attribute ends [byte]. `all` holds name, offset and size of each. Fails for an attribute that is not
/// aligned, too far or overlapping.
fn end_of(all: &[(&str, u32, u32)]) -> Result<u32> {
    let present = || all.iter().filter(|(_, offset, _)| *offset != PLIANT_ABSENT);
    for (i, (name, offset, size)) in present().enumerate() {
        let last = LARGEST_STRIDE - size;
        if offset % 4 != 0 || *offset > last {
            return Err(Error::argument(format!(
                "{name} is {offset}, expected PLIANT_ABSENT or a multiple of 4 up to {last} (it takes {size} bytes)"
            )));
        }
        let over = |(_, o, s): &&(&str, u32, u32)| *o < offset + size && *offset < o + s;
        if let Some((other, ..)) = present().take(i).find(over) {
            return Err(Error::argument(format!(
                "{name} is {offset}, which overlaps {other}: move one of them"
            )));
        }
    }
    let ends = present().map(|(_, offset, size)| offset + size);
    Ok(ends.max().unwrap_or(0))
}

const LARGEST_STRIDE: u32 = 2048;

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(stride: u32, offsets: [u32; 4]) -> PliantVertexLayout {
        let [
            position_offset,
            normal_offset,
            tangent_offset,
            previous_position_offset,
        ] = offsets;
        PliantVertexLayout {
            struct_size: size_of::<PliantVertexLayout>() as u32,
            stride,
            position_offset,
            normal_offset,
            tangent_offset,
            previous_position_offset,
        }
    }

    #[test]
    fn a_stride_of_zero_becomes_what_the_attributes_need() {
        const NO: u32 = PLIANT_ABSENT;
        assert_eq!(layout(0, [0, NO, NO, NO]).checked().unwrap().stride, 12);
        assert_eq!(layout(0, [4, 16, NO, NO]).checked().unwrap().stride, 28);
        assert_eq!(layout(0, [0, 12, 24, 40]).checked().unwrap().stride, 52);
        assert_eq!(
            layout(0, [0; 4]).checked().unwrap(),
            PliantVertexLayout::default()
        );
        assert_eq!(
            PliantVertexLayout::default().checked().unwrap(),
            PliantVertexLayout::default()
        );
    }

    #[test]
    fn what_overlaps_is_not_aligned_or_does_not_fit_is_refused() {
        const NO: u32 = PLIANT_ABSENT;
        for (stride, offsets) in [
            (0, [NO, 0, NO, NO]),
            (0, [0, 8, NO, NO]),
            (0, [2, NO, NO, NO]),
            (13, [0, NO, NO, NO]),
            (8, [0, NO, NO, NO]),
            (2052, [0, NO, NO, NO]),
            (0, [2040, NO, NO, NO]),
            (0, [0, 12, 24, 36]),
            (0, [0, 12, u32::MAX - 3, NO]),
        ] {
            assert!(
                layout(stride, offsets).checked().is_err(),
                "{stride} {offsets:?}"
            );
        }
    }
}
