//! Whether something grew: the last quarter of a time against its second one.
//!
//! The first quarter does not count: tables, pools and caches fill up in it. Medians forget what a flood or
//! an import takes for a moment.

use crate::meter::Sample;

/// Samples of a life that are enough to judge it: four minutes.
const FEW: usize = 24;

/// How far the last quarter may lie above the second: by a share, and by an amount beside it.
struct Margin {
    name: &'static str,
    value: fn(&Sample) -> u64,
    percent: u64,
    beside: u64,
}

/// Of one life of the server. Malloc gives memory back late and search tables of a few megabytes come and
/// go: 15 % and 16 MB, in kilobytes. Threads and handles follow the number of clients at the moment, which
/// varies by ten or so; a leak of one for each connection makes hundreds.
const LIFE: [Margin; 3] = [
    Margin { name: "KB of memory", value: |sample| sample.memory, percent: 15, beside: 16 << 10 },
    Margin { name: "threads", value: |sample| sample.threads, percent: 10, beside: 10 },
    Margin { name: "file handles", value: |sample| sample.handles, percent: 10, beside: 10 },
];

/// Of the whole run, since the database outlives the server. Its file grows in steps and old pages are used
/// again late: half as much again, and a megabyte for small ones.
const DATABASE: Margin = Margin {
    name: "bytes of database",
    value: |sample| sample.database,
    percent: 50,
    beside: 1 << 20,
};

/// What grew beyond its margin.
pub(crate) fn growth(samples: &[Sample]) -> Vec<String> {
    let longest = longest_life(samples);
    let grown = LIFE.iter().filter_map(|margin| margin.exceeded(&longest));
    grown.chain(DATABASE.exceeded(samples)).collect()
}

/// The samples of the life that has most of them.
fn longest_life(samples: &[Sample]) -> Vec<Sample> {
    let of = |life: u32| samples.iter().filter(|sample| sample.life == life).copied().collect();
    let lives = samples.iter().map(|sample| sample.life);
    let lives = lives.map(of).max_by_key(Vec::len);
    lives.unwrap_or_default()
}

impl Margin {
    fn exceeded(&self, samples: &[Sample]) -> Option<String> {
        let Margin { name, value, percent, beside } = self;
        if samples.len() < FEW {
            println!("{name}: {} samples are too few to judge", samples.len());
            return None;
        }
        let quarter = samples.len() / 4;
        let early = median(samples[quarter..2 * quarter].iter().map(value));
        let late = median(samples[samples.len() - quarter..].iter().map(value));
        let most = early + early * percent / 100 + beside;
        println!("{name}: {early} in the second quarter, {late} in the last; {most} are allowed");
        (late > most).then(|| format!("{name} grew from {early} to {late}"))
    }
}

fn median(values: impl Iterator<Item = u64>) -> u64 {
    let mut values: Vec<u64> = values.collect();
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(memory: impl Fn(u64) -> u64) -> Vec<Sample> {
        let sample = |n| Sample { memory: memory(n), threads: 20, ..Sample::default() };
        (0..100).map(sample).collect()
    }

    #[test]
    fn what_fills_up_early_and_stays_is_flat() {
        assert_eq!(growth(&samples(|n| 1000 * n.min(20))), [""; 0]);
    }

    #[test]
    fn what_grows_all_the_time_is_found() {
        let found = growth(&samples(|n| 100_000 + 2000 * n));
        assert_eq!(found, ["KB of memory grew from 174000 to 274000"]);
    }

    #[test]
    fn a_peak_is_forgotten() {
        assert_eq!(growth(&samples(|n| if n == 90 { 1_000_000 } else { 50_000 })), [""; 0]);
    }

    #[test]
    fn a_young_life_is_not_compared_with_an_old_one() {
        let mut all = samples(|_| 50_000);
        all.extend(samples(|_| 500_000).iter().take(30).map(|one| Sample { life: 2, ..*one }));
        assert_eq!(growth(&all), [""; 0]);
    }
}
