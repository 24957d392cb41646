//! `tengen shapes`: the shapes that engine people agree on, by its JSON, and what people see.

use serde_json::Value;
use tengen_test_support::process::{tengen, tengen_fed};

/// A line and what it becomes for `x` who plays at `*`: `o` is an enemy or a wall, `.` is empty.
/// Around the line is wide empty space.
type Example = (&'static str, &'static str);

/// The table of the engine's specification, in its order.
const EXAMPLES: [Example; 24] = [
    ("xxxx*", "five"),
    ("xx*xx", "five"),
    (".xxx*.", "open-four"),
    ("oxxx*.", "four"),
    ("xx.x*", "four"),
    ("x*.xx", "four"),
    ("*.xxx", "four"),
    ("..xx*.", "open-three"),
    (".x.x*.", "open-three"),
    (".x*.x.", "open-three"),
    ("oxx*..", "closed-three"),
    ("x..x*", "closed-three"),
    ("x.*.x", "closed-three"),
    ("o.xx*.o", "closed-three"),
    ("..x*..", "open-two"),
    (".x.*..", "open-two"),
    (".x..*.", "open-two"),
    ("ox*...", "closed-two"),
    ("x...*", "closed-two"),
    // Fewer than five cells between walls.
    ("oxxx*o", "none"),
    ("ox.*xo", "none"),
    ("ox*.o", "none"),
    ("o.*o", "none"),
    ("o*o", "none"),
];

const RULES: [&str; 3] = ["freestyle", "standard", "renju"];

/// Directions as steps, in the order of `lines`.
const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// A set-up with an example on it, and where to look.
struct Question {
    position: String,
    point: String,
    side: &'static str,
    direction: usize,
    example: &'static str,
    expected: &'static str,
}

fn name(x: i32, y: i32) -> String {
    format!("{}{}", (b'a' + x as u8) as char, y + 1)
}

/// The example on a line through `(x, y)`, its first cell there; cells off the board are walls.
fn question(
    (example, expected): Example,
    (x, y): (i32, i32),
    direction: usize,
    side: &'static str,
) -> Question {
    let (mut own, mut enemy, mut point) = (String::new(), String::new(), String::new());
    let (dx, dy) = STEPS[direction];
    for (n, cell) in (0..).zip(example.chars()) {
        let (x, y) = (x + n * dx, y + n * dy);
        let is_on_board = (0..15).contains(&x) && (0..15).contains(&y);
        match cell {
            'x' => own += &name(x, y),
            'o' if is_on_board => enemy += &name(x, y),
            '*' => point = name(x, y),
            _ => {}
        }
    }
    let (black, white) = if side == "black" { (own, enemy) } else { (enemy, own) };
    let position = format!("b={black};w={white};t=b");
    Question { position, point, side, direction, example, expected }
}

/// What the command says of every question, in one run for a rule.
fn answers(rule: &str, questions: &[Question]) -> Vec<Value> {
    let input: String = questions.iter().map(|q| format!("{}\n", q.position)).collect();
    let run = tengen_fed(&["shapes", "--json", "--rule", rule, "-"], &input);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let views = run.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let at = |(view, question): (Value, &Question)| {
        let points = view["points"].as_array().unwrap();
        points.iter().find(|point| point["point"] == question.point.as_str()).unwrap().clone()
    };
    let found: Vec<Value> = views.zip(questions).map(at).collect();
    assert_eq!(found.len(), questions.len());
    found
}

#[test]
fn the_table_of_shapes_holds_in_all_directions_for_both_sides() {
    let mut questions = Vec::new();
    for example in EXAMPLES {
        for direction in 0..4 {
            for side in ["black", "white"] {
                let y = if direction == 3 { 10 } else { 4 };
                questions.push(question(example, (4, y), direction, side));
            }
        }
    }
    for rule in RULES {
        for (found, question) in answers(rule, &questions).iter().zip(&questions) {
            let line = &found[question.side]["lines"][question.direction];
            assert_eq!(line, question.expected, "{rule} {} {}", question.example, question.side);
        }
    }
}

#[test]
fn the_edge_stops_a_line_like_an_enemy() {
    let stopped = EXAMPLES.into_iter().filter(|(example, _)| example.starts_with('o'));
    let questions: Vec<Question> =
        stopped.map(|example| question(example, (-1, 7), 0, "black")).collect();
    assert_eq!(questions.len(), 9);
    for rule in RULES {
        for (found, question) in answers(rule, &questions).iter().zip(&questions) {
            assert_eq!(
                found["black"]["lines"][0], question.expected,
                "{rule} {}",
                question.example
            );
        }
    }
}

#[test]
fn lines_that_are_too_long_and_two_fours_on_one_line_follow_the_rule() {
    let six = ("xxx*xx", "");
    let twins = ("x.xx*.x", "");
    for (rule, side, line, threat, forbidden) in [
        ("freestyle", "black", "five", "five", Value::Null),
        ("standard", "black", "overline", "none", Value::Null),
        ("standard", "white", "overline", "none", Value::Null),
        ("renju", "black", "overline", "overline", "6".into()),
        ("renju", "white", "five", "five", Value::Null),
    ] {
        let found = &answers(rule, &[question(six, (4, 7), 0, side)])[0];
        assert_eq!(found[side]["lines"][0], line, "{rule} {side}");
        assert_eq!(found[side]["threat"], threat, "{rule} {side}");
        assert_eq!(found["forbidden"], forbidden, "{rule} {side}");
    }
    for (rule, side, forbidden) in [
        ("freestyle", "black", Value::Null),
        ("standard", "white", Value::Null),
        ("renju", "white", Value::Null),
        ("renju", "black", "44".into()),
    ] {
        let found = &answers(rule, &[question(twins, (4, 7), 0, side)])[0];
        assert_eq!(found[side]["lines"][0], "four", "{rule} {side}");
        assert_eq!(found[side]["threat"], "double-four", "{rule} {side}");
        assert_eq!(found["forbidden"], forbidden, "{rule} {side}");
    }
}

