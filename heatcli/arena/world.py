"""A race as a search bot wants it: the core's own spec and view, from what its messages bring (SPEC W.10).

spec = heatcli.spec_of(race_message)
seen = heatcli.view_of(spec, request_message)
state = heatcli.resample(seen, random.Random(1))
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from heatcli.core.specs import Spec
from heatcli.core.view import CarView, TurnView, View
from heatcli.data.library import Library
from heatcli.errors import NotationError
from heatcli.record.header import Reading, head_lines, header_of, read_head
from heatcli.wire.messages import World

_SEED: Final = "hidden"


def race_world(spec: Spec) -> World:
    """The spec as a head of a record has it, without what only other seats know."""
    public = spec.public
    names = [""] * len(public.seats)
    return World(head_lines(header_of(public, _SEED, names)), public.stock.sponsored)


def view_world(seen: View) -> tuple[Any, ...]:
    """The view as numbers; JSON, in a form that may change with the version of the program."""
    return tuple(seen[1:])


def spec_of(race: Mapping[str, Any], library: Library | None = None) -> Spec:
    """The spec of a `race` message whose bot wants `world`. `library` has boards and cards of one's own.

    Raises NotationError for a message without one.
    """
    world = _world(race, "race")
    return _spec("\n".join(world["head"]), bool(world["sponsored"]), library)


def view_of(spec: Spec, request: Mapping[str, Any]) -> View:
    """The view of a `request` message whose bot wants `world`. Raises NotationError for a message without one."""
    try:
        found = dict(zip(View._fields[1:], _tuples(_world(request, "request")), strict=True))
        found["turn"] = TurnView._make(found["turn"])
        found["cars"] = tuple(CarView._make(car) for car in found["cars"])
    except (TypeError, ValueError):
        raise NotationError(
            "world of the request: it is none of this version; as the request brought it is right"
        ) from None
    return View(spec, **found)


def _tuples(part: Any) -> Any:
    """Lists as tuples, of whole numbers and nothing else. Raises TypeError."""
    if isinstance(part, list | tuple):
        return tuple(map(_tuples, part))
    if part is not None and not isinstance(part, int):
        raise TypeError
    return part


@lru_cache(maxsize=16)
def _spec(head: str, sponsored: bool, library: Library | None) -> Spec:
    found = read_head(head.split("\n")[:-1], library)
    if isinstance(found, Reading):
        raise NotationError(f"world of the race: {found.why}")
    spec = found[1]
    if not sponsored:
        return spec
    return Spec(
        spec.track,
        spec.seats,
        spec.catalogue,
        spec.legends,
        spec.base,
        spec.grid,
        spec.weather,
        spec.stock._replace(sponsored=True),
        spec.event,
        spec.season,
    )


def _world(message: Mapping[str, Any], kind: str) -> Any:
    if "world" not in message:
        raise NotationError(
            f"this {kind} has no world; a bot gets it that wants it: wants = ('legal', 'view', 'world')"
        )
    return message["world"]
