"""Why the last corners cost what they did: a seat's last remarkable turn in words, from its events (SPEC 3.7, E)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from heatcli.arena.story import plural
from heatcli.core.names import HEAT
from heatcli.core.specs import Catalogue
from heatcli.data import load
from heatcli.repl.words import wrapped

NO_CORNER: Final = "You have crossed no corner yet (SPEC 3.7.1)."
Row = Mapping[str, Any]


class Road(NamedTuple):
    """What is known of the corner lines, number by number: limits as printed, and which are a chicane's second line."""

    printed: Sequence[int] = ()
    chicane: Sequence[int] = ()


class Turn(NamedTuple):
    """A turn of the seat: its events, and what its engine held before each, where that is known.

    `gear` is the one before the turn, 0 if nothing tells it.
    """

    round: int
    gear: int
    rows: list[Row]
    engine: list[int | None]


def why(
    events: Sequence[Row],
    seat: int,
    colours: Sequence[str],
    printed: Sequence[int] = (),
    *,
    chicane: Sequence[int] = (),
    catalogue: Catalogue | None = None,
    engine: int | None = None,
) -> list[str]:
    """The last turn of a seat that crossed a corner or lost something, told line by line.

    If no corner was crossed in it, the last turn that crossed one follows. `events` are spelt (chapter E), of one race
    from its start or from any later event on. `printed` are the limits of the board's lines in order, `chicane` the
    numbers of those that are the second of a chicane, `engine` what the seat's engine holds now.
    """
    turns = _turns(events, seat, engine)
    cards = catalogue or load.catalogue()
    road = Road(printed, chicane)
    told = [turn for turn in turns if any(map(_is_remarkable, turn.rows))][-1:]
    if not told or not _has_crossed(told[0]):
        told += [turn for turn in turns if _has_crossed(turn)][-1:]
    if not told:
        return wrapped(_nothing(events, seat, turns))
    lines = [line for turn in told for line in _told(turn, colours[seat], road, cards)]
    if any(row["type"] == "out" and row["seat"] == seat and row["why"] == "eliminated" for row in events):
        lines.append("In this race a spin out eliminates (SPEC R8.4).")
    if not _has_crossed(told[-1]):
        lines.append(NO_CORNER)
    return wrapped(lines)


def _turns(events: Sequence[Row], seat: int, engine: int | None) -> list[Turn]:
    """The turns of a seat, the one under way too."""
    own = [row for row in events if row.get("seat") == seat]
    levels = _levels(own, engine)
    turns: list[Turn] = []
    rows: list[Row] = []
    held: list[int | None] = []
    round_ = i = 0
    gear = int(any(row["type"] == "grid" for row in events))  # a race from its start: gear 1 (SPEC 1.6)
    for row in events:
        if row["type"] == "round":
            round_ = row["n"]
        if row.get("seat") != seat:
            continue
        rows.append(row)
        held.append(levels[i])
        i += 1
        if row["type"] == "turn":
            turns.append(Turn(round_, gear, rows, held))
            rows, held, gear = [], [], row.get("gear", 0)
    turns.append(Turn(round_, gear, rows, held))
    return [turn for turn in turns if any(row["type"] == "reveal" for row in turn.rows)]


def _levels(own: Sequence[Row], now: int | None) -> list[int | None]:
    """What the engine held before each event of a seat, counted from an event that tells it, or from what it holds."""
    changes = [_change(row) for row in own]
    known = next((i for i, row in enumerate(own) if row["type"] in ("turn", "spin")), len(own))
    level = own[known].get("engine", 0) if known < len(own) else now  # a spin out leaves nothing (SPEC 3.7.7)
    if level is None:
        return [None] * len(own)
    return [level + sum(changes[known:i]) - sum(changes[i:known]) for i in range(len(own))]


def _change(row: Row) -> int:
    if row["type"] in ("cool", "supercool"):
        return int(row["n"])
    if row["type"] == "pay":
        return -int(row["n"])
    return -len(row["cards"]) if row["type"] == "removed" and row["from"] == "engine" else 0


def _is_remarkable(row: Row) -> bool:
    return row["type"] in ("corner", "clutter", "again") or (row["type"] == "pay" and row["why"] != "mulligan")


def _has_crossed(turn: Turn) -> bool:
    return any(row["type"] == "corner" for row in turn.rows)


def _nothing(events: Sequence[Row], seat: int, turns: Sequence[Turn]) -> Iterator[str]:
    """The nearest truth where there is no turn to tell of."""
    if any(row["type"] == "move" and row.get("seat") == seat and row["by"] == "legend" for row in events):
        yield "A Legend pays nothing and never spins out (SPEC 5.2)."
        return
    if not turns:
        yield "You have not driven yet."
    yield NO_CORNER


