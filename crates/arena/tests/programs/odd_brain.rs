//! A Gomocup brain for tests: it fills a row from the left, and misbehaves on demand.
//!
//! `odd-brain FOLDER ODDITY [ROW [always]]`; row 0 is at the top. In the folder it notes its process
//! (`starts`), what it hears (`heard`) and the moves it has played (`played`). The oddity comes with the
//! third move, or at the start if it concerns the start. Only the first process in the folder that gets
//! there is odd, unless `always` is given.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

/// The move at which something odd happens.
const ODD_MOVE: usize = 2;

struct Brain {
    folder: PathBuf,
    oddity: String,
    row: String,
    always: bool,
}

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().unwrap_or_default());
    let oddity = arguments.next().unwrap_or_default();
    let row = arguments.next().unwrap_or("0".to_owned());
    let always = arguments.next().is_some();
    let brain = Brain { folder, oddity, row, always };
    brain.note("starts", &std::process::id().to_string())?;
    if brain.oddity == "sleeper" {
        sleep_forever();
    }
    brain.obey()
}

impl Brain {
    fn obey(&self) -> io::Result<()> {
        let mut moves = 0;
        for line in io::stdin().lock().lines() {
            let line = line?;
            self.note("heard", &line)?;
            match line.split_whitespace().next().unwrap_or_default() {
                "ABOUT" => self.about()?,
                "START" => {
                    moves = 0;
                    self.start()?;
                }
                "BEGIN" | "TURN" | "DONE" => {
                    say(&format!("MESSAGE thinking about {moves} | Eval -70 | Time 0ms"))?;
                    if moves == ODD_MOVE {
                        self.be_odd()?;
                    }
                    say(&format!("{moves},{}", self.row))?;
                    self.note("played", &moves.to_string())?;
                    moves += 1;
                }
                "END" => break,
                _ => {}
            }
        }
        Ok(())
    }

    fn about(&self) -> io::Result<()> {
        if self.oddity == "exit-at-once" && self.is_time() {
            std::process::exit(4);
        }
        say("DEBUG hello")?;
        say("name=\"odd\"")
    }

    fn start(&self) -> io::Result<()> {
        match self.oddity.as_str() {
            "refuse" if self.is_time() => say("ERROR no such board"),
            "exit-at-start" if self.is_time() => std::process::exit(5),
            "deaf-to-start" if self.is_time() => sleep_forever(),
            _ => say("OK"),
        }
    }

    /// The third move. Some oddities end here, others are followed by the move.
    fn be_odd(&self) -> io::Result<()> {
        let is_of_moves = !matches!(
            self.oddity.as_str(),
            "" | "refuse" | "exit-at-start" | "deaf-to-start" | "exit-at-once"
        );
        if !is_of_moves || !self.is_time() {
            return Ok(());
        }
        match self.oddity.as_str() {
            "hang" => sleep_forever(),
            "exit" => std::process::exit(3),
            "abort" => std::process::abort(),
            "late" => {
                std::thread::sleep(Duration::from_millis(200));
                ["DEBUG x", "", "UNKNOWN y", "ERROR z", "well"]
                    .iter()
                    .try_for_each(|line| say(line))
            }
            "twice" => say("2,0"),
            "nonsense" => {
                say("hello")?;
                sleep_forever()
            }
            "chatter" => loop {
                say("what shall I say")?;
            },
            "flood" => loop {
                say("MESSAGE nobody wants to know all this, but it goes on and on and on")?;
            },
            "endless-line" => loop {
                io::stdout().lock().write_all(&[b'x'; 4096])?;
            },
            "child" => {
                let mut child = Command::new(std::env::current_exe()?);
                child.arg(&self.folder).arg("sleeper").stdin(Stdio::null()).spawn()?;
                sleep_forever()
            }
            answer => say(answer),
        }
    }

    /// Whether the oddity is due: always, or only once in the life of the folder.
    fn is_time(&self) -> bool {
        let flag = self.folder.join("odd");
        self.always || std::fs::File::create_new(flag).is_ok()
    }

    fn note(&self, file: &str, line: &str) -> io::Result<()> {
        let mut options = std::fs::OpenOptions::new();
        let mut file = options.append(true).create(true).open(self.folder.join(file))?;
        file.write_all(format!("{line}\n").as_bytes())
    }
}

fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}

fn sleep_forever() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(1000));
    }
}
