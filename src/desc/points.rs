//! Particles and clusters that callers pass as arrays.

use super::mesh::{stride, vertex_count_in_range};
use super::{in_range, or_default, reserved};
use crate::error::{Error, Result, Status};

/// The most clusters of a body, and the most particles of all its clusters together.
pub const PLIANT_MAX_CLUSTER_VERTICES: u32 = 1 << 26;

/// How to group particles into overlapping clusters for shape matching: by k-means and one ring of neighbours, or by hand.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantClusterDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Wanted number of particles in a cluster before neighbours are added. Larger clusters are stiffer and cost less.
    /// A body of one cluster deforms only as the fit of this cluster does. Range 1 to 2,097,152. Default (0): 30.
    pub cluster_size: u32,
    /// Number of clusters in `starts`. Without `starts`: the wanted number of clusters, or 0 to derive the number from
    /// `cluster_size`.
    pub cluster_count: u32,
    /// Number of entries of `vertices`.
    pub vertex_count: u32,
    /// Seed for the choice among equally good groupings. Default 0.
    pub seed: u64,
    /// Clusters by hand: cluster c has the entries of `vertices` from `starts[c]` to before `starts[c + 1]`. The array
    /// has `cluster_count` + 1 entries; the first entry is 0, the last entry is `vertex_count`. NULL: k-means makes the
    /// clusters. Copied.
    pub starts: *const u32,
    /// Vertices of the clusters by hand, as indices into the vertices given to the asset. Every vertex must be in at
    /// least one cluster. Copied.
    pub vertices: *const u32,
}

/// Particles without tetrahedra, to be cooked for shape matching.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PliantPointsDesc {
    /// Size of this struct in bytes as the caller knows it.
    pub struct_size: u32,
    /// Number of particles. Range 1 to 2,097,152.
    pub vertex_count: u32,
    /// Three floats per particle [length unit]. Required. Copied.
    pub positions: *const f32,
    /// Bytes from one position to the next. Default (0): 12.
    pub position_stride: u32,
    /// Reserved, zero.
    pub reserved: u32,
    /// The volume of each particle [length unit³], above zero. The mass is the volume times the density. NULL: the cube
    /// of the mean distance to the nearest particle, as in a lattice. Copied.
    pub volumes: *const f32,
    /// How to group the particles into clusters, or NULL for the defaults. Copied.
    pub clusters: *const PliantClusterDesc,
}

impl Default for PliantClusterDesc {
    fn default() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            cluster_size: 30,
            cluster_count: 0,
            vertex_count: 0,
            seed: 0,
            starts: std::ptr::null(),
            vertices: std::ptr::null(),
        }
    }
}

impl PliantClusterDesc {
    /// Validates and fills in defaults. Fails with `InvalidArgument` or `Capacity`.
    pub fn checked(&self) -> Result<Self> {
        let cluster_size = or_default(self.cluster_size, 30);
        vertex_count_in_range("clusters.cluster_size", cluster_size, 1)?;
        let largest = self.cluster_count.max(self.vertex_count);
        if largest > PLIANT_MAX_CLUSTER_VERTICES {
            let message = format!(
                "clusters have {largest} entries, expected at most {PLIANT_MAX_CLUSTER_VERTICES}"
            );
            return Err(Error::new(Status::Capacity, message));
        }
        if !self.starts.is_null() {
            in_range("clusters.cluster_count", self.cluster_count, 1, u32::MAX)?;
        }
        Ok(Self {
            cluster_size,
            ..*self
        })
    }
}

impl Default for PliantPointsDesc {
    fn default() -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            vertex_count: 0,
            positions: std::ptr::null(),
            position_stride: 12,
            reserved: 0,
            volumes: std::ptr::null(),
            clusters: std::ptr::null(),
        }
    }
}

impl PliantPointsDesc {
    /// Validates and fills in the stride. Fails with `MeshEmpty`, `Capacity` or `InvalidArgument`.
    pub fn checked(&self) -> Result<Self> {
        if self.vertex_count == 0 {
            let message = "vertex_count is 0, expected at least one particle";
            return Err(Error::new(Status::MeshEmpty, message));
        }
        vertex_count_in_range("vertex_count", self.vertex_count, 1)?;
        reserved("reserved", self.reserved)?;
        Ok(Self {
            position_stride: stride("position_stride", self.position_stride, 12)?,
            ..*self
        })
    }
}