def _told(turn: Turn, colour: str, road: Road, cards: Catalogue) -> Iterator[str]:
    """A turn: what it paid, how its Speed came about, its corners."""
    gear = next(int(row["gear"]) for row in turn.rows if row["type"] == "reveal")
    yield f"Round {turn.round}, {colour} in gear {gear}:" if turn.round else f"{colour} in gear {gear}:"
    speed = Speed(cards)
    checked: Row = {}
    for i, row in enumerate(turn.rows):
        speed.hear(row)
        kind = row["type"]
        if kind == "reveal":
            yield from _shift(row, turn.gear)
        elif kind == "clutter":
            yield from _clutter(turn)
        elif kind == "again":
            yield from _again(row)
        elif kind == "pay":
            yield from _paid(row, turn.rows[i - 1])
        elif kind == "corner":
            if not checked:
                yield from _driven(turn.rows[:i], speed, row["speed"])
            checked = row
            yield from _corner(row, road, speed.adjusted())
            yield from _afforded(row, turn.engine[i])
        elif kind == "spin":
            yield from _spin(row, checked, gear)


def _shift(row: Row, before: int) -> Iterator[str]:
    gear, paid = row["gear"], row["paid"]
    if paid and not before:
        yield f"The shift cost {paid} Heat (SPEC 3.1.1, 3.1.3)."
    elif paid:
        two = abs(gear - before) == 2
        if two:
            yield f"From gear {before} to {gear}: 1 Heat for two gears (SPEC 3.1.1)."
        if paid > two:
            yield f"From gear {before} to {gear}: 1 Heat for the flooded space (SPEC 3.1.3)."


def _clutter(turn: Turn) -> Iterator[str]:
    row = next(row for row in turn.rows if row["type"] == "reveal")
    others = sum(code != "H" for code in row["cards"])
    yield f"Gear {row['gear']} needs {plural(row['gear'], 'card')}, besides Heat it has {others} (SPEC 3.2.3)."
    yield "A cluttered hand: no move, no Speed, no Cooldown; the gear is 1 (SPEC 3.2.4)."


def _again(row: Row) -> Iterator[str]:
    lost = row["lost"]
    yield f"The engine could not pay the Heat cost of {' and '.join(lost)} (SPEC R3.16)."
    what = "a flip for each" if len(lost) > 1 else "a flip instead"
    yield f"Back to where it began, {what}, and it drives again (SPEC R3.16)."


def _paid(row: Row, before: Row) -> Iterator[str]:
    """Heat that went for anything but a shift or a corner, which are told where they are explained."""
    if row["why"] == "boost":
        yield f"The boost cost {row['n']} Heat (SPEC 3.5.8)."
    elif row["why"] == "gravel":
        yield f"Gravel took {row['n']} Heat (SPEC 11.3)."
    elif row["why"] == "card":
        whose = " ".join(before.get("cards", ())) if before["type"] == "use" else before.get("card", "")
        yield f"{whose or 'A card in play'} cost {row['n']} Heat (SPEC 3.5.9)."


def _driven(rows: Sequence[Row], speed: "Speed", total: int) -> Iterator[str]:
    """How the Speed came about, and the ways of moving that do not show in it."""
    yield speed.told(total)
    again = next((i for i in range(len(rows) - 1, -1, -1) if rows[i]["type"] == "again"), 0)
    moves = [row for row in rows[again:] if row["type"] == "move"]
    by_speed = [row for row in moves if row["by"] not in ("slip", "draft")]
    asked, moved = (sum(row[field] for row in by_speed) for field in ("asked", "moved"))
    if asked != moved:
        yield f"Blocked: it moved {moved} of {plural(asked, 'space')}, but Speed stays (SPEC 3.3.12)."
    for by, what, rule in (("draft", "Draft", "9.3.2"), ("slip", "slipstream", "3.6.5")):
        if spaces := sum(row["moved"] for row in moves if row["by"] == by):
            yield f"The {what} of {spaces} adds no Speed, but its lines are checked (SPEC {rule})."


