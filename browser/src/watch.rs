//! What a page must not do: complain, or talk to another machine.

use anyhow::Result;
use serde_json::Value;

use crate::Browser;

impl Browser {
    /// Console errors, unhandled rejections and requests to other machines since the last look.
    ///
    /// # Errors
    /// If the driver cannot tell.
    pub fn complaints(&self) -> Result<Vec<String>> {
        let mut all = Vec::new();
        for entry in self.log("browser")? {
            if entry.level == "SEVERE" {
                all.push(format!("console: {}", entry.message));
            }
        }
        for entry in self.log("performance")? {
            let Ok(event) = serde_json::from_str::<Value>(&entry.message) else { continue };
            all.extend(complaint(&event["message"]));
        }
        Ok(all)
    }
}

impl Browser {
    /// The lengths of the messages that came over sockets since the last look at the logs.
    ///
    /// # Errors
    /// If the driver cannot tell.
    pub fn frames_received(&self) -> Result<Vec<usize>> {
        let length = |entry: thirtyfour::BrowserLogEntry| {
            let event: Value = serde_json::from_str(&entry.message).ok()?;
            let event = &event["message"];
            let came = event["method"] == "Network.webSocketFrameReceived";
            came.then(|| event.pointer("/params/response/payloadData")?.as_str().map(str::len))?
        };
        Ok(self.log("performance")?.into_iter().filter_map(length).collect())
    }
}

/// What is wrong with an event of the DevTools protocol.
fn complaint(event: &Value) -> Option<String> {
    let url = |path: &str| event.pointer(path).and_then(Value::as_str).unwrap_or_default();
    let foreign = |url: &str| (!is_here(url)).then(|| format!("a request to {url}"));
    match event["method"].as_str()? {
        "Network.requestWillBeSent" => foreign(url("/params/request/url")),
        "Network.webSocketCreated" => foreign(url("/params/url")),
        "Runtime.exceptionThrown" => {
            let told = url("/params/exceptionDetails/exception/description");
            Some(format!("exception: {told}"))
        }
        _ => None,
    }
}

/// Whether an address stays on this machine.
fn is_here(url: &str) -> bool {
    let Some((scheme, rest)) = url.split_once(':') else { return true };
    if !matches!(scheme, "http" | "https" | "ws" | "wss" | "ftp") {
        return true;
    }
    let host = rest.trim_start_matches('/').split(['/', '?', '#']).next().unwrap_or_default();
    let host = host.rsplit_once(':').map_or(host, |(name, _)| name);
    matches!(host, "127.0.0.1" | "localhost")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_this_machine_may_be_asked() {
        for url in
            ["http://127.0.0.1:7575/", "ws://localhost:80/api", "data:text/plain,a", "blob:x"]
        {
            assert!(is_here(url), "{url}");
        }
        for url in ["https://example.org/", "http://127.0.0.1.example.org/", "ws://10.0.0.1:80/"] {
            assert!(!is_here(url), "{url}");
        }
    }

    #[test]
    fn a_foreign_request_is_a_complaint() {
        let to = |url: &str| json!({ "method": "Network.requestWillBeSent", "params": { "request": { "url": url } } });
        assert_eq!(complaint(&to("http://127.0.0.1:1/a")), None);
        assert!(complaint(&to("http://example.org/a")).is_some());
    }
}
