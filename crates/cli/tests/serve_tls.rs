//! The app over TLS: the certificate that the fingerprint names, and requests under it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::Arc;

use tengen_test_support::process::{command, tengen};
use tengen_test_support::wait::PATIENCE;
use tokio_rustls::rustls::client::danger::{
    HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier,
};
use tokio_rustls::rustls::crypto::{
    CryptoProvider, ring::default_provider, verify_tls12_signature, verify_tls13_signature,
};
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::{
    ClientConfig, ClientConnection, DigitallySignedStruct, Error, SignatureScheme, StreamOwned,
};

/// Trusts the certificate with this fingerprint alone, as a careful person does.
#[derive(Debug)]
struct ByFingerprint(String, CryptoProvider);

impl ServerCertVerifier for ByFingerprint {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let hash = ring::digest::digest(&ring::digest::SHA256, certificate);
        let bytes: Vec<String> = hash.as_ref().iter().map(|byte| format!("{byte:02X}")).collect();
        match bytes.join(":") == self.0 {
            true => Ok(ServerCertVerified::assertion()),
            false => Err(Error::General("another certificate".to_owned())),
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.1.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signed, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.1.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signed, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.1.signature_verification_algorithms.supported_schemes()
    }
}

/// A server with a certificate.
struct Secured {
    child: Child,
    host: String,
    token: String,
    fingerprint: String,
}

impl Secured {
    fn start(data: &Path, options: &[&str]) -> Secured {
        let mut command = command();
        command.args(["serve", "--allow-remote", "--no-open", "--port", "0", "--data"]).arg(data);
        command.args(options).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (mut link, mut said) = (String::new(), String::new());
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut said).unwrap();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut link).unwrap();
        let (_, fingerprint) = said.trim().split_once("certificate: ").unwrap_or_else(|| {
            panic!("no fingerprint: {said}");
        });
        let link = link.trim().strip_prefix("https://").expect("the link says TLS");
        let (host, token) = link.split_once("/#token=").unwrap();
        let (host, token, fingerprint) = (host.into(), token.into(), fingerprint.into());
        Secured { child, host, token, fingerprint }
    }

    /// The answer to a call, if the certificate has this fingerprint.
    fn ask(&self, fingerprint: &str) -> std::io::Result<String> {
        let verifier = ByFingerprint(fingerprint.to_owned(), default_provider());
        let config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier))
            .with_no_client_auth();
        let name = ServerName::try_from("localhost").unwrap();
        let client = ClientConnection::new(Arc::new(config), name).unwrap();
        let stream = TcpStream::connect(&self.host)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let mut stream = StreamOwned::new(client, stream);
        let (host, token) = (&self.host, &self.token);
        write!(
            stream,
            "GET /api/info HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\
             authorization: Bearer {token}\r\n\r\n"
        )?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    }
}

impl Drop for Secured {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_printed_fingerprint_is_that_of_the_certificate_and_stays_the_same() {
    let (data, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = Secured::start(data.path(), &[]);
    let fingerprint = server.fingerprint.clone();
    assert!(server.ask(&fingerprint).unwrap().starts_with("HTTP/1.1 200"));
    let wrong: String = fingerprint.chars().rev().collect();
    assert!(server.ask(&wrong).is_err(), "another certificate is noticed");
    // Without TLS nobody is answered.
    let mut plain = TcpStream::connect(&server.host).unwrap();
    plain.set_read_timeout(Some(PATIENCE)).unwrap();
    // The server may hang up after the first bytes.
    let _ = write!(plain, "GET / HTTP/1.1\r\nhost: {}\r\n\r\n", server.host);
    let mut answer = Vec::new();
    let _ = plain.read_to_end(&mut answer);
    assert!(!answer.starts_with(b"HTTP"));
    drop(server);

    let file = data.path().join("certificate.pem");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
    let again = Secured::start(data.path(), &[]);
    assert_eq!(again.fingerprint, fingerprint);
    assert!(again.ask(&fingerprint).is_ok());

    // The same certificate as one of the user's own, for another folder.
    let file = file.to_str().unwrap();
    let own = Secured::start(other.path(), &["--tls-cert", file, "--tls-key", file]);
    assert_eq!(own.fingerprint, fingerprint);
    assert!(own.ask(&fingerprint).unwrap().starts_with("HTTP/1.1 200"));
}

#[test]
fn files_that_hold_no_certificate_are_named() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().to_str().unwrap();
    let run = |file: &str| {
        let certificate = ["--tls-cert", file, "--tls-key", file];
        let usual = ["serve", "--no-open", "--allow-remote", "--port", "0", "--data", folder];
        tengen(&[&usual[..], &certificate].concat())
    };
    for file in ["README.md", "no-such-file.pem"] {
        let refused = run(file);
        assert_eq!(refused.status, 2, "{}", refused.err);
        assert!(refused.err.contains(file), "{}", refused.err);
    }
}
