"""Scenarios: a position in one literal line a car, decisions as tokens, questions in the game's words."""

from heatcli.core import flow
from heatcli.core.audit import audit
from heatcli.core.names import HEAT, STEPS
from heatcli.core.rules import Rules
from heatcli.core.specs import Seat, Spec, Stock
from heatcli.core.state import Car, State
from heatcli.data import load
from heatcli.data.library import Library
from heatcli.record.position import brought, read_position
from heatcli.record.tokens import read_token, token

FILLER = " deck 1 2 3 4 1 2 3 4"


class Scenario:
    """A race at a position. Seats follow the order given; a text that begins with `legend` is a Legend.

    `weather` is a weather card and a road token a corner (`"snow weather limit+1 overheat …"`), `event` an event card's
    id or the card itself. Upgrades and sponsorships count as soon as a text names them.
    """

    def __init__(
        self,
        track: str,
        cars: dict[str, str],
        round: int = 1,
        seed: str = "scenario",
        spec_track=None,
        catalogue=None,
        weather="",
        event=None,
        **rules,
    ):
        seats = [Seat(colour, text.startswith("legend ")) for colour, text in cars.items()]
        texts = {
            c: t.removeprefix("legend ") if t.startswith("legend ") or " deck " in t else t + FILLER
            for c, t in cars.items()
        }
        board = spec_track or load.load_track(track)
        cards = catalogue or load.catalogue()
        own = tuple(brought(text, cards) for text in texts.values())
        card = Library().event(event) if isinstance(event, str) else event
        all_rules = Rules(**{"weather": bool(weather), **rules})
        self.spec = Spec(
            board,
            seats,
            cards,
            load.legends(),
            all_rules,
            None,
            load.weather(),
            Stock(own),
            card,
            "1961/1" if card else "",
        )
        self.colours = [seat.colour for seat in seats]
        self.seen = 0
        self.state: State = read_position(self.spec, texts, seed, round - 1, weather=weather)

    def car(self, colour: str) -> Car:
        return self.state.cars[self.colours.index(colour)]

    def act(self, colour: str, *tokens: str) -> "Scenario":
        """The driver answers one decision a token. Each must be legal, and the state stays sound."""
        seat = self.colours.index(colour)
        for text in tokens:
            assert seat in flow.to_act(self.state), f"{colour} is not asked; {self.asked()} at {self.step()}"
            action = read_token(text, self.spec.catalogue)
            assert action in flow.legal_actions(self.state, seat), f"{text} is not legal: {self.legal(colour)}"
            flow.apply(self.state, seat, action)
            assert audit(self.state) == []
        return self

    def rest(self, colour: str) -> "Scenario":
        """The driver answers the rest of its turn with first legal actions."""
        seat = self.colours.index(colour)
        round_ = self.state.round
        while (
            flow.to_act(self.state) == [seat] and self.state.round == round_ and self.step() not in ("plan", "mulligan")
        ):
            flow.apply(self.state, seat, flow.legal_actions(self.state, seat)[0])
        return self

    def finish_round(self) -> "Scenario":
        """Everybody answers with first legal actions until the next round asks, or the race is over."""
        round_ = self.state.round
        while self.state.round == round_ and flow.to_act(self.state):
            seat = flow.to_act(self.state)[0]
            flow.apply(self.state, seat, flow.legal_actions(self.state, seat)[0])
            assert audit(self.state) == []
        return self

    def legal(self, colour: str) -> list[str]:
        """The legal tokens of a driver who is asked."""
        return [token(a, self.spec.catalogue) for a in flow.legal_actions(self.state, self.colours.index(colour))]

    def gears(self, colour: str) -> list[int]:
        """The gears this driver may plan."""
        return sorted({int(text[1]) for text in self.legal(colour) if text[0] == "g"})

    def asked(self) -> list[str]:
        return [self.colours[seat] for seat in flow.to_act(self.state)]

    def step(self) -> str:
        return STEPS[self.state.step]

    def order(self) -> list[str]:
        return [self.colours[seat] for seat in self.state.order]

    def at(self, colour: str) -> int:
        return self.car(colour).distance

    def spot(self, colour: str) -> int:
        return self.car(colour).spot

    def gear(self, colour: str) -> int:
        return self.car(colour).gear

    def engine(self, colour: str) -> int:
        return self.car(colour).engine

    def speed(self) -> int:
        """Speed of the turn that is under way."""
        return self.state.turn.speed

    def cards(self, colour: str, pile: str) -> str:
        """A pile by name (hand, deck: top first, discard, played), as codes; hand, discard and played sorted."""
        cards = getattr(self.car(colour), pile)
        cards = cards[::-1] if pile == "deck" else sorted(cards)
        return " ".join(self.spec.catalogue.codes[card] for card in cards)

    def heat_in_hand(self, colour: str) -> int:
        return self.car(colour).hand.count(HEAT)

    def events(self, name: str) -> list[tuple]:
        """The fields of every event of this name so far."""
        return [event[1:] for event in self.state.log if event[0] == name]


def race(
    track: str = "usa",
    round: int = 1,
    seed: str = "scenario",
    *,
    rules: dict | None = None,
    weather: str = "",
    event=None,
    **cars: str,
) -> Scenario:
    """`race("usa", red="33/0 g3 e4 hand 1 2 3", blue="34/0")`; a car without a deck gets a filler deck."""
    return Scenario(track, cars, round, seed, weather=weather, event=event, **(rules or {}))
