#!/usr/bin/env python3
"""Checks proofs of wins with nothing but the rules: the second checker.

Written from docs/proof-format.md and the rules of the game, in another language and with other
means than `tengen check-proof`, so that a mistake in one of the two is seen by the other. Only what
the page left open (limits, how long a win is, else moves that nothing needs) was taken over from
there. Every reply of the defender is tried against the attacker's moves in the file, none of which
is believed. Certificates (version 2) are written from the page alone.

    python3 tools/check_proof.py win.proof
    python3 tools/check_proof.py --json proofs/*
    python3 tools/check_proof.py --lines 1000 --seed 7 large.proof.gz

With --lines a certificate is not checked as a whole: random lines of it are.

Exit status: 0 all proofs hold, 1 one does not, 2 a file cannot be read or is no proof file.
"""

import argparse
import json
import os
import random
import sys
import zlib
from array import array
from functools import lru_cache
from typing import Dict, Iterator, List, NamedTuple, NoReturn, Optional, Sequence, Tuple

MAGIC = b"TENGPRF"
GZIP = b"\x1f\x8b"
TREE, CERTIFICATE = 1, 2
RULES = {0: "freestyle", 1: "standard", 4: "renju", 8: "caro", 9: "caro-exact"}
SIDES = ("black", "white")
BLACK, WHITE = 0, 1
LEAST_LINES, MOST_LINES = 5, 22
# More takes too long to check, here as there.
MOST_BYTES = 1 << 28
MOST_ATTACKS = 1 << 26
# Kinds of else move.
NO_ELSE, ELSE_FOLLOWS, ELSE_IS_FIRST_REPLY = 0, 1, 2


class Unreadable(Exception):
    """The bytes are no proof: the byte, and why."""


class Refused(Exception):
    """The proof can be read, but does not show what it claims."""


# ---------------------------------------------------------------------------------------- The rules


