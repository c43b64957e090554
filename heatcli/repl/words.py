"""The game in words, each with the number of its rule in SPEC: steps, tokens, symbols, cards, weather, event cards."""

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final

from heatcli.arena.story import plural
from heatcli.core.event_cards import EventCard
from heatcli.core.names import RETIRE, VERBS
from heatcli.core.specs import Card, Catalogue
from heatcli.core.symbols import SYMBOLS
from heatcli.core.weather import NO_COOLDOWN, NO_SLIPSTREAM, RoadToken, WeatherCard
from heatcli.data import load

WIDTH: Final = 78
_LEAST: Final = 3  # letters of a word that is not written to its end
_PLAN: Final = re.compile(r"g\d+|\d[\s,:]")  # a plan, with or without its g
_GLUE: Final = "\0"  # a blank at which no line ends

STEP_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "plan": (
        "Plan: a gear from 1 to 4, and exactly as many cards from hand (SPEC 3.2.1).",
        "Type gear and cards, such as g2 4 S; 2 4 s is the same (SPEC N.1).",
        "One gear up or down is free, two cost 1 Heat, three cannot be (SPEC 3.1.1).",
        "Cooldown comes with low gears: 3 in gear 1, 1 in gear 2 (SPEC 3.1.4).",
        "Speed over a corner's limit will cost Heat, 1 for 1 (SPEC 3.7.2).",
    ),
    "garage": (
        "Garage: take one upgrade of the market (SPEC 6.6, 6.9, 8.4).",
        "Type take and its code, such as take U7 (SPEC N.1).",
        "It costs nothing, and is shuffled into your draw deck (SPEC 6.3).",
    ),
    "drop": (
        "Drop: put one of your four upgrades away, in secret (SPEC 6.9).",
        "Type drop and its code, such as drop U7; it costs nothing (SPEC N.1).",
    ),
    "swap": (
        "Swap: last on the grid, you may trade one upgrade (SPEC 8.6).",
        "Type swap, your card and the market's, such as swap U7 U22 (SPEC N.1).",
        "It costs nothing; pass keeps what you have (SPEC N.1).",
    ),
    "tune": (
        "Tune: more Heat and more Stress for this race, or less of both (SPEC R8.13).",
        "tune + is 1 Heat and 1 Stress more, tune - is 1 of each less (SPEC N.1).",
        "The Heat is in your engine, the Stress in your deck (SPEC R8.13).",
    ),
    "mulligan": (
        "Mulligan: once, before the first plan, a new hand (SPEC R1.4).",
        "Type mulligan: it costs 1 Heat from the engine (SPEC R1.4).",
        "Type pass to keep the hand; it is free (SPEC N.1).",
    ),
    "value": (
        "Value: a card with several numbers counts as one of them (SPEC 3.3.2).",
        "Type card=number for each such card: value U7=2 U8=3 (SPEC N.1).",
        "It is free; the number is Speed, and so many spaces (SPEC 3.3.9, 3.3.10).",
    ),
    "react": (
        "React: use symbols one at a time, in any order; pass ends it (SPEC 3.5.1).",
        "cool 2 gear moves 2 Heat from hand to engine, for free (SPEC 3.5.7).",
        "boost pays 1 Heat and flips a card: Speed and spaces more (SPEC 3.5.8).",
        "Heat costs and Scrap of your cards come before pass (SPEC 3.5.3).",
        "Cooldown that is left when you pass is lost (SPEC 3.5.6).",
    ),
    "slip": (
        "Slip: a car beside you or right in front lets you slipstream (SPEC 3.6.1).",
        "Type slip and the spaces, such as slip 2; or pass (SPEC N.1).",
        "It is free and adds no Speed (SPEC 3.6.5).",
        "But lines it crosses are checked with the Speed of the turn (SPEC 3.6.5).",
    ),
    "discard": (
        "Discard: put away cards you do not want, but no Heat or Stress (SPEC 3.8.1).",
        "Type discard and the cards, such as discard 1 1; or pass (SPEC N.1).",
        "It is free, and you draw up to your hand size again (SPEC 3.9.2).",
        "refresh U34 puts such a played card back on top of the deck (SPEC 3.5.18).",
    ),
}
"""By the name of a step that asks."""

