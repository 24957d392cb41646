//! Who may talk to the server: pages of this very server that its user opens on this machine, and with a
//! token those whom the user lets in.
//!
//! A page on another site can make a browser send requests to a loopback address. Its `Origin` and
//! `Sec-Fetch-Site` give it away; a name that was made to point here gives itself away by `Host`.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::app::App;
use crate::serve::peer::Peer;
use crate::wire::{Problem, ProblemCode};

/// What a request has to show.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    /// With a token any host name is allowed.
    token: Option<String>,
}

impl Guard {
    /// Lets in pages of this machine only.
    pub(crate) fn local() -> Guard {
        Guard { token: None }
    }

    /// Admits requests with the token.
    pub(crate) fn with_token(token: String) -> Guard {
        Guard { token: Some(token) }
    }

    /// The token that requests have to show, if any.
    pub(crate) fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// Whether the user at the other end may be answered. With a token it does not matter who he is.
    fn check_user(&self, uri: &Uri, peer: Option<&Peer>) -> Result<(), Problem> {
        let is_api = uri.path().starts_with("/api");
        match peer {
            Some(peer) if is_api && self.token.is_none() && peer.is_another_user() => {
                refuse("this server belongs to another user of this machine")
            }
            _ => Ok(()),
        }
    }

    /// Whether a request may be answered.
    pub(crate) fn check(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), Problem> {
        let host = single(headers, &header::HOST)?
            .or_else(|| uri.authority().map(axum::http::uri::Authority::as_str));
        let Some(host) = host else { return refuse("the request names no host") };
        if self.token.is_none() && !is_local(host) {
            return refuse(format!(
                "{host} is not this machine; start with --allow-remote to let others in"
            ));
        }
        if let Some(origin) = single(headers, &header::ORIGIN)?
            && origin_host(origin) != Some(host)
        {
            return refuse(format!("a page of {origin} may not talk to this server"));
        }
        let is_api = uri.path().starts_with("/api");
        if is_api && is_foreign(headers)? {
            return refuse("a page of another site may not talk to this server");
        }
        match &self.token {
            Some(token) if is_api && !has_token(token, uri, headers) => {
                refuse("the token is missing or wrong; open the link that Tengen printed")
            }
            _ => Ok(()),
        }
    }
}

fn refuse<T>(text: impl ToString) -> Result<T, Problem> {
    Err(Problem::new(ProblemCode::Refused, text))
}

/// The text of a header on which the decision rests. A header that is there but cannot be read, or is
/// there twice, must not count as absent: absence is what lets a program other than a browser in.
fn single<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, Problem> {
    let mut values = headers.get_all(name).iter();
    let Some(value) = values.next() else { return Ok(None) };
    match (value.to_str(), values.next()) {
        (Ok(text), None) => Ok(Some(text)),
        (Ok(_), Some(_)) => refuse(format!("the request has more than one header {name}")),
        (Err(_), _) => refuse(format!("the header {name} is not text")),
    }
}

/// Whether a host, with or without a port, is a name of this machine that no name server can
/// point elsewhere.
fn is_local(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split_once(']').map_or("", |(name, _)| name),
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    let is_loopback = name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
    is_loopback || name.eq_ignore_ascii_case("localhost")
}

fn origin_host(origin: &str) -> Option<&str> {
    origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"))
}

/// Whether the browser says that another site asks.
fn is_foreign(headers: &HeaderMap) -> Result<bool, Problem> {
    let site = single(headers, &HeaderName::from_static("sec-fetch-site"))?;
    Ok(site.is_some_and(|site| !["same-origin", "none"].contains(&site)))
}

fn has_token(token: &str, uri: &Uri, headers: &HeaderMap) -> bool {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let bearer = bearer.and_then(|value| value.strip_prefix("Bearer "));
    let query = uri.query().unwrap_or("").split('&').find_map(|part| part.strip_prefix("token="));
    [bearer, query].into_iter().flatten().any(|told| is_same(told.as_bytes(), token.as_bytes()))
}

/// Compares without telling by its time how much was right.
fn is_same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |sum, (a, b)| sum | (a ^ b)) == 0
}

