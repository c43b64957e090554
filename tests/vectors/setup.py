"""The race that a header describes: rules, spec, and the order of every pile."""

from collections.abc import Mapping, Sequence
from typing import Any

from heatcli.core.chance import Pile
from heatcli.core.counts import without
from heatcli.core.rules import Rules
from heatcli.core.specs import Seat, Spec, Stock
from heatcli.core.state import State
from heatcli.core.track import Track
from heatcli.core.weather import WeatherCard, corners
from heatcli.data import load
from heatcli.record.piles import Piles
from tests.vectors import words

Record = dict[str, Any]


class Given(Piles):
    """Every shuffle as the file has it. `wrong` collects what the core asked for and the file has not, or not so."""

    __slots__ = ("wrong",)

    def __init__(self, given: Mapping[Pile, Sequence[int]]) -> None:
        super().__init__(given, "")
        self.wrong: list[str] = []

    def shuffled(self, pile: str, k: int, cards: Sequence[int]) -> list[int]:
        """The order given; shuffled by chance where a lost turn shuffles more often than the file, or other cards."""
        given = self.given.get((pile, k))
        if given is None:
            self.wrong.append(f"{pile}/{k}: the file has no such shuffle")
        elif sorted(given) != sorted(cards):
            self.wrong.append(f"{pile}/{k}: other cards than the file's")
            del self.given[pile, k]
        return super().shuffled(pile, k, cards)


def seats_of(head: Record) -> dict[int, int]:
    """The seat of each car, by number."""
    return {car: seat for seat, car in enumerate(sorted(car["car"] for car in head["cars"]))}


def track_of(head: Record) -> Track:
    """The board."""
    return load.load_track(words.TRACKS.get(head["track"], head["track"]))


def spec_of(head: Record) -> Spec:
    """The race; its header's numbers contain what the weather card changes, and the core's rules do not."""
    track, seats = track_of(head), seats_of(head)
    cars = sorted(head["cars"], key=lambda car: car["car"])
    own = tuple(_own(car) for car in cars)
    has_garage = any(car.get("garage") for car in cars)
    rules = Rules(
        pro_legends=head["legend_pro"],
        aggressive_legends=bool(head["aggressive"]),
        max_rounds=9_999,
        garage="mixed" if has_garage else "off",
        garage_choice="given" if has_garage else "draft",
        weather=head["weather"] is not None,
        expansions=_expansions(head),
    )
    event = None
    if head["event"] is None:
        card = card_of(head)
        heat, stress = head["heat"] - card.heat, head["stress"] - card.stress
        rules = rules._replace(
            laps=head["laps"],
            heat=None if heat == track.heat else heat,
            stress=None if stress == track.stress else stress,
            hand=head["hand_limit"],
        )
    else:
        event = next(card for card in load.event_cards() if card.id == words.EVENTS[head["event"] - 1])
    drivers = [Seat(words.colour(car["car"]), car["kind"] != "human") for car in cars]
    grid = [seats[car["car"]] for car in sorted(head["cars"], key=lambda car: car["grid"])]
    weather = load.weather() if rules.weather else None
    stock = Stock(own)
    if head.get("sponsor_deck"):
        spec = Spec(track, drivers, load.catalogue(), load.legends(), rules, grid, weather, stock, event)
        stock = Stock(own, used=tuple(without(spec.sponsorships, [*words.cards(head["sponsor_deck"]), *stock.cards])))
    return Spec(track, drivers, load.catalogue(), load.legends(), rules, grid, weather, stock, event)


def spec_with(spec: Spec, stock: Stock) -> Spec:
    """The same race with what its cars have by now; the grid is behind them."""
    return Spec(
        spec.track,
        spec.seats,
        spec.catalogue,
        spec.legends,
        spec.base,
        None,
        spec.weather,
        stock,
        spec.event,
        spec.season,
    )


