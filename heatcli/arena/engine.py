"""`heat engine`: the core for a program in another language, line by line (protocol/engine.md)."""

import secrets
from collections.abc import Callable, Sequence
from typing import Any, BinaryIO

from msgspec import UNSET, UnsetType

from heatcli import __version__
from heatcli.arena.briefing import seat_lines
from heatcli.arena.engine_setup import begin, read_piles
from heatcli.arena.handle import Handle, Refused, imagined, load
from heatcli.arena.process import printable
from heatcli.core import flow, ranking
from heatcli.core.audit import audit
from heatcli.core.names import STEPS
from heatcli.core.ranking import Standing
from heatcli.core.snapshot import fingerprint
from heatcli.core.state import State
from heatcli.core.view import view
from heatcli.data.library import Library
from heatcli.errors import HeatError
from heatcli.record.tokens import token
from heatcli.wire import engine as wire
from heatcli.wire import messages, spelling

_WHY = 600  # characters of an error


class Engine:
    """All races that a host holds, by handle. `over` once it has said quit."""

    def __init__(self, library: Library | None = None) -> None:
        self.library = library or Library()
        self.handles: dict[int | str, Handle] = {}
        self.over = False
        self._last = 0  # number given to a handle
        self._do: dict[type[Any], Callable[[Any], wire.FromEngine]] = {
            wire.Greet: self._hello,
            wire.New: self._new,
            wire.Load: self._load,
            wire.State: self._state,
            wire.Race: self._race,
            wire.Legal: self._legal,
            wire.Act: self._act,
            wire.View: self._view,
            wire.Events: self._events,
            wire.Undo: self._undo,
            wire.Clone: self._clone,
            wire.Resample: self._resample,
            wire.Imagine: self._imagine,
            wire.PlayOut: self._play_out,
            wire.Piles: self._piles,
            wire.Record: self._record,
            wire.Outcome: self._outcome,
            wire.Audit: self._audit,
            wire.Fingerprint: self._fingerprint,
            wire.Close: self._close,
            wire.Quit: self._quit,
        }

    def answer(self, line: bytes) -> bytes | None:
        """The answer to a line; None to a blank one. Nothing that a host sends is an exception."""
        command = wire.decode(line)
        if command is None:
            return None
        if isinstance(command, wire.Error):
            return wire.line(_shown(command))
        try:
            answer = self._do[type(command)](command)
        except Refused as error:
            answer = wire.Error(code=error.code, why=str(error))
        except HeatError as error:
            answer = wire.Error(code="setup", why=str(error))
        except Exception as error:  # a fault of ours must not cost the host its other races
            answer = wire.Error(code="internal", why=f"a fault of heatcli, please report it: {error!r}")
        answer.id = command.id
        return wire.line(_shown(answer) if isinstance(answer, wire.Error) else answer)

    # the program and its handles

    def _hello(self, command: wire.Greet) -> wire.Hello:
        limits = wire.Limits(wire.LINE_LIMIT)
        return wire.Hello(
            protocol=wire.PROTOCOL, engine=f"heatcli {__version__}", limits=limits, commands=wire.COMMANDS
        )

    def _quit(self, command: wire.Quit) -> wire.Bye:
        self.over = True
        return wire.Bye()

    def _held(self, key: int | str) -> Handle:
        handle = self.handles.get(key)
        if handle is None:
            there = ", ".join([f"{known!r}" for known in [*self.handles][:20]]) or "none; `new` begins a race"
            raise Refused("handle", f"handle {key!r}: no such race; there are {there}")
        return handle

    def _key(self, name: str | UnsetType) -> int | str:
        """The key of a new handle."""
        if name is UNSET:
            return self._last + 1
        if name in self.handles:
            raise Refused("handle", f"handle {name!r} is taken; close it first, or give another name")
        return name

    def _hold(self, key: int | str, handle: Handle, wants: Sequence[str]) -> wire.StateLine:
        self.handles[key] = handle
        self._last += key == self._last + 1
        return self._stands(key, handle, wants, 1)

    def _close(self, command: wire.Close) -> wire.Closed:
        self._held(command.handle)
        del self.handles[command.handle]
        return wire.Closed(handle=command.handle)

    # races that begin

    def _new(self, command: wire.New) -> wire.StateLine:
        key = self._key(command.handle)
        return self._hold(key, begin(command, self.library), command.wants)

    def _load(self, command: wire.Load) -> wire.StateLine:
        key = self._key(command.handle)
        return self._hold(key, load(command.record, self.library), command.wants)

    def _clone(self, command: wire.Clone) -> wire.StateLine:
        handle, key = self._held(command.handle), self._key(command.to)
        return self._hold(key, handle.clone(), command.wants)

    def _resample(self, command: wire.Resample) -> wire.StateLine:
        handle, key = self._held(command.handle), self._key(command.to)
        seat = _driver(handle, command.seat)
        return self._hold(key, handle.resample(seat, _dice(command.dice)), command.wants)

    def _imagine(self, command: wire.Imagine) -> wire.StateLine:
        key = self._key(command.to)
        handle = imagined(command.race, command.request, _dice(command.dice), self.library)
        return self._hold(key, handle, command.wants)

    # a race under way

    def _state(self, command: wire.State) -> wire.StateLine:
        handle = self._held(command.handle)
        return self._stands(command.handle, handle, command.wants, handle.told + 1)

    def _act(self, command: wire.Act) -> wire.StateLine:
        handle = self._held(command.handle)
        first = handle.told + 1
        handle.act(_seat(handle, command.seat), command.action, command.note)
        return self._stands(command.handle, handle, command.wants, first)

    def _undo(self, command: wire.Undo) -> wire.StateLine:
        handle = self._held(command.handle)
        handle.undo(command.n)
        return self._stands(command.handle, handle, command.wants, handle.told + 1)

    def _piles(self, command: wire.Piles) -> wire.PilesLine:
        handle = self._held(command.handle)
        return wire.PilesLine(handle=command.handle, left=handle.give(read_piles(command.piles, handle.spec)))

    def _stands(self, key: int | str, handle: Handle, wants: Sequence[str], first: int) -> wire.StateLine:
        """Where the race stands; `first` is the number of the first event that is news."""
        state = handle.state
        asked = flow.to_act(state)
        answer = wire.StateLine(
            handle=key,
            round=state.round,
            step=STEPS[state.step],
            to_act=asked,
            over=not asked,
            decisions=handle.decisions,
            after=handle.told,
        )
        if "events" in wants:
            answer.first = first
            answer.events = [handle.spelling.event(event) for event in handle.events(first)]
        if "legal" in wants:
            answer.legal = [_actions(handle, seat) for seat in asked]
        if "view" in wants:
            answer.views = [handle.spelling.view(view(state, seat)) for seat in asked]
        return answer

    # what there is to know

    def _race(self, command: wire.Race) -> wire.RaceLine:
        handle = self._held(command.handle)
        spec, header = handle.spec, handle.game.header
        [first, *_] = handle.events(1) or [("",)]
        return wire.RaceLine(
            handle=command.handle,
            seats=seat_lines(spec, header.names),
            grid=list(first[1]) if first[0] == "grid" else [],  # type: ignore[call-overload]  # seats
            track=spelling.track(spec),
            rules=spelling.rules(spec),
            seed=UNSET if header.seed is None or handle.header is None else header.seed,
            event=UNSET if spec.event is None else messages.EventLine(spec.event.id, spec.event.name),
            season=spec.season or UNSET,
            cards=spelling.cards(spec) or UNSET,
            legends=spelling.legends(spec) or UNSET,
        )

    def _legal(self, command: wire.Legal) -> wire.LegalLine:
        handle = self._held(command.handle)
        seats = flow.to_act(handle.state) if command.seat is UNSET else [_seat(handle, command.seat)]
        legal = [_actions(handle, seat) for seat in seats]
        return wire.LegalLine(handle=command.handle, step=STEPS[handle.state.step], legal=legal)

    def _view(self, command: wire.View) -> wire.ViewLine:
        handle = self._held(command.handle)
        seats = handle.spec.drivers if command.seat is UNSET else [_driver(handle, command.seat)]
        views = [handle.spelling.view(view(handle.state, seat)) for seat in seats]
        return wire.ViewLine(handle=command.handle, views=views)

    def _events(self, command: wire.Events) -> wire.EventsLine:
        handle = self._held(command.handle)
        seat = None if command.seat is UNSET else _seat(handle, command.seat)
        events = [handle.spelling.event(event, seat) for event in handle.events(command.first)]
        return wire.EventsLine(handle=command.handle, first=command.first, events=events)

    def _record(self, command: wire.Record) -> wire.RecordLine:
        return wire.RecordLine(handle=command.handle, record=self._held(command.handle).record())

    def _outcome(self, command: wire.Outcome) -> wire.ResultLine:
        handle = self._held(command.handle)
        places = ranking.outcome(handle.state)
        if places is None:
            return wire.ResultLine(handle=command.handle, over=False)
        return wire.ResultLine(
            handle=command.handle, over=True, standings=_standings(handle.state, places, _faults(handle))
        )

    def _play_out(self, command: wire.PlayOut) -> wire.PlayedOut:
        handle = self._held(command.handle)
        faults, played = _faults(handle), handle.play_out(_dice(command.dice), command.n)
        results = [_standings(state, places, faults) for state, places in played]
        return wire.PlayedOut(handle=command.handle, results=results)

    def _audit(self, command: wire.Audit) -> wire.AuditLine:
        return wire.AuditLine(handle=command.handle, wrong=audit(self._held(command.handle).state))

    def _fingerprint(self, command: wire.Fingerprint) -> wire.FingerprintLine:
        return wire.FingerprintLine(handle=command.handle, fingerprint=fingerprint(self._held(command.handle).state))


