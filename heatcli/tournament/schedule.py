"""Who races whom: blocks of one line-up, one board and one seed, and the rotations of their seats (SPEC T.2, T.3)."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, count, islice, permutations
from math import comb
from typing import Final, NamedTuple

from heatcli.core.chance import Chance
from heatcli.errors import SetupError

MOST_LINE_UPS: Final = 1000  # that are all raced in turn; of more, balanced ones are made up
MOST_ORDERS: Final = 4  # bots whose orders are all raced

Scores = Callable[[int], "dict[int, float] | None"]
"""Of a block by its number: what each of its bots made of it, 0 to 1; None while it is not over."""


class Block(NamedTuple):
    """One seed: bots by index, the board by its number in the list of boards."""

    number: int
    bots: tuple[int, ...]
    track: int


class Plan(NamedTuple):
    """What a schedule is made from."""

    format: str
    blocks: int
    bots: int
    seats: int  # that bots drive
    tracks: int
    seed: str
    rotate: str = "cyclic"


def check_plan(plan: Plan) -> None:
    """Raises SetupError for one that cannot be raced."""
    seats, bots = plan.seats, plan.bots
    if not bots:
        raise SetupError("no driver; a tournament has one or more (-d)")
    if plan.format == "self-play":
        return
    if plan.format == "table" and bots != seats:
        raise SetupError(f"format table: {bots} drivers at a table of {seats}; round-robin races all line-ups")
    if bots < seats:
        raise SetupError(f"{bots} drivers at a table of {seats}; --fill legends, or a smaller --table-size, is right")
    if plan.format == "gauntlet" and seats < 2:
        raise SetupError("format gauntlet: the first driver needs a rival; a --table-size from 2 is right")
    if plan.rotate == "all" and seats > MOST_ORDERS:
        raise SetupError(f"rotate all: {seats} bots have too many orders; cyclic is right for more than {MOST_ORDERS}")


def blocks(plan: Plan, scores: Scores) -> Iterator[Block]:
    """All blocks, as far as they are known: the rounds of a swiss tournament wait for those before them."""
    if plan.format == "swiss":
        yield from _swiss(plan, scores)
        return
    for number, (bots, track) in enumerate(islice(_tables(plan), plan.blocks)):
        yield Block(number, bots, track)


def orders(plan: Plan, bots: Sequence[int]) -> list[tuple[int, ...]]:
    """The rotations of a block: its bots by seat."""
    if plan.rotate == "none" or plan.format == "self-play":
        return [tuple(bots)]
    if plan.rotate == "all":
        return [*permutations(bots)]
    return [(*bots[i:], *bots[:i]) for i in range(len(bots))]


def planned(plan: Plan) -> int:
    """How many blocks there will be."""
    return plan.blocks * (plan.bots // plan.seats) if plan.format == "swiss" else plan.blocks


def _tables(plan: Plan) -> Iterator[tuple[tuple[int, ...], int]]:
    """Line-ups and boards without end: all line-ups as often as there is time for all, then balanced ones."""
    turn = 0
    line_ups = _all(plan)
    if plan.format == "self-play":
        for i in count():
            yield line_ups[i % len(line_ups)], i // len(line_ups) % plan.tracks
    for turn in range(plan.blocks // max(1, len(line_ups)) if line_ups else 0):
        for bots in line_ups:
            yield bots, turn % plan.tracks
    ahead = 1 if plan.format == "gauntlet" else 0  # the first is always there
    for i, bots in enumerate(_balanced(range(ahead, plan.bots), plan.seats - ahead, plan.seed)):
        yield (*range(ahead), *bots), (turn + 1 + i) % plan.tracks


def _all(plan: Plan) -> list[tuple[int, ...]]:
    """All line-ups, if they are few enough to be raced in turn."""
    if plan.format == "self-play":
        return [(bot,) * plan.seats for bot in range(plan.bots)]
    ahead = 1 if plan.format == "gauntlet" else 0
    if comb(plan.bots - ahead, plan.seats - ahead) > min(MOST_LINE_UPS, plan.blocks):
        return []
    return [(*range(ahead), *rest) for rest in combinations(range(ahead, plan.bots), plan.seats - ahead)]


def _balanced(bots: Sequence[int], seats: int, seed: str) -> Iterator[tuple[int, ...]]:
    """Line-ups in which all race equally often, and meet as equally as can be."""
    chance = Chance(seed)
    raced = dict.fromkeys(bots, 0)
    met = {(a, b): 0 for a in bots for b in bots}
    for i in count():
        shuffled = chance.shuffled("grid", i, bots)
        table: list[int] = []
        while len(table) < seats:
            left = [bot for bot in shuffled if bot not in table]
            table.append(min(left, key=lambda bot: (raced[bot], sum(met[bot, other] for other in table))))
        for bot in table:
            raced[bot] += 1
        for a, b in permutations(table, 2):
            met[a, b] += 1
        yield tuple(sorted(table))


# --- swiss


class _Standing:
    """The bots of a swiss tournament so far: what they made, whom they met, how often they sat out."""

    def __init__(self, bots: int) -> None:
        self.made = [0.0] * bots
        self.byes = [0] * bots
        self.met = [[0] * bots for _ in range(bots)]

    def order(self) -> list[int]:
        """Best first; equal ones by number."""
        return sorted(range(len(self.made)), key=lambda bot: (-self.made[bot], bot))


def _swiss(plan: Plan, scores: Scores) -> Iterator[Block]:
    """Rounds of tables by standings. Who is left over sits out for half a point, nobody twice before all have."""
    standing = _Standing(plan.bots)
    number = 0
    for round_ in range(plan.blocks):
        order = standing.order()
        out = sorted(order, key=lambda bot: (standing.byes[bot], -order.index(bot)))[: plan.bots % plan.seats]
        tables = _paired([bot for bot in order if bot not in out], plan.seats, standing.met)
        first = number
        for table in tables:
            yield Block(number, table, round_ % plan.tracks)
            number += 1
        for bot in out:
            standing.byes[bot] += 1
            standing.made[bot] += 0.5
        for i, table in enumerate(tables):
            made = scores(first + i)
            if made is None:
                return
            for bot in table:
                standing.made[bot] += made.get(bot, 0.0)
            for a, b in permutations(table, 2):
                standing.met[a][b] += 1


def _paired(order: list[int], seats: int, met: list[list[int]]) -> list[tuple[int, ...]]:
    """Tables from the top: the best that is left, and those near it that it has met least."""
    tables, left = [], [*order]
    while left:
        table = [left.pop(0)]
        while len(table) < seats:
            near = min(left, key=lambda bot: (sum(met[bot][other] for other in table), left.index(bot)))
            left.remove(near)
            table.append(near)
        tables.append(tuple(table))
    return tables