/// Checks every request and puts the headers that browsers are to obey on every answer.
pub(crate) async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<Arc<Peer>>();
    let checked = app.guard.check_user(request.uri(), peer.map(|peer| &**peer));
    let checked = checked.and_then(|()| app.guard.check(request.uri(), request.headers()));
    let mut response = match checked {
        Ok(()) => next.run(request).await,
        Err(problem) => {
            tracing::warn!(problem = problem.text, "a request was refused");
            problem.into_response()
        }
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.entry(HeaderName::from_static(name)).or_insert(HeaderValue::from_static(value));
    }
    response
}

const HEADERS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cache-control", "no-store"),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn check(guard: &Guard, path: &str, headers: &[(&'static str, &str)]) -> bool {
        let headers = headers.iter().map(|(name, value)| {
            (HeaderName::from_static(name), HeaderValue::from_str(value).unwrap())
        });
        guard.check(&path.parse().unwrap(), &headers.collect()).is_ok()
    }

    #[test]
    fn pages_of_this_machine_are_let_in() {
        let guard = Guard::local();
        for host in ["127.0.0.1:7575", "localhost:7575", "[::1]:7575", "LOCALHOST", "127.0.0.1"] {
            assert!(check(&guard, "/api/info", &[("host", host)]), "{host}");
        }
        let own = [("host", "localhost:7575"), ("origin", "http://localhost:7575")];
        assert!(check(&guard, "/api/info", &own));
    }

    #[test]
    fn forged_hosts_and_foreign_origins_are_not() {
        let guard = Guard::local();
        for host in ["evil.example", "localhost.evil.example:7575", "10.0.0.1:7575", "[::2]:80", ""]
        {
            assert!(!check(&guard, "/", &[("host", host)]), "{host}");
        }
        for origin in ["http://evil.example", "null", "http://localhost:8000", "file://"] {
            let headers = [("host", "localhost:7575"), ("origin", origin)];
            assert!(!check(&guard, "/api/live", &headers), "{origin}");
        }
        let image = [("host", "localhost:7575"), ("sec-fetch-site", "cross-site")];
        assert!(!check(&guard, "/api/games/1.png", &image));
        assert!(check(&guard, "/", &image), "a link from elsewhere may open the app");
        assert!(!check(&guard, "/api/info", &[]), "no host at all");
    }

    #[test]
    fn a_header_that_is_no_text_or_comes_twice_is_refused_and_not_overlooked() {
        let (host, origin) = ("localhost:7575", "http://localhost:7575");
        let guard = Guard::local();
        let is_let_in = |uri: &str, headers: &[(&'static str, &[u8])]| {
            let mut map = HeaderMap::new();
            for (name, value) in headers {
                map.append(*name, HeaderValue::from_bytes(value).unwrap());
            }
            guard.check(&uri.parse().unwrap(), &map).is_ok()
        };
        let (host, origin) = (("host", host.as_bytes()), ("origin", origin.as_bytes()));
        assert!(is_let_in("/api/info", &[host, origin]));
        let odd: &[u8] = b"http://evil.example\xff";
        for name in ["origin", "sec-fetch-site"] {
            assert!(!is_let_in("/api/info", &[host, (name, odd)]), "{name}");
        }
        // The authority of the request line does not stand in for a header that cannot be read.
        assert!(is_let_in("http://localhost:7575/", &[]));
        assert!(!is_let_in("http://localhost:7575/", &[("host", b"evil.example\xff")]));
        assert!(!is_let_in("/", &[host, ("host", b"evil.example")]));
        assert!(!is_let_in("/", &[host, host]));
        assert!(!is_let_in("/", &[host, origin, ("origin", b"http://evil.example")]));
    }

    #[test]
    fn with_a_token_any_host_will_do_but_the_api_asks_for_it() {
        let guard = Guard::with_token("s3cret".to_owned());
        let host = ("host", "192.168.1.5:7575");
        assert!(check(&guard, "/", &[host]));
        assert!(!check(&guard, "/api/info", &[host]));
        assert!(!check(&guard, "/api/info?token=wrong!", &[host]));
        assert!(check(&guard, "/api/info?x=1&token=s3cret", &[host]));
        assert!(check(&guard, "/api/info", &[host, ("authorization", "Bearer s3cret")]));
        let foreign = [host, ("origin", "http://evil.example")];
        assert!(!check(&guard, "/api/info?token=s3cret", &foreign));
    }
}
