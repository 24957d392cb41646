//! Under what conditions games are played: what must be equal for games to belong together.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::{Value, json};
use tengen_arena::{Adjudication, Margin, Openings, TimeControl};
use tengen_core::{Opening, OpeningRule, Rule, Size};
use tengen_formats::Rows;

use crate::{openings, options};

/// Rule, board, time, openings and early ends.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct Conditions {
    /// Default time a move of the players [default: 1000 unless something else limits them]
    #[arg(long, value_name = "MS")]
    time: Option<u64>,

    /// Default time a game of the players
    #[arg(long, value_name = "MS")]
    clock: Option<u64>,

    /// Default time added to a player's clock before every move
    #[arg(long, value_name = "MS", default_value_t = 0)]
    increment: u64,

    /// How much longer a move may take before it loses the game
    #[arg(long, value_name = "MS", default_value_t = 1000)]
    tolerance: u64,

    /// Rule of the game
    #[arg(long, default_value = "freestyle", value_parser = options::rule())]
    pub(super) rule: Rule,

    /// Lines of the board, 5 to 22
    #[arg(long, value_name = "LINES", default_value = "15", value_parser = options::size)]
    pub(super) size: Size,

    /// Openings: a file of positions (offset, pos, sgf …) or a table id|rule|size|moves [default:
    /// random stones]
    #[arg(long, value_name = "FILE")]
    pub(super) openings: Option<PathBuf>,

    /// The players open their games themselves by this rule: swap-first, swap, swap2, pro, long-pro, rif,
    /// yamaguchi, soosyrv8 or taraguchi10; tengen and random can
    #[arg(long, value_name = "NAME", default_value = "none", conflicts_with = "openings")]
    pub(super) opening: OpeningRule,

    /// Where row 1 lies in the openings' file
    #[arg(long, value_name = "EDGE", default_value = "top", value_parser = options::rows())]
    rows: Rows,

    /// Order of a file's openings
    #[arg(long, default_value = "shuffled", value_parser = order())]
    order: Order,

    /// RNG seed of random openings and of their order
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Call a game a draw when this many stones are on the board
    #[arg(long, value_name = "STONES")]
    draw_after: Option<usize>,

    /// A player resigns when its own score is at most -CENTI for MOVES of its moves in a row
    #[arg(long, value_name = "MOVES,CENTI[,STONES]")]
    resign: Option<Margin>,

    /// A player wins when both scores put it ahead by CENTI for MOVES moves each
    #[arg(long, value_name = "MOVES,CENTI[,STONES]")]
    win: Option<Margin>,

    /// A game is a draw when both scores are even within CENTI for MOVES moves each, with at least
    /// STONES on the board
    #[arg(long, value_name = "MOVES,CENTI[,STONES]")]
    draw: Option<Margin>,

    /// End a game when one of our own players proves its win and a replay by the rules confirms it
    #[arg(long)]
    proven: bool,
}

/// Order of openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    Shuffled,
    File,
}

fn order() -> impl TypedValueParser<Value = Order> {
    PossibleValuesParser::new(["shuffled", "file"]).map(|name| match name.as_str() {
        "file" => Order::File,
        _ => Order::Shuffled,
    })
}

impl Conditions {
    /// The same at another time a move, in milliseconds.
    pub(super) fn set_time(&mut self, time: u64) {
        self.time = Some(time);
    }

    pub(super) fn time(&self) -> TimeControl {
        TimeControl {
            turn: self.time.map(Duration::from_millis),
            game: self.clock.map(Duration::from_millis),
            increment: Duration::from_millis(self.increment),
            tolerance: Duration::from_millis(self.tolerance),
        }
    }

    pub(super) fn adjudication(&self) -> Adjudication {
        Adjudication {
            draw_after: self.draw_after,
            resign: self.resign,
            win: self.win,
            draw: self.draw,
            proven: self.proven,
        }
    }

    /// The openings of a match.
    pub(super) fn read_openings(&self, games: usize) -> anyhow::Result<Openings> {
        if self.opening != OpeningRule::None {
            Opening::new(self.opening, self.size)?;
            return Ok(Openings::empty_board(self.rule, self.size));
        }
        let Some(path) = &self.openings else {
            return Ok(openings::random(self.rule, self.size, games, self.seed));
        };
        let openings = openings::of_file(path, self.rule, self.size, self.rows)?;
        Ok(match self.order {
            Order::Shuffled => openings.shuffled(self.seed),
            Order::File => openings,
        })
    }

    /// What must be equal for games to belong to one match. How many there are may change: more
    /// games can be added to a match.
    pub(super) fn to_json(&self, openings: &Openings) -> Value {
        let file = self.openings.as_ref().map(|_| format!("{:016x}", openings.digest()));
        let margin = |margin: Option<Margin>| margin.map(|m| (m.moves, m.centi, m.stones));
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "commit": env!("TENGEN_COMMIT"),
            "time": self.time,
            "clock": self.clock,
            "increment": self.increment,
            "tolerance": self.tolerance,
            "rule": self.rule.name(),
            "size": self.size.lines(),
            "openings": file,
            "opening": self.opening.name(),
            "seed": self.seed,
            "draw_after": self.draw_after,
            "resign": margin(self.resign),
            "win": margin(self.win),
            "draw": margin(self.draw),
            "proven": self.proven,
        })
    }
}
