"""Everything in words: nothing is left out, every rule that is cited exists, every line fits."""

import re
from pathlib import Path

import pytest

from heatcli.core import symbols
from heatcli.core.event_cards import EFFECTS, EventCard
from heatcli.core.names import RETIRE, VERBS
from heatcli.core.specs import Card, Catalogue
from heatcli.data import load
from heatcli.repl import words
from heatcli.repl.glossary import GENERAL
from heatcli.repl.lexicon import STEP_WORDS, SYMBOL_WORDS, VERB_WORDS
from heatcli.repl.words import WIDTH, topic, topics

CATALOGUE = load.catalogue()
CARDS = [card for card in CATALOGUE.cards if card is not None]
ASKS = ("plan", "garage", "drop", "swap", "tune", "mulligan", "value", "react", "slip", "discard")
SPEC = (Path(__file__).parents[2] / "SPEC.md").read_text(encoding="utf-8")
NUMBERS = set(re.findall(r"^(?:\| )?\*\*([A-Z]?\d*(?:\.\d+)+)\*\*", SPEC, re.MULTILINE))


def told() -> dict[str, list[str]]:
    """Every topic, and every card, with its lines."""
    return {name: topic(name) or [] for name in [*topics(), *CATALOGUE.ids]}


def cited(line: str) -> list[str]:
    """The numbers in the brackets of a line, `(SPEC 3.5.7, R3.22)` or as a card has them, `(3.5.7)`."""
    return [
        n for group in re.findall(r"\((?:SPEC )?((?:[A-Z]?\d*(?:\.\d+)+(?:, )?)+)\)", line) for n in group.split(", ")
    ]


def test_the_numbers_are_found():
    assert {"0.2.11", "3.5.7", "R3.16", "N.1", "8.8.2", "R8.13", "9.3"} <= NUMBERS
    assert cited("pay (SPEC 3.5.7, R3.22) or not (3.2.1).") == ["3.5.7", "R3.22", "3.2.1"]


@pytest.mark.parametrize("name", ASKS)
def test_a_step_that_asks_has_two_to_five_lines_each_with_its_rule(name):
    assert 2 <= len(words.step(name)) <= 5
    assert all(cited(line) for line in words.step(name))


def test_there_are_no_other_steps():
    assert [*STEP_WORDS] == [*ASKS]


@pytest.mark.parametrize("verb", VERBS[:RETIRE])
def test_every_verb_has_a_sentence_that_begins_with_it(verb):
    line = words.token(verb)
    assert line.startswith(verb)
    assert cited(line)
    assert line in (topic(verb) or [])


def test_every_symbol_of_a_card_has_a_sentence_with_the_number_of_its_row():
    borne = list(dict.fromkeys(name for card in CARDS for name, _ in card.symbols))
    assert sorted(borne) == sorted(SYMBOL_WORDS)
    for name in borne:
        assert cited(words.symbol(name)) == [symbols.SYMBOLS[name].rule]


def test_every_weather_card_and_road_token_has_words():
    weather = load.weather()
    for card in weather.cards:
        before, sector = words.weather(card.name)
        assert before.startswith(card.name.title())
        assert sector.startswith("In the sector of a Weather token")
    for token in weather.tokens:
        assert cited(words.road_token(token.name))
    assert words.weather("sun") == [
        "Sun: 3 Heat from the engine go to the discard pile (SPEC 7.3).",
        "In the sector of a Weather token a slipstream may go 2 more (SPEC 3.6.6).",
    ]
    assert words.road_token("limit-1") == "Limit-1 token: the limit is 1 lower for everybody (SPEC 7.4)."


def test_every_effect_of_an_event_card_has_words():
    assert [*words.EFFECT_WORDS] == [*EFFECTS]
    for card in load.event_cards():
        assert len(words.event(card)) == 2 + len(card.effects)
    assert words.event(EventCard("own", "Own", 0, 0, "usa", 0, "CE", {"adrenaline": True, "laps": -2})) == [
        "Own (SPEC 8.9):",
        "At the start no sponsorship; press corners C and E (SPEC 8.7.5, 8.8.1).",
        "The race has 2 laps less (SPEC 8.9).",
    ]


def test_cards_in_words():
    lines = [line for code in ("u27", "P3", "U10", "S", "P9", "5") for line in words.card(code, CATALOGUE)]
    assert lines == [
        "U27  Gas Pedal (advanced upgrade, base box, 2 copies): Speed 4.",
        "     Direct Play: may be played from the hand in React (3.5.15).",
        "     Heat 1: pay 1 Heat before React ends (3.5.9).",
        "     Cooldown 1: up to 1 Heat from hand to engine (3.5.7).",
        "P3   Aperault RPM Cie (sponsorship, base box, 7 copies): Speed 1.",
        "     One use: played, it is removed in replenish, not discarded (3.5.20).",
        "     Slipstream boost +2: a slipstream may go 2 spaces further (3.5.19).",
        "U10  Brakes (basic upgrade, base box, 2 copies): Speed 1 or 5.",
        "     The number is chosen when all flips are known (3.3.2).",
        "S    Stress (Stress, base box, as many as needed): no number.",
        "     May not be discarded in the discard step (3.8.1).",
        "     + once: turn up the deck's next basic card and add its number (3.3.4).",
        "P9   Noctie Motorsport (sponsorship, rocky-roads box, 7 copies): Speed 7.",
        "     One use: played, it is removed in replenish, not discarded (3.5.20).",
        "     Adjust speed limit -1 at every line crossed this turn (3.5.11).",
        "5    Starting upgrade 5 (starting upgrade, base box, 1 copy a driver): Speed 5.",
    ]


