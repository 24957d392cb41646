//! A slow referee, written from the text of the rules and from nothing else.
//!
//! The board is a plain array of characters, every definition is one function, and every function
//! looks at whole lines. Numbers such as 2.1.3 are the paragraphs of the rules' specification. The
//! fast code lends its words (points, rules, kinds of foul) but none of its answers.

use tengen_core::{Board, Direction, Foul, FoulShape, Point, Rule, Side, Size};

use crate::picture::Picture;

/// A black stone.
pub const BLACK: char = 'x';
/// A white stone.
pub const WHITE: char = 'o';
/// No stone.
pub const EMPTY: char = '.';
const OFF_BOARD: char = '#';

/// The four lines, with the step to the next spot: columns to the right, rows up.
const STEPS: [(Direction, Spot); 4] = [
    (Direction::Row, (1, 0)),
    (Direction::Column, (0, 1)),
    (Direction::Rising, (1, 1)),
    (Direction::Falling, (1, -1)),
];

/// More levels of recursion than any board has room for: every level adds a stone.
const ALL_LEVELS: u32 = 500;

/// Column and row from zero; may lie off the board.
type Spot = (i32, i32);

/// A board as it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    lines: i32,
    cells: [[char; 22]; 22],
}

/// What a move leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The game goes on.
    GoesOn,
    /// Five for the side that moves.
    Wins,
    /// The point is forbidden.
    Loses(Vec<Foul>),
    /// The board is full.
    Draw,
}

/// All kinds of foul that a point is forbidden for, and the shapes that make them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// The kinds; none if the point is legal.
    pub fouls: Vec<Foul>,
    /// What makes them.
    pub shapes: Vec<FoulShape>,
}

/// The board and its stones.
impl Grid {
    /// An empty board.
    pub fn new(size: Size) -> Grid {
        Grid { lines: i32::from(size.lines()), cells: [[EMPTY; 22]; 22] }
    }

    /// A board with these stones.
    pub fn of(size: Size, black: &[Point], white: &[Point]) -> Grid {
        let mut grid = Grid::new(size);
        black.iter().for_each(|&point| grid.put(point, BLACK));
        white.iter().for_each(|&point| grid.put(point, WHITE));
        grid
    }

    /// The board of a picture.
    pub fn drawn(picture: &Picture) -> Grid {
        let mut grid = Grid::new(picture.size());
        picture.stones().for_each(|(point, side)| grid.put(point, colour(side)));
        grid
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        Size::new(self.lines as u8).expect("grids have supported sizes")
    }

    /// Puts a stone, or takes it away.
    pub fn put(&mut self, point: Point, stone: char) {
        *self = self.with(spot(point), stone);
    }

    /// What lies on a point.
    pub fn stone(&self, point: Point) -> char {
        self.at(spot(point))
    }

    /// All points on which this lies.
    pub fn stones(&self, stone: char) -> Vec<Point> {
        let size = self.size();
        size.points().filter(|&point| self.stone(point) == stone).collect()
    }

    /// The same stones on the board under test.
    pub fn board(&self) -> Board {
        let mut board = Board::new(self.size());
        for side in Side::BOTH {
            self.stones(colour(side)).into_iter().for_each(|point| board.place(point, side));
        }
        board
    }

    fn is_full(&self) -> bool {
        self.stones(EMPTY).is_empty()
    }

    /// Draws the stones, with `?` on the point in question.
    pub fn draw(&self, asked: Option<Point>) -> String {
        let mut picture = String::new();
        let lines = self.size().lines();
        for y in (0..lines).rev() {
            let row = (0..lines).map(|x| Point::new(x, y).expect("on the board"));
            let marks = row.map(|point| match self.stone(point) {
                EMPTY if asked == Some(point) => '?',
                mark => mark,
            });
            let row: Vec<String> = marks.map(String::from).collect();
            picture += &format!("{:>4} {}\n", y + 1, row.join(" "));
        }
        let names: Vec<String> = (b'a'..b'a' + lines).map(|c| char::from(c).to_string()).collect();
        picture + "     " + &names.join(" ") + "\n"
    }

    fn at(&self, (x, y): Spot) -> char {
        let on_board = 0..self.lines;
        if on_board.contains(&x) && on_board.contains(&y) {
            self.cells[y as usize][x as usize]
        } else {
            OFF_BOARD
        }
    }

    fn with(&self, (x, y): Spot, stone: char) -> Grid {
        let mut grid = *self;
        grid.cells[y as usize][x as usize] = stone;
        grid
    }

    /// All spots of the board on the line through `p`, in its order.
    fn line(&self, p: Spot, step: Spot) -> Vec<Spot> {
        let line = (-self.lines..=self.lines).map(|n| along(p, step, n));
        line.filter(|&spot| self.at(spot) != OFF_BOARD).collect()
    }

