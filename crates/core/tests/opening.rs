//! The opening rules, played from transcripts and at random.
//!
//! `transcripts/*.txt` hold one file for each rule. A section begins with `== rule on n lines` and
//! a title; every line after it is checked:
//!
//! ```text
//! ? 1 of 2: first place black anywhere [swap-first.place]     the step; `? over` at the end
//! > first place h8 h9                                         acts, all of them accepted
//! ! second place h9 => it is the first player's turn          an act and why it is refused
//! < first place h8                                            an act taken back
//! = first is black, white to move, stones h8, offers j9       how things stand
//! ```
//!
//! Nobody may act before the step is shown, and a section ends when the opening does.

use proptest::prelude::*;
use tengen_core::opening::{Act, Action, Choice, Opening, OpeningRule, Player, Refusal, Step};
use tengen_core::{Point, Rule, Side, Size};

#[test]
fn none() {
    play_transcripts(OpeningRule::None);
}

#[test]
fn swap_first() {
    play_transcripts(OpeningRule::SwapFirst);
}

#[test]
fn swap() {
    play_transcripts(OpeningRule::Swap);
}

#[test]
fn swap2() {
    play_transcripts(OpeningRule::Swap2);
}

#[test]
fn pro() {
    play_transcripts(OpeningRule::Pro);
}

#[test]
fn long_pro() {
    play_transcripts(OpeningRule::LongPro);
}

#[test]
fn rif() {
    play_transcripts(OpeningRule::Rif);
}

#[test]
fn yamaguchi() {
    play_transcripts(OpeningRule::Yamaguchi);
}

#[test]
fn soosyrv8() {
    play_transcripts(OpeningRule::Soosyrv8);
}

#[test]
fn taraguchi10() {
    play_transcripts(OpeningRule::Taraguchi10);
}