class Game:
    """A rule on a board of some size.

    Sets of points are integers, one bit a point. Rows have one bit more than the board has columns:
    it is never set, so a line that leaves the board meets a gap.
    """

    def __init__(self, rule: str, lines: int) -> None:
        self.rule = rule
        self.lines = lines
        self.stride = lines + 1
        row = (1 << lines) - 1
        self.board = sum(row << (self.stride * y) for y in range(lines))
        # Row, column, both diagonals: the way from a point to its neighbour.
        self.directions = (1, self.stride, self.stride + 1, self.stride - 1)
        self.stops_count = rule in ("caro", "caro-exact")
        # Positions repeat: the same stones are asked about for one reply after the other.
        self.winning = lru_cache(maxsize=1 << 14)(self._winning)
        self.forbidden = lru_cache(maxsize=1 << 14)(self._forbidden)

    def bit(self, point: int) -> int:
        """The set of one point, by its number in the file."""
        y, x = divmod(point, self.lines)
        return 1 << (y * self.stride + x)

    def name(self, bit: int) -> str:
        """The point of a set of one: h8."""
        y, x = divmod(bit.bit_length() - 1, self.stride)
        return f"{chr(ord('a') + x)}{y + 1}"

    def names(self, bits: int) -> str:
        return "".join(self.name(bit) for bit in each(bits))

    def longer_wins(self, side: int) -> bool:
        """Whether six and more in a row are a five."""
        if self.rule == "renju":
            return side == WHITE
        return self.rule in ("freestyle", "caro")

    def fives(self, side: int, own: int, other: int) -> int:
        """All points where a stone of the side makes five, or is part of one."""
        # Only caro looks at the opponent's stones.
        return self.winning(side, own, other if self.stops_count else 0)

    def _winning(self, side: int, own: int, other: int) -> int:
        """All points at once: bit p says that the row through p, with a stone on it, wins."""
        found = 0
        for way in self.directions:
            # before[n]: the n points before it hold own stones; after[n]: the n points behind it.
            before, after = [self.board], [self.board]
            for n in range(1, 6):
                before.append(before[-1] & own << n * way)
                after.append(after[-1] & own >> n * way)
            for n in range(5):
                five = before[n] & ~before[n + 1] & after[4 - n] & ~after[5 - n]
                if self.stops_count:
                    five &= ~(other << (n + 1) * way & other >> (5 - n) * way)
                found |= five
            if self.longer_wins(side):
                for n in range(6):
                    found |= before[n] & after[5 - n]
        return found

    def ends(self, bit: int) -> int:
        """The points where a stone may be at the end of a five through this point."""
        if not self.stops_count:
            return 0
        points = 0
        for way in self.directions:
            for n in range(1, 6):
                points |= bit << n * way | bit >> n * way
        return points & self.board

    def is_forbidden(self, side: int, stones: Tuple[int, int], bit: int) -> bool:
        """Whether a stone of the side on this free point is forbidden."""
        if self.rule != "renju" or side == WHITE:
            return False
        return self.forbidden(stones[BLACK], stones[WHITE], bit)

    def _forbidden(self, black: int, white: int, bit: int) -> bool:
        if self.fives(BLACK, black, white) & bit:
            return False
        black |= bit
        if any(self.run(black, bit, way) > 5 for way in self.directions):
            return True
        if sum(self.fours(black, white, bit, way) for way in self.directions) >= 2:
            return True
        return sum(self.is_three(black, white, bit, way) for way in self.directions) >= 2

    def legal(self, side: int, stones: Tuple[int, int], points: int) -> int:
        """Those of these free points that are not forbidden to the side."""
        if self.rule != "renju" or side == WHITE:
            return points
        for bit in each(points & self.crowded(stones[BLACK])):
            if self.is_forbidden(side, stones, bit):
                points ^= bit
        return points

    def crowded(self, black: int) -> int:
        """The points that have three black stones near them on a line, or two on two lines.

        No other point is forbidden: a four takes three stones besides, a three two, all of them at
        most four points away. Lines that leave the board may find too many stones, never too few.
        """
        found = pairs = 0
        for way in self.directions:
            one = two = three = 0
            for n in range(1, 5):
                for near in (black << n * way, black >> n * way):
                    three |= two & near
                    two |= one & near
                    one |= near
            found |= three | pairs & two
            pairs |= two
        return found

    def run(self, stones: int, bit: int, way: int) -> int:
        """Length of the row through a point that holds a stone, or would."""
        length = 1
        at = bit << way
        while at & stones:
            length, at = length + 1, at << way
        at = bit >> way
        while at & stones:
            length, at = length + 1, at >> way
        return length

    def gaps(self, black: int, white: int, bit: int, way: int) -> Iterator[int]:
        """The first point that is not black on either side, if it is empty."""
        empty = self.board & ~(black | white)
        at = bit << way
        while at & black:
            at <<= way
        if at & empty:
            yield at
        at = bit >> way
        while at & black:
            at >>= way
        if at & empty:
            yield at

    def completions(self, black: int, white: int, bit: int, way: int) -> int:
        """How many points make exactly five in a row with this black stone."""
        gaps = self.gaps(black, white, bit, way)
        return sum(self.run(black, gap, way) == 5 for gap in gaps)

    def is_straight_four(self, black: int, white: int, bit: int, way: int) -> bool:
        """Four stones, and both neighbours make exactly five."""
        return self.run(black, bit, way) == 4 and self.completions(black, white, bit, way) == 2

    def fours(self, black: int, white: int, bit: int, way: int) -> int:
        """A straight four is one four; other than that every completion counts."""
        if self.is_straight_four(black, white, bit, way):
            return 1
        return self.completions(black, white, bit, way)

    def is_three(self, black: int, white: int, bit: int, way: int) -> bool:
        """One move from a straight four, and that move is neither a five nor forbidden."""
        for gap in self.gaps(black, white, bit, way):
            if not self.is_straight_four(black | gap, white, gap, way):
                continue
            if self.fives(BLACK, black, white) & gap:
                continue
            if not self.forbidden(black, white, gap):
                return True
        return False


def each(bits: int) -> Iterator[int]:
    """The points of a set, each as a set of its own, ascending."""
    while bits:
        low = bits & -bits
        yield low
        bits ^= low


# ---------------------------------------------------------------------------------------- The bytes


class Attack(NamedTuple):
    """A move of the attacker and the answers to what the defender replies."""

    move: Optional[int]
    otherwise: Optional[int]
    # Replies with the number of the attack that answers each.
    replies: List[Tuple[int, int]]


class Answer(NamedTuple):
    """An attack of a certificate, by its number, and a symmetry."""

    attack: int
    symmetry: int


class Plan(NamedTuple):
    """An attack of a certificate. Its points are numbers, as it lies nowhere yet."""

    move: Optional[int]
    otherwise: Optional[Answer]
    listed: Dict[int, Answer]