    /// The maximal unbroken sequence of stones of one colour through `p`.
    fn run(&self, p: Spot, step: Spot) -> Vec<Spot> {
        let own = |&n: &i32| self.at(along(p, step, n)) == self.at(p);
        let behind = (1..).take_while(|n| own(&-n)).count() as i32;
        let ahead = (1..).take_while(own).count() as i32;
        (-behind..=ahead).map(|n| along(p, step, n)).collect()
    }

    /// The two spots directly beyond the run through `p`, on the board or not.
    fn ends(&self, p: Spot, step: Spot) -> [Spot; 2] {
        let run = self.run(p, step);
        [along(run[0], step, -1), along(run[run.len() - 1], step, 1)]
    }
}

/// Section 1: wins and draws.
impl Grid {
    /// Whether the stone that lies on `point` wins.
    pub fn wins(&self, point: Point, rule: Rule) -> bool {
        !self.winning_rows(point, rule).is_empty()
    }

    /// The rows that win for the stone on `point`.
    pub fn winning_rows(&self, point: Point, rule: Rule) -> Vec<Vec<Point>> {
        let winning = STEPS.iter().filter(|(_, step)| self.row_wins(spot(point), *step, rule));
        winning.map(|(_, step)| named(&self.run(spot(point), *step))).collect()
    }

    fn row_wins(&self, p: Spot, step: Spot, rule: Rule) -> bool {
        let length = self.run(p, step).len();
        match (rule.code(), self.at(p)) {
            (0, _) => length >= 5,
            (1, _) => length == 5,
            (4, BLACK) => length == 5,
            (4, WHITE) => length >= 5,
            (8, _) => length >= 6 || length == 5 && !self.is_blocked_on_both_ends(p, step),
            (9, _) => length == 5 && !self.is_blocked_on_both_ends(p, step),
            other => panic!("no such rule or stone: {other:?}"),
        }
    }

    /// An opponent stone stands directly at both ends. The edge does not block.
    fn is_blocked_on_both_ends(&self, p: Spot, step: Spot) -> bool {
        let opponent = if self.at(p) == BLACK { WHITE } else { BLACK };
        self.ends(p, step).iter().all(|&end| self.at(end) == opponent)
    }

    /// How long the runs through `point` are, and whether they are blocked on both ends.
    pub fn runs(&self, point: Point) -> Vec<(usize, bool)> {
        let p = spot(point);
        let run = |step| (self.run(p, step).len(), self.is_blocked_on_both_ends(p, step));
        STEPS.iter().map(|&(_, step)| run(step)).collect()
    }

    /// What follows if `side` plays the empty `point`.
    pub fn verdict(&self, point: Point, side: Side, rule: Rule) -> Verdict {
        let after = self.with(spot(point), colour(side));
        if after.wins(point, rule) {
            return Verdict::Wins;
        }
        if rule == Rule::Renju && side == Side::Black {
            let judgement = self.judge(point);
            if !judgement.fouls.is_empty() {
                return Verdict::Loses(judgement.fouls);
            }
        }
        if after.is_full() { Verdict::Draw } else { Verdict::GoesOn }
    }
}

/// Section 2: forbidden points. Where `p` is asked about, its stone already lies.
impl Grid {
    /// 2.1.1: the run through `p` has length exactly five, on some line.
    fn has_five(&self, p: Spot) -> bool {
        STEPS.iter().any(|&(_, step)| self.run(p, step).len() == 5)
    }

    /// 2.1.2: the run through `p` has length six or more.
    fn is_overline(&self, p: Spot, step: Spot) -> bool {
        self.run(p, step).len() >= 6
    }

    /// 2.1.3: the empty points on the line where a further stone makes exactly five with `p`.
    fn completions(&self, p: Spot, step: Spot) -> Vec<Spot> {
        if self.run(p, step).len() == 5 {
            return Vec::new();
        }
        let mut completions = self.line(p, step);
        completions.retain(|&e| self.at(e) == EMPTY);
        completions.retain(|&e| {
            let run = self.with(e, BLACK).run(e, step);
            run.len() == 5 && run.contains(&p)
        });
        completions
    }

    /// 2.1.4: four in a row, and both neighbours of the row complete it.
    fn is_straight_four(&self, p: Spot, step: Spot) -> bool {
        self.run(p, step).len() == 4 && {
            let completions = self.completions(p, step);
            self.ends(p, step).iter().all(|end| completions.contains(end))
        }
    }

    /// 2.1.5: the completion points of each four on the line.
    fn fours(&self, p: Spot, step: Spot) -> Vec<Vec<Spot>> {
        let completions = self.completions(p, step);
        if self.is_straight_four(p, step) {
            vec![completions]
        } else {
            completions.into_iter().map(|e| vec![e]).collect()
        }
    }