def numbers(spec: Spec, head: Record) -> tuple[list[int], list[int]]:
    """Laps, Heat, Stress, hand, start sponsorships: what the core comes to, and what the header says."""
    card = card_of(head)
    mine = [spec.laps, max(0, spec.heat + card.heat), max(0, spec.stress + card.stress), spec.rules.hand]
    file = [head["laps"], head["heat"], head["stress"], head["hand_limit"]]
    press = [spec.track.corners[line - 1].at for line in spec.rules.press]
    return [*mine, spec.rules.sponsorships, *sorted(press)], [
        *file,
        head.get("start_sponsors", 0),
        *sorted(head.get("press_corners", [])),
    ]


def piles_of(records: list[Record]) -> dict[Pile, list[int]]:
    """Every shuffle of the race by pile and number, from the header and the shuffle records."""
    return {(pile, k): order for pile, shuffles in _orders(records).items() for k, order in enumerate(shuffles)}


def piles_from(records: list[Record], number: int, state: State) -> dict[Pile, list[int]]:
    """Every shuffle from a record on, for a race that begins with the state: what is left of a pile comes first."""
    before, after = _orders(records[:number]), _orders(records)
    orders = {pile: shuffles[len(before[pile]) :] for pile, shuffles in after.items()}
    cards = sum(record["t"] == "legend_card" for record in records[:number])
    legends = [card for deck in after["legends"] for card in deck][cards:]
    if legends:
        size = len(state.spec.legends.cards)
        left = legends[: len(legends) % size or size]
        rest = legends[len(left) :]
        decks = [rest[i : i + size] for i in range(0, len(rest), size)]
        orders["legends"] = [[*left, *without(range(size), left)], *decks]
    orders["sponsors"].insert(0, list(state.sponsors[::-1]))
    return {(pile, k): order for pile, shuffles in orders.items() for k, order in enumerate(shuffles)}


def _orders(records: list[Record]) -> dict[str, list[list[int]]]:
    head = records[0]
    seats = seats_of(head)
    orders: dict[str, list[list[int]]] = {"legends": [], "sponsors": []}
    for car in head["cars"]:
        if car["kind"] == "human":
            orders[f"deck:{seats[car['car']]}"] = [words.cards(car["deck"])]
    if head.get("legend_deck"):
        orders["legends"].append(head["legend_deck"])
    if head.get("sponsor_deck"):
        orders["sponsors"].append(words.cards(head["sponsor_deck"]))
    if head["weather"] is not None:
        weather, tokens = load.weather(), _tokens(head)
        card = head["weather"]["card"]
        orders["weather"] = [[card, *(i for i in range(len(weather.cards)) if i != card)]]
        orders["tokens"] = [[*tokens, *without(weather.supply, tokens)]]
    for record in records:
        if record["t"] == "shuffle":
            orders[f"deck:{seats[record['car']]}"].append(words.cards(record["deck"]))
        elif record["t"] == "legend_shuffle":
            orders["legends"].append(record["deck"])
        elif record["t"] == "sponsor_shuffle":
            orders["sponsors"].append(words.cards(record["deck"]))
    return orders


def card_of(head: Record) -> WeatherCard:
    """The weather card; one that changes nothing in a race without weather."""
    return load.weather().cards[head["weather"]["card"]] if head["weather"] is not None else WeatherCard("none")


def _tokens(head: Record) -> list[int]:
    """One a corner; a chicane's stands at its second line, and a sector token only there."""
    told = dict(head["weather"]["tokens"])
    track = track_of(head)
    return [told[track.corners[group[-1]].at] for group in corners(track)]


def _own(car: Record) -> tuple[int, ...]:
    ids = load.catalogue().ids
    kept = [word for word in car.get("deck", []) if word.startswith("sponsor")]
    return (*(ids[f"U{number}"] for number in car.get("garage", [])), *words.cards(kept))


def _expansions(head: Record) -> str:
    boxes = [box for box, there in (("heavy-rain", "heavy_rain"), ("tunnel-vision", "tunnel_vision")) if head[there]]
    return "+".join(boxes) or "none"
