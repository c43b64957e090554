"""The human driver: asks a person on the terminal, in plain ASCII and 80 columns."""

import sys
import textwrap
from collections.abc import Callable, Iterator
from typing import Any, Final

from heatcli.arena.answers import chosen, menu
from heatcli.arena.story import in_short, turns
from heatcli.core.specs import Catalogue
from heatcli.data.load import catalogue
from heatcli.errors import NotationError
from heatcli.wire.messages import WANTS

WIDTH: Final = 80
CORNERS_SHOWN: Final = 3
_ANY: Final = "Answer with a number of the list or with the words beside it."
_HELP: Final = {
    "plan": "Plan: a gear and as many cards, such as g2 4 S or 2 4 s; two gears up or down cost 1 Heat.",
    "garage": "Garage: take one upgrade of the market; heat cards CODE says what it does.",
    "drop": "Drop: put one of your four upgrades away, in secret.",
    "swap": "Swap: exchange one of your upgrades for one of the market, or pass.",
    "tune": "Tune: 1 Heat and 1 Stress more for this race (+), or less (-).",
    "mulligan": "Mulligan: pay 1 Heat for a new hand, or pass to keep this one.",
    "value": "Value: choose the number of each card that has several, such as value U8=3.",
    "react": "React: cool puts Heat from the hand into the engine, boost pays 1 Heat for a flip, pass goes on.",
    "slip": "Slipstream: beside or right behind a car you may move on, which adds no Speed, or pass.",
    "discard": "Discard: put cards away to draw others, such as discard 1 1, or pass to keep them.",
}