VERB_WORDS: Final[Mapping[str, str]] = {
    "g": "g2 4 S: gear 2 with the cards 4 and S; 2 4 s is the same (SPEC 3.2.1, N.1).",
    "concede": "concede: give up and take the worst place still free (SPEC R4.3).",
    "value": "value U8=3: this card of several numbers counts as 3 (SPEC 3.3.2).",
    "take": "take U7: take this upgrade from the market (SPEC 6.6).",
    "pay": "pay U43: pay the Heat that this played card costs (SPEC 3.5.9).",
    "scrap": "scrap U24: its Scrap, from the top of the deck, all of it (SPEC 3.5.10).",
    "tune": "tune + or tune -: 1 Heat and 1 Stress more, or 1 of each less (SPEC R8.13).",
    "pass": "pass: do nothing, or nothing more, in this step (SPEC N.1).",
    "swap": "swap U7 U22: trade your U7 for U22 of the market (SPEC 8.6).",
    "drop": "drop U7: put this one of your four upgrades away (SPEC 6.9).",
    "mulligan": "mulligan: pay 1 Heat and exchange the whole hand, once (SPEC R1.4).",
    "cool": "cool 2 gear: 2 Heat from hand to engine, by one Cooldown (SPEC 3.5.7, R3.22).",
    "supercool": "supercool 1 U49: 1 Heat from discard pile to engine (SPEC 3.5.14).",
    "cannot-pay": "cannot-pay: drive again, a flip for each card not paid (SPEC R3.16).",
    "adrenaline": "adrenaline: 1 Speed and 1 space more, if you have it (SPEC 3.4.4).",
    "boost": "boost: pay 1 Heat, flip once for Speed and spaces; once a turn (SPEC 3.5.8).",
    "reduce": "reduce 2 U4: discard 2 Stress from hand (SPEC 3.5.12).",
    "salvage": "salvage U22 4 H: shuffle 4 and H from discard pile into deck (SPEC 3.5.13).",
    "direct": "direct U26: play this card from hand now, beyond the gear (SPEC 3.5.33).",
    "accelerate": "accelerate U47: 1 Speed and 1 space for each + so far (SPEC 3.5.16).",
    "draft": "draft U57: move to right behind the next car, without Speed (SPEC 9.3, 9.3.2).",
    "slip": "slip 2: move 2 spaces by slipstream, without Speed (SPEC 3.6.3, 3.6.5).",
    "discard": "discard 1 1: put these cards from hand on the discard pile (SPEC 3.8.1).",
    "refresh": "refresh U34: this played card goes on top of the draw deck (SPEC 3.5.18).",
}
"""By verb (names.VERBS)."""

SYMBOL_WORDS: Final[Mapping[str, str]] = {
    "plus": "+ {times}: turn up the deck's next basic card and add its number",
    "heat": "Heat {n}: pay {n} Heat before React ends",
    "scrap": "Scrap {n}: {cards} from deck to discard pile before React ends",
    "cooldown": "Cooldown {n}: up to {n} Heat from hand to engine",
    "super_cool": "Super Cool {n}: up to {n} Heat from discard pile to engine",
    "reduce_stress": "Reduce Stress {n}: discard up to {n} Stress from hand",
    "salvage": "Salvage {n}: shuffle up to {cards} from discard pile into deck",
    "direct_play": "Direct Play: may be played from the hand in React",
    "accelerate": "Accelerate: may add 1 Speed and space for each + used this turn",
    "draft": "Draft {n}: may move up to {spaces}, to just behind the next car",
    "adjust_limit": "Adjust speed limit {sign} at every line crossed this turn",
    "slipstream": "Slipstream boost +{n}: a slipstream may go {spaces} further",
    "extra_slipstream": "Extra slipstream: may slipstream again, beside or behind a car",
    "refresh": "Refresh: may go on top of the deck, not to the discard pile",
}
"""What each symbol of a card does, by its name in heatcli.core.symbols, which has the number of its rule."""

KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "sponsorship": ("One use: played, it is removed in replenish, not discarded (3.5.20)",),
    "stress": ("May not be discarded in the discard step (3.8.1)",),
    "heat": ("Pays costs from the engine (0.2.11)", "In hand neither to be played (3.2.1) nor discarded (3.8.1)"),
}
"""What a card of a kind is, whatever its symbols."""

