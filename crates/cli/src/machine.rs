//! What this machine has.

/// How many cores there are.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// The memory of the machine in KiB, where the system tells.
pub(crate) fn installed_kib() -> Option<u64> {
    total_kib(&std::fs::read_to_string("/proc/meminfo").ok()?)
}

/// The memory of a machine as Linux tells it, in KiB.
fn total_kib(text: &str) -> Option<u64> {
    let total = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    total.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_a_machine_is_read() {
        let text = "MemTotal:       16384000 kB\nMemFree:  1 kB\n";
        assert_eq!(total_kib(text), Some(16_384_000));
        assert_eq!(total_kib("nonsense"), None);
    }
}
