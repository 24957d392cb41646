"""What check_proof.py says of certificates made by hand: python3 tools/test_check_proof.py"""

import gzip
import json
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True
import check_proof
from check_proof import BLACK, Answer, CertificateChecker, Game, Reader, Refused, Unreadable, each, played


def points(names):
    """`h8 i8`, as a file has them."""
    return bytes(sorted((int(name[1:]) - 1) * 15 + ord(name[0]) - ord("a") for name in names.split()))


def attack(move, otherwise=None, *answers):
    """A reference is how many attacks back, and a symmetry; an answer is a reference and its replies."""

    def reference(back, symmetry=0):
        return bytes([back << 1 | 1, symmetry] if symmetry else [back << 1])

    # No number here needs a second byte.
    out = bytes([len(answers) << 2 | (otherwise is not None)]) + points(move)
    out += b"" if otherwise is None else reference(*otherwise)
    for answer, replies in answers:
        out += reference(*answer) + bytes([len(points(replies))]) + points(replies)
    return out


def summed(data):
    return data + check_proof.fnv1a(data).to_bytes(8, "little")


def file(black, white, *attacks, rule=0, sides=0):
    stones = b"".join(bytes([len(points(of))]) + points(of) for of in (black, white))
    head = b"TENGPRF\2" + bytes([rule, 15, sides]) + stones
    return summed(head + bytes([len(attacks)]) + b"".join(attacks))


def checker(data):
    return CertificateChecker(Reader(check_proof.unpacked(data)).proof())


def shown(data):
    return tuple(checker(data).check())


def verdict(data):
    try:
        checker(data).check()
        return "win"
    except (Refused, Unreadable) as error:
        return type(error).__name__.lower()


OPEN_FOUR = file("h8 i8 j8", "a1 a3 a5", attack("k8"))
FORMER = "f8 g8 h6 h7"


def two_threes(stops="e8 i8 j8", otherwise=(1,), symmetry=4, black=FORMER, white="a1 a3", move="h8"):
    """h8 makes a three on the row and one on the column. i8 extends the row; mirrored, the column."""
    sides = 0 if move else 2
    return file(black, white, attack("i8"), attack(move, otherwise, ((1, symmetry), stops)), sides=sides)


