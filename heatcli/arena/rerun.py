"""A recorded race asked again: every question of a seat, with the events before it, and what the record answers."""

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from heatcli.arena.briefing import Briefing
from heatcli.arena.process import printable
from heatcli.arena.talk import SilentError, Talk
from heatcli.core import flow, ranking
from heatcli.core.check import check
from heatcli.core.names import STEPS, Action
from heatcli.core.state import State
from heatcli.data.library import Library
from heatcli.data.seasons import RANDOM, legs_of
from heatcli.errors import HeatError, NotationError
from heatcli.record.header import digest, head_lines
from heatcli.record.replay import Replay, number_of
from heatcli.record.tokens import read_token, token
from heatcli.wire import messages
from heatcli.wire.messages import Clock

SAME: Final = "same"
OTHERWISE: Final = "otherwise"
ILLEGAL: Final = "illegal"
MISSING: Final = "missing"
OPEN: Final = "open"
"""The record has no answer of the driver's own, and the bot's is legal."""

MOST_MISSING: Final = 3  # after so many the bot is asked no more


class Question(NamedTuple):
    """What the seat was asked: the news before it, and the state it was asked in.

    `recorded` is the answer in the record, empty for the question that it ends with; `mark`: why the referee gave it.
    """

    round: int
    step: str
    news: list[messages.Events]
    request: messages.Request
    state: State
    recorded: str = ""
    mark: str = ""


class Reply(NamedTuple):
    """What the bot answers now, or why there is no answer or it is not legal; and how long it took."""

    question: Question
    said: str
    verdict: str
    why: str
    ms: float