NAMES: Final = {"starting": "starting upgrade", "stress": "Stress", "heat": "starting upgrade and engine"}
"""What cards that are no upgrades are called, by kind, where the kind alone does not say it."""

SUPPLY: Final = {
    "basic": "{copies} a driver",
    "starting": "{copies} a driver",
    "stress": "as many as needed",
    "heat": "as many as needed",
}
"""How many there are of cards that are no upgrades, by kind."""

TIMES: Final = {1: "once", 2: "twice"}

GENERAL: Final[Mapping[str, tuple[str, ...]]] = {
    "gear": (
        "The gear is how many cards you play (SPEC 3.2.1).",
        "One up or down is free, two cost 1 Heat, three cannot be (SPEC 3.1.1).",
        "Gear 1 cools 3 Heat, gear 2 cools 1, gears 3 and 4 none (SPEC 3.1.4).",
    ),
    "speed": (
        "Speed: cards, flips, boost, adrenaline, Accelerate, Direct Play (SPEC 3.3.9).",
        "The car moves by all of it (SPEC 3.3.10).",
        "Slipstream and Draft move it too, but are no Speed (SPEC 3.3.9).",
    ),
    "corner": (
        "Each line crossed compares the Speed of the turn with its limit (SPEC 3.7.1).",
        "Up to the limit is free; above it, each point costs 1 Heat (SPEC 3.7.2).",
        "If the engine cannot pay, the car spins out (SPEC 3.7.7).",
    ),
    "chicane": (
        "A chicane: two lines in a row with equal limits (SPEC 9.4).",
        "Each line has its own check and price (SPEC 3.7.4).",
        "Both have one road token (SPEC 7.6).",
    ),
    "spin out": (
        "A spin out: the engine holds less than the price of one line (SPEC 3.7.7).",
        "It pays all it has; you go back before the line, in gear 1 (SPEC 3.7.7).",
        "1 Stress into hand in gear 1 or 2, 2 Stress in gear 3 or 4 (SPEC 3.7.7).",
        "The rest of the turn goes on as usual (SPEC 3.7.9).",
    ),
    "engine": (
        "The engine is the car's store of Heat, open to all (SPEC 0.2.10).",
        "It begins with the Heat of the track (SPEC 1.4).",
        "Paid Heat goes to your discard pile and is drawn again (SPEC 0.2.11, 3.3.6).",
    ),
    "heat": (
        "Heat in the engine pays; Heat in hand cannot (SPEC 0.2.11).",
        "In hand it can be neither played nor discarded (SPEC 3.2.1, 3.8.1).",
        "Cooldown moves it from hand to the engine (SPEC 3.5.7).",
    ),
    "stress": (
        "Stress has no number, but a +: it flips a basic card (SPEC 3.3.3, 3.3.4).",
        "It cannot be discarded (SPEC 3.8.1); play it to be rid of it (SPEC 3.9.1).",
        "A spin out brings 1 or 2 into hand (SPEC 3.7.7).",
    ),
    "cluttered hand": (
        "Too few cards besides Heat for the gear: Heat fills up the plan (SPEC 3.2.3).",
        "The car does not move, the turn is over, the gear is 1 (SPEC 3.2.4).",
        "The cards are discarded and you draw again (SPEC 3.2.4).",
        "By default it is for those who can serve no gear within reach (SPEC R3.1).",
    ),
    "adrenaline": (
        "The last car of a round has it; if 5 or more started, the last 2 (SPEC 3.4.1).",
        "It gives 1 Speed with 1 space, and Cooldown 1, in React (SPEC 3.4.4).",
    ),
    "slipstream": (
        "After React, a car beside you or right in front helps (SPEC 3.6.1).",
        "You may move 2 spaces, and more by bonuses (SPEC 3.6.3).",
        "It is no Speed, but the lines it crosses are checked with it (SPEC 3.6.5).",
        "It cannot cross the finish line that ends your race (SPEC 3.6.7).",
    ),
    "blocked": (
        "Two cars fill a space; you drive through any number (SPEC 0.2.1, 3.3.11).",
        "If your target is full, you stop before it; Speed stays (SPEC 3.3.12).",
    ),
    "race line": (
        "Spot 0 of a space is on the Race Line, spot 1 beside it (SPEC 0.2.2).",
        "You take spot 0 if it is free (SPEC 3.3.13).",
        "In one space, the car on spot 0 is ahead (SPEC 0.2.8).",
    ),
    "order": (
        "All plan at once; then the cars drive from first to last (SPEC 2.1).",
        "The order is set at the end of the round before (SPEC 2.2).",
    ),
    "finish": (
        "You are home when you cross the finish line of the last lap (SPEC 0.2.7).",
        "Others of the same round may still pass you: the farther wins (SPEC 4.3, 4.4).",
        "Leaving the grid over the line completes no lap (SPEC 1.10).",
    ),
    "hand": (
        "You hold 7 cards, more or fewer by event card (SPEC 1.6, 3.9.2).",
        "At the end of your turn you draw up to that (SPEC 3.9.2).",
    ),
    "deck": (
        "You draw and flip from your draw deck (SPEC 3.9.2, 3.3.4).",
        "When it is empty, the discard pile is shuffled into a new one (SPEC 3.3.6).",
    ),
    "flooded": (
        "Flooded space: a downshift planned there costs 1 Heat more (SPEC 3.1.3).",
        "Playing, moving and cooling are as anywhere (SPEC 10.2).",
    ),
    "tunnel": (
        "Tunnel: whoever stands in it discards nothing from hand (SPEC 9.2).",
        "Reduce Stress does not work there either (SPEC 3.5.30).",
    ),
    "gravel": ("Gravel: before drawing, a car on it pays 1 Heat if it has any (SPEC 11.3).",),
    "legends": (
        "Legends drive by themselves: no cards, gear, Heat or spin outs (SPEC 5.2).",
        "One Legend card a round tells how far each of them goes (SPEC 5.3).",
    ),
    "legend line": (
        "A Legends line stands some spaces before a corner (SPEC 5.6).",
        "A Legend before it drives h, but stops before the corner (SPEC 5.11, 5.12).",
        "One past it drives the corner's limit and d spaces more (SPEC 5.9).",
        "h and d are the numbers of its colour on the Legend card (SPEC 5.4).",
    ),
    "chevrons": (
        "From a chevron an aggressive Legend may cross one line more (SPEC 5.17).",
        "From a double chevron two more; only past the Legends line (SPEC 5.17).",
    ),
    "upgrade": ("Upgrades replace the three starting upgrades of your deck (SPEC 6.1).",),
    "sponsorship": (
        "Sponsorships are cards for one use (SPEC 8.7.3).",
        "One gained in the race goes straight into your hand (SPEC 8.7.6).",
    ),
    "press corner": (
        "A press corner crossed by slipstream gives a sponsorship (SPEC 8.8.2).",
        "So does one crossed with Speed 2 or more over its limit (SPEC 8.8.2).",
        "Neither does in a turn with a spin out (SPEC 8.8.5).",
    ),
    "points": ("In a season the places 1 to 6 score 9, 6, 4, 3, 2, 1 (SPEC 8.3).",),
    "weather": (
        "One weather card a race; each corner has a road token (SPEC 7.1).",
        "The card acts before the race, and where a Weather token lies (SPEC 7.3).",
    ),
    "road token": (
        "Each corner has a road token, a chicane one for both lines (SPEC 7.1, 7.2).",
        "Some act on the line, some on the sector behind it (SPEC 7.4, 7.5).",
    ),
}
"""What the rules say of a word of the game."""