class Proof(NamedTuple):
    version: int
    game: Game
    attacker: int
    to_move: int
    stones: Tuple[int, int]
    # Attacks, or the plans of a certificate.
    attacks: Sequence

    def winner(self) -> Optional[int]:
        """The side that has five in the claimed position already."""
        for side in (BLACK, WHITE):
            own, other = self.stones[side], self.stones[1 - side]
            if self.game.fives(side, own, other) & own:
                return side
        return None

    def position(self) -> Optional[str]:
        """The claimed position, unless the game is over there."""
        if self.winner() is not None:
            return None
        black, white = (self.game.names(stones) for stones in self.stones)
        return f"b={black};w={white};t={SIDES[self.to_move][0]}"


class Reader:
    """Reads a proof. Every sentence of refusal names the byte at which it begins."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0
        self.point_bytes = 1
        self.points = 0

    def fail(self, at: int, why: str) -> NoReturn:
        raise Unreadable(f"byte {at}: {why}")

    def take(self, count: int) -> bytes:
        taken = self.data[self.at : self.at + count]
        if len(taken) < count:
            self.fail(len(self.data), "the file ends early")
        self.at += count
        return taken

    def byte(self) -> int:
        if self.at >= len(self.data):
            self.fail(self.at, "the file ends early")
        self.at += 1
        return self.data[self.at - 1]

    def number(self) -> int:
        start, value = self.at, 0
        for shift in range(0, 35, 7):
            byte = self.byte()
            value |= (byte & 127) << shift
            if byte < 128:
                if byte == 0 and shift > 0:
                    self.fail(start, "a number has a byte too many")
                if value >> 32:
                    break
                return value
        self.fail(start, "a number has more than 32 bits")

    def point(self) -> int:
        start = self.at
        point = int.from_bytes(self.take(self.point_bytes), "little")
        if point >= self.points:
            self.fail(start, f"point {point} is off the board")
        return point

    def proof(self) -> Proof:
        if len(self.data) > MOST_BYTES:
            self.fail(MOST_BYTES, f"the file has more than {MOST_BYTES} bytes")
        for at, byte in enumerate(MAGIC):
            if self.byte() != byte:
                self.fail(at, "this is not a proof file")
        version = self.byte()
        if version not in (TREE, CERTIFICATE):
            self.fail(self.at - 1, f"version {version} is not known")
        game = self.game()
        flags = self.byte()
        if flags > 3:
            self.fail(self.at - 1, f"{flags} does not name the sides")
        attacker, to_move = flags & 1, flags >> 1
        black = self.stones(game, 0)
        white = self.stones(game, black)
        read = self.attacks if version == TREE else self.plans
        attacks = read(game, attacker == to_move)
        self.checksum()
        return Proof(version, game, attacker, to_move, (black, white), attacks)

    def game(self) -> Game:
        code = self.byte()
        if code not in RULES:
            self.fail(self.at - 1, f"rule {code} is not known")
        lines = self.byte()
        if not LEAST_LINES <= lines <= MOST_LINES:
            self.fail(self.at - 1, f"a board of {lines} lines is not known")
        self.points = lines * lines
        self.point_bytes = 1 if lines <= 16 else 2
        return Game(RULES[code], lines)

    def stones(self, game: Game, taken: int) -> int:
        start, count, last, found = self.at, self.number(), -1, 0
        if count > self.points:
            self.fail(start, f"{count} stones do not fit on the board")
        for _ in range(count):
            start, point = self.at, self.point()
            if point <= last:
                self.fail(start, "the stones are out of order")
            if game.bit(point) & taken:
                self.fail(start, "two stones are on one point")
            found |= game.bit(point)
            last = point
        return found

    def attack_count(self) -> int:
        start, count = self.at, self.number()
        if count == 0:
            self.fail(start, "there is no attack")
        if count > MOST_ATTACKS:
            self.fail(start, f"{count} attacks are more than the limit")
        return count

    def attacks(self, game: Game, attacker_moves: bool) -> List[Attack]:
        start, count = self.at, self.attack_count()
        attacks: List[Attack] = []
        unused = set()
        for number in range(count):
            is_root = number == count - 1
            attack = self.attack(game, number, attacker_moves or not is_root)
            attacks.append(attack)
            unused.difference_update(answer for _, answer in attack.replies)
            unused.add(number)
        for number in unused - {count - 1}:
            self.fail(start, f"attack {number} answers no reply")
        return attacks

    def attack(self, game: Game, number: int, has_move: bool) -> Attack:
        start, head = self.at, self.number()
        is_just_before, kind, count = head & 1, head >> 1 & 3, head >> 3
        if kind > ELSE_IS_FIRST_REPLY:
            self.fail(start, f"else move of kind {kind} is not known")
        if count == 0 and (is_just_before or kind == ELSE_IS_FIRST_REPLY):
            self.fail(start, "there is no first reply")
        if count > self.points:
            self.fail(start, f"{count} replies are more than the board has points")
        move = game.bit(self.point()) if has_move else None
        otherwise = game.bit(self.point()) if kind == ELSE_FOLLOWS else None
        replies = []
        for nth in range(count):
            reply, start = game.bit(self.point()), self.at
            back = 1 if nth == 0 and is_just_before else self.number()
            if not 1 <= back <= number:
                self.fail(start, "the answer to a reply is not there")
            replies.append((reply, number - back))
        if kind == ELSE_IS_FIRST_REPLY:
            otherwise = replies[0][0]
        return Attack(move, otherwise, replies)

    def plans(self, game: Game, attacker_moves: bool) -> "Plans":
        count = self.attack_count()
        starts = array("L")
        is_used = bytearray()
        for number in range(count):
            starts.append(self.at)
            plan = self.plan(number, attacker_moves or number < count - 1)
            for answer in plan.listed.values():
                is_used[answer.attack] = 1
            if plan.otherwise is not None:
                is_used[plan.otherwise.attack] = 1
            is_used.append(0)
        unused = is_used.find(0)
        if unused < count - 1:
            self.fail(starts[unused], f"nothing refers to attack {unused}")
        return Plans(self, starts, attacker_moves)

    def plan(self, number: int, has_move: bool) -> Plan:
        start, head = self.at, self.number()
        has_else, is_short, count = head & 1, head & 2, head >> 2
        if is_short and count == 0:
            self.fail(start, "there is no first answer")
        if is_short and number == 0:
            self.fail(start, "an answer is not there")
        if count > self.points:
            self.fail(start, f"{count} answers are more than the board has points")
        move = self.point() if has_move else None
        otherwise = self.reference(number) if has_else else None
        listed: Dict[int, Answer] = {}
        for nth in range(count):
            if nth == 0 and is_short:
                self.replies(listed, Answer(number - 1, 0), 1)
                continue
            answer = self.reference(number)
            start, replies = self.at, self.number()
            if not 1 <= replies <= self.points:
                self.fail(start, f"{replies} replies to an answer are too few or too many")
            self.replies(listed, answer, replies)
        return Plan(move, otherwise, listed)

    def reference(self, number: int) -> Answer:
        start, head = self.at, self.number()
        if not 1 <= head >> 1 <= number:
            self.fail(start, "an answer is not there")
        symmetry = 0
        if head & 1:
            symmetry = self.byte()
            if not 1 <= symmetry <= 7:
                self.fail(self.at - 1, f"symmetry {symmetry} is not known")
        return Answer(number - (head >> 1), symmetry)

    def replies(self, listed: Dict[int, Answer], answer: Answer, count: int) -> None:
        """Reads the replies that have this answer."""
        last = -1
        for _ in range(count):
            start, point = self.at, self.point()
            if point <= last:
                self.fail(start, "the replies are out of order")
            if point in listed:
                self.fail(start, "a reply is listed twice")
            listed[point] = answer
            last = point

    def checksum(self) -> None:
        start, end = self.at, self.at + 8
        said = int.from_bytes(self.take(8), "little")
        if len(self.data) > end:
            self.fail(end, "the proof ends here, but the file goes on")
        if said != fnv1a(self.data[:start]):
            self.fail(start, "the checksum is wrong: the file is damaged")


class Plans(Sequence):
    """The attacks of a certificate. There may be millions: each is read again when it is used."""

    def __init__(self, reader: Reader, starts: array, attacker_moves: bool) -> None:
        self.reader = reader
        self.starts = starts
        self.attacker_moves = attacker_moves

    def __len__(self) -> int:
        return len(self.starts)

    def __getitem__(self, number: int) -> Plan:
        self.reader.at = self.starts[number]
        return self.reader.plan(number, self.attacker_moves or number < len(self) - 1)


def unpacked(data: bytes) -> bytes:
    """What a gzip file holds, at most one byte more than is allowed; other bytes as they are."""
    # The reader refuses what is too long.
    if not data.startswith(GZIP) or len(data) > MOST_BYTES:
        return data
    gzip = zlib.decompressobj(zlib.MAX_WBITS | 16)
    try:
        plain = gzip.decompress(data, MOST_BYTES + 1)
    except zlib.error:
        raise Unreadable("byte 0: the gzip file is damaged") from None
    if len(plain) <= MOST_BYTES and not gzip.eof:
        raise Unreadable(f"byte {len(data)}: the gzip file ends early")
    if gzip.unused_data:
        end = len(data) - len(gzip.unused_data)
        raise Unreadable(f"byte {end}: the gzip data ends here, but the file goes on")
    return plain


def fnv1a(data: bytes) -> int:
    """64-bit FNV-1a."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


