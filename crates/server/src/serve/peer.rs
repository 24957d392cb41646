//! Which user of this machine is at the other end of a connection.
//!
//! A server for this machine alone asks for no token, and every user of the machine can connect to it.
//! Linux tells who holds the other end of a connection within the machine. Where nobody tells, all users
//! of the machine are let in.

use std::net::{IpAddr, SocketAddr};
use std::sync::OnceLock;

/// The other end of a connection. What is found out about it is remembered.
#[derive(Debug)]
pub(crate) struct Peer {
    own: SocketAddr,
    other: SocketAddr,
    is_another_user: OnceLock<bool>,
}

/// How often the kernel's list is read: an entry may be missed while the list changes.
const TRIES: usize = 3;

impl Peer {
    pub(super) fn new(own: SocketAddr, other: SocketAddr) -> Peer {
        Peer { own, other, is_another_user: OnceLock::new() }
    }

    /// Whether the other end belongs to another user of this machine than the server does. The
    /// superuser can read everything anyway.
    pub(crate) fn is_another_user(&self) -> bool {
        *self.is_another_user.get_or_init(|| {
            let Some(own_user) = own_user() else { return false };
            for _ in 0..TRIES {
                let lists = LISTS.map(|list| std::fs::read_to_string(list).ok());
                if lists.iter().all(Option::is_none) {
                    return false;
                }
                let mut lists = lists.iter().flatten();
                if let Some(holder) = lists.find_map(|list| holder(list, self.other, self.own)) {
                    return holder != own_user && holder != SUPERUSER;
                }
            }
            // Within this machine somebody holds it, and it does not show who.
            self.other.ip().to_canonical().is_loopback()
        })
    }
}

/// The kernel's connections.
const LISTS: [&str; 2] = ["/proc/net/tcp", "/proc/net/tcp6"];
const SUPERUSER: u32 = 0;

/// The user whom this process belongs to.
#[cfg(target_os = "linux")]
fn own_user() -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata("/proc/self").ok().map(|process| process.uid())
}

#[cfg(not(target_os = "linux"))]
fn own_user() -> Option<u32> {
    None
}

/// The user who holds the connection from one address to another. A connection that no process holds
/// any more is listed as the superuser's, and does not count.
fn holder(list: &str, from: SocketAddr, to: SocketAddr) -> Option<u32> {
    list.lines().skip(1).find_map(|line| {
        let mut fields = line.split_ascii_whitespace();
        let (local, remote) = (fields.nth(1)?, fields.next()?);
        if !is_address(local, from) || !is_address(remote, to) {
            return None;
        }
        let user = fields.nth(4)?.parse().ok()?;
        let inode = fields.nth(1)?;
        (inode != "0").then_some(user)
    })
}

/// Whether this is how the list writes an address: the words of the address in the machine's own byte
/// order and the port, in hexadecimal.
fn is_address(text: &str, address: SocketAddr) -> bool {
    let Some((ip, port)) = text.split_once(':') else { return false };
    u16::from_str_radix(port, 16) == Ok(address.port())
        && parse_ip(ip).is_some_and(|ip| ip.to_canonical() == address.ip().to_canonical())
}

fn parse_ip(text: &str) -> Option<IpAddr> {
    let mut bytes = Vec::with_capacity(16);
    for start in (0..text.len()).step_by(8) {
        let word = u32::from_str_radix(text.get(start..start + 8)?, 16).ok()?;
        bytes.extend(word.to_ne_bytes());
    }
    if let Ok(four) = <[u8; 4]>::try_from(bytes.as_slice()) {
        return Some(IpAddr::from(four));
    }
    <[u8; 16]>::try_from(bytes.as_slice()).ok().map(IpAddr::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1D97 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 111 1 0 100 0 0 10 0
   1: 0100007F:C001 0100007F:1D97 01 00000000:00000000 00:00000000 00000000 65534        0 222 1 0 20 4 30 10 -1
   2: 0100007F:C002 0100007F:1D97 06 00000000:00000000 03:00000F00 00000000     0        0 0 3 0
   3: 0000000000000000FFFF00000100007F:C003 0000000000000000FFFF00000100007F:1D97 01 0:0 00:0 0  1000        0 333 1 0
";

    fn address(text: &str) -> SocketAddr {
        text.parse().unwrap()
    }

    #[test]
    #[cfg(target_endian = "little")]
    fn the_holder_of_a_connection_is_found() {
        let own = address("127.0.0.1:7575");
        assert_eq!(holder(LIST, address("127.0.0.1:49153"), own), Some(65534));
        assert_eq!(holder(LIST, address("127.0.0.1:49155"), own), Some(1000), "mapped to IPv6");
        assert_eq!(holder(LIST, address("127.0.0.1:49154"), own), None, "nobody holds it");
        assert_eq!(holder(LIST, address("127.0.0.1:49156"), own), None);
        assert_eq!(holder(LIST, own, address("127.0.0.1:49153")), None, "the other direction");
        assert_eq!(holder("", own, own), None);
    }

    #[test]
    fn a_connection_of_our_own_is_ours() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let client = std::net::TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (_, from) = listener.accept().unwrap();
        let peer = Peer::new(listener.local_addr().unwrap(), from);
        assert!(!peer.is_another_user());
        drop(client);
        let nobody = Peer::new(listener.local_addr().unwrap(), address("127.0.0.1:1"));
        assert_eq!(nobody.is_another_user(), cfg!(target_os = "linux"));
    }
}