ALIASES: Final = {
    "+": "plus",
    "flip": "plus",
    "lap": "finish",
    "legendsline": "legendline",
    "limit": "corner",
    "line": "corner",
    "shift": "gear",
    "spot": "raceline",
}
"""Other words, as `_key` has them."""

INTRO: Final[Mapping[str, tuple[str, ...]]] = {
    "welcome": (
        "Welcome to your first race! Cards drive your car, Heat is what it can take.",
        "Slow down for corners, or pay for them. First home wins.",
    ),
    "plan": (
        "Your plan: choose a gear from 1 to 4, and as many cards as the gear says.",
        "The numbers add up to your Speed, and you drive as many spaces.",
        "Type 2 and two cards, such as: 2 3 4",
    ),
    "react": (
        "You have moved. Before the turn goes on you may react, in any order.",
        "In gear 1 or 2, Heat in hand can go back into the engine: cool 1 gear",
        "If there is nothing you want to do, type pass",
    ),
    "boost": (
        "You may boost once a turn: 1 Heat for a card off the deck, 1 to 4 spaces.",
        "It is Speed too, so mind the corner you have crossed or will cross.",
    ),
    "corner": (
        "You crossed a corner. Speed up to its limit is free;",
        "each point above it takes 1 Heat out of your engine.",
    ),
    "slip": (
        "A car right beside or in front of you: you may ride in its slipstream.",
        "It is free and no Speed, but a corner you slip over still counts.",
        "Type slip 2, or pass to stay where you are",
    ),
    "discard": (
        "Cards in hand that you do not want may go now, all but Heat and Stress.",
        "You draw new ones right after. Type them, such as: discard 1 1",
    ),
    "spin": (
        "You spun out: a corner cost more Heat than your engine had.",
        "You are back before it in gear 1, with Stress in your hand. It happens!",
        "Stress is played like a card and turns up one you cannot foresee.",
    ),
    "legend": (
        "The other cars are Legends: they drive by themselves and never pay Heat.",
        "They block the road as you do, and you may ride in their slipstream.",
    ),
}
"""What to tell in a first race, each when it first happens."""