# ---------------------------------------------------------------------------------------- The check


class Shown(NamedTuple):
    """What an accepted proof shows, and how many positions that took."""

    plies: int
    positions: int


class Node(NamedTuple):
    """Where an attack is used: the stones before its move, and the way there."""

    stones: Tuple[int, int]
    # The attack with the reply before it, and that reply.
    parent: Optional[int]
    reply: int


class Checker:
    """What both versions ask of a position."""

    def __init__(self, proof: Proof) -> None:
        self.proof = proof
        self.game = proof.game
        self.attacker = proof.attacker
        self.defender = 1 - proof.attacker

    def nobody_has_five(self) -> None:
        winner = self.proof.winner()
        if winner is not None:
            raise Refused(f"{SIDES[winner]} has five already")

    def may_stop(self, threats: int, free: int) -> Iterator[int]:
        """The points that could stop all threats."""
        points = free
        for threat in each(threats):
            points &= threat | self.game.ends(threat)
        return each(points)

    def fives(self, side: int, stones: Tuple[int, int]) -> int:
        return self.game.fives(side, stones[side], stones[1 - side])

    def free(self, stones: Tuple[int, int]) -> int:
        return self.game.board & ~(stones[BLACK] | stones[WHITE])


class TreeChecker(Checker):
    def __init__(self, proof: Proof) -> None:
        super().__init__(proof)
        self.nodes: Dict[int, Node] = {}
        # Plies that the else move takes to five, where an attack has to use it.
        self.else_plies: Dict[int, int] = {}
        self.positions = 0

    def check(self) -> Shown:
        """Follows the attacks from the root, which is the last one.

        An attack comes after those that answer its replies. So from the last to the first, every
        attack's position is known when its turn comes, and so are all ways to it.
        """
        self.nobody_has_five()
        root = len(self.proof.attacks) - 1
        self.nodes[root] = Node(self.proof.stones, None, 0)
        for number in range(root, -1, -1):
            self.attack(number)
        return Shown(self.plies(), self.positions)

    def attack(self, number: int) -> None:
        attack, stones = self.proof.attacks[number], self.nodes[number].stones
        self.positions += 1
        if attack.move is not None:
            self.must_be_legal(number, stones, attack.move)
            is_five = self.fives(self.attacker, stones) & attack.move
            stones = played(stones, self.attacker, attack.move)
            if is_five:
                if attack.replies or attack.otherwise is not None:
                    self.refuse(number, "the game is over, but replies are listed")
                return
        free = self.free(stones)
        if not free:
            self.refuse(number, "the board is full")
        five = self.fives(self.defender, stones) & free
        if five:
            self.refuse(number, f"{SIDES[self.defender]} makes five on {self.game.names(five)}")
        others = free
        for reply, answer in attack.replies:
            if not reply & free:
                self.refuse(number, f"the reply {self.game.name(reply)} is occupied")
            if not reply & others:
                self.refuse(number, f"the reply {self.game.name(reply)} is listed twice")
            others &= ~reply
            self.follow(number, reply, answer, played(stones, self.defender, reply))
        if attack.otherwise is not None and not attack.otherwise & free:
            self.refuse(number, f"the else move {self.game.name(attack.otherwise)} is occupied")
        for reply in each(others):
            self.other_reply(number, stones, reply, attack.otherwise)

    def follow(self, number: int, reply: int, answer: int, stones: Tuple[int, int]) -> None:
        """Says where an attack is used. Used again, it must be in the same position."""
        known = self.nodes.setdefault(answer, Node(stones, number, reply))
        if known.stones != stones:
            name = self.game.name(reply)
            self.refuse(number, f"the answer to {name} belongs to another position")

    def other_reply(
        self, number: int, stones: Tuple[int, int], reply: int, otherwise: Optional[int]
    ) -> None:
        """A reply that is not listed must lose to the else move, or be forbidden."""
        self.positions += 1
        after = played(stones, self.defender, reply)
        plies, why = 0, "has no answer"
        if otherwise is not None:
            plies, why = self.else_move(after, otherwise)
        # Whether a reply is forbidden takes long to say: only where something depends on it.
        if plies and plies <= self.else_plies.get(number, 0):
            return
        if self.game.is_forbidden(self.defender, stones, reply):
            return
        if not plies:
            self.refuse(number, f"the reply {self.game.name(reply)} {why}")
        self.else_plies[number] = plies

    def else_move(self, stones: Tuple[int, int], move: int) -> Tuple[int, str]:
        """In how many plies the else move wins: 1, 3, or 0 and why it does not."""
        name = self.game.name(move)
        if not move & self.free(stones):
            return 0, f"takes the else move {name}"
        if self.fives(self.attacker, stones) & move:
            return 1, ""
        after = played(stones, self.attacker, move)
        free = self.free(after)
        threats = self.fives(self.attacker, after) & free
        if not threats:
            return 0, f"is not answered by {name}, which threatens nothing"
        if self.fives(self.defender, after) & free:
            return 0, f"makes a four that {name} does not stop"
        if self.game.is_forbidden(self.attacker, stones, move):
            return 0, f"is not answered by {name}, which is forbidden"
        for stop in self.may_stop(threats, free):
            stopped = played(after, self.defender, stop)
            if self.fives(self.attacker, stopped) & threats & ~stop:
                continue
            if not self.game.is_forbidden(self.defender, after, stop):
                return 0, f"is not answered by {name}, which {self.game.name(stop)} stops"
        # A defender with nothing but forbidden points has lost already.
        legal = (p for p in each(free) if not self.game.is_forbidden(self.defender, after, p))
        return (1 if next(legal, None) is None else 3), ""

    def must_be_legal(self, number: int, stones: Tuple[int, int], move: int) -> None:
        if not move & self.free(stones):
            self.refuse(number, f"{self.game.name(move)} is occupied")
        if self.game.is_forbidden(self.attacker, stones, move):
            self.refuse(number, f"{self.game.name(move)} is forbidden")

    def plies(self) -> int:
        """The longest way to five, the five included."""
        longest: List[int] = []
        for number, attack in enumerate(self.proof.attacks):
            below = [longest[answer] for _, answer in attack.replies]
            below.append(self.else_plies.get(number, 0))
            own = 0 if attack.move is None else 1
            longest.append(own + (1 + max(below) if max(below) else 0))
        return longest[-1]

    def refuse(self, number: int, why: str) -> NoReturn:
        """Refuses the proof, with the moves that lead to this attack."""
        way: List[int] = []
        at: Optional[int] = number
        while at is not None:
            move, node = self.proof.attacks[at].move, self.nodes[at]
            way += [point for point in (move, node.reply) if point]
            at = node.parent
        names = " ".join(self.game.name(point) for point in reversed(way))
        raise Refused(f"after {names}: {why}" if names else why)


