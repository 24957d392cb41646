use tengen_core::{Board, ImageKeys, Side, Size};
use tengen_formats::{ReadOptions, Rows, read, write};

use super::super::tally::{Count, ranked};
use super::*;

const SGF: &[u8] = b"(;GM[4]SZ[15]RE[B+];B[hh];W[ii];B[hi])(;GM[4]SZ[15]RE[W+];B[hh];W[gg];B[ih])\
    (;GM[4]SZ[15];B[hh];W[hg])";

/// Sends a file in pieces and waits until it is read.
fn import(all: &Arc<Collections>, name: &str, file: &[u8]) -> CollectionInfo {
    let mut upload = all.begin(name, file.len() as u64).unwrap();
    for piece in file.chunks(50) {
        assert!(upload.push(piece).unwrap().is_some());
    }
    let id = all.read(upload).unwrap().id;
    wait(all);
    all.list().into_iter().find(|one| one.id == id).unwrap()
}

fn wait(all: &Collections) {
    while all.job().is_some() {
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn replies(all: &Collections, id: &str) -> Vec<Count> {
    let mut images = ImageKeys::of(&Board::new(Size::default()), Side::Black);
    images.play("h8".parse().unwrap());
    let tally = all.look_up(id, images.key()).unwrap();
    ranked(tally).into_iter().map(|(_, count)| count).collect()
}

fn open(folder: &Path) -> Arc<Collections> {
    Collections::open(folder, Arc::new(Clients::default()))
}

#[test]
fn games_are_counted_with_their_results_and_found_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let all = open(folder.path());
    let info = import(&all, "Meijin", SGF);
    assert_eq!((info.name.as_str(), info.format.as_str()), ("Meijin", "sgf"));
    assert_eq!((info.games, info.moves, &info.problem), (Some(3), 8, &None));
    let expected =
        [Count { games: 2, black: 1, white: 1, draws: 0 }, Count { games: 1, ..Count::default() }];
    assert_eq!(replies(&all, &info.id), expected);
    drop(all);
    let again = open(folder.path());
    assert_eq!(again.list(), std::slice::from_ref(&info));
    assert_eq!(replies(&again, &info.id), expected);
    // Its number is not given again.
    assert_ne!(import(&again, "", SGF).id, info.id);
}

#[test]
fn a_library_counts_the_lines_through_each_move() {
    let folder = tempfile::tempdir().unwrap();
    let all = open(folder.path());
    let tree = b"(;GM[4]SZ[15];B[hh](;W[ii](;B[hi])(;B[hj](;W[aa])(;W[ba])))(;W[hg]))";
    let tree = read(tree, &ReadOptions::default()).unwrap().records;
    let library = write(&tree, Format::Lib, Rows::Bottom).unwrap().bytes;
    let info = import(&all, "lib", &library);
    assert_eq!((info.format.as_str(), info.games, info.moves), ("lib", None, 7));
    let counts: Vec<u32> = replies(&all, &info.id).iter().map(|count| count.games).collect();
    assert_eq!(counts, [3, 1]);
}

#[test]
fn what_was_read_of_a_damaged_file_is_kept_and_the_damage_named() {
    let folder = tempfile::tempdir().unwrap();
    let all = open(folder.path());
    let info = import(&all, "cut", &SGF[..SGF.len() - 30]);
    assert_eq!(info.games, Some(2));
    assert!(info.problem.unwrap().starts_with("line 1, column "));
    let cut = import(
        &all,
        "cut",
        b"\xFFRenLib\xFF\x03\x04\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x78\x00\x69\x00",
    );
    assert_eq!(cut.moves, 2);
    assert_eq!(cut.problem.unwrap(), "byte 24: the file ends inside the tree");
}

#[test]
fn a_file_that_is_none_is_refused_and_makes_room() {
    let folder = tempfile::tempdir().unwrap();
    let all = open(folder.path());
    let mut upload = all.begin("nothing", 3).unwrap();
    assert_eq!(all.begin("other", 3).unwrap_err().code, ProblemCode::NotNow);
    upload.push(b"\x89PNG").unwrap();
    assert_eq!(all.read(upload).unwrap_err().code, ProblemCode::BadFile);
    assert_eq!(all.list(), []);
    import(&all, "Meijin", SGF);
}

#[test]
fn reading_can_be_stopped_keeping_or_dropping_what_was_read() {
    let folder = tempfile::tempdir().unwrap();
    let all = open(folder.path());
    // Long enough that the end is asked for before it is there.
    let many = SGF.repeat(2000);
    for (keeps, left) in [(true, 1), (false, 1)] {
        let mut upload = all.begin("many", many.len() as u64).unwrap();
        upload.push(&many).unwrap();
        let id = all.list().last().unwrap().id.clone();
        match keeps {
            true => all.stop(&id).unwrap(),
            false => all.delete(&id).unwrap(),
        }
        all.read(upload).unwrap();
        wait(&all);
        assert_eq!(all.list().len(), left, "{keeps}");
    }
    let kept = &all.list()[0];
    assert_eq!((kept.games, kept.problem.as_deref()), (Some(1), Some("stopped before the end")));
    // One file of counts and nothing else.
    assert_eq!(fs::read_dir(folder.path().join(FOLDER)).unwrap().count(), 1);
}

#[test]
fn a_deleted_collection_can_be_brought_back() {
    let folder = tempfile::tempdir().unwrap();
    let all = open(folder.path());
    let info = import(&all, "Meijin", SGF);
    all.delete(&info.id).unwrap();
    assert_eq!(all.list(), []);
    assert_eq!(all.look_up(&info.id, 1).unwrap_err().code, ProblemCode::NotFound);
    all.restore(&info.id).unwrap();
    assert_eq!(all.list(), std::slice::from_ref(&info));
    all.delete(&info.id).unwrap();
    drop(all);
    assert_eq!(open(folder.path()).list(), []);
}
