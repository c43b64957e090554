"""The words around the map: whose turn it is, all cars, the own hand, what may be decided."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from textwrap import wrap
from typing import Final

from heatcli.arena.answers import gear_of, menu
from heatcli.arena.story import in_short
from heatcli.core import gears
from heatcli.core.names import (
    AT_DROP,
    AT_GARAGE,
    AT_PLAN,
    AT_SLIPSTREAM,
    AT_SWAP,
    FINISHED,
    HEAT,
    RACING,
    STEPS,
    STRESS,
)
from heatcli.core.view import CarView, View
from heatcli.repl.scene import Scene, counted, dealt, lap_space, signs
from heatcli.repl.text import Fragment, Line

CARS: Final = 34
"""Columns of the table of cars."""

NAME: Final = 9
CARDS: Final = 12  # choices of upgrades that are listed with what they are
LINES: Final = 2  # of tokens that are listed without being asked for
CORNERS: Final = 3  # that are told ahead


def header(scene: Scene, width: int) -> Line:
    """The track, lap and round, the weather, and who is asked for what."""
    seen, spec = scene.seen, scene.spec
    lap = min(spec.laps, max(1, scene.own.distance // spec.track.spaces + 1))
    parts = [scene.title] if scene.title else []
    parts += [spec.track.name, f"lap {lap}/{spec.laps}"]
    if scene.own.status == RACING and scene.own.distance < scene.course.finish:
        parts.append(f"{scene.course.finish - scene.own.distance} to go")
    parts.append(f"round {seen.round}" if seen.round else "before the race")
    if seen.weather >= 0 and spec.weather is not None:
        parts.append(spec.weather.cards[seen.weather].name.replace("-", " "))
    right = asked(scene)
    while len(", ".join(parts)) + len(right) >= width and len(parts) > 1:
        parts.pop()
    left = ", ".join(parts)
    gap = max(1, width - len(left) - len(right))
    return [("class:head", left), ("class:head", " " * gap), ("class:head.step", right)]


def asked(scene: Scene) -> str:
    """Who has to decide what."""
    if scene.result:
        return "the race is over"
    if not scene.awaited:
        return "..."
    who = [scene.spec.seats[seat].colour for seat in scene.awaited]
    step = STEPS[scene.seen.step]
    if scene.hidden:
        return f"{who[0]} is asked"
    own = f"your {step}" if len(scene.people) == 1 else f"{who[0]}: {step}"
    return own + (f" (then {', '.join(who[1:])})" if len(who) > 1 else "")


def cars(scene: Scene) -> list[Line]:
    """One line a car, best first: sign, name, lap:space, gear, engine, hand."""
    letters = signs([seat.colour for seat in scene.spec.seats])
    lines: list[Line] = [[("class:dim", "    car       lap:sp gear eng hd")]]
    for number, car in enumerate(scene.ranked(), 1):
        turn = scene.seen.at >= 0 and scene.seen.order[scene.seen.at : scene.seen.at + 1] == (car.seat,)
        name = scene.called(car.seat)
        style = style_of(scene, car.seat)
        mark = ">" if turn else " "
        lines.append(
            [
                ("class:dim", f"{mark}{number:2} "),
                (style, letters[car.seat]),
                ("bold" if car.seat == scene.seen.seat else "", f" {name[:NAME]:{NAME}} "),
                ("", _state(scene, car)),
            ]
        )
    return lines


def _state(scene: Scene, car: CarView) -> str:
    spaces = scene.spec.track.spaces
    if car.status == FINISHED:
        return f"home, {car.place}"
    if car.status != RACING:
        return f"out, {car.place}"
    where = lap_space(car.distance, spaces).removeprefix("the ")
    if scene.spec.seats[car.seat].legend:
        return f"{where:>6} Legend"
    planned = f"{car.gear}>{car.planned}" if car.planned else str(car.gear)
    return f"{where:>6} {planned:>4} {car.engine:3} {car.hand:2}"


def style_of(scene: Scene, seat: int) -> str:
    """A car's style: its colour; the own one stands out."""
    style = f"class:car.{scene.spec.seats[seat].colour}"
    return f"{style},own" if seat == scene.seen.seat else style


def card_style(card: int) -> str:
    """By what a card is."""
    return "class:stress" if card == STRESS else "class:heat" if card == HEAT else "class:card"


def hand(scene: Scene, width: int) -> list[Line]:
    """The own cards: in hand, in the engine, what is in play, what the deck and the discard pile hold."""
    if scene.hidden:
        return [[("", "The hands are hidden.")]]
    if scene.open_hands is not None:
        return _open_hands(scene, width)
    car, seen = scene.own, scene.seen
    line: Line = [("", "hand ")]
    for card in seen.hand:
        line += [(card_style(card), f"[{scene.spec.catalogue.codes[card]}]"), ("", " ")]
    if not seen.hand:
        line.append(("class:dim", "empty "))
    line.append(("", f" engine {car.engine} Heat, gear {car.gear}"))
    if car.played:
        line.append(("", f", in play {' '.join(scene.codes(car.played))}"))
    top = f", on top {' '.join(scene.codes(car.top[::-1]))}" if car.top else ""
    deck = f"deck {car.deck}: {counted(scene, scene.unseen()) or '-'}{top}"
    piles = f"{deck}; discard {car.discard}: {counted(scene, seen.discard) or '-'}"
    return [line, *([("class:dim", piece)] for piece in wrap(piles, width)[:2])]