class Placed(NamedTuple):
    """A plan under a symmetry: its points as they lie on the board."""

    move: Optional[int]
    otherwise: Optional[Answer]
    listed: Dict[int, Answer]


class Next(NamedTuple):
    """What is left to show once an attack's move is played: the replies that need an answer."""

    stones: Tuple[int, int]
    replies: List[Tuple[int, Answer]]
    # The move and what is played after it, if no reply needs an answer.
    plies: int


class CertificateChecker(Checker):
    def __init__(self, proof: Proof) -> None:
        super().__init__(proof)
        self.root = Answer(len(proof.attacks) - 1, 0)
        # Where each symmetry puts each point of the file.
        points = range(self.game.lines ** 2)
        images = [[self.image(symmetry, point) for point in points] for symmetry in range(8)]
        self.bits = [[self.game.bit(point) for point in of] for of in images]
        # The second point of the first row has eight different images: they tell symmetries apart.
        which = {of[1]: symmetry for symmetry, of in enumerate(images)}
        self.product = [[which[outer[inner[1]]] for inner in images] for outer in images]
        self.placed = lru_cache(maxsize=1 << 16)(self._placed)
        # Plies of the accepted uses.
        self.accepted: Dict[int, int] = {}
        # The moves that lead to where the check is.
        self.way: List[int] = []

    def image(self, symmetry: int, point: int) -> int:
        lines = self.game.lines
        y, x = divmod(point, lines)
        if symmetry & 4:
            x, y = y, x
        if symmetry & 1:
            x = lines - 1 - x
        if symmetry & 2:
            y = lines - 1 - y
        return y * lines + x

    def _placed(self, answer: Answer) -> Placed:
        plan, outer = self.proof.attacks[answer.attack], answer.symmetry
        bits, product = self.bits[outer], self.product[outer]

        def turned(inner: Answer) -> Answer:
            return Answer(inner.attack, product[inner.symmetry])

        return Placed(
            None if plan.move is None else bits[plan.move],
            None if plan.otherwise is None else turned(plan.otherwise),
            {bits[point]: turned(inner) for point, inner in plan.listed.items()},
        )

    def check(self) -> Shown:
        """Tries everything."""
        self.nobody_has_five()
        return Shown(self.use(self.root, self.proof.stones), len(self.accepted))

    def use(self, answer: Answer, stones: Tuple[int, int]) -> int:
        """Plies to five if an attack is used here. The first that is not accepted refuses all."""
        width = self.game.board.bit_length()
        key = answer.attack << 3 | answer.symmetry
        key = (key << width | stones[BLACK]) << width | stones[WHITE]
        known = self.accepted.get(key)
        if known is not None:
            return known
        depth = len(self.way)
        after = self.next(answer, stones)
        plies = after.plies
        own = len(self.way) - depth
        for reply, inner in after.replies:
            self.way.append(reply)
            below = self.use(inner, played(after.stones, self.defender, reply))
            self.way.pop()
            plies = max(plies, own + 1 + below)
        del self.way[depth:]
        self.accepted[key] = plies
        return plies

    def sample(self, lines: int, seed: int) -> Shown:
        """Tries random lines. Half of the replies are drawn from those that are listed.

        All that can be said of a position on a line without going deeper is asked there: a reply
        without an answer is noticed even if it is not drawn.
        """
        self.nobody_has_five()
        rng = random.Random(seed)
        longest = positions = 0
        for _ in range(lines):
            self.way = []
            answer, stones = self.root, self.proof.stones
            while True:
                depth = len(self.way)
                after = self.next(answer, stones)
                positions += 1
                if not after.replies:
                    break
                listed = self.placed(answer).listed
                drawn = [pair for pair in after.replies if pair[0] in listed]
                if not drawn or rng.random() < 0.5:
                    drawn = after.replies
                reply, answer = rng.choice(drawn)
                self.way.append(reply)
                stones = played(after.stones, self.defender, reply)
            longest = max(longest, depth + after.plies)
        return Shown(longest, positions)

    def next(self, answer: Answer, stones: Tuple[int, int]) -> Next:
        """Plays an attack's move and asks all that can be asked before its answers are used."""
        plan, own = self.placed(answer), 0
        if plan.move is not None:
            own = 1
            if not plan.move & self.free(stones):
                self.refuse(f"{self.game.name(plan.move)} is occupied")
            if self.game.is_forbidden(self.attacker, stones, plan.move):
                self.refuse(f"{self.game.name(plan.move)} is forbidden")
            is_five = self.fives(self.attacker, stones) & plan.move
            stones = played(stones, self.attacker, plan.move)
            self.way.append(plan.move)
            if is_five:
                return Next(stones, [], own)
        free = self.free(stones)
        if not free:
            self.refuse("the board is full")
        five = self.fives(self.defender, stones) & free
        if five:
            self.refuse(f"{SIDES[self.defender]} makes five on {self.game.names(five)}")
        left = self.unanswered(stones, free)
        legal = self.game.legal(self.defender, stones, left)
        replies = []
        for reply in each(legal):
            inner = plan.listed.get(reply, plan.otherwise)
            if inner is None:
                self.refuse(f"the reply {self.game.name(reply)} has no answer")
            replies.append((reply, inner))
        # A reply and the five, unless nothing but forbidden points is left.
        is_met = not legal and self.game.legal(self.defender, stones, free & ~left)
        return Next(stones, replies, own + 2 if is_met else own)

    def unanswered(self, stones: Tuple[int, int], free: int) -> int:
        """The free points after which the attacker cannot make five at once."""
        threats = self.fives(self.attacker, stones) & free
        if not threats:
            return free
        left = 0
        for stop in self.may_stop(threats, free):
            stopped = played(stones, self.defender, stop)
            if not self.fives(self.attacker, stopped) & free & ~stop:
                left |= stop
        return left

    def refuse(self, why: str) -> NoReturn:
        """Refuses the certificate, with the moves that lead here."""
        names = " ".join(self.game.name(point) for point in self.way)
        raise Refused(f"after {names}: {why}" if names else why)


