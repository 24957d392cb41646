//! The command line of Tengen: one file per command.

// Results go to standard output and notices to standard error: here, and nowhere else.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod convert;
mod options;
mod output;
mod packaging;
mod position;
mod render;
mod shapes;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

/// Five in a row: convert game files, draw boards, see what renju forbids
///
/// Rules are freestyle, standard, renju, caro and caro-exact; boards have 5 to 22 lines.
#[derive(Parser)]
#[command(name = "tengen", version, max_term_width = 100)]
#[command(after_help = "A position is moves in turn (h8i9i7), a set-up (b=h8i9;w=g7;t=b), a file \
    (game.sgf, game.sgf@20 after move 20), or - for one position a line on standard input.\n\n\
    Exit status: 0 done, 1 the answer is no, 2 bad usage or bad input.")]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Convert(convert::Convert),
    Render(render::Render),
    Shapes(shapes::Shapes),
    Completions(packaging::Completions),
    Man(packaging::Man),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Some(Command::Convert(convert)) => convert.run(),
        Some(Command::Render(render)) => render.run(),
        Some(Command::Shapes(shapes)) => shapes.run(),
        Some(Command::Completions(completions)) => completions.run(),
        Some(Command::Man(man)) => man.run(),
        None => output::finished(Cli::command().print_long_help()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tengen: {error:#}");
            ExitCode::from(2)
        }
    }
}
