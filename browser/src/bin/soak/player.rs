//! A player without a browser: several games at a time, at random, with all that a page can ask for.

use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Result, ensure};
use fastrand::Rng;
use serde_json::{Value, json};

use crate::ledger::moves;
use crate::line::{Line, request, see};
use crate::run::Run;

/// Games of one player at a time.
const MOST_GAMES: usize = 3;
/// Moves after which a player has had enough of a game.
const MOST_MOVES: usize = 70;
/// Games played to their end that are looked at again after a kill.
const LOOKED_AT: usize = 5;

/// Plays until the end of the run.
pub(crate) fn play(run: &Run, number: usize) {
    let mut random = run.random(number as u64);
    let mut games = Vec::new();
    run.sessions(&format!("player {number}"), |life| {
        let line = Line::open(run, life)?;
        let mut player = Player { run, number, life, line, random: &mut random, games: &mut games };
        player.come_back()?;
        // Now and then a page is closed and opened again.
        for _ in 0..player.random.u32(50..1000) {
            if run.is_over() || run.life() != life {
                break;
            }
            player.step()?;
            let pause = player.random.u64(10..150);
            run.pause(Duration::from_millis(pause));
        }
        Ok(())
    });
}

struct Player<'a, 'r> {
    run: &'r Run,
    number: usize,
    life: u32,
    line: Line<'r>,
    random: &'a mut Rng,
    games: &'a mut Vec<String>,
}

impl Player<'_, '_> {
    /// Looks whether everything is there that was seen before.
    fn come_back(&mut self) -> Result<()> {
        for game in self.games.clone() {
            let state = self.line.ask("game.open", json!({ "game": game }))?;
            ensure!(state["type"] == "game.state", "game {game} is lost: {state}");
        }
        let mut old = self.run.ledger.retired(self.number);
        self.random.shuffle(&mut old);
        for game in old.into_iter().take(LOOKED_AT) {
            let answer = request(self.run, "GET", &format!("/api/games/{game}"), &[])?;
            if answer.status == 200 {
                see(self.run, self.life, &serde_json::from_str::<Value>(&answer.body)?["state"]);
            } else {
                // It may have been deleted a moment ago.
                ensure!(!self.run.ledger.knows(&game), "game {game} is lost: {}", answer.body);
            }
        }
        Ok(())
    }

    /// One thing that a player does.
    fn step(&mut self) -> Result<()> {
        match self.random.u32(..100) {
            0..4 if self.games.len() < MOST_GAMES => self.start(),
            0..66 => self.play_on(),
            66..72 => self.take_back(),
            72..74 => self.act(),
            74..76 => self.hint(),
            76..82 => self.analyse(),
            82..86 => {
                self.line.say("analyse.stop", json!({ "gen": self.line.generation })).map(drop)
            }
            86..92 => self.visit(),
            92..95 => {
                let pos = self.position();
                self.line.ask("position.query", json!({ "pos": pos })).map(drop)
            }
            _ => self.line.ask("ping", json!({})).map(drop),
        }
    }

    fn start(&mut self) -> Result<()> {
        let new = new_game(self.number, self.random);
        let state = self.line.ask("game.new", new)?;
        if state["type"] == "game.state" {
            self.run.ledger.enter(self.number, self.life, &state);
            self.run.tally.games.fetch_add(1, Ordering::Relaxed);
            self.games.extend(state["game"].as_str().map(str::to_owned));
        }
        Ok(())
    }

    /// One of the player's games, as it stands.
    fn choose(&mut self) -> Option<(String, Value)> {
        let game = self.random.choice(&*self.games)?.clone();
        let state = self.line.states.get(&game)?.clone();
        Some((game, state))
    }

    /// Whatever is next in a game: a stone, a choice of the opening, or its end.
    fn play_on(&mut self) -> Result<()> {
        let Some((game, state)) = self.choose() else { return self.start() };
        if !state["result"].is_null() || moves(&state).len() >= MOST_MOVES {
            return self.retire(&game);
        }
        if state["your_turn"] != json!(true) {
            return self.line.ask("ping", json!({})).map(drop);
        }
        self.move_in(&game, &state)
    }

    fn move_in(&mut self, game: &str, state: &Value) -> Result<()> {
        let step = &state["step"];
        let action = match step["do"].as_str() {
            Some("choose") => {
                let options = step["options"].as_array().cloned().unwrap_or_default();
                let option = self.random.choice(options).unwrap_or(Value::Null);
                json!({ "do": "choose", "option": option })
            }
            Some("declare") => json!({ "do": "declare", "number": step["range"][0] }),
            _ => {
                let point = free_point(state, self.random);
                let ply = moves(state).len();
                let body = json!({ "game": game, "move": point, "ply": ply });
                let answer = self.line.ask("game.move", body)?;
                if answer["type"] == "game.state" {
                    self.run.tally.moves.fetch_add(1, Ordering::Relaxed);
                }
                return Ok(());
            }
        };
        self.line.ask("game.action", json!({ "game": game, "action": action })).map(drop)
    }

    /// Leaves a game for good. One that lists do not show is deleted, for nobody else would do it.
    fn retire(&mut self, game: &str) -> Result<()> {
        self.line.say("game.leave", json!({ "game": game }))?;
        self.line.ask("ping", json!({}))?;
        self.run.ledger.retire(game);
        self.games.retain(|one| one != game);
        let state = self.line.states.remove(game);
        if state.is_some_and(|state| moves(&state).len() < 5) && self.run.ledger.give_up(game) {
            request(self.run, "DELETE", &format!("/api/games/{game}"), &[])?;
        }
        Ok(())
    }

