//! The command line of Tengen: one file per command.

// Results go to standard output and notices to standard error: here, and nowhere else.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod analyze;
mod bench;
mod book;
mod brain;
mod check_proof;
mod checkpoint;
mod convert;
mod data;
mod data_folder;
mod db;
mod game_files;
mod games;
mod interrupt;
mod learn;
mod machine;
mod matches;
mod opening;
mod openings;
mod options;
mod output;
mod packaging;
mod play;
mod position;
mod progress;
mod prove;
mod puzzles;
mod regenerate;
mod render;
mod review;
mod selfplay;
mod serve;
mod shapes;
mod solve;
mod speed;
mod train;
mod tune;
mod watch;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Five in a row: play, analyse positions, prove wins, play engines against each other, convert and draw games
///
/// Rules are freestyle, standard, renju, caro and caro-exact; boards have 5 to 22 lines.
#[derive(Parser)]
#[command(name = "tengen", version, max_term_width = 100)]
#[command(after_help = "A position is moves in turn (h8i9i7), a set-up (b=h8i9;w=g7;t=b), a file \
    (game.sgf, game.sgf@20 after move 20), or - for one position a line on standard input.\n\n\
    Exit status: 0 done, 1 the answer is no, 2 bad usage or bad input, 130 interrupted.")]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Serve(serve::Serve),
    Analyze(analyze::Analyze),
    Solve(solve::Solve),
    CheckProof(check_proof::CheckProof),
    Prove(prove::Prove),
    Review(review::Review),
    Puzzles(puzzles::Puzzles),
    Play(Box<play::Play>),
    Brain(brain::Brain),
    Match(Box<matches::Match>),
    Watch(watch::Watch),
    Opening(opening::Opening),
    Openings(openings::Command),
    Book(book::Book),
    Selfplay(selfplay::Selfplay),
    Data(data::Data),
    Train(train::Train),
    Learn(Box<learn::Learn>),
    Tune(tune::Tune),
    Convert(convert::Convert),
    Games(games::Games),
    Db(db::Db),
    Render(render::Render),
    Shapes(shapes::Shapes),
    Bench(bench::Bench),
    Regenerate(regenerate::Regenerate),
    Speed(speed::Speed),
    Completions(packaging::Completions),
    Man(packaging::Man),
    Desktop(packaging::Desktop),
}

fn main() -> ExitCode {
    if is_named_as_brain() {
        return exit_code(brain::Brain::default().run());
    }
    let done = match Cli::parse().command {
        Some(Command::Serve(serve)) => serve.run(),
        Some(Command::Analyze(analyze)) => analyze.run(),
        Some(Command::Solve(solve)) => return status(solve.run()),
        Some(Command::Review(review)) => review.run(),
        Some(Command::CheckProof(check)) => return status(check.run()),
        Some(Command::Prove(prove)) => return status(prove.run()),
        Some(Command::Puzzles(puzzles)) => return status(puzzles.run()),
        Some(Command::Bench(bench)) => return status(bench.run()),
        Some(Command::Regenerate(regenerate)) => regenerate.run(),
        Some(Command::Speed(speed)) => speed.run(),
        Some(Command::Play(play)) => play.run(),
        Some(Command::Brain(brain)) => brain.run(),
        Some(Command::Match(command)) => return status(command.run()),
        Some(Command::Watch(watch)) => watch.run(),
        Some(Command::Opening(opening)) => opening.run(),
        Some(Command::Openings(openings)) => openings.run(),
        Some(Command::Book(book)) => return status(book.run()),
        Some(Command::Selfplay(selfplay)) => selfplay.run(),
        Some(Command::Data(data)) => data.run(),
        Some(Command::Train(train)) => train.run(),
        Some(Command::Learn(learn)) => learn.run(),
        Some(Command::Tune(tune)) => tune.run(),
        Some(Command::Convert(convert)) => convert.run(),
        Some(Command::Games(games)) => return status(games.run()),
        Some(Command::Db(db)) => return status(db.run()),
        Some(Command::Render(render)) => render.run(),
        Some(Command::Shapes(shapes)) => shapes.run(),
        Some(Command::Completions(completions)) => completions.run(),
        Some(Command::Man(man)) => man.run(),
        Some(Command::Desktop(desktop)) => desktop.run(),
        None => serve::Serve::default().run(),
    };
    exit_code(done)
}

/// Whether this program was started under the name that Gomocup's managers look for.
fn is_named_as_brain() -> bool {
    let name = std::env::args_os().next().map(std::path::PathBuf::from);
    let name = name.as_deref().and_then(|path| path.file_name()?.to_str());
    name.is_some_and(|name| name.to_ascii_lowercase().starts_with("pbrain-"))
}

fn exit_code(done: anyhow::Result<()>) -> ExitCode {
    status(done.map(|()| ExitCode::SUCCESS))
}

/// The same for commands whose answer may be no. What an interrupt left unfinished is not done,
/// whatever there is of it: the next command of a script must not begin.
fn status(done: anyhow::Result<ExitCode>) -> ExitCode {
    match done {
        Ok(_) if interrupt::has_come() => ExitCode::from(interrupt::STATUS),
        Ok(code) => code,
        Err(error) => {
            eprintln!("tengen: {error:#}");
            ExitCode::from(2)
        }
    }
}