/// Plays every section of the rule's file.
fn play_transcripts(rule: OpeningRule) {
    let path = format!("{}/tests/transcripts/{rule}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let mut transcript: Option<Transcript> = None;
    for (n, line) in lines.filter(|(_, line)| !line.starts_with('#')) {
        let place = format!("{rule}.txt:{}: {line}", n + 1);
        match line.strip_prefix("== ") {
            Some(title) => {
                transcript.replace(Transcript::open(title, rule)).inspect(Transcript::close);
            }
            None => transcript.as_mut().unwrap().check(line, &place),
        }
    }
    transcript.unwrap().close();
}

/// A section of a file while it is played.
struct Transcript {
    opening: Opening,
    title: String,
    /// The step that was shown last.
    shown: Option<usize>,
}

impl Transcript {
    fn open(title: &str, rule: OpeningRule) -> Transcript {
        let (start, _) = title.split_once(" lines: ").unwrap();
        let (name, lines) = start.split_once(" on ").unwrap();
        assert_eq!(name.parse(), Ok(rule), "{title}");
        let size = Size::new(lines.parse().unwrap()).unwrap();
        let opening = Opening::new(rule, size).unwrap();
        Transcript { opening, title: title.to_owned(), shown: None }
    }

    fn check(&mut self, line: &str, place: &str) {
        let (mark, rest) = line.split_once(' ').unwrap();
        match mark {
            "?" => {
                assert_eq!(shown(self.opening.step()), rest, "{place}");
                self.shown = self.opening.step().map(|step| step.number);
            }
            ">" => self.act(rest, place),
            "!" => self.refuse(rest, place),
            "<" => {
                let (player, act) = rest.split_once(' ').unwrap();
                let taken_back = self.opening.back(player_named(player)).map(|act| act.to_string());
                assert_eq!(taken_back, Ok(act.to_owned()), "{place}");
            }
            "=" => assert_eq!(standing(&self.opening), rest, "{place}"),
            _ => panic!("no such mark: {place}"),
        }
    }

    fn act(&mut self, line: &str, place: &str) {
        let (player, acts) = acts_in(line);
        for act in acts {
            let step = self.opening.step().map(|step| step.number);
            assert_eq!(step, self.shown, "the step is not shown: {place}");
            assert_eq!(self.opening.act(player, act), Ok(()), "{place}");
        }
    }

    fn refuse(&mut self, line: &str, place: &str) {
        let before = self.opening.clone();
        let (line, reason) = line.split_once(" => ").unwrap();
        let refusal = match line.strip_suffix(" back") {
            Some(player) => self.opening.back(player_named(player)).unwrap_err(),
            None => {
                let (player, acts) = acts_in(line);
                self.opening.act(player, acts[0]).expect_err(place)
            }
        };
        assert_eq!(refusal.to_string(), reason, "{place}");
        assert_eq!(self.opening, before, "{place}");
    }

    fn close(&self) {
        assert_eq!(self.opening.step(), None, "{} does not end", self.title);
    }
}

fn player_named(name: &str) -> Player {
    [Player::First, Player::Second].into_iter().find(|p| p.to_string() == name).unwrap()
}

/// `first place h8 h9`: the player and what he does.
fn acts_in(line: &str) -> (Player, Vec<Act>) {
    let mut words = line.split(' ');
    let (player, verb) = (words.next().unwrap(), words.next().unwrap());
    let act = |word: &str| match verb {
        "place" => Act::Place(word.parse().unwrap()),
        "choose" => Act::Choose(word.parse().unwrap()),
        "declare" => Act::Declare(word.parse().unwrap()),
        _ => panic!("nobody can {verb}"),
    };
    (player_named(player), words.map(act).collect())
}

fn shown(step: Option<Step>) -> String {
    let Some(Step { number, of, actor, text, action }) = step else { return "over".to_owned() };
    let asked = match action {
        Action::Place { colors, zone } => format!("place {} {zone}", words(&colors)),
        Action::Offer { count } => format!("offer {count}"),
        Action::Choose { options } => format!("choose {}", words(&options)),
        Action::Declare { range } => format!("declare {} to {}", range.start(), range.end()),
    };
    format!("{number} of {of}: {actor} {asked} [{text}]")
}

fn standing(opening: &Opening) -> String {
    let mut text = format!("{} is black, {} to move", opening.black(), opening.to_move());
    for (name, points) in [("stones", opening.stones()), ("offers", opening.offers())] {
        if !points.is_empty() {
            text += &format!(", {name} {}", words(points));
        }
    }
    text
}

fn words<T: ToString>(things: &[T]) -> String {
    things.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn boards_without_a_centre_or_too_small_for_a_rule_are_refused() {
    for rule in OpeningRule::ALL {
        let least = match rule {
            OpeningRule::Pro => Some(7),
            OpeningRule::None | OpeningRule::SwapFirst | OpeningRule::Swap | OpeningRule::Swap2 => {
                None
            }
            _ => Some(9),
        };
        for size in Size::all() {
            let fits = least.is_none_or(|least| size.lines() >= least && size.lines() % 2 == 1);
            assert_eq!(Opening::new(rule, size).is_ok(), fits, "{rule} on {size}");
        }
    }
    let refused = Opening::new(OpeningRule::LongPro, Size::new(8).unwrap()).unwrap_err();
    let reason = "long-pro needs an odd number of lines, at least 9; this board has 8";
    assert_eq!(refused.to_string(), reason);
}

#[test]
fn offers_can_always_be_completed_on_the_smallest_board() {
    // The most offers of any rule, after every fourth move of every opening: by symmetry two
    // second moves are enough.
    let size = Size::new(OpeningRule::Yamaguchi.least_lines()).unwrap();
    let mut rng = fastrand::Rng::with_seed(26);
    let mut points: Vec<Point> = size.points().collect();
    for second in ["e6", "f6"] {
        let mut opening = Opening::new(OpeningRule::Yamaguchi, size).unwrap();
        for point in ["e5", second] {
            opening.act(Player::First, Act::Place(point.parse().unwrap())).unwrap();
        }
        for third in legal_acts(&opening) {
            let mut opening = opening.clone();
            opening.act(Player::First, third).unwrap();
            opening.act(Player::First, Act::Declare(12)).unwrap();
            opening.act(Player::Second, Act::Choose(Choice::Stay)).unwrap();
            for fourth in legal_acts(&opening) {
                let mut opening = opening.clone();
                opening.act(Player::Second, fourth).unwrap();
                rng.shuffle(&mut points);
                offer_all(opening, &points);
            }
        }
    }
}

/// Offers these points as far as they are accepted, until all twelve are found.
fn offer_all(mut opening: Opening, points: &[Point]) {
    for &point in points {
        let is_legal = may_be_offered(&opening, point);
        let offered = opening.act(Player::First, Act::Place(point));
        assert_eq!(offered.is_ok(), is_legal, "{point} in {opening:?}");
        if opening.offers().len() == 12 {
            return;
        }
    }
    panic!("{opening:?} is stuck");
}

proptest! {
    #[test]
    fn random_play_agrees_with_a_slow_reference_and_ends((rule, size) in suited(), seed: u64) {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut opening = Opening::new(rule, size).unwrap();
        while let Some(step) = opening.step() {
            prop_assert!(opening.acts().len() < 30, "{opening:?} has no end");
            let legal = legal_acts(&opening);
            for act in some_acts(&mut rng) {
                let player = if rng.bool() { Player::First } else { Player::Second };
                let is_legal = player == step.actor && legal.contains(&act);
                prop_assert_eq!(opening.check(player, act).is_ok(), is_legal, "{}", act);
                let mut tried = opening.clone();
                prop_assert_eq!(tried.act(player, act).is_ok(), is_legal);
                prop_assert_eq!(tried == opening, !is_legal);
            }
            let act = *rng.choice(&legal).expect("there is always something to do");
            prop_assert_eq!(act_and_back(&opening, step.actor, act), opening.clone());
            opening.act(step.actor, act).unwrap();
        }
        check_result(&opening);
    }
}

/// A rule and a board that suits it.
fn suited() -> impl Strategy<Value = (OpeningRule, Size)> {
    let pairs: Vec<_> = OpeningRule::ALL
        .into_iter()
        .flat_map(|rule| Size::all().map(move |size| (rule, size)))
        .filter(|(rule, size)| rule.suits(*size))
        .collect();
    proptest::sample::select(pairs)
}

/// Every point, every choice but most of the points to keep, every number: legal or not.
fn some_acts(rng: &mut fastrand::Rng) -> Vec<Act> {
    let points: Vec<Point> = Size::MAX.points().collect();
    let named =
        ["stay-white", "take-black", "take-white", "place-two", "swap", "stay", "offer-ten"];
    let named = named.iter().map(|name| Act::Choose(name.parse().unwrap()));
    let kept = rng.choose_multiple(&points, 20).into_iter().map(|&p| Act::Choose(Choice::Keep(p)));
    let kept: Vec<Act> = kept.collect();
    let placed = points.into_iter().map(Act::Place);
    placed.chain(named).chain(kept).chain((0..=u8::MAX).map(Act::Declare)).collect()
}

/// The opening after an act and its undoing, which the other player cannot do.
fn act_and_back(opening: &Opening, player: Player, act: Act) -> Opening {
    let mut copy = opening.clone();
    copy.act(player, act).unwrap();
    assert_eq!(copy.back(!player), Err(Refusal::NothingToTakeBack(!player)));
    assert_eq!(copy.back(player), Ok(act));
    copy
}

/// A finished opening leads to a game in which the right side plays on.
fn check_result(opening: &Opening) {
    for player in [Player::First, Player::Second] {
        assert_eq!(opening.check(player, Act::Choose(Choice::Stay)), Err(Refusal::Over));
    }
    assert!(opening.offers().is_empty());
    assert_ne!(opening.player(Side::Black), opening.player(Side::White));
    for rule in Rule::ALL {
        let game = opening.game(rule);
        assert_eq!(game.outcome(), None);
        assert_eq!(game.to_move(), opening.to_move());
        assert_eq!(game.board().stone_count(), opening.stones().len());
    }
}

/// All that the actor may do: points by the slow reference, the rest as the step says.
fn legal_acts(opening: &Opening) -> Vec<Act> {
    let points = opening.size().points();
    match opening.step().unwrap().action {
        Action::Place { .. } => {
            points.filter(|&p| may_be_placed(opening, p)).map(Act::Place).collect()
        }
        Action::Offer { .. } => {
            points.filter(|&p| may_be_offered(opening, p)).map(Act::Place).collect()
        }
        Action::Choose { options } => options.into_iter().map(Act::Choose).collect(),
        Action::Declare { range } => range.map(Act::Declare).collect(),
    }
}

/// Whether the next move may be there, from the rules' words about distances from the centre.
fn may_be_placed(opening: &Opening, point: Point) -> bool {
    let centre = i32::from(opening.size().lines() / 2);
    let (x, y) = (i32::from(point.x()) - centre, i32::from(point.y()) - centre);
    let distance = x.abs().max(y.abs());
    let (rule, number) = (opening.rule(), opening.stones().len() + 1);
    let is_renju = rule >= OpeningRule::Rif;
    let is_allowed = match number {
        1 if is_renju || matches!(rule, OpeningRule::Pro | OpeningRule::LongPro) => distance == 0,
        2 if is_renju => distance <= 1,
        3 if is_renju => distance <= 2,
        3 if rule == OpeningRule::Pro => distance >= 3,
        3 if rule == OpeningRule::LongPro => distance >= 4,
        4 if rule == OpeningRule::Taraguchi10 => distance <= 3,
        5 if rule == OpeningRule::Taraguchi10 => distance <= 4,
        _ => true,
    };
    is_allowed && !opening.stones().contains(&point)
}

fn may_be_offered(opening: &Opening, point: Point) -> bool {
    let stones = opening.stones();
    let is_twin = |&offer: &Point| are_twins(offer, point, stones);
    !stones.contains(&point) && !opening.offers().iter().any(is_twin)
}

type Turn = fn(i32, i32) -> (i32, i32);

/// The eight turns and mirrors of the plane, written out.
const TURNS: [Turn; 8] = [
    |x, y| (x, y),
    |x, y| (-y, x),
    |x, y| (-x, -y),
    |x, y| (y, -x),
    |x, y| (-x, y),
    |x, y| (x, -y),
    |x, y| (y, x),
    |x, y| (-y, -x),
];

/// Whether a turn or mirror, and the one shift that then brings `one` to `other`, puts black
/// stones on black ones and white stones on white ones.
fn are_twins(one: Point, other: Point, stones: &[Point]) -> bool {
    let place = |point: Point| (i32::from(point.x()), i32::from(point.y()));
    let is_stone = |place_of: (i32, i32), side: usize| {
        (side..stones.len()).step_by(2).any(|n| place(stones[n]) == place_of)
    };
    TURNS.iter().any(|turn| {
        let turned = |point| turn(place(point).0, place(point).1);
        let shift = (place(other).0 - turned(one).0, place(other).1 - turned(one).1);
        let image = |point| (turned(point).0 + shift.0, turned(point).1 + shift.1);
        stones.iter().enumerate().all(|(n, &stone)| is_stone(image(stone), n % 2))
    })
}
