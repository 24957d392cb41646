//! Blocks: commands whose data follow up to `DONE`.

use crate::spot::numbers;
use crate::words::excerpt;
use crate::{BadCommand, Command, Owner, Spot, Stone};

/// A block whose `DONE` has not come yet.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    data: Data,
    /// The first bad line. The rest is read on, so that there is one answer to the whole block.
    fault: Option<BadCommand>,
}

/// The most stones or points of a block. A board has no more than 484 points; some are named twice.
pub(crate) const MOST: usize = 1000;

/// What was read so far, and the command that it becomes.
#[derive(Clone, Debug)]
enum Data {
    Stones(Vec<Stone>, fn(Vec<Stone>) -> Command),
    Spots(Vec<Spot>, fn(Vec<Spot>) -> Command),
}

impl Block {
    /// A block of stones and their owners.
    pub(crate) fn of_stones(make: fn(Vec<Stone>) -> Command) -> Block {
        Block { data: Data::Stones(Vec::new(), make), fault: None }
    }

    /// A block of points.
    pub(crate) fn of_spots(make: fn(Vec<Spot>) -> Command) -> Block {
        Block { data: Data::Spots(Vec::new(), make), fault: None }
    }

    /// Takes the data of a line, which may hold several.
    pub(crate) fn take(&mut self, text: &str) {
        let fault = match &mut self.data {
            Data::Stones(so_far, _) => match stones(text) {
                Some(stones) if so_far.len() + stones.len() <= MOST => {
                    return so_far.extend(stones);
                }
                Some(_) => BadCommand::Long,
                None => BadCommand::Stone(excerpt(text)),
            },
            Data::Spots(so_far, _) => match spots(text) {
                Some(spots) if so_far.len() + spots.len() <= MOST => return so_far.extend(spots),
                Some(_) => BadCommand::Long,
                None => BadCommand::Spot(excerpt(text)),
            },
        };
        self.fault.get_or_insert(fault);
    }

    /// The command of the whole block.
    pub(crate) fn finish(self) -> Result<Command, BadCommand> {
        match (self.fault, self.data) {
            (Some(fault), _) => Err(fault),
            (None, Data::Stones(stones, make)) => Ok(make(stones)),
            (None, Data::Spots(spots, make)) => Ok(make(spots)),
        }
    }
}

fn stones(text: &str) -> Option<Vec<Stone>> {
    let stone = |&[x, y, field]: &[u32; 3]| {
        Some(Stone { spot: Spot { x, y }, owner: Owner::from_field(field)? })
    };
    let numbers = numbers(text)?;
    let (stones, rest) = numbers.as_chunks::<3>();
    rest.is_empty().then(|| stones.iter().map(stone).collect())?
}

/// Points, each of which may carry a third number that says nothing new.
fn spots(text: &str) -> Option<Vec<Spot>> {
    let spot = |text: &str| match numbers(text)?[..] {
        [x, y] | [x, y, _] => Some(Spot { x, y }),
        _ => None,
    };
    // Commas bind closer than blanks; without commas the line is one point.
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    if parts.len() == 1 {
        return if parts[0].is_empty() { Some(Vec::new()) } else { Some(vec![spot(text)?]) };
    }
    parts.join(",").split_whitespace().map(spot).collect()
}
