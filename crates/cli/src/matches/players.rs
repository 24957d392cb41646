//! The players of a match.

use anyhow::anyhow;
use tengen_arena::PlayerSpec;

/// The players of a match, each with a name of its own: games are identified by names.
///
/// # Errors
/// If there are fewer than two, or two were given the same name.
pub(super) fn told_apart(players: Vec<PlayerSpec>) -> anyhow::Result<Vec<PlayerSpec>> {
    if players.len() < 2 {
        return Err(anyhow!("a match needs two players: --a and --b, or --player twice"));
    }
    let mut named: Vec<PlayerSpec> = Vec::new();
    for player in players {
        let twins = named.iter().filter(|other| other.text() == player.text()).count();
        let player = match twins {
            0 => player,
            // The same player against itself.
            _ => {
                let name = format!("{} ({})", player.name(), twins + 1);
                player.named(&name)
            }
        };
        if named.iter().any(|other| other.name() == player.name()) {
            return Err(anyhow!("two players are named '{}'", player.name()));
        }
        named.push(player);
    }
    Ok(named)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(texts: &[&str]) -> anyhow::Result<Vec<String>> {
        let players = told_apart(texts.iter().map(|text| text.parse().unwrap()).collect())?;
        Ok(players.iter().map(|player| player.name().to_owned()).collect())
    }

    #[test]
    fn everybody_has_a_name_of_its_own() {
        let told = names(&["random", "baseline", "random", "random"]).unwrap();
        assert_eq!(told, ["random", "baseline", "random (2)", "random (3)"]);
        let same = names(&["random:name=x", "baseline:name=x"]).unwrap_err();
        assert_eq!(same.to_string(), "two players are named 'x'");
        assert!(names(&["random"]).is_err());
    }
}
