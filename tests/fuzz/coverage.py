"""python -m tests.fuzz.coverage [RACES]: what random races and seasons have seen of the boxes, as a table.

The races look for what is missing: its cards are given to the cars, its event cards lie over the race.
"""

import random
import sys
import time
from collections import Counter

from heatcli.core import flow
from heatcli.core.check import check
from heatcli.core.event_cards import line_of
from heatcli.core.events import EVENTS
from heatcli.core.names import (
    AT_SLIPSTREAM,
    CANNOT_PAY,
    CONCEDE,
    DISCARD,
    EXTRA_SLIP,
    HEAT,
    PASS,
    PLAN,
    RETIRE,
    SLIP,
    VERBS,
)
from heatcli.core.ranking import outcome
from heatcli.core.rules import Rules
from heatcli.core.setup import new_race
from heatcli.core.specs import Spec, Stock, seat_cars
from heatcli.core.symbols import SYMBOLS
from heatcli.data import load
from heatcli.errors import SetupError
from tests.fuzz.races import SEASONS, a_season

SYMBOL_OF = {row.verb: name for name, row in SYMBOLS.items() if row.verb >= 0}
AUTOMATIC = ("plus", "adjust_limit")
ALL_BOXES = "heavy-rain+tunnel-vision+rocky-roads"
WHYS = {
    "pay": ("shift", "boost", "card", "corner", "gravel", "mulligan"),
    "award": ("start", "slipstream", "exceed", "below", "record", "lap", "passed", "crowd"),
    "move": ("cards", "adrenaline", "boost", "accelerate", "direct", "draft", "slip", "again", "legend"),
    "out": ("eliminated", "conceded", "retired"),
    "removed": ("play", "engine", "hand", "discard", "deck"),
    "use": ("heat", "scrap", "accelerate", "draft"),
}
VERDICTS = ("finished", "rounds", "retired", "eliminated")
REFUSALS = (
    "the race is over",
    "has nothing to decide",
    "is not open at step",
    "is out of reach",
    "cannot be paid",
    "is not in the hand",
    "is not that often in the hand",
    " cards, not ",
    "Heat is played only",
    "is not open now",
)


def due() -> list[tuple[str, str]]:
    """All there is to be seen: (kind, what)."""
    cards = [card for card in load.catalogue().cards if card is not None]
    played = [card.code for card in cards if card.kind != "heat" or card.code == "H"]
    rows = [("played", code) for code in played] + [("taken", card.code) for card in cards if card.pool]
    for card in cards:
        for symbol, _ in card.symbols:
            rows.append((f"used {symbol}", card.code))
            if symbol not in (*AUTOMATIC, "scrap"):
                rows.append((f"declined {symbol}", card.code))
    rows += [("used", name) for name in SYMBOLS] + [("declined", n) for n in SYMBOLS if n not in (*AUTOMATIC, "scrap")]
    rows += [("event", card.id) for card in load.event_cards()] + [("track", name) for name in load.track_ids()]
    rows += [("weather", card.name) for card in load.weather().cards]
    rows += [("token", token.name) for token in load.weather().tokens]
    rows += [("verb", verb) for verb in VERBS[:RETIRE]]
    rows += [(kind, why) for kind, whys in WHYS.items() for why in whys]
    rows += [("verdict", why) for why in VERDICTS] + [("refusal", part) for part in REFUSALS]
    return rows + [("told", name) for name in EVENTS if name != "fault"]  # that one is the referee's


