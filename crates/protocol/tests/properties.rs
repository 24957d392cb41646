//! Whatever is printed is read back, and no text does harm.

use std::time::Duration;

use proptest::prelude::*;
use tengen_core::{Rule, Size};
use tengen_protocol::{
    Answer, Balanced, Command, CommandReader, Detail, Info, Lines, Owner, Spot, Stone,
};

fn spots() -> impl Strategy<Value = Spot> {
    (0..22_u32, 0..22_u32).prop_map(|(x, y)| Spot { x, y })
}

fn some_spots() -> impl Strategy<Value = Vec<Spot>> {
    prop::collection::vec(spots(), 0..10)
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
        (0..1_u64 << 40).prop_map(|kib| Info::HashSize(kib << 10)),
        millis().prop_map(Info::TimeIncrement),
        any::<(bool, bool)>()
            .prop_map(|(realtime, blocks)| Info::ShowDetail(Detail { realtime, blocks })),
        any::<bool>().prop_map(Info::Pondering),
        any::<bool>().prop_map(Info::Book),
        Just(Info::ClearHash),
        "[a-z]{1,8}".prop_map(Info::Algorithm),
        "[a-z]{1,8}".prop_map(Info::Solver),
        prop::option::of(1..u32::MAX).prop_map(Info::MaxPlies),
    ]
}

fn commands() -> impl Strategy<Value = Command> {
    prop_oneof![
        (5..=22_u8).prop_map(|lines| Command::Start(Size::new(lines).unwrap())),
        spots().prop_map(Command::Turn),
        spots().prop_map(Command::TakeBack),
        spots().prop_map(Command::Play),
        stones().prop_map(Command::Board),
        stones().prop_map(Command::SetBoard),
        some_spots().prop_map(Command::Swap2Board),
        some_spots().prop_map(Command::Block),
        some_spots().prop_map(Command::Unblock),
        (0..500_usize).prop_map(Command::Best),
        any::<(bool, i32)>().prop_map(|(one, value)| Command::Balance {
            moves: if one { Balanced::One } else { Balanced::Two },
            value,
        }),
        (1..=3_u8).prop_map(Command::Swap2Step),
        infos().prop_map(Command::Info),
        prop::sample::select(vec![
            Command::Begin,
            Command::End,
            Command::About,
            Command::Restart,
            Command::Stop,
            Command::ShowInfo,
            Command::SearchDefend,
            Command::ClearHash,
            Command::ShowHashUsage,
            Command::ShowForbidden,
            Command::UnblockAll,
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
            .flat_map(|line| reader.line(&line))
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
        text in "((board|swap2board|YXBLOCK|done|start|turn|info|rule|[0-9,-]{0,8})[ ,\n]){0,30}",
    ) {
        let mut reader = CommandReader::default();
        for line in Lines::new(text.as_bytes()) {
            let _ = reader.line(&line);
        }
    }
}