def played(stones: Tuple[int, int], side: int, bit: int) -> Tuple[int, int]:
    black, white = stones
    return (black | bit, white) if side == BLACK else (black, white | bit)


# -------------------------------------------------------------------------------- The command line


class Sample(NamedTuple):
    """How many lines are drawn where a certificate is not checked as a whole."""

    lines: int
    seed: int


def judge(name: str, as_json: bool, sample: Optional[Sample]) -> int:
    """Checks one file and prints what it shows. The file's part of the exit status."""
    try:
        proof = Reader(unpacked(read(name))).proof()
        if sample and proof.version == TREE:
            raise Unreadable("byte 7: --lines is for certificates, this is version 1")
    except (OSError, Unreadable) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        if as_json:
            print(json.dumps({"file": name, "verdict": "unreadable", "reason": why}), flush=True)
        print(f"check_proof: {name}: {why}", file=sys.stderr, flush=True)
        return 2
    shown, reason = None, None
    try:
        if sample:
            shown = CertificateChecker(proof).sample(*sample)
        elif proof.version == CERTIFICATE:
            shown = CertificateChecker(proof).check()
        else:
            shown = TreeChecker(proof).check()
    except Refused as refused:
        reason = str(refused)
    if as_json:
        print(json.dumps(view(name, proof, shown, reason, sample)), flush=True)
    else:
        print(sentence(name, proof, shown, reason, sample), flush=True)
    return 1 if shown is None else 0


