use super::*;

const PUCT: Puct = Puct { c_puct: 1.0, fpu_reduction: 0.2 };

fn point(name: &str) -> Point {
    name.parse().unwrap()
}

/// A root with two moves.
fn tree(others: Option<Score>) -> (Tree, NodeId) {
    let mut tree = Tree::default();
    let root = tree.add(1, Score::DRAW, None);
    let edges = vec![Edge::new(point("a1"), 0.7), Edge::new(point("b1"), 0.3)];
    tree.expand(root, edges, others);
    (tree, root)
}

fn backpropagate(tree: &mut Tree, root: NodeId, edge: usize, key: u64, score: Score) {
    tree.add_virtual_loss(root, edge);
    let child = tree.add(key, score, None);
    tree.visit(child);
    tree.backpropagate(root, edge, child);
}

#[test]
fn a_won_move_solves_a_node_and_its_length_counts_from_there() {
    let (mut tree, root) = tree(None);
    assert_eq!(tree.select(root, PUCT), Some(0));
    backpropagate(&mut tree, root, 0, 2, Score::estimate(100));
    assert!(tree.node(root).value() < 0.5);
    backpropagate(&mut tree, root, 1, 3, Score::loss_in(4));
    assert_eq!(tree.node(root).solved(), Some(Score::win_in(5)));
    let mut pv = Vec::new();
    tree.add_pv(root, &mut pv);
    assert_eq!(pv, [point("b1")]);
}

#[test]
fn a_node_is_lost_only_if_all_its_moves_are() {
    for are_all in [true, false] {
        let (mut tree, root) = tree(are_all.then_some(Score::LOWEST));
        backpropagate(&mut tree, root, 0, 2, Score::win_in(3));
        assert_eq!(tree.node(root).solved(), None);
        assert_eq!(tree.select(root, PUCT), Some(1), "a lost move is not selected again");
        backpropagate(&mut tree, root, 1, 3, Score::win_in(7));
        let solved = tree.node(root).solved().unwrap();
        assert_eq!(solved.is_loss(), are_all);
        assert!((-solved).seems_won());
        if are_all {
            assert_eq!(solved, Score::loss_in(8), "the longest resistance");
        }
    }
}

#[test]
fn moves_without_an_edge_may_resist_longer_than_those_that_have_one() {
    let (mut tree, root) = tree(Some(Score::loss_in(12)));
    backpropagate(&mut tree, root, 0, 2, Score::win_in(3));
    backpropagate(&mut tree, root, 1, 3, Score::win_in(7));
    assert_eq!(tree.node(root).solved(), Some(Score::loss_in(12)));
}

#[test]
fn a_node_is_searched_again_after_four_times_as_many_visits() {
    let (mut tree, root) = tree(None);
    let mut researches = Vec::new();
    for visit in 1..=70 {
        tree.visit(root);
        if tree.take_due_research(root, 4).is_some() {
            researches.push(visit);
        }
    }
    assert_eq!(researches, [4, 16, 64]);
    assert_eq!(tree.take_due_research(root, 0), None, "nothing is due if it is switched off");
    let leaf = tree.add(2, Score::DRAW, None);
    (0..9).for_each(|_| tree.visit(leaf));
    assert_eq!(tree.take_due_research(leaf, 4), None, "its moves come first");
}

#[test]
fn a_research_counts_for_many_visits_and_a_proof_stays() {
    let (mut tree, root) = tree(None);
    backpropagate(&mut tree, root, 0, 2, Score::estimate(0));
    tree.set_eval(root, Score::estimate(400), 3.0);
    let expected = (3.0 * win_rate(Score::estimate(400)) + 0.5) / 4.0;
    assert!((tree.node(root).value() - expected).abs() < 1e-6);
    tree.set_eval(root, Score::win_in(9), 3.0);
    tree.set_eval(root, Score::estimate(-400), 3.0);
    assert_eq!(tree.node(root).solved(), Some(Score::win_in(9)));
    assert!((tree.node(root).value() - 1.0).abs() < 1e-6);
    let before = tree.node(root).edges()[1].prior;
    tree.set_hint(root, point("b1"), 0.5);
    assert!((tree.node(root).edges()[1].prior - (0.5 + before / 2.0)).abs() < 1e-6);
    assert!(
        (tree.node(root).edges().iter().map(|edge| edge.prior).sum::<f32>() - 1.0).abs() < 1e-6
    );
}

#[test]
fn a_kept_tree_has_what_lies_below_its_root() {
    let (mut tree, root) = tree(None);
    backpropagate(&mut tree, root, 0, 2, Score::estimate(30));
    backpropagate(&mut tree, root, 1, 3, Score::estimate(40));
    let child = tree.find(3).unwrap();
    tree.expand(child, vec![Edge::new(point("c1"), 1.0)], None);
    backpropagate(&mut tree, child, 0, 4, Score::estimate(-20));
    let kept = tree.keep_subtree(child).unwrap();
    assert_eq!(tree.find(3), Some(kept));
    assert!(tree.find(1).is_none() && tree.find(2).is_none() && tree.find(4).is_some());
    assert_eq!(tree.node(kept).edges()[0].child, tree.find(4));
}