def test_symbols_in_words():
    assert [*map(words.symbol, ("scrap", "salvage", "accelerate", "extra_slipstream", "refresh"))] == [
        "Scrap n: n cards from draw deck to discard pile before React ends (SPEC 3.5.10).",
        "Salvage n: shuffle up to n cards from discard pile into draw deck (SPEC 3.5.13).",
        "Accelerate: may add 1 Speed and 1 space for each + used this turn (SPEC 3.5.16).",
        "Extra slipstream: may slipstream again, if beside or behind a car (SPEC 3.5.21).",
        "Refresh: may go on top of the draw deck, not to the discard pile (SPEC 3.5.18).",
    ]


def test_every_symbol_of_every_card_is_told():
    for card in CARDS:
        text = "\n".join(words.card(card.code, CATALOGUE))
        assert all(f"({symbols.SYMBOLS[name].rule})" in text for name, _ in card.symbols)
        assert all(str(n) in text for n in card.speeds)


def test_every_cited_number_exists():
    for name, lines in told().items():
        assert lines, name
        numbers = cited("\n".join(lines))
        assert [n for n in numbers if n not in NUMBERS] == [], name
        assert numbers or name in ("0", "1", "2", "3", "4", "5") or CATALOGUE[CATALOGUE.ids[name]].speeds, name
        assert len(re.findall("SPEC", "\n".join(lines))) <= len(numbers), "a number is not read as one"


def test_what_is_said_of_words_and_tokens_has_a_rule_on_every_line():
    lines = [line for group in GENERAL.values() for line in group]
    lines += [*map(words.symbol, SYMBOL_WORDS), *VERB_WORDS.values()]
    assert [line for line in lines if not cited(line)] == []


def test_every_line_is_narrow_ascii():
    lines = [line for group in told().values() for line in group]
    lines += [line for group in words.INTRO.values() for line in group]
    for line in lines:
        assert line.isascii(), line
        assert len(line) <= WIDTH, line
        assert "{" not in line.replace("{example}", "")
        assert line == line.rstrip()
        assert "\0" not in line


def test_the_introduction_tells_each_thing_in_one_to_three_lines():
    assert [*words.INTRO] == ["welcome", "plan", "react", "boost", "corner", "slip", "discard", "spin", "legend"]
    assert all(1 <= len(lines) <= 3 for lines in words.INTRO.values())


@pytest.mark.parametrize(
    ("word", "same"),
    [
        ("Spin-Out", "spin out"),
        ("spin", "spin out"),
        ("CLUTTERED", "cluttered hand"),
        ("chevron", "chevrons"),
        ("Legend", "legends"),
        ("legends line", "legend line"),
        ("gears", "gear"),
        ("super_cool", "super-cool"),
        ("Reduce Stress", "reduce_stress"),
        ("heat control", "heat_control"),
        ("Limit -1", "limit-1"),
        ("limit", "corner"),
        ("+", "plus"),
        ("flip", "plus"),
        ("cannot pay", "cannot-pay"),
        ("cool 2 gear", "cool"),
        ("cannot-pay U43", "cannot-pay"),
        ("g2 4 S", "g"),
        ("2 4 s", "g"),
        ("G3", "g"),
        (" u27 ", "U27"),
        ("Hold on tight", "hold-tight"),
        ("consulting", "consulting-mechanics"),
    ],
)
def test_a_word_may_be_written_in_any_way(word, same):
    assert topic(word) == topic(same) is not None


@pytest.mark.parametrize("word", ["", " ", "?", "xyz", "U67", "P?", "pr", "li", "su"])
def test_what_is_unknown_or_may_be_several_is_nothing(word):
    assert topic(word) is None


def test_one_word_for_several_things_tells_all_of_them():
    heat = topic("heat") or []
    assert words.symbol("heat") in heat
    assert words.token("pay") in heat
    assert heat[0] == GENERAL["heat"][0]
    weather = topic("weather") or []
    assert words.road_token("weather") in weather
    assert topic("limit-1") != topic("limit+1")


def test_topics_are_named_once_and_found():
    assert len(topics()) == len(dict.fromkeys(map(str.lower, topics())))
    assert all(topic(name.upper()) for name in topics())
    for name in ("flooded", "tunnel", "gravel", "chicane", "adrenaline", "slipstream", "stress", "engine", "finish"):
        assert name in topics()


def test_cards_of_one_s_own_are_topics():
    own = Catalogue([*CARDS, Card("X1", "Skates", "upgrade", "own", 1, (9,), (("draft", 2), ("plus", 3)), "basic")])
    assert topic("x1") is None
    assert topic("x1", own) == [
        "X1   Skates (basic upgrade, own box, 1 copy): Speed 9.",
        "     Draft 2: may move up to 2 spaces, to just behind the next car (3.5.17).",
        "     + 3 times: turn up the deck's next basic card and add its number (3.3.4).",
    ]