Words = Callable[[Any], str]


def _more(n: int, what: str) -> str:
    counted = what if what in ("Heat", "Stress") else plural(abs(n), what).split()[1]
    return f"{abs(n)} {counted} {'more' if n > 0 else 'less'}"


def _sign(n: int) -> str:
    return f"{n:+}"


EFFECT_WORDS: Final[Mapping[str, Words]] = {
    "laps": lambda n: f"The race has {_more(n, 'lap')} (SPEC 8.9).",
    "heat": lambda n: f"Every engine begins with {_more(n, 'Heat')} (SPEC 8.9).",
    "stress": lambda n: f"Every deck begins with {_more(n, 'Stress')} (SPEC 8.9).",
    "hand": lambda n: f"The hand size is {n} (SPEC 8.9).",
    "points": lambda some: f"Points from the first place on: {', '.join(map(_sign, some))} (SPEC 8.9).",
    "first_lap_sponsorships": lambda n: f"The first {n} to complete lap 1 gain a sponsorship (SPEC R8.1).",
    "speed_record": lambda n: f"Speed {n} or more in a turn gains a sponsorship (SPEC R8.2)." if n else "",
    "passed_cars": lambda n: f"Passing {n} or more cars in a turn gains a sponsorship (SPEC R8.3)." if n else "",
    "press_sponsorships": lambda n: f"A press corner gives {plural(n, 'sponsorship')} (SPEC R8.5).",
    "press_below_limit": lambda on: "A press corner needs Speed below its limit (SPEC R8.8)." if on else "",
    "spin_out_eliminates": lambda on: "A spin out eliminates, with 0 points (SPEC R8.4, R4.4)." if on else "",
    "slipstream_min_gear": lambda n: f"A slipstream needs gear {n} or higher (SPEC 8.9).",
    "slipstream": lambda n: f"A slipstream is {_more(n, 'space')} (SPEC R8.10).",
    "discardable": lambda some: (
        f"In the discard step {' and '.join(kind.title() for kind in some)} may go too (SPEC R8.6)." if some else ""
    ),
    "max_discards": lambda n: f"The discard step takes at most {plural(n, 'card')} (SPEC R8.7).",
    "adrenaline": lambda on: "" if on else "Nobody has adrenaline (SPEC 3.4.7).",
    "lap_removes_heat": lambda n: f"Each lap completed takes {n} Heat out of the race (SPEC R8.9).",
    "stress_to_discard": lambda on: "All Stress begins in the discard pile (SPEC R8.11)." if on else "",
    "lap_line_sponsorships": lambda line: (
        f"In every lap the first {line['first']} across line {line['letter']} gain a sponsorship (SPEC R8.12)."
    ),
    "choice": lambda some: f"Choose {', or '.join(_tuned(**one) for one in some)} (SPEC R8.13).",
}
"""What each effect of an event card does, by its name in heatcli.core.event_cards."""


