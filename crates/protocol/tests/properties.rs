//! Whatever is printed is read back, and no text does harm.

use std::time::Duration;

use proptest::prelude::*;
use tengen_core::{Rule, Size};
use tengen_protocol::{Answer, Command, CommandReader, Info, Lines, Owner, Spot, Stone};

fn spots() -> impl Strategy<Value = Spot> {
    (0..22_u32, 0..22_u32).prop_map(|(x, y)| Spot { x, y })
}

fn stones() -> impl Strategy<Value = Vec<Stone>> {
    let owners = prop_oneof![Just(Owner::Own), Just(Owner::Opponent), Just(Owner::Nobody)];
    prop::collection::vec((spots(), owners), 0..40)
        .prop_map(|stones| stones.into_iter().map(|(spot, owner)| Stone { spot, owner }).collect())
}

fn infos() -> impl Strategy<Value = Info> {
    let millis = || (0..2_000_000_000_u64).prop_map(Duration::from_millis);
    let some_millis = || (1..2_000_000_000_u64).prop_map(Duration::from_millis);
    prop_oneof![
        millis().prop_map(Info::TimeoutTurn),
        prop::option::of(some_millis()).prop_map(Info::TimeoutMatch),
        prop::option::of(millis()).prop_map(Info::TimeLeft),
        prop::option::of(1..u64::MAX).prop_map(Info::MaxMemory),
        prop::sample::select(&Rule::ALL[..]).prop_map(Info::Rule),
        prop::option::of(1..u32::MAX).prop_map(Info::MaxDepth),
        prop::option::of(1..u64::MAX).prop_map(Info::MaxNodes),
        (1..1000_usize).prop_map(Info::Threads),
    ]
}

fn commands() -> impl Strategy<Value = Command> {
    prop_oneof![
        (5..=22_u8).prop_map(|lines| Command::Start(Size::new(lines).unwrap())),
        spots().prop_map(Command::Turn),
        spots().prop_map(Command::TakeBack),
        stones().prop_map(Command::Board),
        infos().prop_map(Command::Info),
        prop::sample::select(vec![
            Command::Begin,
            Command::End,
            Command::About,
            Command::Restart,
            Command::Stop,
        ]),
    ]
}

proptest! {
    #[test]
    fn commands_are_read_back_with_any_line_end(
        commands in prop::collection::vec(commands(), 0..20),
        end in prop::sample::select(vec!["\n", "\r\n", "\r"]),
        lower in any::<bool>(),
    ) {
        let text: String = commands.iter().map(|command| format!("{command}\n")).collect();
        let text = text.replace('\n', end);
        let text = if lower { text.to_lowercase() } else { text };
        let mut reader = CommandReader::default();
        let read: Vec<Command> = Lines::new(text.as_bytes())
            .filter_map(|line| reader.line(&line))
            .map(|command| command.unwrap())
            .collect();
        prop_assert_eq!(read, commands);
    }

    #[test]
    fn no_text_does_harm(text in "(?s).{0,200}") {
        let mut reader = CommandReader::default();
        for line in Lines::new(text.as_bytes()) {
            let _ = reader.line(&line);
            if let Some(answer) = Answer::parse(&line) {
                prop_assert!(!answer.to_string().contains(['\n', '\r']));
            }
        }
    }

    #[test]
    fn no_line_of_words_and_numbers_does_harm(
        text in "((board|BOARD|done|start|turn|info|rule|takeback|[0-9,-]{0,8})[ ,\n]){0,30}",
    ) {
        let mut reader = CommandReader::default();
        for line in Lines::new(text.as_bytes()) {
            let _ = reader.line(&line);
        }
    }
}