class SeasonSoFar:
    """What the races of a file tell of the season that the next one belongs to."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._points: list[int] = []
        self._before = ("", 0)  # the season's name and the race that is over

    def line(self, one: Replay) -> tuple[messages.SeasonLine | UnsetType, bool]:
        """As the bots of this race are told it, and whether the points are known."""
        if one.spec is None or not one.spec.season:
            return UNSET, True
        name, number = _race_of(one.spec.season)
        known = number == 1 or self._before == (name, number - 1)
        points = self._points if known and number > 1 else [0] * len(one.spec.seats)
        return messages.SeasonLine(name, number, max(number, self._races(name)), list(points)), known

    def add(self, one: Replay) -> None:
        """A race is over."""
        if one.spec is None or one.game is None:
            return
        line, _ = self.line(one)
        places = ranking.outcome(one.game.state)
        if isinstance(line, UnsetType) or places is None:
            return
        state = one.game.state
        earned = {place.seat: ranking.points(state, place.place, place.why) for place in places}
        self._points = [points + earned[seat] for seat, points in enumerate(line.points)]
        self._before = (line.id, line.race)

    def _races(self, name: str) -> int:
        """How many the season has; of one that is not shipped, it is not known."""
        try:
            return 0 if name == RANDOM else len(legs_of(name, self._library, "")[1])
        except HeatError:
            return 0


def _race_of(season: str) -> tuple[str, int]:
    name, _, number = season.rpartition("/")
    return (name, int(number)) if number.isascii() and number.isdecimal() else (season, 1)


class Rerun:
    """The questions of a seat in a race of a record. `seed` is what bot_seed is made of."""

    def __init__(
        self, one: Replay, seat: int, library: Library, season: messages.SeasonLine | UnsetType = UNSET
    ) -> None:
        assert one.spec is not None
        assert one.header is not None
        self.spec, self.seat = one.spec, seat
        self.seed = digest(head_lines(one.header)[:-1]) if one.header.seed is None else one.header.seed
        self.questions: list[Question] = []
        self._names, self._season = one.header.names, season
        self._briefing: Briefing | None = None
        self._asked: Question | None = None
        self._guessed: list[int] = []  # seats whose plans are not in the record
        self._done = False
        self._replay = Replay(one.chunk, None, library, True, self._hear)
        self._replay.run()
        self._at_the_end()

    def race(self, clock: Clock, options: Mapping[str, object], wants: Sequence[str]) -> messages.Race:
        """The race begins."""
        return self._brief().race(self.seat, clock, options, wants)

    def last_news(self) -> list[messages.Events]:
        """What happened after the last question, as far as the record goes."""
        return [] if self._done else self._brief().events(self.seat)

    def replies(self, talk: Talk, clock: Clock) -> Iterator[Reply]:
        """Ask a bot that has heard of the race, one question after the other, until it does not answer any more."""
        missing = 0
        for question in self.questions:
            ms = clock.ms if talk.id else clock.first_ms
            wants = talk.greeting.wants
            request = msgspec.structs.replace(
                question.request,
                id=talk.next_id(),
                ms=ms,
                legal=question.request.legal if "legal" in wants else UNSET,
                view=question.request.view if "view" in wants else UNSET,
                world=question.request.world if "world" in wants else UNSET,
            )
            question = question._replace(request=request)
            talk.say(*(question.news if "events" in wants else ()), request)
            began = time.monotonic()
            try:
                said = talk.act(ms / 1000)
            except SilentError as error:
                missing += 1
                yield Reply(question, "", MISSING, str(error), (time.monotonic() - began) * 1000)
                if error.dead or missing == MOST_MISSING:
                    return
            else:
                yield self._judged(question, said, talk.took)

    def _judged(self, question: Question, said: str, ms: float) -> Reply:
        try:
            action = read_token(said, self.spec.catalogue)
        except NotationError as error:
            return Reply(question, printable(said, 80), ILLEGAL, printable(str(error), 300), ms)
        if why := check(question.state, self.seat, action):
            return Reply(question, printable(said, 80), ILLEGAL, why, ms)
        spelt = token(action, self.spec.catalogue)
        if question.mark or not question.recorded:
            return Reply(question, spelt, OPEN, "", ms)
        return Reply(question, spelt, SAME if spelt == question.recorded else OTHERWISE, "", ms)

    # --- hearing the record

    def _brief(self) -> Briefing:
        if self._briefing is None:
            assert self._replay.game is not None
            log = self._replay.game.log
            self._briefing = Briefing(self.spec, self.seed, self._names, log, self._season)
        return self._briefing

    def _hear(self, seat: int, action: Action, asked: bool, mark: str) -> None:
        """A decision of the record, before it is carried out."""
        assert self._replay.game is not None
        state = self._replay.game.state
        self._done = self._done or (state.at >= 0 and state.order[state.at] in self._guessed)
        if self._done:
            return
        guessed = not asked and self._replay.guessed and len(flow.legal_actions(state, seat)) > 1
        if guessed:
            self._guessed.append(seat)
        # All that decide at once are asked before any is heard (W.2).
        if self._asked is None and self.seat in flow.to_act(state):
            self._asked = self._question(state)
        if seat == self.seat:
            self._done = guessed
            if self._asked is not None:
                recorded = "" if guessed else token(action, self.spec.catalogue)
                self.questions.append(self._asked._replace(recorded=recorded, mark=mark))
            self._asked = None

    def _question(self, state: State) -> Question | None:
        """What the seat is asked now; None if it has no choice."""
        legal = flow.legal_actions(state, self.seat)
        if len(legal) == 1:
            return None
        brief = self._brief()
        news = brief.events(self.seat)
        request = brief.request(state, self.seat, legal, messages.WANTED)
        return Question(number_of(state), STEPS[state.step], news, request, state.clone())

    def _at_the_end(self) -> None:
        """The question that the record does not answer any more."""
        game = self._replay.game
        if game is None or self._done or self._guessed or self.seat not in flow.to_act(game.state):
            return
        question = self._asked or self._question(game.state)
        if question is not None:
            self.questions.append(question)


def slowest(replies: Sequence[Reply]) -> float:
    """Milliseconds of the slowest answer."""
    return max((reply.ms for reply in replies), default=0.0)