    fn take_back(&mut self) -> Result<()> {
        let Some((game, _)) = self.choose() else { return Ok(()) };
        self.run.ledger.take_back(&game, true);
        self.line.ask("game.undo", json!({ "game": game }))?;
        self.run.ledger.take_back(&game, false);
        Ok(())
    }

    fn act(&mut self) -> Result<()> {
        let Some((game, _)) = self.choose() else { return Ok(()) };
        let actions = [
            json!({ "do": "pause" }),
            json!({ "do": "resume" }),
            json!({ "do": "offer-draw" }),
            json!({ "do": "swap-sides" }),
            json!({ "do": "auto-reply", "on": self.random.bool() }),
            json!({ "do": "level", "side": "white", "level": 2 }),
            json!({ "do": "resign" }),
        ];
        let action = self.random.choice(actions);
        self.line.ask("game.action", json!({ "game": game, "action": action }))?;
        // Nobody waits for a game that stands still.
        let resume = json!({ "game": game, "action": { "do": "resume" } });
        self.line.ask("game.action", resume).map(drop)
    }

    fn hint(&mut self) -> Result<()> {
        let Some((game, _)) = self.choose() else { return Ok(()) };
        self.line.ask("game.hint", json!({ "game": game })).map(drop)
    }

    /// A position: that of a game, or an empty board.
    fn position(&mut self) -> Value {
        let empty = json!({ "rule": "freestyle", "size": 15, "moves": [] });
        self.choose().map_or(empty, |(_, state)| {
            json!({ "rule": state["rule"], "size": state["size"], "moves": moves(&state) })
        })
    }

    fn analyse(&mut self) -> Result<()> {
        let pos = self.position();
        self.line.generation += 1;
        // Always the same memory: tables of a size that changes at random would hide a leak.
        let mut start = json!({ "gen": self.line.generation, "pos": pos, "memory": 16,
            "lines": self.random.u32(1..=4) });
        if self.random.bool() {
            start["limit"] = json!({ "ms": self.random.u32(50..2000) });
        }
        if self.random.u32(..4) == 0 {
            start["algorithm"] = json!("mcts");
        }
        self.line.say("analyse.start", start).map(drop)
    }

    /// Looks at somebody else's game, and puts a stone there if two people play.
    fn visit(&mut self) -> Result<()> {
        let Some(game) = self.run.ledger.other(self.number, self.random) else { return Ok(()) };
        let state = self.line.ask("game.open", json!({ "game": game }))?;
        let is_for_two =
            ["black", "white"].iter().all(|side| state["seats"][side]["kind"] == "person");
        if is_for_two && state["your_turn"] == json!(true) {
            self.move_in(&game, &state)?;
        }
        self.line.say("game.leave", json!({ "game": game }))?;
        self.line.ask("ping", json!({}))?;
        self.line.states.remove(&game);
        Ok(())
    }
}

/// A game of any kind against a low level, rarely between two people. Names that begin with `soak` keep it
/// out of the lists that the browser sees.
fn new_game(number: usize, random: &mut Rng) -> Value {
    let rule = random.choice(["freestyle", "standard", "renju", "caro", "caro-exact"]);
    let rule = rule.unwrap_or("freestyle");
    let size = random.choice([15, 15, 15, 9, 13, 19, 20, 22]).unwrap_or(15);
    let person = json!({ "kind": "person", "name": format!("soak {number}") });
    let engine = json!({ "kind": "engine", "level": random.u32(1..=4) });
    let (black, white) = match random.u32(..10) {
        0..2 => (person.clone(), person),
        2..6 => (person, engine),
        _ => (engine, person),
    };
    let openings: &[&str] = match (rule, size) {
        ("renju", 15) => &["none", "rif", "yamaguchi", "soosyrv8", "taraguchi10"],
        (_, 15) => &["none", "none", "swap-first", "swap", "swap2", "pro", "long-pro"],
        _ => &["none"],
    };
    let mut new = json!({ "rule": rule, "size": size, "black": black, "white": white,
        "opening": random.choice(openings) });
    let clock = match random.u32(..10) {
        0 => json!({ "kind": "increment", "main": 60_000, "increment": 2000 }),
        1 => json!({ "kind": "byo-yomi", "main": 10_000, "period": 3000, "periods": 3 }),
        2 => json!({ "kind": "per-move", "time": 10_000 }),
        _ => return new,
    };
    new["clock"] = clock;
    new
}

/// A free point, more often than not near the centre, so that games come to an end. In an opening one of the
/// square that its step asks for.
fn free_point(state: &Value, random: &mut Rng) -> String {
    let size = state["size"].as_u64().unwrap_or(15);
    let taken = moves(state);
    let reach = if random.u32(..4) > 0 { size.min(7) } else { size };
    let low = (size - reach) / 2;
    let zone = &state["step"]["zone"];
    let (from, to) = match (zone["inside"].as_bool(), corner(&zone["low"]), corner(&zone["high"])) {
        (Some(true), Some(from), Some(to)) => (from, to),
        _ => ((low, low), (low + reach - 1, low + reach - 1)),
    };
    let mut point = String::new();
    for _ in 0..100 {
        let (x, y) = (random.u64(from.0..=to.0), random.u64(from.1..=to.1));
        point = format!("{}{}", char::from(b'a' + x as u8), y + 1);
        if !taken.contains(&point) {
            break;
        }
    }
    point
}

/// Column and row of a point by its name, counted from 0.
fn corner(name: &Value) -> Option<(u64, u64)> {
    let (column, row) = name.as_str()?.split_at_checked(1)?;
    let column = u64::from(*column.as_bytes().first()?).checked_sub(u64::from(b'a'))?;
    Some((column, row.parse::<u64>().ok()?.checked_sub(1)?))
}