def _open_hands(scene: Scene, width: int) -> list[Line]:
    """Every driver's hand, for who sees them all."""
    letters = signs([seat.colour for seat in scene.spec.seats])
    assert scene.open_hands is not None
    parts = [
        f"{letters[car.seat]}: {' '.join(scene.codes(scene.open_hands[car.seat])) or '-'}"
        for car in scene.ranked()
        if not scene.spec.seats[car.seat].legend and car.status == RACING
    ]
    return [[("class:dim", piece)] for piece in wrap("hands  " + "   ".join(parts), width)]


def speed(scene: Scene) -> str:
    """The turn under way: its Speed, and what the corners behind the car would cost; empty in other cars' turns."""
    seen = scene.seen
    own_turn = seen.at >= 0 and seen.order[seen.at : seen.at + 1] == (seen.seat,)
    said = [f"Speed {seen.turn.speed}"] if own_turn and seen.turn.speed >= 0 else []
    if own_turn and not scene.hidden and seen.step <= AT_SLIPSTREAM:  # behind it they are paid
        said += _bills(seen)
    return "; ".join(said)


@lru_cache(maxsize=8)
def _bills(seen: View) -> Sequence[str]:
    """The corners behind the car in words."""
    from heatcli.repl.preview import bill  # the first prompt does not wait for it

    said = []
    for one in bill(dealt(seen), seen.seat):
        cost = "nothing" if not one.cost else f"{one.cost} Heat" + (", SPIN OUT" if one.spin else "")
        said.append(f"corner {one.line} (limit {one.limit}): {cost}")
    return said


def ahead(scene: Scene) -> str:
    """The next corners and the finish line, by how far they are."""
    return ", ".join(_ahead(scene))


def _ahead(scene: Scene) -> Iterator[str]:
    car, course, finish = scene.own, scene.course, scene.course.finish
    if car.status != RACING:
        return
    first = course.next_line(car.distance)
    for i in range(first, min(first + CORNERS, len(course.lines))):
        if course.lines[i] < finish:
            yield f"limit {course.limits[i]} in {course.lines[i] - car.distance}"
    if finish > car.distance:
        yield f"finish in {finish - car.distance}"


def offers(scene: Scene, width: int) -> list[str]:
    """What may be decided: all tokens with their numbers if they are few, of a plan the gears."""
    if scene.hidden or not scene.legal:
        return []
    if scene.seen.step == AT_PLAN:
        return wrap(_plans(scene), width)
    if scene.seen.step in (AT_GARAGE, AT_DROP, AT_SWAP) and len(scene.legal) <= CARDS:
        rows = [f"{number:6}: {text:14} {_facts(scene, text)}" for number, text in enumerate(scene.legal, 1)]
        return [piece for row in rows for piece in wrap(row, width, subsequent_indent=" " * 23, drop_whitespace=True)]
    if len(shown := list(menu(scene.legal, width))) <= LINES:
        return shown
    return wrap(f"{_summed(scene)} ({len(scene.legal)} choices: list; ? explains)", width)


def _facts(scene: Scene, text: str) -> str:
    """The cards that a token names, in short."""
    catalogue = scene.spec.catalogue
    cards = [catalogue[catalogue.ids[code]] for code in text.split()[1:]]
    return "; for ".join(in_short({"speed": card.speeds, "symbols": dict(card.symbols)}) for card in cards)


def _summed(scene: Scene) -> str:
    """Many tokens in short: of a discard the cards that may go, else the verbs."""
    verbs = list(dict.fromkeys(token.split()[0] for token in scene.legal))
    if "discard" in verbs:
        most = max((token for token in scene.legal if token.startswith("discard")), key=len)
        verbs[verbs.index("discard")] = f"discard any of {most.removeprefix('discard ')}"
    return ", ".join(verbs)


def _plans(scene: Scene) -> str:
    state, seat = dealt(scene.seen), scene.seen.seat
    open_ = dict.fromkeys(gear_of(token)[1:] for token in scene.legal if gear_of(token))
    gears_ = []
    for gear in map(int, open_):
        cost = gears.cost(state, state.cars[seat], gear)
        gears_.append(f"{gear} ({cost} Heat)" if cost else str(gear))
    return f"a gear of {', '.join(gears_)} and as many cards ({len(scene.legal)} plans: list; ? explains)"


def marked(scene: Scene) -> dict[tuple[int, int], Fragment]:
    """The cars on the road, by space and spot."""
    letters = signs([seat.colour for seat in scene.spec.seats])
    spaces = scene.spec.track.spaces
    return {
        (car.distance % spaces, car.spot): (style_of(scene, car.seat), letters[car.seat])
        for car in scene.seen.cars
        if car.status == RACING and not car.place
    }
