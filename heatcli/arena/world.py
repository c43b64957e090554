"""A race as a search bot wants it: the core's own spec and view, from what its messages bring (SPEC W.10).

spec = heatcli.spec_of(race_message)
seen = heatcli.view_of(spec, request_message)
state = heatcli.resample(seen, random.Random(1))
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple, get_type_hints

import msgspec

from heatcli.core.specs import Spec
from heatcli.core.view import View
from heatcli.data.library import Library
from heatcli.errors import NotationError
from heatcli.record.header import Reading, head_lines, header_of, read_head
from heatcli.wire.messages import World

_SEED: Final = "hidden"
_FIELDS: Final = {name: kind for name, kind in get_type_hints(View).items() if name != "spec"}
_Numbers: Final = NamedTuple("_Numbers", list(_FIELDS.items()))  # type: ignore[misc]  # the view without its spec


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
        return View._make((spec, *msgspec.convert(_world(request, "request"), _Numbers)))
    except msgspec.ValidationError as error:
        raise NotationError(f"world of the request: {error}") from None


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
