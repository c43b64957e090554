"""HTML built from elements: whatever is no HTML yet is escaped when an element takes it in."""

import html
from typing import Final

from heatcli.arena.process import printable

MOST: Final = 2_000  # characters of a text from outside


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


def text(value: object) -> Html:
    """A value as HTML: characters that do not show are spelt out, those that mean something to HTML escaped."""
    return value if isinstance(value, Html) else Html(html.escape(printable(str(value), MOST), quote=True))


def joined(*parts: object, by: str = "") -> Html:
    """Parts one after the other."""
    return Html(by.join(map(text, parts)))


def element(name: str, /, *inside: object, **attributes: object) -> Html:
    """An element. `class_` is written as class, `aria_label` as aria-label; attributes that are None are left out."""
    return Html(f"{_opening(name, attributes)}{joined(*inside)}</{name}>")


def void(name: str, /, **attributes: object) -> Html:
    """An element that has no end."""
    return _opening(name, attributes)


def block(name: str, /, *inside: object, **attributes: object) -> Html:
    """An element with a line for each part."""
    return Html(f"{_opening(name, attributes)}\n{joined(*inside, by=chr(10))}\n</{name}>")


def _opening(name: str, attributes: dict[str, object]) -> Html:
    given = {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items() if value is not None}
    return Html("".join([f"<{name}", *(f' {key}="{text(value)}"' for key, value in given.items()), ">"]))
