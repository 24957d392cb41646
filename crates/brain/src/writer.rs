//! Writing: answers, and what boards want to see of a search.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use tengen_core::{Point, Size};
use tengen_player::{Event, Pv, Report, Verdict};
use tengen_protocol::{Analysis, Answer, Detail, Evaluation, Realtime, Spot};

use crate::reader::Cancel;

/// Boards need time to draw.
const PAUSE: Duration = Duration::from_millis(100);
/// A move that is looked at for less is gone before anybody sees its mark.
const BLINK: Duration = Duration::from_millis(20);
/// No line of a message shows more moves.
const LONGEST_LINE: usize = 40;

/// Writes a line at once.
pub(crate) fn write_line(out: &mut impl Write, line: &impl std::fmt::Display) -> io::Result<()> {
    writeln!(out, "{line}")?;
    out.flush()
}

/// Writes of a search while it lasts, in the detail that is wanted.
pub(crate) struct ProgressWriter<'a, W> {
    out: &'a mut W,
    detail: Detail,
    /// Whether lines for people are wanted.
    for_people: bool,
    size: Size,
    cancel: &'a Cancel,
    /// When it last wrote progress.
    written: Instant,
    best: Option<Point>,
    /// The root move reported last, and when.
    looking: Option<Point>,
    blinked: Instant,
    /// Moves reported as lost.
    lost: Vec<Point>,
}

impl<'a, W: Write> ProgressWriter<'a, W> {
    /// Starts to report. A manager that asks for PVs gets them, whatever else is set.
    pub(crate) fn new(
        out: &'a mut W,
        detail: Detail,
        asks: bool,
        size: Size,
        cancel: &'a Cancel,
    ) -> ProgressWriter<'a, W> {
        let for_people = detail.realtime || asks;
        let (written, blinked) = (Instant::now(), Instant::now());
        let (best, looking, lost) = (None, None, Vec::new());
        let mut writer = ProgressWriter {
            out,
            detail,
            for_people,
            size,
            cancel,
            written,
            best,
            looking,
            blinked,
            lost,
        };
        if detail.realtime {
            writer.message(&Realtime::Refresh);
        }
        writer
    }

    /// Tells what happens, if it is time.
    pub(crate) fn note(&mut self, event: &Event<'_>) {
        match *event {
            Event::Progress(report) if self.written.elapsed() >= PAUSE => self.tell(report),
            Event::Looking(point) if self.detail.realtime && self.blinked.elapsed() >= BLINK => {
                self.look_at(Some(point));
            }
            _ => {}
        }
    }

    /// Tells what was found in the end.
    pub(crate) fn finish(&mut self, report: &Report) {
        self.look_at(None);
        self.tell(report);
    }

    /// Another move is looked at, or none any more.
    fn look_at(&mut self, point: Option<Point>) {
        if self.cancel.is_unwanted() {
            return;
        }
        self.blinked = Instant::now();
        if let Some(done) = std::mem::replace(&mut self.looking, point) {
            self.message(&Realtime::Done(Spot::of(done, self.size)));
        }
        if let Some(point) = point {
            self.message(&Realtime::Looking(Spot::of(point, self.size)));
        }
    }

    /// Tells what is known.
    fn tell(&mut self, report: &Report) {
        // After the end of a search that nobody wants any more, silence.
        if self.cancel.is_unwanted() {
            return;
        }
        self.written = Instant::now();
        if self.detail.realtime {
            self.tell_realtime(report);
        }
        for (index, line) in report.pvs.iter().enumerate() {
            if self.detail.blocks {
                // Who does not listen does not hear.
                let analysis = self.analysis(report, index, line);
                let _ = write_line(self.out, &analysis);
            }
            if self.for_people {
                self.message(&text(report, index, line));
            }
        }
    }

    fn tell_realtime(&mut self, report: &Report) {
        let Some(line) = report.pvs.first() else { return };
        if self.best != report.best() {
            self.best = report.best();
            line.moves.first().into_iter().for_each(|&best| {
                self.message(&Realtime::Best(Spot::of(best, self.size)));
            });
        }
        self.message(&Realtime::Value(line.verdict.score()));
        self.message(&Realtime::Line(names(&line.moves)));
        for line in &report.pvs {
            if let (Verdict::Loses { .. }, Some(&point)) = (line.verdict, line.moves.first())
                && !self.lost.contains(&point)
            {
                self.lost.push(point);
                self.message(&Realtime::Lost(Spot::of(point, self.size)));
            }
        }
    }

    fn analysis(&self, report: &Report, index: usize, line: &Pv) -> Analysis {
        Analysis {
            index,
            count: report.pvs.len(),
            depth: report.depth,
            seldepth: report.seldepth,
            nodes: line.nodes,
            total_nodes: report.nodes,
            time: report.elapsed,
            speed: report.nps(),
            evaluation: evaluation(line.verdict),
            win_rate: line.verdict.shown_win_rate(),
            line: line.moves.iter().map(|&point| Spot::of(point, self.size)).collect(),
        }
    }

    fn message(&mut self, text: &impl std::fmt::Display) {
        let _ = write_line(self.out, &Answer::Message(text.to_string()));
    }
}

/// A line for people.
fn text(report: &Report, index: usize, line: &Pv) -> String {
    let (depth, deepest) = (report.depth, report.seldepth);
    let (evaluation, names) = (eval_text(line.verdict), names(&line.moves));
    match report.pvs.len() {
        1 => {
            let millis = report.elapsed.as_millis();
            format!("Depth {depth}-{deepest} | Eval {evaluation} | Time {millis}ms | {names}")
        }
        _ => format!("({}) {evaluation} | {depth}-{deepest} | {names}", index + 1),
    }
}

fn names(moves: &[Point]) -> String {
    let names = moves.iter().take(LONGEST_LINE).map(|point| point.to_string().to_uppercase());
    names.collect::<Vec<_>>().join(" ")
}

/// For managers. They know mates and numbers only, so a likely win is the best estimate.
fn evaluation(verdict: Verdict) -> Evaluation {
    match verdict {
        Verdict::Wins { plies } => Evaluation::WinIn(plies),
        Verdict::Loses { plies } => Evaluation::LossIn(plies),
        unproven => Evaluation::Estimate(unproven.score()),
    }
}

/// For people.
fn eval_text(verdict: Verdict) -> String {
    match verdict.likely() {
        Some(_) => verdict.to_string(),
        None => evaluation(verdict).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_likely_win_is_no_mate_and_no_more_than_an_estimate() {
        let likely = Verdict::LikelyWin { plies: 25 };
        assert_eq!(
            (eval_text(likely), eval_text(-likely)),
            ("likely win".into(), "likely loss".into())
        );
        assert_eq!(evaluation(likely), Evaluation::Estimate(Verdict::MAX_ESTIMATE));
        assert_eq!(eval_text(Verdict::Wins { plies: 7 }), "+M7");
        assert_eq!(eval_text(Verdict::Unclear { centi: -12 }), "-12");
    }
}
