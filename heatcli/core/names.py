"""The words of the core as small ints: card ids, steps, verbs, states of a car.

Plain Final ints, because an enum member costs more to look up than most steps cost to run.
"""

from typing import Final

Action = tuple[int, ...]
"""A decision: a verb and its arguments, all ints (see VERBS)."""

Event = tuple[object, ...]
"""A fact the core reports: a name of events.EVENTS and its fields."""

# Card ids. A catalogue numbers its designs 0, 1, 2 … in card order; these two are fixed and come last.
STRESS: Final = 126
HEAT: Final = 127
CARD_IDS: Final = 128

# Steps, in rulebook order. flow.TABLE has one row for each.
AT_ROUND: Final = 0
AT_MULLIGAN: Final = 1
AT_PLAN: Final = 2
AT_TURN: Final = 3
AT_LEGEND: Final = 4
AT_REVEAL: Final = 5
AT_VALUE: Final = 6
AT_ADRENALINE: Final = 7
AT_REACT: Final = 8
AT_SLIPSTREAM: Final = 9
AT_CORNER: Final = 10
AT_DISCARD: Final = 11
AT_REPLENISH: Final = 12
AT_ROUND_END: Final = 13
AT_OVER: Final = 14
STEPS: Final = (
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

# Verbs. Their order is the order of legal lists, so that the first action is the cautious one.
PLAN: Final = 0  # gear, then the cards ascending
CONCEDE: Final = 1
VALUE: Final = 2  # card, number, card, number …
PASS: Final = 3
MULLIGAN: Final = 4
COOL: Final = 5  # number of Heat cards, source
ADRENALINE: Final = 6
BOOST: Final = 7
SLIP: Final = 8  # nominal spaces
DISCARD: Final = 9  # the cards ascending
VERBS: Final = (
    "g",
    "concede",
    "value",
    "pass",
    "mulligan",
    "cool",
    "adrenaline",
    "boost",
    "slip",
    "discard",
)

# Sources of Cooldown that are no card; below 0, so that they sort before cards.
FROM_GEAR: Final = -2
FROM_ADRENALINE: Final = -1

# States of a car.
RACING: Final = 0
FINISHED: Final = 1
RETIRED: Final = 2
STATES: Final = ("racing", "finished", "retired")

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
