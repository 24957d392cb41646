//! The link to the app.

use std::net::{IpAddr, SocketAddr};

/// The link as a browser takes it. The token is in the fragment, which browsers send to nobody.
pub(super) fn link(address: SocketAddr, is_tls: bool, token: Option<&str>) -> String {
    let scheme = if is_tls { "https" } else { "http" };
    match token {
        Some(token) => format!("{scheme}://{address}/#token={token}"),
        None => format!("{scheme}://{address}/"),
    }
}

/// The address to show for the one that is listened on.
pub(super) fn shown(address: SocketAddr) -> SocketAddr {
    match address.ip() {
        ip if ip.is_unspecified() => SocketAddr::new(own_address(ip), address.port()),
        _ => address,
    }
}

/// An address by which other machines may reach this one; loopback if none is found. Nothing is
/// sent: connecting a datagram socket only asks the system for its way.
fn own_address(unspecified: IpAddr) -> IpAddr {
    let found = std::net::UdpSocket::bind((unspecified, 0)).and_then(|socket| {
        match unspecified {
            IpAddr::V4(_) => socket.connect("192.0.2.1:9")?,
            IpAddr::V6(_) => socket.connect("[2001:db8::1]:9")?,
        }
        socket.local_addr()
    });
    found.map_or(IpAddr::from([127, 0, 0, 1]), |address| address.ip())
}