#[test]
fn threats_join_what_the_lines_make() {
    for (position, point, threat) in [
        ("b=e8f8g8;w=;t=b", "h8", "open-four"),
        ("b=e8f8g8h7h6h5;w=d8h4;t=b", "h8", "double-four"),
        ("b=e8f8g8h7h6;w=d8;t=b", "h8", "four-three"),
        ("b=e8f8g8;w=d8;t=b", "h8", "four"),
        ("b=e8f8g8h7;w=d8;t=b", "h8", "four"),
        ("b=g8f8h7h6;w=;t=b", "h8", "double-three"),
        ("b=g8f8;w=;t=b", "h8", "open-three"),
        ("b=g8f8h7;w=;t=b", "h8", "open-three"),
        ("b=g8f8;w=e8;t=b", "h8", "closed-three"),
        ("b=g8;w=;t=b", "h8", "open-two"),
        ("b=a1;w=;t=b", "h8", "none"),
    ] {
        let run = tengen(&["shapes", "--json", position]);
        let view: Value = serde_json::from_str(&run.out).unwrap();
        let points = view["points"].as_array().unwrap();
        let found = points.iter().find(|found| found["point"] == point).unwrap();
        assert_eq!(found["black"]["threat"], threat, "{position}");
    }
}

#[test]
fn every_field_is_there() {
    const LINES: &str = " five open-four four open-three closed-three open-two closed-two one none \
        overline ";
    for (position, side) in [("h8i9i7g9h7h9", "black"), ("h8i9i7g9h7", "white")] {
        let run = tengen(&["shapes", "--json", "--rule", "renju", position]);
        let view: Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!((&view["position"], &view["side"]), (&position.into(), &side.into()));
        let points = view["points"].as_array().unwrap();
        assert_eq!(points.len(), 225 - position.len() / 2);
        for point in points {
            assert!(point["policy"].is_i64(), "{point}");
            assert!(point[side]["attack"].is_i64() && point[side]["defence"].is_i64(), "{point}");
            for side in ["black", "white"] {
                let lines = point[side]["lines"].as_array().unwrap();
                let is_known =
                    |line: &Value| LINES.contains(&format!(" {} ", line.as_str().unwrap()));
                assert!(lines.len() == 4 && lines.iter().all(is_known), "{point}");
            }
            assert!(point.as_object().unwrap().contains_key("forbidden"));
        }
        assert!(view.get("buckets").is_none());
    }
}

#[test]
fn candidates_come_in_buckets() {
    let buckets = |position: &str| {
        let run = tengen(&["shapes", "--json", "--candidates", position]);
        let view: Value = serde_json::from_str(&run.out).unwrap();
        let buckets = view["buckets"].as_array().unwrap().clone();
        let named = |bucket: &Value| {
            let moves = bucket["moves"].as_array().unwrap();
            let policies: Vec<i64> = moves.iter().map(|m| m["policy"].as_i64().unwrap()).collect();
            assert!(policies.is_sorted_by(|a, b| a >= b), "{bucket}");
            let mut points: Vec<&str> =
                moves.iter().map(|m| m["point"].as_str().unwrap()).collect();
            points.sort_unstable();
            (bucket["bucket"].as_str().unwrap().to_owned(), points.join(" "))
        };
        buckets.iter().map(named).collect::<Vec<_>>()
    };
    let one = |bucket: &str, points: &str| vec![(bucket.to_owned(), points.to_owned())];
    assert_eq!(buckets(""), one("quiet", "h8"));
    assert_eq!(buckets("b=e8f8g8h8;w=d8;t=b"), one("fives", "i8"));
    assert_eq!(buckets("b=e8f8g8h8;w=d8;t=w"), one("five-blocks", "i8"));
    assert_eq!(buckets("b=e8f8h8;w=;t=b"), one("open-fours", "g8"));
    // The split three is stopped in the gap and from both ends.
    assert_eq!(buckets("b=e8f8h8;w=;t=w"), one("open-four-stops", "d8 g8 i8"));
    let free = buckets("h8i9i7g9h7");
    assert_eq!(
        free.iter().map(|b| b.0.as_str()).collect::<Vec<_>>()[..2],
        ["threes", "three-blocks"]
    );
    let run = tengen(&["shapes", "--candidates", "b=e8f8h8;w=;t=w"]);
    assert!(run.out.contains("\n  open-four-stops: g8 "), "{}", run.out);
}

#[test]
fn people_see_the_points_that_mean_something() {
    let run = tengen(&["shapes", "b=e8f8g8h7h6;w=d8;t=b"]);
    let row = run.out.lines().find(|line| line.starts_with("h8 ")).unwrap();
    assert!(row.contains(" four-three (- four, | open-three"), "{row}");
    assert!(!run.out.lines().any(|line| line.starts_with("a15 ")), "nothing is to be seen there");
    let empty = tengen(&["shapes", ""]);
    assert!(empty.status == 0 && !empty.out.contains("point"), "nor on an empty board");
}