    /// 2.1.6: the eyes of the three on the line; no eye, no three.
    ///
    /// `levels` is how often (c) is asked inside itself before eyes are simply believed.
    fn eyes(&self, p: Spot, step: Spot, levels: u32) -> Vec<Spot> {
        let mut eyes = self.line(p, step);
        eyes.retain(|&e| self.at(e) == EMPTY);
        eyes.retain(|&e| {
            let grown = self.with(e, BLACK);
            let a = grown.is_straight_four(e, step) && grown.run(e, step).contains(&p);
            let b = !grown.has_five(e);
            a && b && (levels == 0 || !self.forbidden(e, levels - 1))
        });
        eyes
    }

    /// 2.2: the test, step by step. Here `p` is still empty.
    fn forbidden(&self, p: Spot, levels: u32) -> bool {
        let with_p = self.with(p, BLACK);
        if with_p.has_five(p) {
            return false;
        }
        if STEPS.iter().any(|&(_, step)| with_p.is_overline(p, step)) {
            return true;
        }
        if STEPS.iter().map(|&(_, step)| with_p.fours(p, step).len()).sum::<usize>() >= 2 {
            return true;
        }
        let is_three = |step| !with_p.eyes(p, step, levels).is_empty();
        STEPS.iter().filter(|&&(_, step)| is_three(step)).count() >= 2
    }

    /// Whether Black may not play the empty `point` in renju.
    pub fn is_forbidden(&self, point: Point) -> bool {
        self.forbidden(spot(point), ALL_LEVELS)
    }

    /// All points that are forbidden to Black in renju.
    pub fn forbidden_points(&self) -> Vec<Point> {
        self.stones(EMPTY).into_iter().filter(|&point| self.is_forbidden(point)).collect()
    }

    /// How many levels of 6 (c) it takes until the answer stays right: none for most points.
    pub fn levels_needed(&self, point: Point) -> u32 {
        let believed = |levels| self.forbidden(spot(point), levels);
        // Who believes every eye sees all true threes and more: what he allows is legal.
        if !believed(0) {
            return 0;
        }
        let right = self.is_forbidden(point);
        // Twelve levels stand for all that are deeper: no position is known that needs as many.
        (0..12).rev().find(|&levels| believed(levels) != right).map_or(0, |levels| levels + 1)
    }

    /// All kinds of foul and the shapes that make them, of the empty `point`.
    pub fn judge(&self, point: Point) -> Judgement {
        let p = spot(point);
        let with_p = self.with(p, BLACK);
        let mut judgement = Judgement { fouls: Vec::new(), shapes: Vec::new() };
        if with_p.has_five(p) {
            return judgement;
        }
        for (foul, needed) in [(Foul::Overline, 1), (Foul::DoubleFour, 2), (Foul::DoubleThree, 2)] {
            let shapes = with_p.shapes(p, foul);
            if shapes.len() >= needed {
                judgement.fouls.push(foul);
                judgement.shapes.extend(shapes);
            }
        }
        judgement
    }

    /// Whether the empty `point` makes five and an overline or two fours as well.
    pub fn wins_in_spite_of_a_foul(&self, point: Point) -> bool {
        let p = spot(point);
        let with_p = self.with(p, BLACK);
        let count = |foul| with_p.shapes(p, foul).len();
        with_p.has_five(p) && (count(Foul::Overline) >= 1 || count(Foul::DoubleFour) >= 2)
    }

    /// The shapes on all four lines that count towards `foul`.
    fn shapes(&self, p: Spot, foul: Foul) -> Vec<FoulShape> {
        let mut shapes = Vec::new();
        for (direction, step) in STEPS {
            let growths = match foul {
                Foul::Overline if self.is_overline(p, step) => vec![Vec::new()],
                Foul::Overline => Vec::new(),
                Foul::DoubleFour => self.fours(p, step),
                Foul::DoubleThree => match self.eyes(p, step, ALL_LEVELS) {
                    eyes if eyes.is_empty() => Vec::new(),
                    eyes => vec![eyes],
                },
            };
            shapes.extend(growths.iter().map(|growth| FoulShape {
                foul,
                direction,
                stones: named(&self.grown_row(p, step, growth)),
                growth: named(growth),
            }));
        }
        shapes
    }

    /// The stones that already lie in the row which a growth point completes.
    fn grown_row(&self, p: Spot, step: Spot, growth: &[Spot]) -> Vec<Spot> {
        let mut row = match growth.first() {
            Some(&e) => self.with(e, BLACK).run(p, step),
            None => self.run(p, step),
        };
        row.retain(|&spot| self.at(spot) == BLACK);
        row
    }
}

/// The stone of a side.
pub fn colour(side: Side) -> char {
    match side {
        Side::Black => BLACK,
        Side::White => WHITE,
    }
}

fn along((x, y): Spot, (dx, dy): Spot, steps: i32) -> Spot {
    (x + steps * dx, y + steps * dy)
}

fn spot(point: Point) -> Spot {
    (i32::from(point.x()), i32::from(point.y()))
}

fn named(spots: &[Spot]) -> Vec<Point> {
    spots.iter().map(|&(x, y)| Point::new(x as u8, y as u8).expect("on the board")).collect()
}
