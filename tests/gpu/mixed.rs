//! Bodies of every model hit each other: nothing crosses, and momentum is kept.

use super::common::SOFT_MODELS;
use super::stage::Stage;
use super::touching::{Cube, add_cube_as};
use glam::DVec3;

/// A cube of one model flies at one of another. The first must lose speed, the second gain it, and neither may pass.
#[test]
fn bodies_of_all_models_hit_each_other() {
    for (k, first) in SOFT_MODELS.iter().enumerate() {
        for second in &SOFT_MODELS[k..] {
            let mut stage = Stage::new([0.0; 3]);
            let mut cube = Cube::at(-0.25, 0.0, 0.0);
            cube.velocity = DVec3::X;
            add_cube_as(&mut stage, cube, *first);
            add_cube_as(&mut stage, Cube::at(0.25, 0.03, 0.02), *second);
            let before = stage.sums();
            let mut crossing = 0;
            for _ in 0..30 {
                stage.step(1.0 / 60.0);
                crossing += stage.judge().crossing;
                if std::env::var("PLIANT_SHOW").is_ok() {
                    println!(
                        "{:?} {:?}",
                        stage.sums().momentum,
                        [0, 1].map(|k| stage.mean(k, |s| &s.velocities).x)
                    );
                }
            }
            let after = stage.sums();
            let speeds = [0, 1].map(|k| stage.mean(k, |s| &s.velocities).x);
            let lost = (after.momentum - before.momentum).length() / before.momentum.length();
            println!(
                "{first} {second}: {crossing} crossing, {speeds:.4?} m/s, momentum {lost:.1e}"
            );
            assert_eq!(crossing, 0);
            assert!(speeds[1] - speeds[0] > -1e-3, "they part or go on together");
            assert!(lost < 1e-4);
        }
    }
}