def serve(lines: BinaryIO, answers: BinaryIO, engine: Engine) -> None:
    """Answer line after line until there are no more, or the host says quit."""
    limit = wire.LINE_LIMIT
    while not engine.over and (line := lines.readline(limit + 1)):
        answer = engine.answer(line) if len(line) <= limit else _too_long(lines, line)
        if answer is not None:
            answers.write(answer)
            answers.flush()


def _too_long(lines: BinaryIO, line: bytes) -> bytes:
    """The answer to a line that is longer than all that may be; the rest of it is read away."""
    while line and not line.endswith(b"\n"):
        line = lines.readline(wire.LINE_LIMIT)
    return wire.line(wire.Error(code="too_long", why=f"a line of more than {wire.LINE_LIMIT} bytes; so many are right"))


def _shown(error: wire.Error) -> wire.Error:
    """With what the host sent safe to show; of a long sentence beginning and end, which say what would be right."""
    error.why = _short(printable(_short(error.why), 10 * _WHY))
    return error


def _short(text: str) -> str:
    return text if len(text) <= _WHY else f"{text[: _WHY // 2 - 1]}…{text[-_WHY // 2 :]}"


def _seat(handle: Handle, seat: int) -> int:
    if seat >= len(handle.spec.seats):
        raise Refused("seat", f"seat {seat}: no such car; there are 0 to {len(handle.spec.seats) - 1}")
    return seat


def _driver(handle: Handle, seat: int) -> int:
    if _seat(handle, seat) not in handle.spec.drivers:
        right = ", ".join(map(str, handle.spec.drivers)) or "none"
        raise Refused("seat", f"seat {seat}: a Legend drives it, and has no view; the drivers are {right}")
    return seat


def _dice(dice: str | int | UnsetType) -> str:
    return secrets.token_hex(16) if dice is UNSET else str(dice)


def _actions(handle: Handle, seat: int) -> wire.SeatLegal:
    catalogue = handle.spec.catalogue
    return wire.SeatLegal(seat, [token(action, catalogue) for action in handle.legal(seat)])


def _faults(handle: Handle) -> list[object]:
    """The seats of a loaded record's faults, each as often as it had one."""
    return [event[1] for event in handle.events(1) if event[0] == "fault"]


def _standings(state: State, places: Sequence[Standing], faults: Sequence[object]) -> list[messages.Standing]:
    return [
        messages.Standing(
            place=one.place,
            seat=one.seat,
            points=ranking.points(state, one.place, one.why),
            distance=one.distance,
            why=one.why,
            faults=faults.count(one.seat),
        )
        for one in places
    ]
