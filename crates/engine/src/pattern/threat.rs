//! Threats: what a point is for a side, over all four lines together.

use crate::{Shape, Shapes};

/// What playing a point threatens, weakest first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
#[repr(u8)]
pub enum Threat {
    /// Nothing to speak of.
    #[default]
    None,
    /// An open two.
    OpenTwo,
    /// A closed three: one more stone makes a four.
    ClosedThree,
    /// Two of the above at once.
    DoubleTwo,
    /// An open three.
    OpenThree,
    /// An open three with a closed three or an open two.
    ThreePlus,
    /// Two open threes.
    DoubleThree,
    /// A four.
    Four,
    /// A four with a closed three or an open two.
    FourPlus,
    /// A four and an open three.
    FourThree,
    /// An open four, or two fours.
    OpenFour,
    /// Five.
    Five,
    /// A row too long or two fours where that is forbidden.
    Foul,
}

impl Threat {
    /// How many threats there are.
    pub const COUNT: usize = Threat::Foul as usize + 1;

    /// All threats, weakest first.
    pub const ALL: [Threat; Threat::COUNT] = [
        Threat::None,
        Threat::OpenTwo,
        Threat::ClosedThree,
        Threat::DoubleTwo,
        Threat::OpenThree,
        Threat::ThreePlus,
        Threat::DoubleThree,
        Threat::Four,
        Threat::FourPlus,
        Threat::FourThree,
        Threat::OpenFour,
        Threat::Five,
        Threat::Foul,
    ];

    /// Those whose next stone could be five.
    pub(crate) const FOURS: [Threat; 4] =
        [Threat::Four, Threat::FourPlus, Threat::FourThree, Threat::OpenFour];

    /// The name users see.
    pub const fn name(self) -> &'static str {
        match self {
            Threat::None => "none",
            Threat::OpenTwo => "open-two",
            Threat::ClosedThree => "closed-three",
            Threat::DoubleTwo => "double-two",
            Threat::OpenThree => "open-three",
            Threat::ThreePlus => "three-plus",
            Threat::DoubleThree => "double-three",
            Threat::Four => "four",
            Threat::FourPlus => "four-plus",
            Threat::FourThree => "four-three",
            Threat::OpenFour => "open-four",
            Threat::Five => "five",
            Threat::Foul => "foul",
        }
    }

    /// The threat of four shapes. `forbids`: two fours and overlines are fouls, as for Black in
    /// renju. Two threes may be a foul too, but only the whole board tells.
    pub fn of(shapes: Shapes, forbids: bool) -> Threat {
        let fours = shapes.count(Shape::is_four) + shapes.count(|s| s == Shape::TwoFours);
        let threes = shapes.count(Shape::is_open_three);
        let closed = shapes.count(|shape| shape == Shape::ClosedThree);
        let twos = shapes.count(Shape::is_open_two);
        let has = |is: Shape| shapes.count(|shape| shape == is) > 0;
        match () {
            () if has(Shape::Five) => Threat::Five,
            () if forbids && (fours >= 2 || has(Shape::Overline)) => Threat::Foul,
            () if fours >= 2 || has(Shape::OpenFour) => Threat::OpenFour,
            () if fours == 1 && threes > 0 => Threat::FourThree,
            () if fours == 1 && closed + twos > 0 => Threat::FourPlus,
            () if fours == 1 => Threat::Four,
            () if threes >= 2 => Threat::DoubleThree,
            () if threes == 1 && closed + twos > 0 => Threat::ThreePlus,
            () if threes == 1 => Threat::OpenThree,
            () if closed + twos >= 2 => Threat::DoubleTwo,
            () if closed == 1 => Threat::ClosedThree,
            () if twos == 1 => Threat::OpenTwo,
            () => Threat::None,
        }
    }

    /// Whether the next stone after this one could be five.
    pub const fn makes_four(self) -> bool {
        matches!(self, Threat::Four | Threat::FourPlus | Threat::FourThree | Threat::OpenFour)
    }
}
