//! Levels of detail: their number or the tets of each, and the files they are written to.

use pliant::asset::from_surface::{
    MAX_LEVELS, SurfaceOptions, SurfaceReport, cook_counts, cook_levels,
};
use pliant::asset::{Asset, SurfaceMesh, progress::Progress};
use pliant::desc::PLIANT_MAX_BODY_TETS;
use pliant::error::{self, grouped};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The value of `--levels`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Levels {
    /// The number of levels; each wants an eighth of the tets of the one before.
    Count(usize),
    /// The tets of each level, finest first.
    Tets(Vec<usize>),
}

impl Levels {
    /// Parses one number as a count of levels, several as the tets of each.
    pub fn parse(text: &str) -> Result<Self, String> {
        let numbers: Result<Vec<usize>, _> = text.split(',').map(str::parse).collect();
        let can_be = |tets: &usize| (1..=PLIANT_MAX_BODY_TETS as usize).contains(tets);
        let falls =
            |of: &[usize]| of.windows(2).all(|pair| pair[0] > pair[1]) && of.iter().all(can_be);
        match numbers.as_deref() {
            Ok([count]) if (1..=MAX_LEVELS).contains(count) => Ok(Self::Count(*count)),
            Ok(tets) if (2..=MAX_LEVELS).contains(&tets.len()) && falls(tets) => {
                Ok(Self::Tets(tets.to_vec()))
            }
            _ => Err(format!(
                "expected a number of levels from 1 to {MAX_LEVELS}, or 2 to {MAX_LEVELS} falling numbers of tets separated by commas, each at most {}",
                grouped(PLIANT_MAX_BODY_TETS as usize)
            )),
        }
    }

    /// The number of levels.
    pub fn count(&self) -> usize {
        match self {
            Self::Count(count) => *count,
            Self::Tets(tets) => tets.len(),
        }
    }

    /// Cooks all levels; a shell has only one.
    pub fn cook(
        &self,
        surface: &SurfaceMesh,
        options: &SurfaceOptions,
        progress: &Progress,
    ) -> error::Result<Vec<(Arc<Asset>, SurfaceReport)>> {
        match self {
            Self::Count(count) => cook_levels(surface, options, *count, progress),
            Self::Tets(tets) => cook_counts(surface, options, tets, progress),
        }
    }

    /// The output files: `duck.pliant` becomes `duck_lod0.pliant` and so on, finest first.
    pub fn files(&self, output: &Path) -> Vec<PathBuf> {
        (0..self.count())
            .map(|level| numbered(output, level))
            .collect()
    }
}

fn numbered(output: &Path, level: usize) -> PathBuf {
    let mut name = output.file_stem().unwrap_or_default().to_owned();
    name.push(format!("_lod{level}"));
    if let Some(extension) = output.extension() {
        name.push(".");
        name.push(extension);
    }
    output.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_number_counts_levels_and_several_are_tets() {
        assert_eq!(Levels::parse("3"), Ok(Levels::Count(3)));
        assert_eq!(Levels::parse("900,80"), Ok(Levels::Tets(vec![900, 80])));
        for wrong in [
            "",
            "0",
            "9",
            "2000",
            "80,900",
            "80,80",
            "80,0",
            "80,",
            "99999999,80",
            "-1",
            "9,8,7,6,5,4,3,2,1",
        ] {
            assert!(Levels::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_number_stands_before_the_extension() {
        let files = Levels::Count(2).files(Path::new("a.b/c.d.pliant"));
        assert_eq!(
            files,
            [
                Path::new("a.b/c.d_lod0.pliant"),
                Path::new("a.b/c.d_lod1.pliant")
            ]
        );
    }
}
