"""Films at a terminal: one screen, and keys to go back and forth."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final, Protocol

from prompt_toolkit.application import Application
from prompt_toolkit.filters import Never
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.output import Output
from prompt_toolkit.styles import Style

from heatcli.core.names import STEPS
from heatcli.repl import panel
from heatcli.repl.board import board, fits
from heatcli.repl.film import END, NOW, PLANS, START, TURN, Film
from heatcli.repl.look import STYLE
from heatcli.repl.scene import Scene
from heatcli.repl.screen import screen, strip
from heatcli.repl.text import Line, fit

LEAST: Final = (24, 6)
"""Columns and lines that a picture is drawn for; of one on a smaller screen the upper left part is seen."""

LONGER: Final = 2
"""A turn is looked at so many times as long as in the cockpit, where one's own are between."""

FRAME: Final = 0.05
"""Seconds between two looks at the clock."""

GROWTH: Final = 0.25
"""Seconds between two looks at a race that goes on."""

FASTEST, SLOWEST = 4, -4
"""Powers of two."""

DIGITS: Final = 3  # of a round
WHO_DRIVES: Final = -1
"""In place of a seat: the car whose turn it was is followed."""

KEYS_ARE: Final = (
    "space plays, arrows step, ? keys, q leaves",
    "space, arrows, ? keys, q leaves",
    "? keys, q leaves",
    "? keys",
)
"""As many words as there is room for."""

HELP: Final = (
    "space          play, pause; at the end: the next race, or this one again",
    "right n Enter  the next turn",
    "left b         back by a turn",
    "down r         the next round",
    "up R           the round before",
    "home end       the start; the end, or as far as the race has come",
    "7 g            to round 7",
    "+ -            faster, slower",
    "f              follow the next car; after the last one whoever drives",
    "v              what the driver of that car saw, or all hands",
    "m              the map alone, or with all that is known",
    "N P            the next race, the one before",
    "q              leave; so do Escape, Ctrl-C and Ctrl-D",
)


class Reel(Protocol):
    """The races to be seen. Numbers count from 0."""

    def __len__(self) -> int: ...

    def film(self, number: int) -> Film | None:
        """A race; None for one that cannot be shown."""

    def newest(self, number: int) -> Film | None:
        """The same, with what has been added to it since."""