def _corner(row: Row, road: Road, adjusted: Sequence[tuple[str, int]]) -> Iterator[str]:
    """A line's limit, where it comes from, and its price."""
    number, limit, speed, cost = row["line"], row["limit"], row["speed"], row["cost"]
    over, more = speed - limit, cost - (speed - limit)
    if cost:
        token = f" and {more} by the Overheat token" if more else ""
        yield f"Corner {number}: limit {limit}, Speed {speed}: {over} over{token}, so {cost} Heat (SPEC 3.7.2)."
    else:
        yield f"Corner {number}: limit {limit}, Speed {speed}: nothing to pay (SPEC 3.7.2)."
    by_cards = [f"{code} {n:+}" for code, n in adjusted]
    before = limit - sum(n for _, n in adjusted)
    printed = road.printed[number - 1] if number <= len(road.printed) else before
    by_token = [f"road token {before - printed:+}"] if before != printed else []
    if by_token or by_cards:
        rules = [*(["7.4"] if by_token else []), *(["3.5.11"] if by_cards else [])]
        words = ", ".join([f"{printed} {'printed' if road.printed else 'on the road'}", *by_token, *by_cards])
        yield f"Limit {limit}: {words} (SPEC 3.7.1, {', '.join(rules)})."
    if number in road.chicane:
        yield "It is the second line of a chicane: a check of its own (SPEC 3.7.4)."


def _afforded(row: Row, held: int | None) -> Iterator[str]:
    """That the engine paid a line; who spins out is told more."""
    if row["cost"] and held is not None and held >= row["cost"]:
        just = ", R3.31" if held == row["cost"] else ""
        yield f"The engine held {held} and paid; {held - row['cost']} left (SPEC 0.2.11{just})."


def _spin(row: Row, checked: Row, gear: int) -> Iterator[str]:
    yield f"The engine held {row['paid']}, too little for {checked['cost']}: a spin out (SPEC 3.7.7)."
    back = f"distance {row['distance']}" if isinstance(row["distance"], int) else row["distance"]
    yield f"What it held is paid; back to {back}, before the line (SPEC 3.7.7)."
    yield f"{row['stress']} Stress into hand for gear {gear}; the gear is 1 now (SPEC 3.7.7)."


class Speed:
    """How the Speed of a turn comes about, event by event: cards, flips, and what React adds (SPEC 3.3.9)."""

    def __init__(self, cards: Catalogue) -> None:
        self._catalogue = cards
        self._cards: list[tuple[str, int]] = []  # planned, with their numbers
        self._direct: list[str] = []  # played from the hand
        self._flips: list[int] = []
        self._turned: list[int] = []  # basic cards that no sum has yet
        self._more: list[tuple[str, int]] = []

    def hear(self, row: Row) -> None:
        """One more event of the turn."""
        match row["type"]:
            case "reveal":
                self._cards = [(code, self._number(code)) for code in row["cards"]]
            case "flip" if self._catalogue.basic[self._id(row["card"])]:
                self._turned.append(self._number(row["card"]))
            case "value":
                self._choose([(code, n) for code, n in row.get("numbers", ())])
                self._flip()
            case "direct":
                self._direct.append(row["card"])
            case "again":
                for code in row["lost"]:
                    self._cards.remove(next(card for card in self._cards if card[0] == code))
            case "move":
                self._move(row["by"], row["asked"])

    def _choose(self, chosen: list[tuple[str, int]]) -> None:
        """The numbers that cards with several count with."""
        codes = [code for code, _ in chosen]
        self._cards = [card for card in self._cards if card[0] not in codes] + chosen

    def _flip(self) -> None:
        self._flips += self._turned
        self._turned = []

    def _move(self, by: str, asked: int) -> None:
        if by == "again":
            self._flip()
        elif by == "direct":
            self._more.append((self._direct[-1], asked))
        elif by in ("boost", "adrenaline", "accelerate"):
            self._more.append((by, asked))
        self._turned = []

    def told(self, total: int) -> str:
        """The sum in words; without its parts if they do not come to the total."""
        cards = [n for code, n in self._cards if self._catalogue[self._id(code)].speeds]
        if sum(cards) + sum(self._flips) + sum(n for _, n in self._more) != total:
            return f"Speed {total}: cards, flips, and what React added (SPEC 3.3.9)."
        parts = [_sum("card", cards), _sum("flip", self._flips), *(f"{what} {n}" for what, n in self._more)]
        return f"Speed {total}: {', '.join(filter(None, parts)) or 'no number'} (SPEC 3.3.9)."

    def adjusted(self) -> list[tuple[str, int]]:
        """The cards in play that adjust limits, and by how much (SPEC 3.5.11)."""
        in_play = [*(code for code, _ in self._cards), *self._direct]
        return [(code, n) for code in in_play if (n := self._catalogue.adjust[self._id(code)])]

    def _number(self, code: str) -> int:
        return self._catalogue.speed[self._id(code)]

    def _id(self, code: str) -> int:
        return self._catalogue.ids.get(code, HEAT)  # a card that is not in the catalogue counts for nothing here


def _sum(what: str, numbers: Sequence[int]) -> str:
    return f"{what}{'s' * (len(numbers) > 1)} {'+'.join(map(str, numbers))}" if numbers else ""
