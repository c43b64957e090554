"""Colours of the cockpit. What they tell is told by letters and signs too, so that nobody needs them."""

from typing import Final

CARS: Final = {
    "black": "bg:#303030 #ffffff",
    "blue": "bg:#0072b2 #ffffff",
    "green": "bg:#009e73 #ffffff",
    "red": "bg:#d55e00 #ffffff",
    "gray": "bg:#808080 #ffffff",
    "yellow": "bg:#f0e442 #000000",
    "orange": "bg:#e69f00 #000000",
    "purple": "bg:#cc79a7 #000000",
    "white": "bg:#ffffff #000000",
    "pink": "bg:#ffaec9 #000000",
    "brown": "bg:#7b4a12 #ffffff",
    "teal": "bg:#56b4e9 #000000",
}
"""Backgrounds that the colour-blind can tell apart, with letters that stand out."""

STYLE: Final = {
    **{f"car.{colour}": f"{style} bold" for colour, style in CARS.items()},
    "own": "underline",
    "head": "reverse",
    "head.step": "reverse bold",
    "dim": "#808080",
    "road": "#808080",
    "flooded": "#56b4e9",
    "tunnel": "#b0b0b0",
    "gravel": "#e69f00",
    "finish": "bold",
    "limit": "bold",
    "stress": "bold #cc79a7",
    "heat": "bold #d55e00",
    "card": "bold",
    "land": "bold reverse",
    "spin": "bold reverse",
    "story": "",
    "page": "",
    "prompt": "bold",
    "typed": "italic",
    "lesson": "bold #56b4e9",
}
