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
            null_move_depth: 0,
            stale_plies: 0,
            cut_margin: 0,
            rise_reduction: 0,
            surprise_margin: 0,
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
    /// What is added to the order of a move that was the answer to the last one before. 0: off.
    counter_bonus = 0 in 0..=1000;
    /// Null move: from which depth a pass is tried. 0: off.
    null_move_depth = 0 in 0..=20;
    /// One ply less on the line of best play where the table's entry is so many plies
    /// shallower. 0: off.
    stale_plies = 4 in 0..=10;
    /// One ply less at expected cut nodes whose static value is so far above beta. 0: off.
    cut_margin = 120 in 0..=500;
    /// Reductions at expected cut nodes: more of a ply, in thousandths. 0: off.
    cut_reduction = 0 in 0..=2000;
    /// Reductions at nodes once on the line of best play: less of a ply, in thousandths. 0: off.
    tt_pv = 500 in 0..=2000;
    /// Reductions where the static value got worse: more of a ply, in thousandths. 0: off, as for
    /// all that asks whether it got better.
    improving = 300 in 0..=2000;
    /// Second looks: by how much a reduced move must surprise for a ply more; an eighth of it
    /// gives a ply less. 0: off.
    surprise_margin = 0 in 0..=500;
    /// Plies less for the rest of the moves once alpha has risen. 0: off.
    rise_reduction = 0 in 0..=2;
    /// Reductions by how far a move's order is behind the best one's: thousandths of a ply for a
    /// hundred. 0: off.
    policy_reduction = 300 in 0..=2000;
    /// Kill search beside the main search: nodes for each side's forced wins for every hundred of
    /// the main search. 0: off.
    solver_share = 10 in 0..=100;
    /// Own forced wins are looked for from this estimate on, those of the enemy down from its
    /// negative.
    solver_margin = 0 in -1000..=1000;
    /// MCTS: c_puct, the weight of exploration by priors, in hundredths.
    mcts_c_puct = 40 in 1..=1000;
    /// MCTS: first-play urgency (FPU) reduction, how much less than its parent an unvisited move is
    /// worth, in hundredths of the win rate.
    mcts_fpu_reduction = 15 in 0..=100;
    /// MCTS: the share of the best move in the value of a node, beside the mean of all visits, in
    /// hundredths.
    mcts_max_backup = 0 in 0..=100;
    /// MCTS: the prior that the best move of a short search gets, in hundredths.
    mcts_hint_prior = 25 in 0..=100;
    /// MCTS: plies of the alpha-beta search of a new leaf.
    mcts_leaf_depth = 1 in 0..=20;
    /// MCTS: visits after which a node is searched again, deeper; then after four times as many, and
    /// so on. 0: never.
    mcts_research_visits = 16 in 0..=10000;
    /// MCTS: alpha-beta nodes of such a re-search, for every visit.
    mcts_research_nodes = 20 in 0..=1000;
    /// MCTS: VCT nodes of such a re-search, for every visit.
    mcts_research_vct_nodes = 6 in 0..=1000;
    /// MCTS: the weight of such a re-search, in hundredths of the visits.
    mcts_research_weight = 50 in 0..=1000;
    /// MCTS: nodes of the search for the enemy's VCF after a pass, when a node is expanded.
    mcts_threat_nodes = 100 in 0..=100000;
}
