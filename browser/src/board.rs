//! The board of the app: where its points are, what lies on it.

use std::collections::BTreeMap;
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::{Browser, until};

/// Points with the sides whose stones lie there: `h8` to `black`.
pub type Stones = BTreeMap<String, String>;

impl Browser {
    /// Waits until the page is there and the server has told what it is; small phones show no board
    /// beside lists and forms.
    ///
    /// # Errors
    /// If they do not come.
    pub fn until_ready(&self) -> Result<()> {
        self.until_true(
            "document.querySelector('main')?.dataset.page && \
             document.querySelectorAll('[role=gridcell]').length > 0 && \
             (document.querySelector('.board').getBoundingClientRect().width > 0 || \
              !['play', 'analyse'].includes(document.querySelector('main').dataset.page))",
        )?;
        self.until_true(
            "import(document.querySelector('script[type=module]').src).then(({ app }) => app.info.peek())",
        )
    }

    /// Where a point is in the window. The board is looked at straight, not turned.
    ///
    /// # Errors
    /// If there is no board.
    pub fn point(&self, point: &str) -> Result<(f64, f64)> {
        let script = format!(
            "(() => {{
                const point = {};
                const size = Math.sqrt(document.querySelectorAll('[role=gridcell]').length);
                const box = document.querySelector('.board').getBoundingClientRect();
                const lines = document.querySelector('.board .grid-frame').getBoundingClientRect();
                const cell = lines.width / (size - 1);
                const x = point.charCodeAt(0) - 97, y = Number(point.slice(1)) - 1;
                return [lines.left + x * cell, lines.bottom - y * cell];
            }})()",
            json!(point)
        );
        let place = self.eval(&script)?;
        Ok((place[0].as_f64().context("no x")?, place[1].as_f64().context("no y")?))
    }

    /// Clicks or taps a point.
    ///
    /// # Errors
    /// If there is no board.
    pub fn press_point(&self, point: &str) -> Result<()> {
        let (x, y) = self.point(point)?;
        self.press_at(x, y)
    }

    /// Puts a stone as a user does: on small boards a finger taps twice.
    ///
    /// # Errors
    /// If the stone does not come.
    pub fn put(&self, point: &str) -> Result<()> {
        self.press_point(point)?;
        // A stone that the server has not confirmed yet lies there already, but nobody may go on.
        let there = format!("document.querySelector('.stone[data-point={point}]:not(.pending)')");
        if !self.screen.get().touch {
            return self.until_true(&there);
        }
        until(&format!("a stone comes to {point}"), || {
            // A tap that only showed where the stone would lie wants another one.
            std::thread::sleep(Duration::from_millis(200));
            if self.is(&there)? {
                return Ok(Some(()));
            }
            self.press_point(point)?;
            Ok(None)
        })
    }

    /// Waits for a stone.
    ///
    /// # Errors
    /// If it does not come.
    pub fn until_stone(&self, point: &str) -> Result<()> {
        self.until_true(&format!("document.querySelector('.stone[data-point={point}]')"))
    }

    /// The stones that are drawn.
    ///
    /// # Errors
    /// If there is no board.
    pub fn stones(&self) -> Result<Stones> {
        let drawn = self.eval(
            "[...document.querySelectorAll('.layer-stones .stone')].map((one) => \
             [one.dataset.point, one.classList.contains('black') ? 'black' : 'white'])",
        )?;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let pairs = drawn.as_array().cloned().unwrap_or_default();
        Ok(pairs.iter().map(|pair| (text(&pair[0]), text(&pair[1]))).collect())
    }

    /// Waits until this many stones are drawn.
    ///
    /// # Errors
    /// If there never are.
    pub fn until_stones(&self, count: usize) -> Result<Stones> {
        until(&format!("there are {count} stones"), || {
            let stones = self.stones()?;
            anyhow::ensure!(stones.len() == count, "there are {}: {stones:?}", stones.len());
            Ok(Some(stones))
        })
    }

    /// What a screen reader says of a point.
    ///
    /// # Errors
    /// If there is no such point.
    pub fn cell(&self, point: &str) -> Result<String> {
        self.text(&format!(
            "document.querySelector('[role=gridcell][data-point={point}]').getAttribute('aria-label')"
        ))
    }
}