class Coverage:
    """Counts of what was seen. The same run sees the same."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()
        self.rng = random.Random("coverage")
        self.cards = load.catalogue()
        self.due = due()
        self.races = 0

    @property
    def missing(self) -> list[tuple[str, str]]:
        return [row for row in self.due if not self.counts[row]]

    def run(self, most: int) -> None:
        """A season of each year, then race after race until nothing is missing."""
        for year in SEASONS:
            season = a_season(year, 3, 1, Rules(max_rounds=25, expansions=ALL_BOXES))
            while not season.is_over:
                season.finish(self.race(season.spec()))
        while self.missing and self.races < most:
            self.race(self.wanted())

    def wanted(self) -> Spec:
        """A race with missing cards, event card and board, as far as they go together."""
        rng, missing = self.rng, self.missing
        codes = [what for _, what in missing if what in self.cards.ids]
        events = [card for card in load.event_cards() if ("event", card.id) in missing] or list(load.event_cards())
        takes = [what for kind, what in missing if kind == "taken"]
        while True:
            event = rng.choice(events)
            track = load.load_track(rng.choice([event.track, *load.track_ids()]))
            given = codes and not (takes and rng.random() < 0.7)
            choice = "given" if given else rng.choice(["draft", "snake", "random"])
            drivers = rng.randint(2, 8)
            rules = Rules(
                heat=rng.choice([None, None, 1, 2]),
                max_rounds=rng.choice([15, 40]),
                laps=rng.choice([1, None]),
                mulligan=rng.random() < 0.3,
                allow_concede=True,
                reveal_gear_early=rng.random() < 0.3,
                cluttered_rule=rng.choice(["forced_only", "literal"]),
                garage=rng.choice(["off", "mixed", "mixed", "mixed"]) if choice == "draft" else "mixed",
                garage_choice=choice,
                weather=rng.random() < 0.7,
                expansions=ALL_BOXES,
            )
            own = [self.brought(codes) if choice == "given" else () for _ in range(drivers)]
            try:
                for letter in event.press:
                    line_of(track, letter)
                seats = seat_cars(drivers, 1)
                stock = Stock((*own, ())) if choice == "given" else None
                return Spec(
                    track, seats, self.cards, load.legends(), rules, None, load.weather(), stock, event, "1961/1"
                )
            except SetupError:
                continue

    def brought(self, codes: list[str]) -> tuple[int, ...]:
        """Up to five of the missing cards; a copy a car."""
        ids = [self.cards.ids[code] for code in codes]
        ids = [i for i in dict.fromkeys(ids) if self.cards[i].pool or self.cards.once[i]]
        return tuple(sorted(self.rng.sample(ids, min(5, len(ids)))))

    def race(self, spec: Spec):
        """One race to its end."""
        self.races += 1
        state = new_race(spec, f"coverage {self.races}")
        while seats := flow.to_act(state):
            for seat in seats:
                legal = flow.legal_actions(state, seat)
                action = self.choose(legal)
                self.choice(state, legal, action)
                if self.rng.random() < 0.05:
                    self.refuse(state, seat)
                if state.round and self.rng.random() < 0.0005:
                    flow.retire(state, seat)
                flow.apply(state, seat, action)
        self.add("refusal", next(part for part in REFUSALS if part in f"{check(state, 0, (PASS,))}"))
        self.end(state)
        return state

    def add(self, kind: str, what: str) -> None:
        self.counts[kind, what] += 1

    def choose(self, legal):
        """At random: a verb, then one of its actions; seldom to give up, now and then a cluttered hand."""
        cluttered = [action for action in legal if action[0] == PLAN and action[-1] == HEAT]
        if cluttered and self.rng.random() < 0.1:
            return self.rng.choice(cluttered)
        if legal[-1] == (CONCEDE,) and self.rng.random() < 0.95:
            legal = legal[:-1]
        of_verb: dict[int, list] = {}
        for action in legal:
            of_verb.setdefault(action[0], []).append(action)
        return self.rng.choice(of_verb[self.rng.choice(list(of_verb))])

    def choice(self, state, legal, action) -> None:
        """The verb, the symbols that are used, and those that a pass declines."""
        self.add("verb", VERBS[action[0]])
        for symbol, cards in self.symbols(state, action):
            self.tell("used", symbol, cards)
        if action[0] == CANNOT_PAY:
            lost = [card for verb, card, _ in state.turn.uses if SYMBOL_OF[verb] == "heat" and card not in action[1:]]
            self.tell("declined", "heat", lost)
        elif (CANNOT_PAY,) in [other[:1] for other in legal]:
            self.add("declined", "cannot_pay")
        if action[0] in (PASS, DISCARD):
            declined = [pair for other in legal for pair in self.symbols(state, other)]
            for symbol, cards in declined:
                self.tell("declined", symbol, cards)

    def tell(self, kind: str, symbol: str, cards) -> None:
        self.add(kind, symbol)
        for card in cards:
            if card >= 0:
                self.add(f"{kind} {symbol}", self.cards.codes[card])

    def symbols(self, state, action) -> list[tuple[str, list[int]]]:
        """The symbols, with the cards that bear them, which an action uses."""
        verb, *rest = action
        if verb == SLIP:
            longer = rest[0] > state.spec.rules.slipstream_spaces
            found = {
                "slipstream": [card for verb, card, _ in state.turn.uses if verb == SLIP and longer],
                "extra_slipstream": self.extra(state),
            }
            return [(name, cards) for name, cards in found.items() if cards]
        if verb not in SYMBOL_OF or verb == EXTRA_SLIP:
            return []
        name = SYMBOL_OF[verb]
        cards = {"cooldown": rest[1:], "super_cool": rest[1:], "reduce_stress": rest[1:], "salvage": rest[:1]}
        return [(name, [] if verb == CANNOT_PAY else cards.get(name, rest))]

    def extra(self, state) -> list[int]:
        """Cards whose further slipstream is being asked for."""
        if state.step != AT_SLIPSTREAM or state.log[-1][:3] != ("move", state.car.seat, "slip"):
            return []
        bearing = [card for card in state.car.played if self.cards[card].symbol("extra_slipstream")]
        left = [card for verb, card, _ in state.turn.uses if verb == EXTRA_SLIP]
        for card in left:
            bearing.remove(card)
        return bearing

    def refuse(self, state, seat: int) -> None:
        """What is wrong is refused in words."""
        hand = state.cars[seat].hand
        for wrong in [
            (PLAN, self.rng.randint(1, 4), *self.rng.choices(hand or [1], k=self.rng.randint(1, 4))),
            (PLAN, 4, 77, 77),
            (PLAN, 1, *hand[-1:]),
            (DISCARD, 127),
            (PASS, 1),
            (VERBS.index("boost"),),
        ]:
            text = check(state, seat, wrong)
            for part in REFUSALS:
                if text and part in text:
                    self.add("refusal", part)
        text = check(state, len(state.cars), (PASS,))
        assert text
        self.add("refusal", "has nothing to decide")

    def end(self, state) -> None:
        """What the events tell."""
        self.add("track", state.spec.track.id)
        if state.spec.event is not None:
            self.add("event", state.spec.event.id)
        words = {"removed": "from", "move": "by", "use": "symbol"}
        where = {name: EVENTS[name].fields.index(words.get(name, "why")) for name in WHYS}
        for name, *fields in state.log:
            self.add("told", name)
            if name in where:
                self.add(name, str(fields[where[name]]))
            if name in ("reveal", "direct"):
                self.played(fields[3] if name == "reveal" else [fields[1]])
            elif name in ("took", "swapped"):
                self.add("taken", self.cards.codes[fields[-1]])
            elif name == "weather":
                self.add("weather", fields[0])
                for token in fields[1]:
                    self.add("token", token)
        for standing in outcome(state):
            self.add("verdict", standing.why)

    def played(self, cards) -> None:
        for card in cards:
            self.add("played", self.cards.codes[card])
            for symbol in AUTOMATIC:
                if self.cards[card].symbol(symbol):
                    self.tell("used", symbol, [card])

    def table(self) -> str:
        """A card a line, then kind by kind."""
        lines = [f"{'card':5} {'played':>6} {'taken':>6}  symbols: used/declined"]
        for card in self.cards.cards:
            if card is not None:
                marks = [
                    f"{name} {self.counts[f'used {name}', card.code]}/{self.counts[f'declined {name}', card.code]}"
                    for name, _ in card.symbols
                ]
                counts = f"{self.counts['played', card.code]:6} {self.counts['taken', card.code]:6}"
                lines.append(f"{card.code:5} {counts}  {', '.join(marks)}".rstrip())
        for kind in dict.fromkeys(kind for kind, _ in self.due if " " not in kind and kind not in ("played", "taken")):
            row = [f"{what} {self.counts[kind, what]}" for other, what in self.due if other == kind]
            lines.append(f"{kind}: {', '.join(row)}")
        missing = ", ".join(f"{kind} {what}" for kind, what in self.missing)
        return "\n".join([*lines, f"{self.races} races; missing: {missing or 'nothing'}"])


if __name__ == "__main__":
    began = time.perf_counter()
    coverage = Coverage()
    coverage.run(int(sys.argv[1]) if len(sys.argv) > 1 else 400)
    print(coverage.table())
    print(f"{time.perf_counter() - began:.1f} s")
