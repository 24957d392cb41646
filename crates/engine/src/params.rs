//! Search parameters: each is declared once, here, with its default and range. `docs/search.md`
//! has the matches that set them.

/// Declares the parameters: a doc comment, a name, a default and a range each.
macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $default:literal in $range:expr;)*) => {
        /// The search parameters. A value, so that two sets can play each other.
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
    /// All pruning, reductions, extensions and quiescence search off: plain alpha-beta, for tests
    /// against minimax.
    ///
    /// ```
    /// assert_eq!(tengen_engine::Params::plain().lmr_scale, 0);
    /// ```
    pub fn plain() -> Params {
        Params {
            rfp_margin: 0,
            razor_margin: 0,
            iir_reduction: 0,
            iir_stale_plies: 0,
            rfr_margin: 0,
            lmp_base: 0,
            forced_extension: 0,
            singular_depth: 99,
            lmr_scale: 0,
            quiescence_plies: 0,
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
    /// Aspiration windows: half the width of the first window around the last score.
    aspiration_window = 25 in 5..=200;
    /// Reverse futility pruning (RFP): the margin above beta, per ply of depth. 0: off.
    rfp_margin = 45 in 0..=300;
    /// RFP: the greatest depth.
    rfp_depth = 7 in 0..=12;
    /// Razoring: the margin below alpha, per ply of depth. 0: off.
    razor_margin = 120 in 0..=500;
    /// Razoring: the greatest depth.
    razor_depth = 3 in 0..=6;
    /// Internal iterative reduction (IIR): plies less where the TT has no move. 0: off.
    iir_reduction = 1 in 0..=2;
    /// IIR on the PV: one ply less where the TT entry is at least this many plies shallower than
    /// the node. 0: off.
    iir_stale_plies = 4 in 0..=10;
    /// Reverse futility reduction: the margin above beta for one ply less at expected cut nodes.
    /// 0: off.
    rfr_margin = 120 in 0..=500;
    /// The network is not asked where the classical value is this far outside the window of the search.
    network_gate = 300 in 0..=30_000;
    /// History heuristic: what the best history adds to the order of a quiet move. 0: off.
    history_bonus = 200 in 0..=1000;
    /// Killer moves: what is added to the policy of a move that cut a sibling off. 0: off.
    killer_bonus = 60 in 0..=1000;
    /// Late move pruning (LMP): quiet moves searched before the rest is dropped. 0: off.
    lmp_base = 4 in 0..=60;
    /// LMP: how many more with the square of the depth, in quarters.
    lmp_growth = 2 in 0..=40;
    /// Forced reply extension: plies given back for the only reply to a four. 0: off.
    forced_extension = 1 in 0..=2;
    /// Singular extension: the least depth at which a TT move is tested. 99: off.
    singular_depth = 7 in 4..=99;
    /// Late move reductions (LMR): percent of the formula. 0: off.
    lmr_scale = 130 in 0..=200;
    /// LMR: more for a move whose order is 100 behind the best one, in thousandths of a ply.
    /// 0: off.
    lmr_policy = 300 in 0..=2000;
    /// LMR: less at nodes that were once on the PV, in thousandths of a ply. 0: off.
    lmr_tt_pv = 500 in 0..=2000;
    /// LMR: more where the static eval is not improving, in thousandths of a ply. 0: off, in RFP
    /// and LMP too.
    improving = 300 in 0..=2000;
    /// Quiescence search: plies of fours below the main search. 0: off.
    quiescence_plies = 12 in 0..=40;
    /// Solver beside the main search: nodes for each side's forced wins per hundred nodes of the
    /// main search. 0: off.
    solver_share = 10 in 0..=100;
    /// Solver: own forced wins are searched from this score on, the enemy's from its negative
    /// down.
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
