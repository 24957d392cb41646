//! Memory for large tables: zeroed by the system when first touched, in huge pages if it has any.

#![allow(unsafe_code)]

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use bytemuck::Zeroable;
use memmap2::{MmapMut, MmapRaw};

/// The bytes at the start of a slice that stay in small pages. The first touch of a huge page zeroes
/// all its 2 MB, too much for a table that begins with 100 KB. The processor remembers where this
/// many small pages are.
#[cfg(target_os = "linux")]
const IN_SMALL_PAGES: usize = 2 << 20;

/// A slice of a fixed length that begins as zeros.
///
/// A search probes its tables at random places. In small pages nearly every probe of a large table
/// misses the TLB as well, which costs a fifth of the time and more.
pub(crate) struct Pages<T> {
    /// Raw, since what is shared may be written too, by atomics: a pointer that came from a `&[u8]` may not.
    map: MmapRaw,
    length: usize,
    kind: PhantomData<T>,
}

impl<T: Zeroable> Pages<T> {
    /// `length` zeros, or none if the system refuses. They cost nothing until they are touched.
    pub(crate) fn zeroed(length: usize) -> Option<Pages<T>> {
        const { assert!(align_of::<T>() <= 4096, "a page is aligned enough") };
        const { assert!(!std::mem::needs_drop::<T>(), "nobody would drop what is in it") };
        let bytes = length.checked_mul(size_of::<T>())?;
        // Not more than a slice may have.
        isize::try_from(bytes).ok()?;
        let map = MmapRaw::from(MmapMut::map_anon(bytes.max(1)).ok()?);
        // Only a wish: without huge pages the table is slower, nothing else.
        #[cfg(target_os = "linux")]
        if let Some(large) = bytes.checked_sub(IN_SMALL_PAGES) {
            let _ = map.advise_range(memmap2::Advice::HugePage, IN_SMALL_PAGES, large);
        }
        Some(Pages { map, length, kind: PhantomData })
    }
}

/// What `make` makes of `bytes` bytes of memory. If the system refuses them it gets half of them, and so
/// on; then a part of what there is, since others need memory as well.
///
/// # Panics
/// If the system refuses everything.
pub(crate) fn with_at_most<R>(mut bytes: usize, make: impl Fn(usize) -> Option<R>) -> R {
    /// A search has several tables, and allocations that cannot fail.
    const LEFT_TO_OTHERS: usize = 8;
    if let Some(made) = make(bytes) {
        return made;
    }
    while make(bytes).is_none() {
        assert!(bytes > 0, "the system has no memory at all");
        bytes /= 2;
    }
    make(bytes / LEFT_TO_OTHERS).expect("there is memory for more")
}

impl<T: Zeroable> Deref for Pages<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: the map is `length` times the size of `T` long, begins at a page, lives as long
        // as `self`, and holds zeros, which are values of `T`, or what was written as `T`.
        unsafe { std::slice::from_raw_parts(self.map.as_ptr().cast(), self.length) }
    }
}

impl<T: Zeroable> DerefMut for Pages<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and `self` is borrowed by nobody else.
        unsafe { std::slice::from_raw_parts_mut(self.map.as_mut_ptr().cast(), self.length) }
    }
}

// SAFETY: the map is owned, and what it holds is sent with it.
unsafe impl<T: Send> Send for Pages<T> {}
// SAFETY: shared, it gives references to `T` alone.
unsafe impl<T: Sync> Sync for Pages<T> {}

impl<T> fmt::Debug for Pages<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pages({} of {} bytes)", self.length, size_of::<T>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_a_slice_of_zeros_that_keeps_what_is_written() {
        for length in [0, 1, 7, if cfg!(miri) { 1000 } else { 200_000 }] {
            let mut pages: Pages<[u32; 3]> = Pages::zeroed(length).unwrap();
            assert_eq!(pages.len(), length);
            assert!(pages.iter().all(|words| *words == [0; 3]));
            let plain: Vec<[u32; 3]> = (0..length as u32).map(|n| [n, 2 * n, !n]).collect();
            pages.copy_from_slice(&plain);
            assert_eq!(*pages, *plain);
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "no such memory")]
    fn memory_that_no_machine_has_is_refused() {
        for length in [usize::MAX, usize::MAX / 12, isize::MAX as usize / 12] {
            assert!(Pages::<[u32; 3]>::zeroed(length).is_none(), "{length}");
        }
        let made = with_at_most(1000, |bytes| (bytes <= 300).then_some(bytes));
        assert_eq!(made, 250 / 8);
        assert_eq!(with_at_most(300, |bytes| (bytes <= 300).then_some(bytes)), 300);
    }
}
