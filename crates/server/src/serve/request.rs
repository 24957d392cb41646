//! One request after the other on a connection: whose turn it is, and a limit for bodies that stall.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Bytes, HttpBody};
use axum::http::{Request, StatusCode};
use axum::response::Response;
use axum::{BoxError, Router};
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
use tokio::time::{Sleep, sleep};

use super::peer::Peer;
use super::places::Place;

/// Answers the requests of one connection.
#[derive(Debug)]
pub(super) struct Answering {
    router: TowerToHyperService<Router>,
    place: Arc<Place>,
    peer: Arc<Peer>,
    patience: Duration,
}

impl Answering {
    pub(super) fn new(
        router: Router,
        place: Arc<Place>,
        peer: Peer,
        patience: Duration,
    ) -> Answering {
        let router = TowerToHyperService::new(router);
        Answering { router, place, peer: Arc::new(peer), patience }
    }
}

impl Service<Request<Incoming>> for Answering {
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn call(&self, mut request: Request<Incoming>) -> Self::Future {
        let (place, patience) = (self.place.clone(), self.patience);
        place.work();
        request.extensions_mut().insert(self.peer.clone());
        let body = |body| Body { body, place: place.clone(), patience, stalled: None };
        let answer = self.router.call(request.map(body));
        Box::pin(async move {
            let answer = answer.await?;
            // A WebSocket is at work until it ends; it looks for signs of life itself.
            if answer.status() != StatusCode::SWITCHING_PROTOCOLS {
                place.wait();
            }
            Ok(answer)
        })
    }
}

/// The body of a request, which ends with an error when its sender stalls.
#[derive(Debug)]
struct Body {
    body: Incoming,
    place: Arc<Place>,
    patience: Duration,
    /// Runs while nothing comes.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl HttpBody for Body {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(cx) {
            self.stalled = None;
            self.place.work();
            return Poll::Ready(frame.map(|frame| frame.map_err(BoxError::from)));
        }
        self.place.wait();
        let patience = self.patience;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(patience)));
        match stalled.as_mut().poll(cx) {
            Poll::Ready(()) => Poll::Ready(Some(Err("the body stalled".into()))),
            Poll::Pending => Poll::Pending,
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
