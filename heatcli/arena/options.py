"""Options of bots: what a bot announces with `ready`, and the values it is given."""

from collections.abc import Mapping, Sequence

from heatcli.errors import DriverError
from heatcli.wire.messages import Option


def settle(driver: str, announced: Sequence[Option], asked: Mapping[str, str]) -> dict[str, object]:
    """Every announced option with its value: as asked, or the default. Raises DriverError for what does not fit."""
    known = {option.name: option for option in announced}
    for name in asked:
        if name not in known:
            there = f"it has {', '.join(known)}" if known else "it announces none"
            raise DriverError(f"driver {driver}: option.{name}: unknown; {there}")
    return {
        name: _value(driver, option, asked[name]) if name in asked else option.default for name, option in known.items()
    }


def _value(driver: str, option: Option, text: str) -> object:
    if option.type == "check" and text in ("true", "false", "on", "off"):
        return text in ("true", "on")
    if option.type == "spin" and _in_range(option, text):
        return int(text)
    if option.type == "string" or (option.type == "combo" and text in option.values):
        return text
    raise DriverError(f"driver {driver}: option.{option.name}={text}: {_right(option)} is right")


def _in_range(option: Option, text: str) -> bool:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 10):
        return False
    number = int(text)
    return (option.min is None or option.min <= number) and (option.max is None or number <= option.max)


def _right(option: Option) -> str:
    if option.type == "check":
        return "true or false"
    if option.type == "combo":
        return " or ".join(option.values)
    low = "" if option.min is None else f" from {option.min}"
    high = "" if option.max is None else f" to {option.max}"
    return f"a whole number{low}{high}"
