"""A session at the table: lines go in, what to show comes out. It knows no terminal and no file but the shelf.

`feed` takes a line; `step` lets the others decide, one after the other, until somebody here has to; `scene` is what may
be shown then, and `take` the words that were said since.
"""

import secrets
from collections.abc import Callable
from pathlib import Path
from shlex import quote
from typing import Any, Final

from heatcli.arena.answers import LONGEST, chosen
from heatcli.arena.briefing import EVERYBODY
from heatcli.arena.process import printable
from heatcli.arena.referee import Fault, Outcome
from heatcli.arena.story import plural, turns
from heatcli.core import flow
from heatcli.core.names import COOL, PASS, REFRESH, STEPS, Action
from heatcli.core.view import view
from heatcli.errors import HeatError, NotationError
from heatcli.record.header import header_of
from heatcli.record.tokens import token
from heatcli.repl import results
from heatcli.repl.course import Course, race_of
from heatcli.repl.match import Match
from heatcli.repl.places import Settings, Shelf
from heatcli.repl.scene import Scene, placed

LEFT: Final = "The race that was left before is kept: heat play --load {}"
SAID: Final = 2000
"""Characters of a line, at most."""


class Session:
    """See the module. `machine`: a script types, nobody is asked to confirm anything."""

    def __init__(
        self, course: Course, shelf: Shelf | None = None, settings: Settings | None = None, machine: bool = False
    ) -> None:
        self.shelf, self.settings, self.machine = shelf, settings or Settings(), machine
        self.left = False  # the person has had enough
        self.teaching = False
        self.written: list[Path] = []  # files of records that were saved
        self._said: list[str] = []
        self._question: Callable[[str], None] | None = None
        self._warned = ""  # of what, so that the same line again means it
        self._taught: list[str] = []
        self.begin(course)

    def begin(self, course: Course) -> None:
        """A race begins, or is gone on with."""
        self.course = course
        spec, seed = course.spec, course.seed
        names = iter([driver.name for driver in course.drivers])
        called = ["" if seat.legend else next(names) for seat in spec.seats]
        header = course.header or header_of(spec, seed, called)
        self.match = Match(
            spec, header, course.drivers, course.people, course.terms, self._fault, course.trail, course.mark
        )
        self.seat = (self.match.waiting() or self.match.people or [0])[0]
        self._unlocked = -1  # the seat whose hand was turned up, where several people share the screen
        self._finished = False
        self._heard = 0  # events that were told in words
        if spec.event is not None and not course.trail:
            from heatcli.repl import words  # few races have one

            self.say(*words.event(spec.event))

    # --- what is shown

    def scene(self) -> Scene:
        """What the person who is asked may see now."""
        match, waiting = self.match, self.match.waiting()
        names = match.race.names
        legal = () if not waiting else tuple(self.tokens())
        return Scene(
            view(match.state, self.seat),
            tuple(names),
            match.people,
            tuple(waiting),
            legal,
            tuple(self.story()),
            self.title(),
            self.is_hidden,
            tuple(self.standings()) if self._finished else (),
        )

    @property
    def is_hidden(self) -> bool:
        """Somebody else may look at the screen: who is asked turns the hand up first. A script does not care."""
        if self.machine or len(self.match.people) < 2 or self._finished:
            return False
        return self._unlocked != self.seat or not self.match.waiting()

    def title(self) -> str:
        """The season, if there is one."""
        season = self.course.season
        return "" if season is None else f"season {season.name} {self._number()}/{len(season.legs)}"

    def _number(self) -> int:
        season = self.course.season
        assert season is not None
        return season.race + (not self._finished or self._is_void)

    @property
    def _is_void(self) -> bool:
        return self.match.outcome is not None and self.match.outcome.why == "aborted"

    def story(self, since: int | None = None, end: int | None = None) -> list[str]:
        """What each car did since an event, or in this round and the last one, as the seat saw it.

        Places are told as laps and spaces, as everywhere in the cockpit.
        """
        rows = self._rows()
        if since is None:
            starts = [i for i, row in enumerate(rows) if row["type"] == "round"]
            since = starts[-2] if len(starts) > 1 else 0
        colours = [seat.colour for seat in self.match.spec.seats]
        own = self._you
        return list(
            turns(
                placed(rows[since:end], self.match.spec.track.spaces),
                lambda seat: "you" if seat == own else colours[seat],
            )
        )

    def _rows(self) -> list[dict[str, Any]]:
        """All events, as whoever looks at the screen may see them."""
        return self.match.rows(EVERYBODY if self.is_hidden else self.seat)

    @property
    def _you(self) -> int:
        """The seat of who sits here alone; of nobody, where several do."""
        return self.match.people[0] if len(self.match.people) == 1 else -1

    def placed_rows(self) -> list[dict[str, Any]]:
        """All events as the seat saw them, with places as laps and spaces."""
        return placed(self.match.rows(self.seat), self.match.spec.track.spaces)

    def rounds(self) -> list[str]:
        """The whole story, with a line where each round begins."""
        rows = self._rows()
        starts = [i for i, row in enumerate(rows) if row["type"] == "round"]
        told = self.story(0, starts[0] if starts else None)
        for first, end in zip(starts, [*starts[1:], None], strict=False):
            told += [f"round {rows[first]['n']}", *(f"  {line}" for line in self.story(first, end))]
        return told

    def news(self) -> list[str]:
        """What happened since this was asked the last time."""
        since, self._heard = self._heard, len(self.match.rows(self.seat))
        return self.story(min(since, self._heard))

    def take(self) -> list[str]:
        """The words that were said since this was asked the last time."""
        said, self._said = self._said, []
        return said

    def say(self, *lines: str) -> None:
        """Say something; whatever was typed or named by others is safe to be shown."""
        self._said += [printable(line, SAID) for line in lines]

    def call(self) -> None:
        """Ask for the person who is to turn up a hand."""
        self.say(f"{self.match.spec.seats[self.seat].colour}: Enter turns up your hand.")

    def refuse(self, error: HeatError) -> None:
        """Say what cannot be done, in a sentence."""
        self.say(str(error)[:300])

    def standings(self) -> list[str]:
        """The result of the race, and of the season so far."""
        outcome = self.match.outcome
        if outcome is None:
            return []
        lines = results.race(self.match.spec, outcome, self._you)
        if self.course.season is not None and self.course.season.race:
            lines += ["", *results.season(self.course.season, self.match.race.names, self._you)]
        return lines

    # --- decisions

    def actions(self) -> list[Action]:
        """The legal actions of who is asked."""
        return flow.legal_actions(self.match.state, self.seat) if self.match.waiting() else []

    def tokens(self) -> list[str]:
        """The same as tokens."""
        return [token(action, self.match.spec.catalogue) for action in self.actions()]

    def meant(self, text: str) -> Action:
        """The action that a line means. Raises NotationError."""
        actions, tokens = self.actions(), self.tokens()
        if not actions:
            raise NotationError("nobody is asked now" if not self.match.is_over else "the race is over")
        return actions[tokens.index(chosen(text, tokens, self.match.spec.catalogue))]

    def feed(self, line: str) -> None:
        """A line that somebody typed."""
        from heatcli.repl.commands import run  # it needs the session's type

        text = line.strip().lstrip("\ufeff")
        if len(text) > LONGEST:
            self.say(f"That line has {len(text)} characters; a decision or a command is short. ? helps.")
        elif self._question is not None:
            question, self._question = self._question, None
            question(text.lower())
        elif not text or text.startswith("#"):
            self._empty()
        elif not run(self, text):
            self._decide(text)

    def _empty(self) -> None:
        """Enter alone changes nothing; it turns up a hand, and begins the next race of a season."""
        if self._finished and self.has_next:
            self.next_race()
        elif self.match.waiting():
            self._unlocked = self.seat

    def _decide(self, text: str) -> None:
        if self.is_hidden:
            self.call()
            return
        if self._finished:
            self.say(f"The race is over. {self._ways_on()}")
            return
        try:
            action = self.meant(text)
        except NotationError as error:
            self.say(f"{str(error)[:300]}; ? explains, list shows what is open.")
            return
        if not self.machine and (lost := self._lost(action)) and self._warned != text:
            self._warned = text
            self.say(f"{lost} Type it again to go on without.")
            return
        self._warned = ""
        self.match.decide(self.seat, action)
        self._unlocked = self._unlocked if self.match.waiting()[:1] == [self.seat] else -1
        self.keep()

    def _lost(self, action: Action) -> str:
        """What is given up without a word by an action that ends a step."""
        open_ = [other[0] for other in self.actions()]
        spell = self.match.spec.catalogue
        if REFRESH in open_ and action[0] != REFRESH:
            card = next(other for other in self.actions() if other[0] == REFRESH)
            return f"You may still put a card on your deck ({token(card, spell)})."
        if action == (PASS,) and COOL in open_:
            most = [other for other in self.actions() if other[0] == COOL][-1]
            return f"You may still put Heat back into the engine ({token(most, spell)})."
        return ""

    def step(self) -> bool:
        """One decision of the others; False if somebody here is asked, or the race is over."""
        match = self.match
        forced = self._forced()
        if match.advance():
            if forced:
                self.say(forced)
            return True
        if match.outcome is not None and not self._finished:
            self._finish(match.outcome)
        waiting = match.waiting()
        if waiting and self.seat not in waiting[:1]:
            self.seat = waiting[0]
            self._unlocked = -1
            self._heard = min(self._heard, len(match.rows(self.seat)))
        self.keep()
        return False

    def _forced(self) -> str:
        """A choice of a person that is none, and is not asked: so that nobody wonders where it went.

        Where several look on, nothing is told of a hand.
        """
        state = self.match.state
        if len(self.match.people) > 1 and not self.machine:
            return ""
        for seat in flow.to_act(state):
            if seat in self.match.people and not self.match.is_handed and STEPS[state.step] != "slip":
                legal = flow.legal_actions(state, seat)
                if len(legal) == 1 and legal[0] != (PASS,):
                    only = token(legal[0], self.match.spec.catalogue)
                    return f"({STEPS[state.step]}: only `{only}` was open)"
                if len(legal) == 1 and STEPS[state.step] == "discard":
                    return "(discard: nothing in your hand may go)"
        return ""

    def _fault(self, fault: Fault) -> None:
        if fault.costs:
            colour = self.match.spec.seats[fault.seat].colour
            stopped = "; it is stopped, its car drives on with first legal actions" if fault.stopped else ""
            self.say(f"{colour} had a fault: {fault.code}, {fault.why}{stopped}")

    # --- the end, and what comes next

    def _finish(self, outcome: Outcome) -> None:
        self._finished = True
        season = self.course.season
        if season is not None and not self._is_void:
            season.finish(outcome.state)
        self.say(self._ways_on())

    def _ways_on(self) -> str:
        if self.has_next:
            return "Enter begins the next race."
        if self.course.season is not None:
            return "The season is void." if self._is_void else "The season is over: log, why, save, quit."
        return "again: another race; undo: back into this one; save: keep its record; log, why, quit."

    @property
    def is_over(self) -> bool:
        """The race is over, and was told."""
        return self._finished

    @property
    def has_next(self) -> bool:
        """The season goes on."""
        season = self.course.season
        return self._finished and season is not None and not season.is_over and not self._is_void

    def next_race(self) -> None:
        """The season's next race."""
        course, season = self.course, self.course.season
        assert season is not None
        self.begin(race_of(course._replace(past=course.past + self.match.record()), season))

    def again(self) -> None:
        """The same race with another seed."""
        self.begin(self.course._replace(seed=secrets.token_hex(16), header=None, trail=(), past="", mark=""))

    def keep(self) -> None:
        """Write down how the race stands; of a race that is over nothing is kept, but for a season's."""
        if self.shelf is None:
            return
        how = self.shelf.how
        how.people, how.other, how.mark = [*self.match.people], self.course.other, self.match.mark
        if self._finished and not self.has_next:
            self.shelf.done()
        else:
            self.shelf.keep(self.course.past + self.match.record())
        if self.shelf.trouble:
            self.say(self.shelf.trouble)
            self.shelf = None

    def put_aside(self) -> str:
        """Another race takes the place of this one, which is kept if it goes on; where, in a sentence."""
        if self.shelf is None or (self._finished and not self.has_next):
            return ""
        self.keep()
        path = self.shelf.begin(self.shelf.how, anew=True) if self.shelf is not None else None
        return "" if path is None else LEFT.format(quote(str(path)))

    def undo(self, n: int = 1) -> str:
        """Back to the last decisions that were taken here, and what is to be said of it."""
        return self._back(self.match.undo, n, "taken back", "There is no decision of yours to take back.")

    def redo(self, n: int = 1) -> str:
        """Take the undo back, and what is to be said of it."""
        return self._back(self.match.redo, n, "done again", "There is nothing to do again.")

    def _back(self, way: Callable[[int], int], n: int, how: str, none: str) -> str:
        if self._finished and self.course.season is not None:
            return "The race counts for the season; it stays as it is."
        done = way(n)
        if not done:
            return none
        self._finished = False
        self._warned = ""
        self._unlocked = -1
        self.seat = (self.match.waiting() or [self.seat])[0]
        self._heard = min(self._heard, len(self.match.rows(self.seat)))
        self.keep()
        return f"{plural(done, 'decision')} {how}."

    def resign(self) -> None:
        """The car of who is asked leaves the track at the end of its turn."""
        self.match.resign(self.seat)
        self.keep()

    @property
    def kept(self) -> str:
        """What becomes of a race that is left now."""
        if self.shelf is None:
            return "The race is not kept."
        return "The race is kept: heat play --resume goes on with it."

    def ask(self, sentence: str, then: Callable[[str], None]) -> None:
        """A question that the next line answers."""
        self.say(sentence)
        self._question = then

    def drop_question(self) -> None:
        """Nothing is answered."""
        self._question = None

    @property
    def prompt(self) -> str:
        """Stands before what is typed."""
        if self._question is not None:
            return "yes or no> "
        if self._finished:
            return "next race: Enter> " if self.has_next else "over> "
        waiting = self.match.waiting()
        if not waiting:
            return "...> "
        who = f"{self.match.spec.seats[self.seat].colour} " if len(self.match.people) > 1 else ""
        if self.is_hidden:
            return f"{who}(Enter shows your hand)> "
        return f"{who}{STEPS[self.match.state.step]}> "

    def lesson(self) -> list[str]:
        """What the introduction says now, each thing once."""
        if not self.teaching or self.is_hidden:
            return []
        from heatcli.repl.lessons import lessons  # few need it

        kinds = [str(row["type"]) for row in self.match.rows(self.seat) if row.get("seat") == self.seat]
        return lessons(self.match.state, kinds, self.tokens(), self._taught)
