"""Weather cards and road tokens: what they change before the race, and the course they lie on (SPEC 7)."""

from typing import NamedTuple

from heatcli.core.track import Course, Track

NO_COOLDOWN = "no_cooldown"
NO_SLIPSTREAM = "no_slipstream"


class WeatherCard(NamedTuple):
    """Differences before the race; what its token does in a sector: forbid something, or a bonus (SPEC 7.3)."""

    name: str
    heat: int = 0
    stress: int = 0
    heat_to_deck: int = 0
    heat_to_discard: int = 0
    forbids: str = ""
    cooldown: int = 0
    slipstream: int = 0


class RoadToken(NamedTuple):
    """A road token (SPEC 7.4). `weather`: it brings the card's effect to its sector."""

    name: str
    copies: int
    weather: bool = False
    heat_when_over: int = 0
    limit: int = 0
    boost_free: bool = False
    slipstream: int = 0


class Weather(NamedTuple):
    """All cards and tokens."""

    cards: tuple[WeatherCard, ...]
    tokens: tuple[RoadToken, ...]

    @property
    def supply(self) -> list[int]:
        """The tokens by index, each as often as there are copies."""
        return [i for i, token in enumerate(self.tokens) for _ in range(token.copies)]


def corners(track: Track) -> list[list[int]]:
    """The corners that get a token, each with the indices of its lines; a chicane's two lines are one (SPEC 7.2)."""
    groups: list[list[int]] = []
    for i, corner in enumerate(track.corners):
        if corner.chicane_of is None:
            groups.append([i])
        else:
            groups[-1].append(i)
    return groups


def lay(course: Course, track: Track, card: WeatherCard, tokens: list[RoadToken]) -> Course:
    """The course with these tokens, one a corner (SPEC 7.4-7.8)."""
    laid = Course(track, course.finish // course.length)
    flags = {
        name: bytearray(course.length) for name in ("sector", "cools", "no_cooldown", "no_slipstream", "free_boost")
    }
    numbers = len(track.corners)
    for sector, (group, token) in enumerate(zip(corners(track), tokens, strict=True), 1):
        for i, number in enumerate(laid.numbers):
            if number - 1 in group:
                laid.limits[i] += token.limit
                laid.extra[i] += token.heat_when_over
        first = track.corners[group[-1]].at
        end = track.corners[(group[-1] + 1) % numbers].at
        for step in range((end - first) % course.length or course.length):
            space = (first + step) % course.length
            flags["sector"][space] = sector
            flags["free_boost"][space] = token.boost_free
            bonuses = [token.slipstream, card.slipstream if token.weather else 0]
            laid.slipstream[space] = tuple(bonus for bonus in bonuses if bonus)
            if token.weather:
                flags["cools"][space] = card.cooldown
                flags["no_cooldown"][space] = card.forbids == NO_COOLDOWN
                flags["no_slipstream"][space] = card.forbids == NO_SLIPSTREAM
    for name, values in flags.items():
        setattr(laid, name, bytes(values))
    return laid
