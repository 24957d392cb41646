//! The places for connections: who holds one, and who gives it up for a newcomer.
//!
//! A server that lets everybody finish is deaf as soon as all places are held by connections that say
//! nothing. Here a newcomer never waits for a silent one: the connection for which the server has waited
//! longest makes room. One whose request is being worked on keeps its place.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::Notify;

use super::limits::Limits;

/// All places.
#[derive(Debug)]
pub(super) struct Places {
    most: usize,
    most_per_address: usize,
    start: Instant,
    holders: Mutex<Holders>,
}

#[derive(Debug, Default)]
struct Holders {
    last: u64,
    all: HashMap<u64, Arc<Holder>>,
}

/// Who holds a place.
#[derive(Debug)]
struct Holder {
    address: IpAddr,
    /// Since when the server waits for the other side, in microseconds from the start; [`WORKING`] if
    /// the other side waits for the server.
    waiting: AtomicU64,
    given_up: Notify,
}

const WORKING: u64 = 0;

/// Why there is no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoPlace {
    /// The server works on a request of every connection.
    AllWork,
    /// The server works on a request of every connection from this address.
    AddressHasMost,
}

impl Places {
    pub(super) fn new(limits: &Limits) -> Arc<Places> {
        Arc::new(Places {
            most: limits.connections,
            most_per_address: limits.connections_per_address,
            start: Instant::now(),
            holders: Mutex::default(),
        })
    }

    /// A place for a connection from this address.
    pub(super) fn enter(self: &Arc<Places>, address: IpAddr) -> Result<Place, NoPlace> {
        let address = address.to_canonical();
        let mut holders = self.holders();
        let is_own = |holder: &Holder| holder.address == address;
        let own = holders.all.values().filter(|holder| is_own(holder)).count();
        if !address.is_loopback() && own >= self.most_per_address && !holders.make_room(is_own) {
            return Err(NoPlace::AddressHasMost);
        }
        if holders.all.len() >= self.most && !holders.make_room(|_| true) {
            return Err(NoPlace::AllWork);
        }
        let waiting = AtomicU64::new(self.now());
        let holder = Arc::new(Holder { address, waiting, given_up: Notify::new() });
        holders.last += 1;
        let id = holders.last;
        holders.all.insert(id, holder.clone());
        Ok(Place { id, holder, places: self.clone() })
    }

    /// Closes the connection that has kept the server waiting longest, if there is one.
    pub(super) fn make_room(&self) {
        self.holders().make_room(|_| true);
    }

    /// Never [`WORKING`].
    fn now(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_micros()).unwrap_or(u64::MAX).saturating_add(1)
    }

    fn holders(&self) -> MutexGuard<'_, Holders> {
        self.holders.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Holders {
    /// Whether one of these holders had kept the server waiting. The one that did longest is out.
    fn make_room(&mut self, of: impl Fn(&Holder) -> bool) -> bool {
        let waiting =
            self.all.iter().filter(|(_, holder)| of(holder)).filter_map(|(id, holder)| {
                let since = holder.waiting.load(Ordering::Relaxed);
                (since != WORKING).then_some((since, *id))
            });
        let Some((_, id)) = waiting.min() else { return false };
        if let Some(holder) = self.all.remove(&id) {
            // Kept for a connection that does not listen yet.
            holder.given_up.notify_one();
        }
        true
    }
}

/// A place, until it is dropped.
#[derive(Debug)]
pub(super) struct Place {
    id: u64,
    holder: Arc<Holder>,
    places: Arc<Places>,
}

impl Place {
    /// The other side has said what it wants: it is the server's turn.
    pub(super) fn work(&self) {
        self.holder.waiting.store(WORKING, Ordering::Relaxed);
    }

    /// It is the other side's turn.
    pub(super) fn wait(&self) {
        let now = self.places.now();
        let waiting = &self.holder.waiting;
        // An earlier wait goes on.
        let _ = waiting.compare_exchange(WORKING, now, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// The other side took a piece of its answer, which counts as a sign of life.
    pub(super) fn took_a_piece(&self) {
        if self.holder.waiting.load(Ordering::Relaxed) != WORKING {
            self.holder.waiting.store(self.places.now(), Ordering::Relaxed);
        }
    }

    /// Ends when the place went to a newcomer.
    pub(super) async fn given_up(&self) {
        self.holder.given_up.notified().await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.places.holders().all.remove(&self.id);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    fn places(connections: usize, connections_per_address: usize) -> Arc<Places> {
        Places::new(&Limits { connections, connections_per_address, ..Limits::default() })
    }

    fn is_out(place: &Place) -> bool {
        place.given_up().now_or_never().is_some()
    }

    /// Lets the clock of the places go on, so that no two waits begin at once.
    fn tick(places: &Places) {
        let now = places.now();
        while places.now() == now {
            std::thread::yield_now();
        }
    }

    #[test]
    fn a_newcomer_takes_the_place_of_who_has_waited_longest() {
        let places = places(3, 3);
        let held: Vec<Place> = (0..3)
            .map(|_| {
                tick(&places);
                places.enter(HERE).unwrap()
            })
            .collect();
        // The first one sends a request and gets its answer: now the second one has waited longest.
        held[0].work();
        tick(&places);
        held[0].wait();
        let newcomer = places.enter(HERE).unwrap();
        assert_eq!(held.iter().map(is_out).collect::<Vec<_>>(), [false, true, false]);
        assert!(!is_out(&newcomer));
    }

    #[test]
    fn a_connection_that_is_worked_for_keeps_its_place() {
        let places = places(2, 2);
        let held = [places.enter(HERE).unwrap(), places.enter(HERE).unwrap()];
        held[0].work();
        held[1].work();
        assert_eq!(places.enter(HERE).unwrap_err(), NoPlace::AllWork);
        held[1].wait();
        assert!(places.enter(HERE).is_ok());
        assert_eq!(held.iter().map(is_out).collect::<Vec<_>>(), [false, true]);
    }

    #[test]
    fn another_machine_makes_room_among_its_own_places_only() {
        let places = places(10, 2);
        let (one, other) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        let bystander = places.enter(other).unwrap();
        tick(&places);
        let first = places.enter(one).unwrap();
        tick(&places);
        let second = places.enter(one).unwrap();
        // The same machine, written as an address of version 6.
        let third = places.enter("::ffff:10.0.0.1".parse().unwrap()).unwrap();
        assert!(is_out(&first) && !is_out(&second) && !is_out(&third) && !is_out(&bystander));
        second.work();
        third.work();
        assert_eq!(places.enter(one).unwrap_err(), NoPlace::AddressHasMost);
        assert!(places.enter(other).is_ok());
        let here: Vec<Place> = (0..5).map(|_| places.enter(HERE).unwrap()).collect();
        assert!(!here.iter().any(is_out), "this machine may have more than others");
    }

    #[test]
    fn a_place_is_free_again_when_its_holder_leaves() {
        let places = places(1, 1);
        let place = places.enter(HERE).unwrap();
        place.work();
        assert!(places.enter(HERE).is_err());
        drop(place);
        assert!(places.enter(HERE).is_ok());
    }

    #[test]
    fn who_takes_an_answer_piece_by_piece_is_alive() {
        let places = places(2, 2);
        let slow = places.enter(HERE).unwrap();
        slow.work();
        slow.wait();
        tick(&places);
        let silent = places.enter(HERE).unwrap();
        tick(&places);
        slow.took_a_piece();
        let _newcomer = places.enter(HERE).unwrap();
        assert!(is_out(&silent) && !is_out(&slow));
    }
}
