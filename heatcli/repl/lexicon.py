"""What each step, verb and symbol, and each kind of card, is in words; heatcli.repl.words fills them in."""

from collections.abc import Mapping
from typing import Final

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
    "scrap": "Scrap {n}: {cards} from draw deck to discard pile before React ends",
    "cooldown": "Cooldown {n}: up to {n} Heat from hand to engine",
    "super_cool": "Super Cool {n}: up to {n} Heat from discard pile to engine",
    "reduce_stress": "Reduce Stress {n}: discard up to {n} Stress from hand",
    "salvage": "Salvage {n}: shuffle up to {cards} from discard pile into draw deck",
    "direct_play": "Direct Play: may be played from the hand in React",
    "accelerate": "Accelerate: may add 1 Speed and 1 space for each + used this turn",
    "draft": "Draft {n}: may move up to {spaces}, to just behind the next car",
    "adjust_limit": "Adjust speed limit {sign} at every line crossed this turn",
    "slipstream": "Slipstream boost +{n}: a slipstream may go {spaces} further",
    "extra_slipstream": "Extra slipstream: may slipstream again, if beside or behind a car",
    "refresh": "Refresh: may go on top of the draw deck, not to the discard pile",
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
