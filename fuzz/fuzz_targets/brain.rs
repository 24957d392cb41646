//! Any bytes as the lines of a manager. A second, simple account of the board says what each command must be
//! answered with: every move lies on the board on a free point, and nonsense is refused.
#![no_main]

use std::collections::HashSet;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tengen_brain::{BrainOptions, BrainSession, Order};
use tengen_core::Size;
use tengen_player::SharedData;
use tengen_protocol::{
    Answer, BadCommand, Command, CommandReader, Info, Lines, Owner, Spot, Stone,
};

/// The pattern tables take a second to make.
static SHARED: LazyLock<SharedData> = LazyLock::new(SharedData::default);

/// Nodes of a search.
const NODES: u64 = 50;
/// Commands of one input. Longer inputs find nothing that shorter ones do not.
const COMMANDS: usize = 40;

type Read = Result<Command, BadCommand>;

fuzz_target!(|data: &[u8]| {
    let options = BrainOptions { memory: 1 << 20, seed: Some(1), ..BrainOptions::default() };
    let mut session = BrainSession::with_data(&options, &SHARED, Vec::new());
    let mut board = None;
    let mut reader = CommandReader::default();
    let limit = Ok(Command::Info(Info::MaxNodes(Some(NODES))));
    let sent = Lines::new(data).flat_map(|line| reader.line(&line));
    let mut has_proposed = false;
    for command in [limit].into_iter().chain(sent).take(COMMANDS) {
        // However few nodes it has, a proposal looks at a thousand ways to put stones.
        if proposes(&command) && std::mem::replace(&mut has_proposed, true) {
            continue;
        }
        let command = command.map(within_limits);
        session.obey(Order::new(command.clone())).expect("memory takes everything");
        let said = String::from_utf8(std::mem::take(session.output())).expect("answers are text");
        check(&mut board, &command, &answers(&said));
    }
});

/// The command with a limit that lets a search end soon.
fn within_limits(command: Command) -> Command {
    match command {
        Command::Info(Info::MaxNodes(nodes)) => {
            Command::Info(Info::MaxNodes(Some(nodes.map_or(NODES, |nodes| nodes.min(NODES)))))
        }
        other => other,
    }
}

/// Whether a command asks for stones that are fair to both sides.
fn proposes(command: &Read) -> bool {
    match command {
        Ok(Command::Swap2Board(spots)) => spots.len() < 5,
        Ok(Command::Swap2Step(step)) => *step < 3,
        Ok(Command::Balance { .. }) => true,
        _ => false,
    }
}

/// The answers of a text, without what is only for the user to see.
fn answers(said: &str) -> Vec<Answer> {
    assert!(said.is_empty() || said.ends_with('\n'), "half a line: {said:?}");
    let answer = |line: &str| {
        assert!(!line.chars().any(char::is_control), "{line:?}");
        Answer::parse(line).expect("no line is empty")
    };
    let is_shown = |answer: &Answer| match answer {
        Answer::Message(_) => true,
        Answer::Other(text) => text.starts_with("INFO "),
        _ => false,
    };
    said.lines().map(answer).filter(|answer| !is_shown(answer)).collect()
}

/// The stones that the manager knows of.
struct Known {
    size: Size,
    stones: HashSet<Spot>,
}

impl Known {
    fn is_free(&self, spot: Spot) -> bool {
        spot.on(self.size).is_some() && !self.stones.contains(&spot)
    }

    fn is_full(&self) -> bool {
        self.stones.len() == self.size.area()
    }

    /// Puts the stones of a block in the place of all others, if they can lie there.
    fn set(&mut self, block: &[Stone]) -> bool {
        let mut known = Known { size: self.size, stones: HashSet::new() };
        let is_sound = block.iter().all(|stone| {
            let is_free = known.is_free(stone.spot);
            known.stones.insert(stone.spot);
            is_free && stone.owner != Owner::Nobody
        });
        if is_sound {
            *self = known;
        }
        is_sound
    }

    /// The engine's move, which must be there unless the board is full.
    fn check_own(&mut self, answers: &[Answer]) {
        match answers {
            [Answer::Move(spot)] if self.is_free(*spot) => {
                self.stones.insert(*spot);
            }
            [Answer::Error(_)] => assert!(self.is_full()),
            other => panic!("no move: {other:?}"),
        }
    }

    /// Moves that are proposed and not made.
    fn check_proposed(&self, answers: &[Answer], stones: &[Spot]) {
        let is_free = |spot: &Spot| self.is_free(*spot) && !stones.contains(spot);
        match answers {
            [Answer::Move(spot)] => assert!(is_free(spot), "{spot}"),
            [Answer::Moves(spots)] => {
                assert!(spots.iter().all(is_free), "{spots:?}");
                assert!(spots.iter().collect::<HashSet<_>>().len() == spots.len(), "{spots:?}");
            }
            [Answer::Error(text)] => assert!(!text.is_empty()),
            other => panic!("no proposal: {other:?}"),
        }
    }
}

/// Whether a command was answered as it must be.
fn check(board: &mut Option<Known>, command: &Read, answers: &[Answer]) {
    let is_refused = matches!(answers, [Answer::Error(text)] if !text.is_empty());
    let command = match command {
        Ok(command) => command,
        Err(_) => return assert!(is_refused, "{command:?}: {answers:?}"),
    };
    match command {
        Command::Start(size) => {
            *board = Some(Known { size: *size, stones: HashSet::new() });
            return assert_eq!(answers, [Answer::Ok]);
        }
        Command::Unknown(word) => return assert_eq!(answers, [Answer::Unknown(word.clone())]),
        Command::About => return assert!(matches!(answers, [Answer::Other(_)]), "{answers:?}"),
        Command::Info(_)
        | Command::End
        | Command::Stop
        | Command::ShowInfo
        | Command::ClearHash
        | Command::ShowHashUsage
        | Command::Block(_)
        | Command::Unblock(_)
        | Command::UnblockAll => return assert_eq!(answers, []),
        _ => {}
    }
    let Some(known) = board else { return assert!(is_refused, "{command:?}: {answers:?}") };
    match command {
        Command::Restart => {
            known.stones.clear();
            assert_eq!(answers, [Answer::Ok]);
        }
        Command::Begin if known.stones.is_empty() => known.check_own(answers),
        Command::Turn(spot) if known.is_free(*spot) => {
            known.stones.insert(*spot);
            known.check_own(answers);
        }
        Command::Board(block) if known.set(block) => known.check_own(answers),
        Command::SetBoard(block) if known.set(block) => assert_eq!(answers, []),
        Command::TakeBack(spot) if known.stones.remove(spot) => assert_eq!(answers, [Answer::Ok]),
        Command::Play(spot) if known.is_free(*spot) => {
            known.stones.insert(*spot);
            assert_eq!(answers, [Answer::Move(*spot)]);
        }
        Command::Swap2Board(spots) => {
            let empty = Known { size: known.size, stones: HashSet::new() };
            if !matches!(answers, [Answer::Swap]) {
                empty.check_proposed(answers, spots);
            }
        }
        Command::Swap2Step(_) => assert!(is_refused || answers.is_empty(), "{answers:?}"),
        Command::Best(_) | Command::SearchDefend | Command::Balance { .. } => {
            known.check_proposed(answers, &[]);
        }
        Command::ShowForbidden => {
            let [Answer::Forbidden(spots)] = answers else { panic!("{answers:?}") };
            assert!(spots.iter().all(|spot| known.is_free(*spot)), "{spots:?}");
        }
        refused => assert!(is_refused, "{refused:?}: {answers:?}"),
    }
}
