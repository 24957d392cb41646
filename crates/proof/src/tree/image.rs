//! Proofs on the board as it is turned or mirrored.

use tengen_core::Symmetry;

use super::{Proof, Tree};

impl Proof {
    /// The same proof on the board as a symmetry lays it. It holds if this one does.
    ///
    /// ```
    /// # use tengen_core::{Game, Rule, Side, Size, Symmetry};
    /// # use tengen_proof::{ProofBuilder, check};
    /// # let mut game = Game::new(Size::default(), Rule::Freestyle);
    /// # for point in ["h8", "a1", "i8", "a3", "j8", "a5", "k8", "a7"] {
    /// #     game.play(point.parse()?)?;
    /// # }
    /// # let mut builder = ProofBuilder::new(game.rule(), game.board().clone(), Side::Black);
    /// let five = builder.add("l8".parse()?, &[], None);
    /// let proof = builder.finish(five);
    /// for symmetry in Symmetry::ALL {
    ///     let image = proof.image(symmetry);
    ///     assert!(check(&image, 1_000).is_ok());
    ///     assert_eq!(image.image(symmetry.inverse()), proof);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn image(&self, symmetry: Symmetry) -> Proof {
        let turned = |point| symmetry.apply(point, self.size());
        let mut tree = Tree::default();
        for (_, attack) in self.attacks() {
            let replies = attack.replies.iter().map(|&(reply, answer)| (turned(reply), answer));
            tree.push(attack.point.map(turned), replies, attack.otherwise.map(turned));
        }
        let board = symmetry.apply_to_board(&self.board);
        Proof { rule: self.rule, board, attacker: self.attacker, tree }
    }
}
