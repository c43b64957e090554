"""Styled text as plain values: lines of fragments, and a canvas to draw on."""

from collections.abc import Iterable, Sequence
from typing import Final

Fragment = tuple[str, str]
"""A style and its text, as prompt_toolkit has them; the style may be empty."""

Line = list[Fragment]

BLANK: Final[Fragment] = ("", " ")


def plain(lines: Iterable[Line]) -> str:
    """The text alone, without blanks at the ends of lines."""
    return "\n".join("".join(text for _, text in line).rstrip() for line in lines)


def in_ascii(text: str) -> str:
    """The text in ASCII: letters without their accents; what is no letter is left out."""
    if text.isascii():
        return text
    import unicodedata  # most screens have more than ASCII, or nothing else

    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()


def length(line: Line) -> int:
    """How many columns a line takes."""
    return sum(len(text) for _, text in line)


def fit(line: Line, width: int) -> Line:
    """A line cut or filled up to a width."""
    fitted: Line = []
    left = width
    for style, text in line:
        fitted.append((style, text[:left]))
        left -= min(left, len(text))
    return [*fitted, ("", " " * left)]


def beside(left: Sequence[Line], right: Sequence[Line], width: int, gap: int = 1) -> list[Line]:
    """Two blocks side by side; the left one is `width` columns wide."""
    rows = max(len(left), len(right))
    blank: Line = []
    pairs = zip([*left, *[blank] * (rows - len(left))], [*right, *[blank] * (rows - len(right))], strict=True)
    return [[*fit(one, width), ("", " " * gap), *other] for one, other in pairs]


class Canvas:
    """Cells of one character each, with a style."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._cells: list[list[Fragment]] = [[BLANK] * width for _ in range(height)]

    def put(self, column: int, row: int, text: str, style: str = "") -> None:
        """Write over what is there; what lies outside is lost."""
        for i, char in enumerate(text, column):
            if 0 <= i < self.width and 0 <= row < self.height:
                self._cells[row][i] = (style, char)

    def is_free(self, column: int, row: int, columns: int) -> bool:
        """There is nothing on so many columns, and they are on the canvas."""
        if not (0 <= row < self.height and column >= 0 and column + columns <= self.width):
            return False
        return all(cell == BLANK for cell in self._cells[row][column : column + columns])

    def lines(self) -> list[Line]:
        """What was drawn; neighbours of one style are one fragment."""
        return [_joined(row) for row in self._cells]


def _joined(row: Sequence[Fragment]) -> Line:
    joined: Line = []
    for style, char in row:
        if joined and joined[-1][0] == style:
            joined[-1] = (style, joined[-1][1] + char)
        else:
            joined.append((style, char))
    return joined
