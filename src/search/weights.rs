//! Weights of `evaluate`.

/// Stages.
pub(super) const STAGES: usize = 6;
/// Entries a pit.
pub(super) const SEEDS: usize = 64;

pub(super) static WEIGHTS: [[[i16; SEEDS]; 12]; STAGES] = weights();

const fn weights() -> [[[i16; SEEDS]; 12]; STAGES] {
    let mut all = [[[0; SEEDS]; 12]; STAGES];
    let mut stage = 0;
    while stage < STAGES {
        let mut pit = 0;
        while pit < 12 {
            let mut seeds = 0;
            while seeds < SEEDS {
                let mut value = match seeds {
                    0 => -40,
                    1 => -30,
                    2 => -40,
                    _ => 10 * (seeds as u8 as i16),
                };
                if pit >= 6 {
                    value = -value;
                }
                all[stage][pit][seeds] = value;
                seeds += 1;
            }
            pit += 1;
        }
        stage += 1;
    }
    all
}