def _tuned(heat: int, stress: int) -> str:
    return f"{heat:+} Heat and {stress:+} Stress"


def step(name: str) -> list[str]:
    """What is decided in a step that asks, what to type and what it costs. Raises KeyError for any other step."""
    return list(STEP_WORDS[name])


def token(verb: str) -> str:
    """What a decision does, by its verb; `g3` is as good as `g`. Raises KeyError."""
    return VERB_WORDS["g" if _PLAN.fullmatch(verb) else verb]


def symbol(name: str) -> str:
    """What a symbol of a card does, whatever its count. Raises KeyError."""
    words = SYMBOL_WORDS[name].format(n="n", sign="+n or -n", cards="n cards", spaces="n spaces", times="n times")
    return f"{words} (SPEC {SYMBOLS[name].rule})."


def card(code: str, catalogue: Catalogue) -> list[str]:
    """A card: what it is and its number, then a line for what its kind and each symbol mean. Raises KeyError."""
    one = catalogue[catalogue.ids[code.upper()]]
    return wrapped((f"{sentence}." for sentence in (_head(one), *_sentences(one))), f"{one.code:<3}  ", " " * 5)


def _head(one: Card) -> str:
    kind = f"{one.pool} upgrade" if one.pool else NAMES.get(one.kind, one.kind)
    copies = "1 copy" if one.copies == 1 else f"{one.copies} copies"
    supply = copies if one.pool else SUPPLY.get(one.kind, "{copies}").format(copies=copies)
    *others, last = map(str, one.speeds or ("",))
    number = f"Speed {', '.join(others)} or {last}" if others else f"Speed {last}" if last else "no number"
    return f"{one.name} ({kind}, {one.box} box, {supply}): {number.replace(' ', _GLUE)}"


def _sentences(one: Card) -> Iterator[str]:
    """What the numbers to choose from, the kind and each symbol mean."""
    if len(one.speeds) > 1:
        yield "The number is chosen when all flips are known (3.3.2)"
    yield from KINDS.get(one.kind, ())
    for name, n in one.symbols:
        cards, spaces = (plural(n, what) for what in ("card", "space"))
        times = TIMES.get(n, f"{n} times")
        words = SYMBOL_WORDS[name].format(n=n, sign=f"{n:+}", cards=cards, spaces=spaces, times=times)
        yield f"{words} ({SYMBOLS[name].rule})"


def weather(name: str) -> list[str]:
    """A weather card: before the race, and where a Weather token lies. Raises KeyError."""
    one = {card.name: card for card in load.weather().cards}[name]
    return [*(f"{name.title()}: {words} (SPEC 7.3)." for words in _before(one)), *_in_sector(one)]


def _before(one: WeatherCard) -> Iterator[str]:
    if one.heat:
        yield f"every engine begins with {_more(one.heat, 'Heat')}"
    if one.stress:
        yield f"every deck begins with {_more(one.stress, 'Stress')}"
    if one.heat_to_deck:
        yield f"{one.heat_to_deck} Heat from the engine are shuffled into the draw deck"
    if one.heat_to_discard:
        yield f"{one.heat_to_discard} Heat from the engine go to the discard pile"


def _in_sector(one: WeatherCard) -> Iterator[str]:
    where = "In the sector of a Weather token"
    if one.forbids == NO_COOLDOWN:
        yield f"{where} there is no Cooldown (SPEC 3.5.22)."
    if one.forbids == NO_SLIPSTREAM:
        yield f"{where} no slipstream starts (SPEC 3.6.6)."
    if one.cooldown:
        yield f"{where} React has {one.cooldown} Cooldown more (SPEC 3.5.23)."
    if one.slipstream:
        yield f"{where} a slipstream may go {one.slipstream} more (SPEC 3.6.6)."


def road_token(name: str) -> str:
    """What a road token does, by its name in the data. Raises KeyError."""
    one = {token.name: token for token in load.weather().tokens}[name]
    return f"{name.replace('_', ' ').capitalize()} token: {'; '.join(_on_road(one))}."


