//! `GET /api/info`.

use axum::Json;
use axum::extract::State;
use tengen_core::{OpeningRule, Rule, Size};
use tengen_formats::Format;
use tengen_player::{Level, Rating};
use tengen_review::{THRESHOLDS, Thresholds};

use crate::app::App;
use crate::wire::{
    Algorithm, Info, LevelInfo, OpeningInfo, RatingInfo, ReviewTable, ServerLimits, VERSION,
};
use crate::{http, live};

/// What the front end speaks: one file each in `web/lang`.
const LANGUAGES: [&str; 8] = ["en", "zh-CN", "zh-TW", "ja", "ko", "vi", "ru", "cs"];

pub(super) async fn info(State(app): State<App>) -> Json<Info> {
    Json(describe(&app))
}

/// What this server is and can.
pub(crate) fn describe(app: &App) -> Info {
    let formats = |keep: fn(&Format) -> bool| {
        Format::ALL.iter().filter(|&format| keep(format)).map(ToString::to_string).collect()
    };
    Info {
        protocol: VERSION,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        build: app.build(),
        engine: format!("Tengen {}", env!("CARGO_PKG_VERSION")),
        rules: Rule::ALL.map(Into::into).to_vec(),
        openings: OpeningRule::ALL.map(opening).to_vec(),
        levels: Level::all().map(level).collect(),
        algorithms: tengen_player::Algorithm::ALL.map(Algorithm::from).to_vec(),
        limits: ServerLimits {
            threads: app.resources.threads as u32,
            memory: app.resources.memory,
            default_memory: app.resources.default_memory,
            lines: app.resources.lines,
            sizes: (Size::MIN.lines(), Size::MAX.lines()),
            import_bytes: http::LARGEST_FILE as u64,
            library_bytes: http::LARGEST_LIBRARY as u64,
            message_bytes: live::LONGEST as u32,
            profile_bytes: http::LARGEST_PROFILE as u32,
        },
        review: review_table(),
        reads: formats(|_| true),
        writes: formats(|_| true),
        languages: LANGUAGES.map(str::to_owned).to_vec(),
        data: app.data().display().to_string(),
        watch: app.watches.is_on(),
        scripted: app.is_scripted,
    }
}

fn level(level: Level) -> LevelInfo {
    let rating =
        level.rating().map(|Rating { elo, error, games }| RatingInfo { elo, error, games });
    LevelInfo { level: level.number(), nodes: level.nodes(), rating }
}

fn review_table() -> ReviewTable {
    let percent = |chance: f64| (100.0 * chance).round() as u32;
    let Thresholds { slower_plies, missed_win, losing, loss, worthless, .. } = THRESHOLDS;
    ReviewTable {
        slower_plies,
        missed_win: missed_win.map(percent),
        losing: losing.map(percent),
        loss: loss.map(percent),
        worthless: percent(worthless),
    }
}

fn opening(rule: OpeningRule) -> OpeningInfo {
    let sizes = Size::MIN.lines()..=Size::MAX.lines();
    OpeningInfo {
        name: rule.into(),
        sizes: sizes
            .filter(|&lines| Size::new(lines).is_some_and(|size| rule.suits(size)))
            .collect(),
    }
}
