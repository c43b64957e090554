"""What the rules say of the words of the game, each line with the number of its rule in SPEC."""

from collections.abc import Mapping
from typing import Final

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
    "bears": "roadtoken",
    "eng": "engine",
    "l": "legendline",
    "flip": "plus",
    "lap": "finish",
    "legendsline": "legendline",
    "limit": "corner",
    "line": "corner",
    "shift": "gear",
    "spot": "raceline",
}
"""Other words, as `_key` has them."""