class Certificates(unittest.TestCase):
    def refused(self, data, why):
        with self.assertRaisesRegex(Refused, why):
            checker(data).check()

    def unreadable(self, data, why):
        with self.assertRaisesRegex(Unreadable, why):
            checker(data)

    def test_an_open_four_needs_one_attack(self):
        self.assertEqual(OPEN_FOUR[:-8].hex(), "54454e4750524602000f000370717203001e3c010073")
        self.assertEqual(shown(OPEN_FOUR), (3, 1))

    def test_a_five_and_a_four_with_one_stop(self):
        self.assertEqual(shown(file("h8 i8 j8 k8", "g8 a3 a5", attack("l8"))), (1, 1))
        self.refused(file("h8 i8 j8", "g8 a3 a5", attack("k8")), "after k8: the reply l8 has no answer")
        self.refused(file("h8 i8 j8 k8 l8", "a1", attack("m8")), "^black has five already")
        self.refused(file("h8 i8 j8", "k8", attack("k8")), "^k8 is occupied")

    def test_the_short_form_of_the_first_answer(self):
        # The four has the stop l8; after it c6 is an open four.
        stones = "h8 i8 j8 c3 c4 c5", "g8 a3 a15"
        for four in (attack("k8", None, ((1,), "l8")), b"\6" + points("k8") + points("l8")):
            self.assertEqual(shown(file(*stones, attack("c6"), four)), (5, 2))

    def test_a_three_has_the_open_four_as_its_else_plan(self):
        self.assertEqual(shown(two_threes()), (5, 1 + 225 - 7))

    def test_the_defender_may_be_to_move_at_first(self):
        self.assertEqual(shown(two_threes(black=FORMER + " h8", move="")), (4, 1 + 225 - 7))
        self.assertEqual(shown(file("h8 i8 j8 k8", "a1", attack(""), sides=2)), (2, 1))

    def test_listed_replies_on_occupied_points_are_ignored(self):
        self.assertEqual(shown(two_threes("a1 f8 h8 e8 i8 j8")), shown(two_threes()))

    def test_a_missing_answer_is_noticed(self):
        self.refused(two_threes(otherwise=None), "after h8: the reply b1 has no answer")
        self.refused(two_threes("i8 j8"), "after h8 e8 i8: the reply j8 has no answer")
        self.refused(two_threes("e8 j8"), "after h8 i8: i8 is occupied")
        self.refused(two_threes("e8 i8"), "after h8 j8 i8: the reply e8 has no answer")
        # The else answer would do, but it is not for listed replies.
        self.refused(two_threes("h9 e8 i8 j8"), "after h8 h9: h9 is occupied")

    def test_another_symmetry_is_noticed(self):
        # i8 is on the middle row, so the mirrors of rows do not move it.
        holds = [symmetry for symmetry in range(8) if verdict(two_threes(symmetry=symmetry)) == "win"]
        self.assertEqual(holds, [4, 5])

    def test_an_accepted_attack_is_tried_again_under_another_symmetry(self):
        found = checker(two_threes(black=FORMER + " h8", white="a1 i8", move=""))
        self.assertEqual(found.use(Answer(0, 4), found.proof.stones), 3)
        with self.assertRaisesRegex(Refused, "i8 is occupied"):
            found.use(Answer(0, 0), found.proof.stones)

    def test_a_full_board_is_no_win(self):
        black = bytes(point for point in range(24) if (point % 5 + point // 5 * 2) % 4 < 2)
        white = bytes(sorted(set(range(24)) - set(black)))
        stones = bytes([len(black)]) + black + bytes([len(white)]) + white
        self.refused(summed(b"TENGPRF\2\0\5\0" + stones + b"\1\0\x18"), "after e5: the board is full")

    def test_the_defender_makes_five_first(self):
        self.refused(two_threes(white="a1 a2 a3 a4"), "after h8: white makes five on a5")
        self.refused(two_threes(white="a1 a2 a3"), "after h8 a4 i8: white makes five on a5")

    def test_symmetries_lie_where_the_page_says(self):
        for symmetry, image in enumerate("b1 n1 b15 n15 a2 o2 a14 o14".split()):
            data = file("", "", attack("b1"), attack("", (1, symmetry)), sides=2)
            self.refused(data, f"^after a1 {image}: ")
        # The inner one is applied first: b1, n1, a14.
        data = file("", "", attack("b1"), attack("c1", (1, 1)), attack("", (1, 4)), sides=2)
        self.refused(data, "^after a1 a3 b1 a14: ")

    def test_a_forbidden_reply_needs_no_answer(self):
        # g1, the only stop, would be a double four. Rule 4 is renju.
        stones = "b1 g2 g3 g4 h2 i3 j4", "c1 d1 e1"
        self.assertEqual(shown(file(*stones, attack("f1"), rule=4, sides=3)), (3, 1))
        self.refused(file(*stones, attack("f1"), sides=3), "after f1: the reply g1 has no answer")
        self.refused(file(stones[0], "a8", attack("g1"), rule=4), "^g1 is forbidden")

    def test_no_forbidden_point_is_overlooked(self):
        rng, game = random.Random(1), Game("renju", 11)
        # On the whole board; and on one row, where a double four needs no other line.
        for among, stones in [(121, stones) for stones in range(10, 60, 2)] + [(11, 6), (11, 8)] * 40:
            drawn = [game.bit(point) for point in rng.sample(range(among), stones)]
            black, white = sum(drawn[: stones * 2 // 3]), sum(drawn[stones * 2 // 3 :])
            free = game.board & ~(black | white)
            slowly = sum(p for p in each(free) if not game.is_forbidden(BLACK, (black, white), p))
            self.assertEqual(game.legal(BLACK, (black, white), free), slowly)

    def test_bytes_that_are_no_certificate_are_refused_with_their_place(self):
        head, four = OPEN_FOUR[:19], attack("k8")
        for body, place in [
            (b"\0", 19), (b"\1", 20), (b"\1\0", 21), (b"\1\0\xe1", 21), (b"\1\x80\0\x73", 20),
            (b"\1\1\x73\2", 22),                # the else answer is not there
            (b"\2" + four + b"\1\x73\0", 24),   # neither is an attack itself
            (b"\1\6\x73\0", 20),                # no attack is just before the first
            (b"\2" + four + b"\2\x73", 22),     # no first answer
            (b"\2" + four + b"\1\x73\3\0", 25), (b"\2" + four + b"\1\x73\3\x08", 25),
            (b"\2" + four + b"\4\x73\2\0", 25), (b"\2" + four + b"\4\x73\2\2\5\4", 27),
            (b"\2" + four + b"\4\x73\2\2\5\5", 27), (b"\2" + four + b"\x0a\x73\5\2\1\5", 27),
            (b"\2" + four + four, 20),          # nothing refers to the first attack
            (b"\2" + four, 22), (b"\1" + four + b"\0", 30),
        ]:
            # After an early end a checksum would be read as more of the file.
            ends_early = place == len(head + body)
            self.unreadable(head + body if ends_early else summed(head + body), f"^byte {place}: ")
        self.unreadable(OPEN_FOUR[:7] + b"\3" + OPEN_FOUR[8:], "^byte 7: ")
        self.unreadable(OPEN_FOUR[:-1] + b"\0", "^byte 22: the checksum")

    def test_gzip_is_read_up_to_the_limit(self):
        packed = gzip.compress(two_threes())
        self.assertEqual(shown(packed), shown(two_threes()))
        self.unreadable(packed[:-1], f"^byte {len(packed) - 1}: ")
        self.unreadable(packed + b"\0", f"^byte {len(packed)}: ")
        self.unreadable(packed[:-5] + b"\0" + packed[-4:], "damaged")
        with mock.patch("check_proof.MOST_BYTES", 1000):
            bomb = gzip.compress(bytes(500_000))
            self.assertEqual(len(check_proof.unpacked(bomb)), 1001)
            self.unreadable(bomb, "^byte 1000: ")

    def test_an_open_four_with_changed_bytes_holds_only_if_it_is_one(self):
        seen = set()
        for data in changed(OPEN_FOUR):
            seen.add(verdict(data))
            if verdict(data) != "unreadable":
                self.assertEqual(verdict(data) == "win", wins_at_once(Reader(data).proof()), data.hex())
        self.assertEqual(seen, {"win", "refused", "unreadable"})

    def test_changed_bytes_get_a_verdict_and_no_win_without_the_checksum(self):
        for data in changed(two_threes()):
            verdict(data)
            self.assertEqual(verdict(data[:-8] + two_threes()[-8:]), "unreadable")

    def test_the_command_line(self):
        tree = bytes.fromhex("54454e4750524601000f000370717203001e3c0200740d736f87cb1ca33ff7a7ed")
        with tempfile.TemporaryDirectory() as folder:
            for name, data in [("two", two_threes()), ("no", two_threes("i8 j8")), ("tree", tree)]:
                Path(folder, name).write_bytes(data)

            def run(*arguments):
                command = [sys.executable, check_proof.__file__, *arguments]
                done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8")
                return done.returncode, done.stdout

            self.assertIn("two: win: black wins in 5, black to move, freestyle", run("two")[1])
            self.assertEqual([run(name)[0] for name in ("two", "tree", "no", "none")], [0, 0, 1, 2])
            self.assertTrue(run("--lines", "50", "two")[1].startswith("two: sampled: 50 lines hold"))
            for name, *expected in [("two", "sampled", 2000, 5), ("no", "refused", 2000, None)]:
                said = json.loads(run("--json", "--lines", "2000", "--seed", "3", name)[1])
                self.assertEqual([said[key] for key in ("verdict", "lines", "plies")], expected)
            self.assertEqual(run("--lines", "5", "tree")[0], 2)


def changed(data):
    """Each byte changed in one bit after the other, with the checksum that belongs to it."""
    for at, byte in enumerate(data[:-8]):
        for bit in range(8):
            yield summed(data[:at] + bytes([byte ^ 1 << bit]) + data[at + 1 : -8])


def wins_at_once(proof):
    """Whether the only attack makes five, or a four without a stop: every reply is tried."""
    of, me, stones, move = CertificateChecker(proof), proof.attacker, proof.stones, proof.attacks[0].move
    if move is not None:
        move = proof.game.bit(move)
        # So few stones forbid nothing.
        if not move & of.free(stones) or of.fives(me, stones) & move:
            return bool(move & of.free(stones)) and proof.winner() is None
        stones = played(stones, me, move)
    if proof.winner() is not None or of.fives(1 - me, stones) & of.free(stones):
        return False
    after = [played(stones, 1 - me, reply) for reply in each(of.free(stones))]
    return bool(after) and all(of.fives(me, stones) & of.free(stones) for stones in after)


if __name__ == "__main__":
    unittest.main()
