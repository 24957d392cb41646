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
}