def read(name: str) -> bytes:
    """A file's bytes, or one more than are allowed."""
    if name == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    with open(name, "rb") as file:
        return file.read(MOST_BYTES + 1)


def view(
    name: str,
    proof: Proof,
    shown: Optional[Shown],
    reason: Optional[str],
    sample: Optional[Sample],
) -> dict:
    found = {
        "file": name,
        "verdict": "refused" if shown is None else "sampled" if sample else "win",
        "rule": proof.game.rule,
        "size": proof.game.lines,
        "side": SIDES[proof.to_move],
        "attacker": SIDES[proof.attacker],
        "position": proof.position(),
        "attacks": len(proof.attacks),
        "plies": shown and shown.plies,
        "positions": shown and shown.positions,
        "reason": reason,
    }
    if sample:
        found["lines"] = sample.lines
    return found


def sentence(
    name: str,
    proof: Proof,
    shown: Optional[Shown],
    reason: Optional[str],
    sample: Optional[Sample],
) -> str:
    game, attacker = proof.game, SIDES[proof.attacker]
    about = (
        f"{SIDES[proof.to_move]} to move, {game.rule} on {game.lines}×{game.lines}, "
        f"{len(proof.attacks)} attacks"
    )
    if shown is None:
        text = f"{name}: refused: {attacker} is claimed to win, {about}"
    elif sample:
        text = (
            f"{name}: sampled: {sample.lines} lines hold, the longest has {shown.plies} plies, "
            f"{attacker} is claimed to win, {about}, {shown.positions} positions checked"
        )
    else:
        text = (
            f"{name}: win: {attacker} wins in {shown.plies}, {about}, "
            f"{shown.positions} positions checked"
        )
    details = (proof.position(), reason)
    return "\n  ".join([text, *(detail for detail in details if detail)])


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Check proofs of wins with nothing but the rules (docs/proof-format.md).",
        epilog="Exit status: 0 all proofs hold, 1 one does not, 2 a file cannot be read.",
    )
    parser.add_argument("files", metavar="FILE", nargs="+", help="proof files; - is standard input")
    parser.add_argument("--json", action="store_true", help="one JSON object a file, also of one that cannot be read")
    parser.add_argument(
        "--lines", metavar="N", type=int, help="try N random lines of a certificate, not the whole"
    )
    parser.add_argument(
        "--seed", metavar="S", type=int, default=0, help="seed of the random lines, 0 unless given"
    )
    arguments = parser.parse_args()
    if arguments.lines is not None and arguments.lines < 1:
        parser.error("--lines takes a number from 1")
    sample = arguments.lines and Sample(arguments.lines, arguments.seed)
    # A three asks for the next one: renju may go as deep as there are points. So may a certificate.
    sys.setrecursionlimit(10_000)
    # Names of files are printed as they are, whatever the locale.
    sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape")
    return max(judge(name, arguments.json, sample) for name in arguments.files)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (BrokenPipeError, KeyboardInterrupt):
        # Nobody reads on, or somebody has seen enough. Without this the exit would print again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(2)
