"""A record driven again: every line is held against the race it tells of (SPEC N.9)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from heatcli.core import flow, ranking
from heatcli.core.chance import Pile
from heatcli.core.check import check
from heatcli.core.names import (
    AT_DISCARD,
    AT_DROP,
    AT_GARAGE,
    AT_MULLIGAN,
    AT_PLAN,
    AT_REACT,
    AT_SLIPSTREAM,
    AT_SWAP,
    AT_TUNE,
    AT_VALUE,
    CONCEDE,
    DISCARD,
    DROP,
    MULLIGAN,
    PASS,
    PLAN,
    REFRESH,
    SLIP,
    STEPS,
    SWAP,
    TAKE,
    TUNE,
    VALUE,
    Action,
)
from heatcli.core.specs import Spec
from heatcli.core.state import State
from heatcli.core.symbols import REACTIONS
from heatcli.data.library import Library
from heatcli.errors import NotationError
from heatcli.record import reader
from heatcli.record.game import (
    ENDS,
    MARKS,
    RETIRE,
    Check,
    Game,
    end_of,
    is_set_up,
)
from heatcli.record.header import Header, Reading, digest, head_lines, read_head
from heatcli.record.piles import PileError, Piles, names, pile_card, pile_words
from heatcli.record.reader import Chunk, MisreadError, PileLine, ResultLine, Text, TurnLine, Word
from heatcli.record.remarks import END, Remarks
from heatcli.record.repair import repair
from heatcli.record.tokens import read_token, token

VERBS_AT: Final = {
    AT_GARAGE: (TAKE,),
    AT_DROP: (DROP,),
    AT_SWAP: (PASS, SWAP),
    AT_TUNE: (TUNE,),
    AT_MULLIGAN: (PASS, MULLIGAN),
    AT_PLAN: (PLAN, CONCEDE),
    AT_VALUE: (VALUE,),
    AT_REACT: (PASS, *REACTIONS),
    AT_SLIPSTREAM: (PASS, SLIP),
    AT_DISCARD: (PASS, DISCARD, REFRESH),
}
"""The verbs that answer a step."""


NO_TEXT: Final = "\ufffd"  # what stands for bytes that are no UTF-8
_LONG: Final = 1_000  # characters of a finding, which may quote what it found


class Finding(NamedTuple):
    """What is wrong, where: line and column count from 1."""

    line: int
    column: int
    text: str


class _Left(Exception):  # noqa: N818  # no error: the rest of this race cannot be driven
    """The race is not driven further."""


class Replay:
    """One race of a record, driven as far as the record goes.

    `findings` is all that is wrong. `game` is the race where the record ends, None if the head cannot be read. `cut`
    tells that it ends before the race does, and `torn` the line it ends in the middle of. `guessed`: the plan of
    a car behind was not written yet, or what it did in the set-up, so that the race can only be gone on with from
    `round_start`. `on_decision` hears every decision, as Game has it. `unread` is what lies behind the end of a record
    that was cut, and cannot be written again.
    """

    def __init__(
        self,
        chunk: Chunk,
        write: Callable[[str], None] | None = None,
        library: Library | None = None,
        told: bool = True,
        on_decision: Callable[[int, Action, bool, str], None] | None = None,
    ) -> None:
        self.chunk = chunk
        self.findings: list[Finding] = []
        self.header: Header | None = None
        self.spec: Spec | None = None
        self.game: Game | None = None
        self.torn: Text | None = None
        self.cut = True
        self.lacks = ""  # what a head that was cut has not
        self.guessed = False
        self.last: tuple[int, int, str] | None = None  # line, round and colour of the last turn that is whole
        self.turns = 0
        self.why = ""  # how the race ended
        self.unread: Finding | None = None
        self.round_start: State | None = None
        self._write, self._library, self._told = write, library or Library(), told
        self._on_decision = on_decision
        self._rest: list[TurnLine | ResultLine] = []  # of later rounds
        self._number = -1  # of the round that is driven
        self._lines: list[TurnLine] = []  # of this round
        self._seats: dict[int, TurnLine] = {}
        self._colours: dict[str, int] = {}
        self._queues: dict[int, list[Word]] = {}
        self._read_before: dict[str, tuple[Action, str]] = {}
        self._next = 0  # the line whose turn is next
        self._final = True  # no round follows that is written
        self._differs: Finding | None = None
        self._given: dict[Pile, PileLine] = {}
        self._remarks: Remarks | None = None
        self._ahead: list[str] = []  # lines from the first on that the record has not, of a turn that follows by itself
        self._result_at = END

    def run(self) -> "Replay":
        """Drive it."""
        try:
            self._head()
            self._body(self._read_body())
        except _Left:
            pass
        if self._differs is not None:
            self.findings.append(self._differs)
        self.findings.sort()
        return self

    # --- the head

    def _head(self) -> None:
        lines = [line.text for line in self.chunk.head]
        if not lines:
            for first in (self.chunk.hash, *self.chunk.body):
                if first is not None:
                    why = 'a race begins with its head; [Heat "1"] is right'
                    most = f"a race has at most {reader.MOST_LINES} lines and {reader.MOST_TEXT} characters"
                    raise self._stop(first.number, 1, most if self.chunk.more else why)
            raise _Left  # cut in its first line
        hash_ = self._hash()
        reading = read_head(lines, self._library)
        raw = digest(lines)
        wrong = hash_ is not None and hash_.text not in (
            raw,
            "" if isinstance(reading, Reading) else digest(head_lines(reading[0])[:-1]),
        )
        if wrong and hash_ is not None and self.chunk.hash is not None:
            if repaired := repair(lines, hash_.text):
                index, column, line = repaired
                self._find(
                    self.chunk.head[index].number, column, f"the head does not have this hash; {line.strip()} would"
                )
                lines[index] = line
                reading = read_head(lines, self._library)
            elif not isinstance(reading, Reading):
                self._other_hash(raw, self.chunk.hash.number, hash_.column)
        if isinstance(reading, Reading):
            if reading.at < len(lines):
                raise self._stop(self.chunk.head[reading.at].number, 1, reading.why)
            behind = [line.number for line in (self.chunk.hash, *self.chunk.body[:1]) if line is not None]
            if behind:
                raise self._stop(behind[0], 1, reading.why)
            self.lacks = reading.why
            raise _Left  # cut in the head
        assert not isinstance(reading, Reading)
        self.header, self.spec = reading
        self._colours = {seat.colour: i for i, seat in enumerate(self.spec.seats)}

    def _other_hash(self, raw: str, number: int, column: int) -> None:
        """More than a character was changed: bytes that are no UTF-8 say where, else the hash is the place."""
        head = self.chunk.head
        lost = next((line for line in head if NO_TEXT in line.text), None)
        if lost is None:
            self._find(number, column, f"the head (lines {head[0].number}-{head[-1].number}) has the hash {raw}")
        else:
            self._find(
                lost.number, lost.text.index(NO_TEXT) + 1, f"bytes that are no UTF-8; the head has the hash {raw}"
            )

    def _hash(self) -> Word | None:
        if self.chunk.hash is None:
            return None
        try:
            return reader.hash_of(self.chunk.hash)
        except MisreadError as error:
            self._find(self.chunk.hash.number, error.column, str(error))
            return None

    # --- the body

    def _read_body(self) -> list[reader.Body]:
        """The lines up to the first that cannot be read; what is wrong behind it is found too."""
        lines: list[reader.Body] = []
        broken = False
        for text in self.chunk.body:
            try:
                line = reader.read_line(text)
            except MisreadError as error:
                self._find(text.number, error.column, str(error))
                broken = True
                continue
            if not broken:
                lines.append(line)
        return lines

    def _body(self, lines: Sequence[reader.Body]) -> None:
        assert self.header is not None
        assert self.spec is not None
        self._rest = [line for line in lines if not isinstance(line, PileLine)]
        piles = self._piles([line for line in lines if isinstance(line, PileLine)])
        chance = Piles(piles) if self.header.seed is None else None
        write: Callable[[str], None] | None = None
        if self._write is not None:
            self._remarks = Remarks(self.chunk, lines) if not self.findings else None
            write = self._put
        try:
            self.game = Game(self.spec, self.header, chance, write, self._on_check, self._told, self._on_decision)
            while self._rest and isinstance(self._rest[0], TurnLine):
                self._round(self._rest[0])
        except PileError as error:
            self._on_pile_error(error, chance)
        except NotationError as wrong:  # a position
            raise self._stop(self._line_of_car(str(wrong)), 1, str(wrong)) from None
        assert self.game is not None
        if self._differs is not None:
            self.findings.append(self._differs)
            self._differs = None
        if self._rest:
            self._result(self._rest)
        elif self._write is not None:
            self.game.flush()
        self._finish(piles, chance)

    def _finish(self, piles: Mapping[Pile, Sequence[int]], chance: Piles | None) -> None:
        """What is there beside the turns that were driven."""
        assert self.spec is not None
        unused = [key for key in self._given if chance is None or key not in chance.used]
        if not self.cut and self.why not in ENDS:
            for pile, k in unused:
                self._find(self._given[pile, k].line.number, 1, f"@{pile}/{k} is never needed")
        self._behind_the_end()
        if self._write is not None:
            self._end([f"@{pile}/{k} {' '.join(pile_words(pile, piles[pile, k], self.spec))}" for pile, k in unused])

    def _behind_the_end(self) -> None:
        for line in self._lines[self._next :]:
            words = self._queues.get(self._colours[line.colour.text], [])[:1]
            if line.equals >= 0:
                words.append(line.colour)
            if words and self.unread is None:
                why = f"`{words[0].text}` is not reached: the race stands at a decision before it"
                self.unread = Finding(line.line.number, words[0].column, why)

    # --- what is written

    def _put(self, line: str) -> None:
        """A line of the race, with the comments that belong to it."""
        assert self._write is not None
        number = self._number_of(line)
        if number is None or (self._ahead and line[0] == "@"):
            self._ahead.append(line)
            return
        for held in self._ahead:
            self._write(held)
        self._ahead.clear()
        self._with_comments(line, number)

    def _number_of(self, line: str) -> int | None:
        """Where the line stands in the record, None if it does not; 0 for the head."""
        if line[0] in "[#":
            return 0
        if line[0] == "@":
            pile, _, k = line[1:].split(None, 1)[0].partition("/")
            return self._given[pile, int(k)].line.number
        if line[0] == "R":
            return self._result_at
        words = line.split(None, 2)
        there = self._seats.get(self._colours[words[0] if line[0] == " " else words[1]])
        return None if there is None else there.line.number

    def _with_comments(self, line: str, number: int) -> None:
        assert self._write is not None
        remarks = self._remarks
        if remarks is None:
            self._write(line)
            return
        if line[0] in "[#":
            above = remarks.before_head(line)
        else:
            above = remarks.before(number) if line[0] == "@" else remarks.up_to(number)
        for said in above:
            self._write(said)
        self._write(line + remarks.behind(number))

    def _end(self, piles: Sequence[str]) -> None:
        """Turns that follow by themselves and are not in the record stay out of it; piles it has are kept."""
        ahead = [line for line in self._ahead if line[0] == "@"]
        self._ahead.clear()
        for line in [*ahead, *piles]:
            self._put(line)
        if self._remarks is not None and self._write is not None:
            for said in self._remarks.up_to(END):
                self._write(said)

    def _line_of_car(self, why: str) -> int:
        """The head's line that a position's error is about."""
        cars = [line for line in self.chunk.head if line.text.lower().lstrip(" \t[").startswith("car")]
        named = [line for line in cars if why.startswith("car ") and why.split()[1].rstrip(":") in line.text.lower()]
        return (named or cars)[0].number

    # --- piles

    def _piles(self, lines: Sequence[PileLine]) -> dict[Pile, list[int]]:
        assert self.header is not None
        assert self.spec is not None
        piles: dict[Pile, list[int]] = {}
        known = names(self.spec)
        for line in lines:
            key = (line.pile, line.k)
            if self.header.seed is not None:
                raise self._stop(line.line.number, 1, "a record with a seed has no piles")
            if line.pile not in known:
                there = ", ".join(known)
                raise self._stop(line.line.number, 1, f"@{line.pile}: no such pile; there are {there}")
            if key in self._given:
                first = self._given[key].line.number
                why = f"@{line.pile}/{line.k} stands twice, in lines {first} and {line.line.number}"
                self._find(first, 1, why)
                raise self._stop(line.line.number, 1, why)
            self._given[key] = line
            piles[key] = [self._pile_card(line, word) for word in line.cards]
        return piles

    def _pile_card(self, line: PileLine, word: Word) -> int:
        assert self.spec is not None
        try:
            return pile_card(line.pile, word.text, self.spec)
        except NotationError as error:
            raise self._stop(line.line.number, word.column, str(error)) from None

    def _on_pile_error(self, error: PileError, chance: Piles | None) -> None:
        """No error where the record ends before the line that needs the pile: the next car's turn follows by itself."""
        owner = error.pile[0].partition(":")[2]
        guessed = self.guessed and not (owner and int(owner) in self._seats)
        if not error.missing and not guessed:
            number = self._given[error.pile].line.number
            if owner and (line := self._seats.get(int(owner))) is not None and line.line.number > number:
                self._find(line.line.number, line.colour.column, f"or this turn has other cards than @{error.pile[0]}")
            raise self._stop(number, 1, str(error))
        unused = [pile.line for key, pile in self._given.items() if chance is None or key not in chance.used]
        here = self._lines[self._next :]
        here = [line for line in here if line.equals >= 0 or self._queues[self._colours[line.colour.text]]]
        told = [line.line for line in here or self._rest if isinstance(line, TurnLine) or line.why.text not in ENDS]
        if (unused or told) and not guessed:
            raise self._stop(min(line.number for line in unused[:1] + told[:1]), 1, str(error))
        if self.game is None:  # cut before it had begun
            raise _Left

    # --- rounds

    def _round(self, first: TurnLine) -> None:
        """Drive one round's lines."""
        assert self.game is not None
        state = self.game.state
        if first.round != 0 and is_set_up(state):  # everybody keeps what there is
            self._lines, self._seats = [], {}
            self._set_up()
        if not flow.to_act(state):
            raise self._stop(first.line.number, 1, "the race is over; its result is right here")
        self._take(number_of(state))
        if self._final:
            self.round_start = state.clone()
        if self._number:
            self._drive(self._number)
        else:
            self._set_up()
        if not self._final:
            self._all_told()

    def _take(self, number: int) -> None:
        """The lines of this round are driven from here on."""
        self._number = number
        size = 0
        while size < len(self._rest) and getattr(self._rest[size], "round", -1) in (None, self._number):
            size += 1
        if not size and self._rest and isinstance(first := self._rest[0], TurnLine):
            raise self._stop(first.line.number, 1, f"round {first.round}: round {self._number} is right here")
        self._lines = [line for line in self._rest[:size] if isinstance(line, TurnLine)]
        self._rest = after = self._rest[size:]
        self._final = not after or (isinstance(after[0], ResultLine) and after[0].why.text in ENDS)
        self._next = 0
        self._seats = {}
        for line in self._lines:
            self._seats[self._seat(line)] = line
        self._queues = {seat: list(line.tokens) for seat, line in self._seats.items()}
        for line in [] if self._number else self._lines:  # decisions of the set-up go round
            for word in line.tokens:
                if word.text.lower() != RETIRE:
                    self._read(line, word)

    def _seat(self, line: TurnLine) -> int:
        assert self.game is not None
        colour = line.colour.text
        seat = self._colours.get(colour, -1)
        if seat < 0:
            there = ", ".join(self._colours)
            raise self._stop(line.line.number, line.colour.column, f"{colour!r}: no such car; {there} are there")
        if seat not in self.game.state.order and self.game.state.round:
            raise self._stop(line.line.number, line.colour.column, f"{colour} does not race in this round")
        if seat in self._seats:
            raise self._stop(line.line.number, line.colour.column, f"{colour} has two lines in this round")
        return seat

    def _set_up(self) -> None:
        assert self.game is not None
        state = self.game.state
        while is_set_up(state) and (asked := flow.to_act(state)):
            decided = [self._decide(seat) for seat in sorted(asked)]
            if not all(decided):
                return

    def _drive(self, number: int) -> None:
        assert self.game is not None
        state = self.game.state
        while state.round == number:
            if state.at >= 0:
                decided = self._decide(state.order[state.at])
            else:
                asked = flow.to_act(state)
                decided = bool(asked) and self._plans(sorted(asked))
            if not decided:
                return

    def _plans(self, seats: list[int]) -> bool:
        """All that plan; False if the record goes no further."""
        assert self.game is not None
        goes_on = any(line.equals >= 0 for line in self._lines)
        for seat in seats:
            if self._decide(seat):
                continue
            if goes_on:
                self.guessed = True
                self.game.decide(seat, flow.legal_actions(self.game.state, seat)[0], asked=False)
        return goes_on or not flow.is_simultaneous(self.game.state)

    def _decide(self, seat: int) -> bool:
        """One decision by the next token that belongs to its step, or the pass that is not written.

        False if the record goes no further.
        """
        game = self.game
        assert game is not None
        state = game.state
        legal = flow.legal_actions(state, seat)
        line, queue = self._seats.get(seat), self._queues.get(seat)
        if line is not None and queue:
            action, mark = self._read(line, queue[0])
            is_legal = action in legal
            belongs = is_legal or action[0] in VERBS_AT[state.step]
            # A decision without a choice has no token: what stands there may be the next one's, unless the step ends.
            forced = len(legal) == 1 and (action == (PASS,) or (not is_legal and legal[0] != (PASS,)))
            if belongs and not forced:
                if not is_legal and (why := check(state, seat, action)):
                    self._or_who_took_it(action, line)
                    raise self._stop(line.line.number, queue[0].column, why)
                if mark and action != legal[0]:
                    right = token(legal[0], game.spec.catalogue)
                    why = f"!{mark}: what the referee chooses is the first legal action, `{right}`"
                    raise self._stop(line.line.number, queue[0].column, why)
                if queue[0].comment or (len(queue) > 1 and queue[1].text.lower() == RETIRE):
                    self._take_token(line, queue, action, len(legal) > 1, mark)
                else:  # as most are
                    del queue[0]
                    game.decide(seat, action, len(legal) > 1, mark)
                return True
        if len(legal) == 1:
            game.decide(seat, legal[0], asked=False)
            return True
        silent = line is None and not (is_set_up(state) and (PASS,) in legal and not self._is_open())
        if silent or (line is not None and line.equals < 0 and not queue):
            if self._final:
                return False
            here = line or next(iter([*self._lines[-1:], *self._rest]))
            colour = game.spec.seats[seat].colour
            raise self._stop(
                here.line.number, 1, f"{colour} has to decide in this round ({STEPS[state.step]}), and does not"
            )
        if (PASS,) in legal:
            game.decide(seat, (PASS,))
            return True
        assert line is not None
        word = queue[0] if queue else line.colour
        raise self._stop(line.line.number, word.column, f"{line.colour.text} has to decide here: {STEPS[state.step]}")

    def _or_who_took_it(self, action: Action, line: TurnLine) -> None:
        """A card that two take in the garage: either may be wrong."""
        assert self.game is not None
        for car in self.game.state.cars if action[0] == TAKE else ():
            other = self._seats.get(car.seat)
            if action[1] in car.garage and other is not None and other is not line:
                code = self.game.spec.catalogue.codes[action[1]]
                self._find(other.line.number, other.colour.column, f"or {other.colour.text} does not take {code}")

    def _take_token(self, line: TurnLine, queue: list[Word], action: Action, asked: bool, mark: str) -> None:
        """Carry out the first token of a line, with what stands behind it."""
        assert self.game is not None
        comment = queue.pop(0).comment
        retire = bool(queue) and queue[0].text.lower() == RETIRE
        if retire:
            more = queue.pop(0).comment
            comment = f"{comment} {more}" if comment and more else comment or more
        if comment and not asked and self._remarks is not None:
            self._remarks.put_behind(line.line.number, comment)
        self.game.decide(self._colours[line.colour.text], action, asked, mark, retire, comment)

    def _is_open(self) -> bool:
        """The record ends within this round, and none of its lines is whole: who is not in it may still decide."""
        return self._final and bool(self._lines) and all(line.equals < 0 for line in self._lines)

    def _read(self, line: TurnLine, word: Word) -> tuple[Action, str]:
        assert self.spec is not None
        if (known := self._read_before.get(word.text)) is not None:
            return known
        text, bang, mark = word.text.partition("!")
        try:
            action = read_token(text, self.spec.catalogue)
        except NotationError as error:
            raise self._stop(line.line.number, word.column, str(error)) from None
        if bang and mark.lower() not in MARKS:
            raise self._stop(
                line.line.number, word.column + len(text), f"!{mark}: one of {', '.join(MARKS)} is right behind the !"
            )
        self._read_before[word.text] = (action, mark.lower())
        return action, mark.lower()

    # --- what a line says behind its =

    def _on_check(self, number: int, seat: int, check: Check, legend: int | None) -> None:
        if number != self._number:  # Legends alone drive round after round
            if not self._final:
                self._all_told()
            self._take(number)
        line = self._seats.get(seat)
        if line is not None:
            self._on_turn(line, seat, check, legend)
        elif not self._final:
            here = (self._lines[self._next :] or self._rest)[0]
            colour = self.spec.seats[seat].colour if self.spec else ""
            raise self._stop(here.line.number, 1, f"{colour}'s turn comes before this one, and has no line")

    def _on_turn(self, line: TurnLine, seat: int, check: Check, legend: int | None) -> None:
        expected = self._lines[self._next] if self._next < len(self._lines) else line
        self._next += 1
        if line is not expected:
            raise self._stop(
                expected.line.number, expected.colour.column, f"{line.colour.text}'s turn comes before this one"
            )
        for word in self._queues[seat]:
            if self._remarks is not None:
                self._remarks.put_behind(line.line.number, word.comment)
            if legend is not None and " ".join(word.text.lower().split()) == f"legend {legend}":
                continue
            if legend is not None:
                self._find(line.line.number, word.column, f"the Legend drives by `legend {legend}`")
            elif word.text.lower() != "pass":
                self._find(line.line.number, word.column, f"`{word.text}` is not open in this turn")
        self._queues[seat] = []
        self._compare(line, check)
        if self.game is not None:
            self.last = (line.line.number, self.game.state.round, line.colour.text)
        self.turns += 1

    def _compare(self, line: TurnLine, check: Check) -> None:
        """A difference is kept until the next line: if that differs too, the race is another one from here on."""
        told = line.equals < 0 or line.line.text.endswith(f"= {check.text()}")
        wrong = [] if told else _differences(line, check)
        if wrong and wrong[0].text[0] == "#" and self._number == 0 and self._final:
            self.guessed = True  # who has no line may have had one behind the cut
            self.unread = Finding(line.line.number, wrong[0].column, "not reached: others may have had to decide too")
            return
        if not wrong:
            if self._differs is not None:
                self.findings.append(self._differs)
                self._differs = None
            return
        if self._differs is not None:
            self._differs = self._differs._replace(text=f"{self._differs.text}; the lines behind it differ too")
            raise _Left
        self._differs = Finding(line.line.number, wrong[0].column, f"the turn comes to {check.text()}")

    def _all_told(self) -> None:
        """Every line of a round was a turn."""
        for line in self._lines[self._next :]:
            raise self._stop(line.line.number, line.colour.column, f"{line.colour.text} has no turn here")

    # --- the end

    def _result(self, rest: Sequence[TurnLine | ResultLine]) -> None:
        assert self.game is not None
        line = rest[0]
        assert isinstance(line, ResultLine)
        void = line.colours.text == "-" and line.why.text in ENDS
        places = None if void else ranking.outcome(self.game.state)
        colours = "-" if places is None else " ".join(self.game.spec.seats[p.seat].colour for p in places)
        whys = ENDS if places is None else (end_of(places),)
        if line.colours.text != colours:
            why = f"{colours} is right" if places else "the race is not over: - is right"
            raise self._stop(line.line.number, line.colours.column, why)
        if line.why.text not in whys:
            raise self._stop(line.line.number, line.why.column, f"{' or '.join(whys)} is right")
        self.cut, self.why = False, line.why.text
        self._result_at = line.line.number
        if len(rest) > 1:
            raise self._stop(rest[1].line.number, 1, "the race has ended with its result; a head begins the next")
        if self._write is not None:
            self.game.close(None if places else self.why)

    def _find(self, line: int, column: int, text: str) -> None:
        self.findings.append(Finding(line, column, text if len(text) <= _LONG else f"{text[:_LONG]} …"))

    def _stop(self, line: int, column: int, text: str) -> _Left:
        """What to raise."""
        self._find(line, column, text)
        return _Left()


