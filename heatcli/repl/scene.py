"""All that a screen may show: what one seat knows, and who is asked. Drawings take a scene and nothing else."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import Any, Final, NamedTuple

from heatcli.core.counts import count, listed, without
from heatcli.core.names import COLOURS, FINISHED, HEAT, RACING, UNSEEN
from heatcli.core.specs import Spec
from heatcli.core.state import State
from heatcli.core.track import Course
from heatcli.core.view import CarView, View, resample

LETTERS: Final = dict(zip(COLOURS, "BLGRAYOPWINT", strict=True))


class Scene(NamedTuple):
    """A race as a seat sees it. Cars of `names` by seat; the first of `awaited` is asked, and `legal` are its tokens.

    `hidden`: somebody else may look at the screen, so that no hand is shown. `open_hands` are all cars' hands, for who
    watches a record.
    """

    seen: View
    names: tuple[str, ...]
    people: tuple[int, ...] = ()
    awaited: tuple[int, ...] = ()
    legal: tuple[str, ...] = ()
    story: tuple[str, ...] = ()
    title: str = ""
    hidden: bool = False
    result: tuple[str, ...] = ()
    open_hands: tuple[tuple[int, ...], ...] | None = None

    @property
    def spec(self) -> Spec:
        """The race as all know it."""
        return self.seen.spec

    @property
    def own(self) -> CarView:
        """The car that is seen from."""
        return self.seen.cars[self.seen.seat]

    @property
    def course(self) -> Course:
        """The track with its road tokens, as far as they lie."""
        if self.seen.weather < 0:
            return self.spec.course
        return self.spec.course_with(self.seen.weather, self.seen.tokens)

    @property
    def limits(self) -> list[int]:
        """Of every corner line as it is in this race."""
        return self.course.limits[: len(self.spec.track.corners)]

    @property
    def notes(self) -> dict[int, str]:
        """What lies at corner lines, by their space: road tokens, of a chicane at its first line; press corners."""
        corners, weather = self.spec.track.corners, self.spec.weather
        notes: dict[int, str] = {}
        if self.seen.tokens and weather is not None:
            firsts = [corner.at for corner in corners if corner.chicane_of is None]
            names = [weather.tokens[token].name.replace("_", " ") for token in self.seen.tokens]
            notes = dict(zip(firsts, names, strict=True))
        for line in self.spec.rules.press:
            at = corners[line - 1].at
            notes[at] = f"press {notes.get(at, '')}".strip()
        return notes

    def codes(self, cards: Sequence[int]) -> list[str]:
        """Cards by their codes."""
        return [self.spec.catalogue.codes[card] for card in cards]

    def called(self, seat: int) -> str:
        """What a car is called: its driver's name, `you` for who looks, its colour for a Legend."""
        if seat == self.seen.seat and seat in self.people and not self.hidden:
            return "you"
        return self.spec.seats[seat].colour if self.spec.seats[seat].legend else self.names[seat]

    def unseen(self) -> list[int]:
        """The own cards that nobody can place: the draw deck, but for what is known to lie on top of it."""
        car, seen = self.own, self.seen
        owned = [card for card in listed(car.cards) if card != UNSEEN] + list(seen.secret)
        there = (*seen.hand, *seen.discard, *car.played, *car.top, *[HEAT] * car.engine)
        return without(owned, there)

    def ranked(self) -> list[CarView]:
        """The cars: those at home by place, then as they stand on the track, then those that are out."""
        return sorted(self.seen.cars, key=_rank)


def _rank(car: CarView) -> tuple[int, int, int, int]:
    group = 1 if car.status == RACING else 0 if car.status == FINISHED else 2
    return group, car.place, -car.distance, car.spot


def seat_named(text: str, colours: Sequence[str]) -> int | None:
    """A seat by its colour, in any case, or by its number; None if there is none such."""
    if text.lower() in colours:
        return colours.index(text.lower())
    if text.isascii() and text.isdecimal() and len(text) < 3 and int(text) < len(colours):
        return int(text)
    return None


@lru_cache(maxsize=1)
def dealt(seen: View) -> State:
    """A state of this view, not to be changed; one picture, and a menu of previews, ask for it many times."""
    return resample(seen, Random(0))


def signs(colours: Sequence[str]) -> list[str]:
    """A letter for each car, always the same for a colour; F is the finish line."""
    return [LETTERS[colour] for colour in colours]


def lap_space(distance: int, spaces: int) -> str:
    """A distance as lap:space, laps counted from 1."""
    return f"{distance // spaces + 1}:{distance % spaces}" if distance >= 0 else "the grid"


def placed(rows: Iterable[dict[str, Any]], spaces: int) -> list[dict[str, Any]]:
    """Events with their distances as laps and spaces, to be told."""
    return [{**row, "distance": lap_space(row["distance"], spaces)} if "distance" in row else row for row in rows]


def counted(scene: Scene, cards: Sequence[int]) -> str:
    """Cards in short, such as `1 2x3 S`."""
    codes = scene.spec.catalogue.codes
    return " ".join(codes[card] if n == 1 else f"{codes[card]}x{n}" for card, n in count(cards))
