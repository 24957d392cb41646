//! Tunables: every number of the search is declared once, here.

/// Declares the parameters: a doc comment, a name, a default and a range each.
macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $default:literal in $range:expr;)*) => {
        /// The numbers of the search. A value, so that two sets can play each other.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Params {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Default for Params {
            fn default() -> Self {
                Params { $($name: $default,)* }
            }
        }

        impl Params {
            /// All parameters: name, value and allowed range.
            pub fn list(&self) -> Vec<(&'static str, i32, std::ops::RangeInclusive<i32>)> {
                vec![$((stringify!($name), self.$name, $range),)*]
            }

            /// Changes a parameter by its name.
            ///
            /// # Errors
            /// If there is none of that name, or the value is out of its range.
            pub fn set(&mut self, name: &str, value: i32) -> Result<(), ParamError> {
                match name {
                    $(stringify!($name) => {
                        if !($range).contains(&value) {
                            let (low, high) = ($range).into_inner();
                            return Err(ParamError::Range { name: name.to_owned(), low, high });
                        }
                        self.$name = value;
                        Ok(())
                    })*
                    _ => Err(ParamError::Unknown(name.to_owned())),
                }
            }
        }
    };
}

impl Params {
    /// Everything off that could miss something: alpha-beta and nothing else, for comparisons.
    ///
    /// ```
    /// assert_eq!(tengen_engine::Params::plain().reduction, 0);
    /// ```
    pub fn plain() -> Params {
        Params {
            futility_margin: 0,
            razor_margin: 0,
            late_moves: 0,
            reduction: 0,
            forced_extension: 0,
            unknown_reduction: 0,
            quiescence_plies: 0,
            singular_depth: 99,
            stale_plies: 0,
            cut_margin: 0,
            ..Params::default()
        }
    }
}

/// A parameter that cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParamError {
    /// There is none of that name.
    #[error("there is no parameter '{0}'")]
    Unknown(String),
    /// The value is out of range.
    #[error("{name} goes from {low} to {high}")]
    Range {
        /// The parameter.
        name: String,
        /// The least value.
        low: i32,
        /// The greatest value.
        high: i32,
    },
}

params! {
    /// Half the width of the first window around the last score, from depth 5 on.
    aspiration_window = 25 in 5..=200;
    /// Reverse futility: how far above beta, per ply of depth, a position is cut at once. 0: off.
    futility_margin = 45 in 0..=300;
    /// The depth up to which reverse futility is tried.
    futility_depth = 7 in 0..=12;
    /// Razoring: how far below alpha, per ply of depth, only fours are tried. 0: off.
    razor_margin = 120 in 0..=500;
    /// The depth up to which razoring is tried.
    razor_depth = 3 in 0..=6;
    /// Late moves: quiet candidates tried at depth 1 before the rest is dropped. 0: all.
    late_moves = 4 in 0..=60;
    /// Late moves: how many more with the square of the depth, in quarters.
    late_moves_growth = 2 in 0..=40;
    /// Late-move reductions in percent of the formula. 0: off.
    reduction = 130 in 0..=200;
    /// Plies given back when the only reply to a four is played. 0: off.
    forced_extension = 1 in 0..=2;
    /// Plies less where the table knows no move, from depth 4 on. 0: off.
    unknown_reduction = 1 in 0..=2;
    /// Plies of fours tried below the main search. 0: off.
    quiescence_plies = 12 in 0..=40;
    /// Singular extension: from which depth a table move is tested. 99: off.
    singular_depth = 7 in 4..=99;
    /// What the best history adds to the order of a quiet move. 0: off.
    history_bonus = 200 in 0..=1000;
    /// What is added to the order of a move that cut a sibling. 0: off.
    killer_bonus = 60 in 0..=1000;
    /// One ply less on the line of best play where the table's entry is so many plies
    /// shallower. 0: off.
    stale_plies = 4 in 0..=10;
    /// One ply less at expected cut nodes whose static value is so far above beta. 0: off.
    cut_margin = 120 in 0..=500;
    /// Reductions at nodes once on the line of best play: less of a ply, in thousandths. 0: off.
    tt_pv = 500 in 0..=2000;
    /// Reductions where the static value got worse: more of a ply, in thousandths. 0: off, as for
    /// all that asks whether it got better.
    improving = 300 in 0..=2000;
    /// Reductions by how far a move's order is behind the best one's: thousandths of a ply for a
    /// hundred. 0: off.
    policy_reduction = 300 in 0..=2000;
    /// Kill search beside the main search: nodes for each side's forced wins for every hundred of
    /// the main search. 0: off.
    solver_share = 10 in 0..=100;
    /// Own forced wins are looked for from this estimate on, those of the enemy down from its
    /// negative.
    solver_margin = 0 in -1000..=1000;
    /// Tree search: what an unlikely move gains over a likely one while nothing is known of it, in
    /// hundredths.
    mcts_exploration = 40 in 1..=1000;
    /// Tree search: how much worse than its parent a move is taken to be that was never looked at,
    /// in hundredths of the chance to win.
    mcts_doubt = 15 in 0..=100;
    /// Tree search: how much the value of a position is that of its best move, and not the mean of
    /// all that was found below, in hundredths.
    mcts_sharpness = 0 in 0..=100;
    /// Tree search: how likely a move is the best because a short search says so, in hundredths.
    mcts_trust = 25 in 0..=100;
    /// Tree search: plies of the short search of a new position.
    mcts_leaf_depth = 1 in 0..=20;
    /// Tree search: a position is looked at again, deeper, after so many visits, and after four times
    /// as many, and so on; 0: never.
    mcts_again = 16 in 0..=10000;
    /// Tree search: nodes for every visit until then that such a look may cost.
    mcts_again_nodes = 20 in 0..=1000;
    /// Tree search: nodes for every visit until then that a search for a win by force may cost before
    /// such a look.
    mcts_again_kill = 6 in 0..=1000;
    /// Tree search: what such a look weighs beside the walks below, in hundredths of them.
    mcts_weight = 50 in 0..=1000;
    /// Tree search: nodes for what the enemy would win by fours after a pass, when a position gets
    /// its moves.
    mcts_threat = 100 in 0..=100000;
}