def _differences(line: TurnLine, check: Check) -> list[Word]:
    """What a line says behind its = and its turn did not come to."""
    texts = dict(zip(("place", "gear", "speed", "engine", "digest"), check.text().split(), strict=False))
    if check.gear is None:
        texts["digest"] = texts.pop("gear")
    return [word for field, word in reader.check_of(line).items() if texts.get(field) != word.text]


def number_of(state: State) -> int:
    """The round as records count it: 0 while the race is set up."""
    return 0 if is_set_up(state) else state.round


def replays(
    lines: Iterable[str],
    library: Library | None = None,
    write: Callable[[str], None] | None = None,
    told: bool = True,
) -> Iterator[Replay]:
    """Every race of a file, driven again. What stands in a torn last line counts only if it is right.

    Without `told` the races have no log of their events, and go faster.
    """
    library = library or Library()
    for chunk in reader.chunks(lines):
        yield replay_of(chunk, library, write, told).run()


def replay_of(chunk: Chunk, library: Library, write: Callable[[str], None] | None = None, told: bool = True) -> Replay:
    """A race to be driven again, without a torn last line that is not right."""
    every = [*chunk.head, *([chunk.hash] if chunk.hash else []), *chunk.body]
    torn = every[-1]
    if not torn.torn or not chunk.head:
        return Replay(chunk, write, library, told)
    tried = Replay(chunk, None, library, told=False).run()
    bad = any(finding.line == torn.number for finding in tried.findings) or _is_open(torn, chunk)
    replay = Replay(_without(chunk, torn) if bad else chunk, write, library, told)
    replay.torn = torn if bad else None
    return replay


def _is_open(torn: Text, chunk: Chunk) -> bool:
    """A torn line that could go on: a turn without its =, a line of the head."""
    try:
        line = reader.read_line(torn) if chunk.body else None
    except MisreadError:
        return True
    return not chunk.body or (isinstance(line, TurnLine) and line.equals < 0) or isinstance(line, PileLine)


def _without(chunk: Chunk, torn: Text) -> Chunk:
    return Chunk(
        [line for line in chunk.head if line is not torn],
        None if chunk.hash is torn else chunk.hash,
        [line for line in chunk.body if line is not torn],
        chunk.remarks,
    )
