//! TLS for connections from other machines: with the user's certificate, or one that the server makes.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rcgen::{CertificateParams, DistinguishedName, DnType, KeyPair};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{self, ServerConfig};

use crate::secret::write_secret;
use crate::store::own_file;

/// The certificate that the server made, with its key, in the data folder.
const FILE: &str = "certificate.pem";

/// A certificate and its key, ready for connections.
#[derive(Clone)]
pub struct Tls {
    acceptor: TlsAcceptor,
    fingerprint: String,
}

/// Why there is no TLS.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: io::Error,
    },
    /// A file holds no certificate, or no key.
    #[error("{}: {error}", path.display())]
    Pem {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: rustls::pki_types::pem::Error,
    },
    /// Certificate and key cannot be used together.
    #[error("the certificate cannot be used: {0}")]
    Unusable(#[from] rustls::Error),
    /// No certificate could be made.
    #[error("no certificate could be made: {0}")]
    Making(#[from] rcgen::Error),
}

impl Tls {
    /// With a certificate (and those that vouch for it) and its key, both PEM.
    ///
    /// # Errors
    /// If the files cannot be read or do not belong together.
    pub fn from_files(certificate: &Path, key: &Path) -> Result<Tls, TlsError> {
        let read = |path: &Path| {
            std::fs::read(path).map_err(|error| TlsError::File { path: path.to_owned(), error })
        };
        Tls::new((certificate, &read(certificate)?), (key, &read(key)?))
    }

    /// With the certificate of a data folder, which the first call makes for these names and addresses. It
    /// stays the same afterwards, so that its fingerprint can be recognized.
    ///
    /// # Errors
    /// If the certificate can be neither read nor made.
    pub fn self_signed(folder: &Path, names: &[String]) -> Result<Tls, TlsError> {
        let path = &folder.join(FILE);
        let file_error = |error| TlsError::File { path: path.clone(), error };
        let kept = io::read_to_string(own_file(path).map_err(file_error)?).map_err(file_error)?;
        let pem = if kept.is_empty() { make(names)? } else { kept.clone() };
        let tls = Tls::new((path, pem.as_bytes()), (path, pem.as_bytes()))?;
        if kept.is_empty() {
            write_secret(path, pem.as_bytes()).map_err(file_error)?;
        }
        Ok(tls)
    }

    fn new(certificate: (&Path, &[u8]), key: (&Path, &[u8])) -> Result<Tls, TlsError> {
        let wrong = |path: &Path| {
            let path = path.to_owned();
            |error| TlsError::Pem { path, error }
        };
        let chain: Result<Vec<CertificateDer<'static>>, _> =
            CertificateDer::pem_slice_iter(certificate.1).collect();
        let chain = chain.map_err(wrong(certificate.0))?;
        let Some(first) = chain.first() else {
            return Err(wrong(certificate.0)(rustls::pki_types::pem::Error::NoItemsFound));
        };
        let fingerprint = fingerprint(first);
        let key = PrivateKeyDer::from_pem_slice(key.1).map_err(wrong(key.0))?;
        let mut config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_single_cert(chain, key)?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Tls { acceptor: TlsAcceptor::from(Arc::new(config)), fingerprint })
    }

    /// SHA-256 of the certificate, written as browsers show it: `AB:CD:…`.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    pub(super) fn acceptor(&self) -> &TlsAcceptor {
        &self.acceptor
    }
}

impl std::fmt::Debug for Tls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tls").field("fingerprint", &self.fingerprint).finish_non_exhaustive()
    }
}

/// A certificate that vouches for itself, followed by its key.
fn make(names: &[String]) -> Result<String, rcgen::Error> {
    let key = KeyPair::generate()?;
    let mut params = CertificateParams::new(names)?;
    params.distinguished_name = DistinguishedName::new();
    params.distinguished_name.push(DnType::CommonName, "Tengen");
    Ok(params.self_signed(&key)?.pem() + &key.serialize_pem())
}

fn fingerprint(certificate: &[u8]) -> String {
    let hash = ring::digest::digest(&ring::digest::SHA256, certificate);
    let bytes: Vec<String> = hash.as_ref().iter().map(|byte| format!("{byte:02X}")).collect();
    bytes.join(":")
}