class Viewer:
    """A reel and its screen.

    `pace` is how long the cockpit shows a turn, in milliseconds. `seat` is the car that is followed, or WHO_DRIVES;
    `own_eyes`: no more is shown than its driver saw. `live`: the races go on while they are seen.
    `interrupted` tells that Ctrl-C was pressed.
    """

    def __init__(
        self,
        reel: Reel,
        pace: int,
        ascii: bool = False,
        number: int = 0,
        seat: int = WHO_DRIVES,
        own_eyes: bool = False,
        round_: int = 0,
        playing: bool = False,
        live: bool = False,
        keys: Input | None = None,
        output: Output | None = None,
    ) -> None:
        self._reel, self._pace, self._ascii, self._live = reel, pace, ascii, live
        self.number, self.seat, self.own_eyes, self.playing = number, seat, own_eyes, playing
        self.speed = 0  # a power of two
        self.digits = ""
        self.interrupted = False
        self._helping = self._map_alone = self._closing = False
        self._due = self._growth_due = 0.0
        film = reel.film(number)
        assert film is not None
        self.film = film
        self.at = film.first_of(round_)
        self.app: Application[None] = Application(
            layout=Layout(Window(FormattedTextControl(self._drawn, show_cursor=False), wrap_lines=False)),
            key_bindings=self._bindings(),
            style=Style.from_dict(STYLE),
            full_screen=True,
            enable_page_navigation_bindings=False,
            terminal_size_polling_interval=FRAME,  # where no signal tells: see Live
            mouse_support=Never(),
            input=keys,
            output=output,
        )
        self.app.ttimeoutlen = self.app.timeoutlen = FRAME  # Escape is a key here

    def run(self) -> None:
        """Until the person leaves; in any thread."""
        with suppress(EOFError):  # the terminal is gone
            self.app.run(pre_run=self._begin, handle_sigint=False)

    def close(self) -> None:
        """Leave from another thread, or before it has begun."""
        self._closing = True

    # --- time goes on

    def _begin(self) -> None:
        self.app.create_background_task(self._go_on())

    async def _go_on(self) -> None:
        clock = asyncio.get_running_loop().time
        while not self._closing:
            await asyncio.sleep(FRAME)
            if self.tick(clock()):
                self.app.invalidate()
        self._leave()

    def tick(self, now: float) -> bool:
        """Show what is due at this second; False if all stays as it is."""
        changed = False
        if self._live and now >= self._growth_due:
            self._growth_due = now + GROWTH
            changed = self.film.grow()
            self.at = min(self.at, len(self.film) - 1)
        if self.playing and now >= self._due:
            self._due = now + LONGER * self._pace * 2.0**-self.speed / 1000
            changed = self._next() or changed
            if not changed and not self._goes_on:
                self.playing, changed = False, True
        return changed

    @property
    def _goes_on(self) -> bool:
        return self._live and not self.film.is_over

    # --- keys

    def _bindings(self) -> KeyBindings:
        keys = KeyBindings()
        actions: Sequence[tuple[str, Callable[[], object]]] = (
            ("space", self._play),
            ("right enter n", self._next),
            ("left b", self._back),
            ("down pagedown r", self._next_round),
            ("up pageup R", self._round_before),
            ("home", lambda: self._go(0)),
            ("end", self._to_the_end),
            ("g", self._jump),
            ("+ =", lambda: self._faster(1)),
            ("- _", lambda: self._faster(-1)),
            ("f", self._follow),
            ("v", self._look),
            ("m", self._show_map),
            ("N", lambda: self._turn_to(self.number + 1)),
            ("P", lambda: self._turn_to(self.number - 1)),
            ("q Q escape c-d", self._leave),
            ("c-c", self._interrupt),
        )
        for names, action in actions:
            for name in names.split():
                keys.add(name)(partial(self._pressed, action))

        @keys.add("<any>")
        def _(event: KeyPressEvent) -> None:
            self._typed(event.data)

        return keys

    def _pressed(self, action: Callable[[], object], event: KeyPressEvent) -> None:
        """A key closes the help, and then does what it is for."""
        self._helping = False
        action()
        self.digits = ""
        self.app.invalidate()

    def _typed(self, key: str) -> None:
        """Digits of a round; `?`; all other keys close the help."""
        self._helping = key in ("?", "h") and not self._helping
        self.digits = (self.digits + key)[-DIGITS:] if key.isascii() and key.isdecimal() else ""
        self.app.invalidate()

    def _go(self, at: int) -> bool:
        before, self.at = self.at, max(0, min(at, len(self.film) - 1))
        return self.at != before

    def _play(self) -> None:
        is_at_the_end = self.at == len(self.film) - 1 and not self._goes_on
        if not self.playing and is_at_the_end and not self._turn_to(self.number + 1):
            self.at = 0
        self.playing = not self.playing
        self._due = 0.0

    def _next(self) -> bool:
        return self._go(self.at + 1)

    def _back(self) -> None:
        self.playing = False
        self._go(self.at - 1)

    def _next_round(self) -> None:
        here = self.film[self.at].round
        self._go(self.film.first_of(here + 1) if here < self.film.rounds else len(self.film))

    def _round_before(self) -> None:
        """To the beginning of the round; from there to the one before."""
        first = self.film.first_of(self.film[self.at].round)
        self._go(first if first < self.at else self.film.first_of(self.film[max(0, first - 1)].round))

    def _to_the_end(self) -> None:
        newest = self._reel.newest(self.number)
        if newest is not None:
            self.film = newest
        self._go(len(self.film))

    def _jump(self) -> None:
        if self.digits:
            self._go(self.film.first_of(int(self.digits)))

    def _faster(self, by: int) -> None:
        self.speed = max(SLOWEST, min(FASTEST, self.speed + by))
        self._due = 0.0

    def _follow(self) -> None:
        """Eyes belong to a car, so that these follow nobody else's turn."""
        self.seat += 1
        if self.seat == len(self.film.colours):
            self.seat = 0 if self.own_eyes else WHO_DRIVES

    def _look(self) -> None:
        self.own_eyes = not self.own_eyes
        if self.own_eyes:
            self.seat = self._followed()

    def _followed(self) -> int:
        """The seat in the middle of the picture."""
        return self.film.driving(self.at) if self.seat == WHO_DRIVES else self.seat

    def _show_map(self) -> None:
        self._map_alone = not self._map_alone

    def _turn_to(self, number: int) -> bool:
        """Another race, or the next one in that direction that can be shown; False if there is none."""
        step = 1 if number > self.number else -1
        while 0 <= number < len(self._reel):
            film = self._reel.film(number)
            if film is not None:
                self.number, self.film, self.at = number, film, 0
                self.seat = min(self.seat, len(film.colours) - 1)
                return True
            number += step
        return False

    def _leave(self) -> None:
        if not self.app.is_done:
            self.app.exit()

    def _interrupt(self) -> None:
        self.interrupted = True
        self._leave()

    # --- what is on the screen

    def _drawn(self) -> StyleAndTextTuples:
        size = self.app.output.get_size()
        drawn: StyleAndTextTuples = []
        for line in self.lines(size.columns, size.rows):
            drawn += [*line, ("", "\n")]
        return drawn[:-1]

    def lines(self, width: int, height: int) -> list[Line]:
        """So many lines, each so many columns wide."""
        columns, rows = max(width, LEAST[0]), max(height, LEAST[1]) - 1
        scene = self.film.scene(self.at, self._followed(), not self.own_eyes)
        if self._helping:
            scene = scene._replace(result=())
            lines = screen(scene, columns, rows, self._ascii, page=HELP)
        elif self._map_alone and not scene.result and fits(scene.spec.track, columns, rows - ALONE):
            lines = self._map(scene, columns, rows)
        else:
            lines = screen(scene, columns, rows, self._ascii)
        lines[0] = self._head(scene, columns)
        return [fit(line, width) for line in [*lines[: height - 1], self._status(columns)]]

    def _map(self, scene: Scene, width: int, height: int) -> list[Line]:
        """The head is still to come."""
        drawn = board(
            scene.spec.track, scene.limits, panel.marked(scene), width, height - ALONE, self._ascii, scene.notes
        )
        road = [[], *drawn, *strip(scene, width, self._ascii), *[[]] * ALONE]
        return [*road[: height - 1], [("class:story", "".join(scene.story[-1:]))]]

    def _head(self, scene: Scene, width: int) -> Line:
        """The head of every screen, with what this moment is to the right."""
        left = panel.header(scene, width)[0][1]
        right = self._now(scene)
        return [("class:head", f"{left[: width - len(right) - 1]:{width - len(right)}}"), ("class:head.step", right)]

    def _now(self, scene: Scene) -> str:
        moment, colours = self.film[self.at], self.film.colours
        if moment.kind == TURN:
            return f"{colours[moment.seat]}'s turn"
        if moment.kind == NOW:
            who = f"{colours[scene.awaited[0]]} is asked: {STEPS[scene.seen.step]}" if scene.awaited else ""
            return who if self._goes_on or not who else f"here it ends; {who}"
        return {START: "the start", PLANS: "all plan", END: "the end"}[moment.kind]

    def _status(self, width: int) -> Line:
        """Where the film is, how it is seen, and keys as far as there is room."""
        film = self.film
        said = [f"race {self.number + 1}/{len(self._reel)}"] if len(self._reel) > 1 else []
        said.append(f"go to round {self.digits} (g)" if self.digits else f"round {film[self.at].round}/{film.rounds}")
        said += [self._state(), f"x{2**self.speed}" if self.speed >= 0 else f"x1/{2**-self.speed}"]
        colour = film.colours[self._followed()]
        at = "" if self.seat == WHO_DRIVES else f", at {colour}"
        said.append(f"{colour}'s eyes" if self.own_eyes else f"all hands{at}")
        left = ", ".join(said)
        room = width - len(left)
        words = next((words for words in KEYS_ARE if len(words) < room - 1), "")
        return [("class:head.step", left), ("class:head", f"{words:>{room}}" if room > 0 else "")]

    def _state(self) -> str:
        if not self.playing:
            return "paused"
        return "waiting" if self._goes_on and self.at == len(self.film) - 1 else "playing"


ALONE: Final = 8
"""Lines of the map's screen that are not the map: the head, the strip, what happened."""