def _on_road(one: RoadToken) -> Iterator[str]:
    if one.weather:
        yield "the weather card acts on this sector (SPEC 7.3)"
    if one.heat_when_over:
        yield f"Speed over the limit costs {one.heat_when_over} Heat more (SPEC 3.7.2)"
    if one.limit:
        yield f"the limit is {abs(one.limit)} {'higher' if one.limit > 0 else 'lower'} for everybody (SPEC 7.4)"
    if one.boost_free:
        yield "a boost in this sector costs no Heat (SPEC 3.5.25)"
    if one.slipstream:
        yield f"a slipstream from this sector may go {one.slipstream} more (SPEC 3.6.6)"


def event(one: EventCard) -> list[str]:
    """An event card: sponsorships, press corners, and a line for each effect."""
    start = plural(one.sponsorships, "sponsorship") if one.sponsorships else "no sponsorship"
    press = f"press corner{'s' * (len(one.press) > 1)} {' and '.join(one.press)}" if one.press else "no press corner"
    lines = (words for name, value in one.effects.items() if (words := EFFECT_WORDS[name](value)))
    return wrapped([f"{one.name} (SPEC 8.9):", f"At the start {start}; {press} (SPEC 8.7.5, 8.8.1).", *lines])


def topic(word: str, catalogue: Catalogue | None = None) -> list[str] | None:
    """All there is to say of a word, or of the code of a card; None for nothing.

    A word may be written in any way, in part if no other begins so, and a whole token stands for its verb.
    """
    cards = catalogue or load.catalogue()
    code = word.strip().upper()
    if code in cards.ids:
        return card(code, cards)
    index = _index()
    return next((list(index[key]) for key in _guesses(word, index) if key in index), None)


def topics() -> list[str]:
    """The words that `topic` knows: the general ones, then cards of weather, road and events; card codes are more."""
    names: dict[str, str] = {}
    for name, _ in _entries():
        names.setdefault(_key(name), name)
    return list(names.values())


def _guesses(word: str, index: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """The keys of what may be meant, the likeliest first."""
    key = _key(word)
    yield from (ALIASES.get(key, key), f"{key}s", key.removesuffix("s"))
    begun = {lines: other for other, lines in index.items() if len(key) >= _LEAST and other.startswith(key)}
    if len(begun) == 1:
        yield from begun.values()
    if _PLAN.match(word.lower()):
        yield "g"
    yield from map(_key, word.split()[:1])


def _key(word: str) -> str:
    """A word without case, blanks, hyphens, underscores and marks; `limit-1` is not `limit+1`."""
    return re.sub(r"[^a-z0-9+-]|-(?!\d)", "", word.lower())


@cache
def _index() -> Mapping[str, tuple[str, ...]]:
    """The lines of every topic by its key; what has one name several times is told in turn."""
    named = [*_entries(), *((one.name, event(one)) for one in load.event_cards())]
    index: dict[str, tuple[str, ...]] = {}
    for name, lines in named:
        index[_key(name)] = tuple(dict.fromkeys([*index.get(_key(name), ()), *lines]))
    return index


def _entries() -> Iterator[tuple[str, Iterable[str]]]:
    yield from STEP_WORDS.items()
    yield from GENERAL.items()
    for name in SYMBOL_WORDS:
        verb = SYMBOLS[name].verb
        typed = [token(VERBS[verb])] if 0 <= verb < RETIRE else []
        yield name.replace("_", "-"), [symbol(name), *typed]
    yield from ((verb_name, [line]) for verb_name, line in VERB_WORDS.items())
    yield from ((one.name, weather(one.name)) for one in load.weather().cards)
    yield from ((one.name.replace("_", "-"), [road_token(one.name)]) for one in load.weather().tokens)
    yield from ((one.id, event(one)) for one in load.event_cards())


def wrapped(lines: Iterable[str], first: str = "", then: str = "") -> list[str]:
    """Lines of at most WIDTH columns; a citation is never torn. `first` stands before the first line, `then` others."""
    told: list[str] = []
    for line in lines:
        text = f"{then if told else first}{line}".replace("SPEC ", f"SPEC{_GLUE}")
        pieces = textwrap.wrap(text, WIDTH, subsequent_indent=f"{then}  ", break_on_hyphens=False)
        told += [piece.replace(_GLUE, " ") for piece in pieces]
    return told
