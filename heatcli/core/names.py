"""The words of the core as small ints: card ids, steps, verbs, states of a car.

Plain Final ints, because an enum member costs more to look up than most steps cost to run.
"""

from typing import Final

Action = tuple[int, ...]
"""A decision: a verb and its arguments, all ints (see VERBS)."""

Event = tuple[object, ...]
"""A fact the core reports: a name of events.EVENTS and its fields."""

# Card ids. A catalogue numbers its designs 0, 1, 2 … in card order; these are fixed and come last.
UNSEEN: Final = 125  # a sponsorship that only its owner has seen; in views, never in a pile
STRESS: Final = 126
HEAT: Final = 127
CARD_IDS: Final = 128

# Steps, in rulebook order. flow.TABLE has one row for each.
AT_GRID: Final = 0
AT_WEATHER: Final = 1
AT_GARAGE: Final = 2
AT_DROP: Final = 3
AT_SWAP: Final = 4
AT_SPONSORS: Final = 5
AT_LATE_WEATHER: Final = 6
AT_TUNE: Final = 7
AT_DECKS: Final = 8
AT_ROUND: Final = 9
AT_MULLIGAN: Final = 10
AT_PLAN: Final = 11
AT_TURN: Final = 12
AT_LEGEND: Final = 13
AT_REVEAL: Final = 14
AT_VALUE: Final = 15
AT_ADRENALINE: Final = 16
AT_REACT: Final = 17
AT_SLIPSTREAM: Final = 18
AT_CORNER: Final = 19
AT_DISCARD: Final = 20
AT_REPLENISH: Final = 21
AT_ROUND_END: Final = 22
AT_OVER: Final = 23
STEPS: Final = (
    "grid",
    "weather",
    "garage",
    "drop",
    "swap",
    "sponsors",
    "late-weather",
    "tune",
    "decks",
    "round",
    "mulligan",
    "plan",
    "turn",
    "legend",
    "reveal",
    "value",
    "adrenaline",
    "react",
    "slip",
    "corner",
    "discard",
    "replenish",
    "round-end",
    "over",
)

# What a step's enter and apply answer besides a step to jump to.
ASK: Final = -1  # a decision is wanted
NEXT: Final = -2  # go on with the next row of the table

# Verbs, with the arguments of their actions. Their order is the order of legal lists (SPEC N.1), so that the first
# action is the cautious one.
PLAN: Final = 0  # gear, then the cards ascending
CONCEDE: Final = 1
VALUE: Final = 2  # card, number, card, number …
TAKE: Final = 3  # card
PAY: Final = 4  # card
SCRAP: Final = 5  # card
TUNE: Final = 6  # 0 more, 1 less
PASS: Final = 7
SWAP: Final = 8  # own card, market card
DROP: Final = 9  # card
MULLIGAN: Final = 10
COOL: Final = 11  # number of Heat cards, source
SUPERCOOL: Final = 12  # number of Heat cards, card
CANNOT_PAY: Final = 13  # the cards that are paid, ascending
ADRENALINE: Final = 14
BOOST: Final = 15
REDUCE: Final = 16  # number of Stress cards, card
SALVAGE: Final = 17  # card, then the cards fetched ascending
DIRECT: Final = 18  # card
ACCELERATE: Final = 19  # card
DRAFT: Final = 20  # the cards, ascending
SLIP: Final = 21  # nominal spaces
DISCARD: Final = 22  # the cards ascending
REFRESH: Final = 23  # card
EXTRA_SLIP: Final = 25  # never an action: a further slipstream that is still to be had
RETIRE: Final = 24  # never legal: what a referee does to a car whose driver is stopped
VERBS: Final = (
    "g",
    "concede",
    "value",
    "take",
    "pay",
    "scrap",
    "tune",
    "pass",
    "swap",
    "drop",
    "mulligan",
    "cool",
    "supercool",
    "cannot-pay",
    "adrenaline",
    "boost",
    "reduce",
    "salvage",
    "direct",
    "accelerate",
    "draft",
    "slip",
    "discard",
    "refresh",
    "retire",
)

# Sources of Cooldown that are no card; below 0, so that they sort before cards.
FROM_GEAR: Final = -3
FROM_ADRENALINE: Final = -2
FROM_WEATHER: Final = -1

# States of a car.
RACING: Final = 0
FINISHED: Final = 1
RETIRED: Final = 2
ELIMINATED: Final = 3
STATES: Final = ("racing", "finished", "retired", "eliminated")

COLOURS: Final = (
    "black",
    "blue",
    "green",
    "red",
    "gray",
    "yellow",
    "orange",
    "purple",
    "white",
    "pink",
    "brown",
    "teal",
)
"""Every car colour; Legends only drive the first nine (SPEC 5.18)."""