class Human:
    """A driver that asks a person: `read` a prompt's answer (EOFError at the end of input), `show` a line."""

    wants: tuple[str, ...] = WANTS

    def __init__(self, read: Callable[[str], str], show: Callable[[str], None]) -> None:
        self._read, self._show = read, show
        self._catalogue: Catalogue = catalogue()
        self._seat = self._finish = 0
        self._seats: list[dict[str, Any]] = []
        self._lines: list[tuple[int, int]] = []  # distance of every line of the race, and the index of its corner
        self._limits: list[int] = []  # as printed
        self._corners: list[int] = []  # numbers of the lines that get a token: of a chicane the first
        self._cards: dict[str, dict[str, Any]] = {}

    def race(self, message: dict[str, Any]) -> None:
        """A new race."""
        track, laps = message["track"], message["rules"]["laps"]
        self._seat, self._seats = message["seat"], list(message["seats"])
        self._finish = laps * track["spaces"]
        self._cards = message.get("cards", {})
        self._limits = [corner["limit"] for corner in track["corners"]]
        self._corners = [n for n, corner in enumerate(track["corners"], 1) if corner.get("chicane_of") is None]
        self._lines = [
            (lap * track["spaces"] + corner["at"], i)
            for lap in range(-1, laps)
            for i, corner in enumerate(track["corners"])
        ]
        self._say(f"You drive {self._colour(self._seat)}: {track['id']}, {laps} x {track['spaces']} spaces.")
        if season := message.get("season"):
            points = ", ".join(f"{self._colour(seat)} {n}" for seat, n in enumerate(season["points"]))
            self._say(f"Season {season['id']}, race {season['race']} of {season['races']}; points: {points}")
        if event := message.get("event"):
            self._say(f"Event card: {event['name']} (SPEC 8.9); press corners: {_press(message['rules']['press'])}")
        self._say(
            "Answer with a number of the list or with its words; ? explains, Ctrl-D leaves your car to the referee."
        )

    def events(self, rows: list[dict[str, Any]]) -> None:
        """What happened since the last request, one line a car's turn."""
        for line in turns(rows, lambda seat: "you" if seat == self._seat else self._colour(seat)):
            self._say(line)

    def act(self, request: dict[str, Any]) -> str:
        """The person's decision, a token of the legal ones. Passes EOFError on."""
        legal, step = request["legal"], request["step"]
        self._say(*self._situation(request["view"]))
        self._say(*menu(legal, WIDTH))
        while True:
            answer = self._read(f"{step}> ").strip()
            if answer.lower() in ("?", "h", "help"):
                self._say(*menu(legal, WIDTH))
                self._say(_HELP.get(step, _ANY))
            elif answer:
                try:
                    return chosen(answer, legal, self._catalogue)
                except NotationError as error:
                    self._say(f"{str(error)[:240]}; ? shows the list.")

    def _situation(self, view: dict[str, Any]) -> Iterator[str]:
        you, own = view["you"], next(car for car in view["cars"] if car["seat"] == self._seat)
        yield ""
        yield f"Round {view['round']}, {view['step']}: you are {self._colour(self._seat)}"
        yield "       car      distance/spot  gear  engine  hand"
        for place, car in enumerate(sorted(view["cars"], key=_rank), 1):
            mark = ">" if car is own else " "
            where = f"{car['distance']:8}/{car['spot']}"
            yield f"  {mark} {place:2} {self._colour(car['seat']):8} {where}     {self._shape(car)}"
        at, start = own["distance"], you.get("start")
        limits = view.get("limits", self._limits)
        crossed = [f"limit {limits[i]}" for line, i in self._lines if start is not None and start < line <= at]
        ahead = [f"limit {limits[i]} in {line - at}" for line, i in self._lines if line > at][:CORNERS_SHOWN]
        if crossed:
            yield f"Corners crossed: {', '.join(crossed)}"
        yield f"Corners ahead: {', '.join([*ahead, f'finish in {self._finish - at}' if at < self._finish else 'home'])}"
        speed = "" if you.get("speed") is None else f"; Speed {you['speed']}"
        yield f"Hand {' '.join(you['hand']) or '-'}; engine {own['engine']}{speed}"
        if "weather" in view:
            tokens = zip(self._corners, view["tokens"], strict=True)
            yield f"Weather {view['weather']}; road: {', '.join(f'corner {n} {token}' for n, token in tokens)}"
        for whose, codes in (("Market", view.get("market", ())), ("Yours", _yours(view, own))):
            if shown := [f"{code} ({in_short(self._cards[code])})" for code in codes if code in self._cards]:
                yield f"{whose}: {', '.join(shown)}"

    def _shape(self, car: dict[str, Any]) -> str:
        if car["state"] != "racing":
            return str(car["state"])
        if self._seats[car["seat"]]["kind"] == "legend":
            return "Legend"
        return f"{car['gear']:4}  {car['engine']:6}  {car['hand']:4}"

    def _colour(self, seat: int) -> str:
        return str(self._seats[seat]["colour"])

    def _say(self, *lines: str) -> None:
        for line in lines:
            text = line.replace("…", "...").encode("ascii", "backslashreplace").decode()
            for piece in textwrap.wrap(text, WIDTH, subsequent_indent="  ") or [""]:
                self._show(piece)


def _yours(view: dict[str, Any], own: dict[str, Any]) -> list[str]:
    """Cards to be explained: the upgrades while they are chosen, then what is in hand and in play."""
    return list(dict.fromkeys([*view["you"]["hand"], *own["played"]] if view["round"] else own.get("garage", ())))


def _press(lines: list[int]) -> str:
    return ", ".join(map(str, lines)) or "none"


def _rank(car: dict[str, Any]) -> tuple[int, int, int, int]:
    """Those at home by place, then as they stand on the track, then those that are out."""
    group = {"finished": 0, "racing": 1}.get(car["state"], 2)
    return group, car.get("place", 0), -car["distance"], car["spot"]


def at_terminal() -> Human:
    """The person at this terminal: asked on stderr, so that results on stdout stay clean."""
    return Human(_read, lambda text: print(text, file=sys.stderr))


def _read(prompt: str) -> str:
    print(prompt, end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line
