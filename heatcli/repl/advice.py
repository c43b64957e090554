"""Previews, odds and hints in words: what a choice would come to, by what the seat knows."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from heatcli.core.names import Action
from heatcli.core.view import View
from heatcli.record.tokens import token, words_of
from heatcli.repl.preview import Landing, Preview, preview
from heatcli.repl.scene import Scene, lap_space

ROWS: Final = 24  # of a table of odds
BEST: Final = 3  # choices that a hint compares


def percent(chance: Fraction) -> str:
    """A chance as `25 %`, never rounded to 0 or 100."""
    text = f"{float(chance) * 100:.1f}".removesuffix(".0")
    if 0 < chance < 1 and text in ("0", "100"):
        text = "under 0.1" if text == "0" else "over 99.9"
    return f"{text} %"


def told(scene: Scene, found: Preview | None) -> list[str]:
    """What an action comes to, in two lines at most; none where it moves no car and costs nothing."""
    if found is None:
        return []
    if found.open:
        return ["then you choose the numbers of your cards"]
    return [_where(scene, found), _what(found)]


def _where(scene: Scene, found: Preview) -> str:
    """The landing, or the landings by their chances."""
    own = scene.own
    speeds = found.speeds
    if len(speeds) <= 1:
        landing = found.outcomes[0][1]
        speed = "" if landing.speed is None else f"Speed {landing.speed}, "
        return f"{speed}lands on {place(scene, landing)} ({landing.distance - own.distance:+})"
    shown = ", ".join(f"{speed}: {percent(chance)}" for speed, chance in speeds.items())
    ends = [landing.distance for _, landing in found.outcomes]
    reach = f"{min(ends) - own.distance:+} to {max(ends) - own.distance:+}"
    return f"lands {reach}; Speed {shown}"


def _what(found: Preview) -> str:
    """Corners, spin out, slipstream."""
    bills: dict[tuple[int, int], tuple[int, int]] = {}
    for _, landing in found.outcomes:
        for bill in landing.bill:
            low, high = bills.get((bill.line, bill.limit), (bill.cost, bill.cost))
            bills[bill.line, bill.limit] = (min(low, bill.cost), max(high, bill.cost))
    parts = [f"corner {line} (limit {limit}): {_span(*cost)} Heat" for (line, limit), cost in bills.items()]
    engines = [landing.left for _, landing in found.outcomes]
    if not bills:
        parts.append("no corner")
    parts.append(f"spin out {percent(found.spin)} as it stands" if found.spin else "no spin out")
    parts.append(f"{_span(min(engines), max(engines))} Heat left")
    if slip := sum((chance for chance, landing in found.outcomes if landing.slips), Fraction(0)):
        most = max(max(landing.slips) for _, landing in found.outcomes if landing.slips)
        parts.append(f"slipstream {most}" + ("" if slip == 1 else f" ({percent(slip)})"))
    if home := sum((chance for chance, landing in found.outcomes if landing.finishes), Fraction(0)):
        parts.append("over the finish line" + ("" if home == 1 else f" ({percent(home)})"))
    return "; ".join(parts)


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"


def place(scene: Scene, landing: Landing) -> str:
    """Lap:space of a landing, and on which spot."""
    where = lap_space(landing.distance, scene.spec.track.spaces)
    return f"{where}{' beside the race line' if landing.spot else ''}"


def odds(scene: Scene, actions: Sequence[Action]) -> list[str]:
    """A table of choices: where each lands, what it costs, the chance to spin out."""
    head = f"{'':18}{'lands':>8} {'Speed':>7} {'corners':>8} {'engine':>7} {'spin out':>9}  slipstream"
    rows = [head]
    for action in actions[:ROWS]:
        found = preview(scene.seen, action)
        text = token(action, scene.spec.catalogue)
        if found is None or found.open:
            rows.append(f"{text:18}{'' if found is None else 'numbers are chosen first':>8}")
            continue
        ends = [landing.distance - scene.own.distance for _, landing in found.outcomes]
        reach = f"+{_span(min(ends), max(ends))}" if min(ends) >= 0 else _span(min(ends), max(ends))
        speeds = [landing.speed or 0 for _, landing in found.outcomes]
        costs = [sum(bill.cost for bill in landing.bill) for _, landing in found.outcomes]
        engines = [landing.left for _, landing in found.outcomes]
        slips = sum((chance for chance, landing in found.outcomes if landing.slips), Fraction(0))
        speed, cost, engine = (_span(min(row), max(row)) for row in (speeds, costs, engines))
        spin = percent(found.spin) if found.spin else "-"
        rows.append(
            f"{text:18}{reach:>8} {speed:>7} {cost:>8} {engine:>7} {spin:>9}  {percent(slips) if slips else '-'}"
        )
    if len(actions) > ROWS:
        rows.append(f"... {len(actions) - ROWS} more; odds g2 1 4 tells of one, odds g2 of those in gear 2")
    return rows


def closely(scene: Scene, action: Action) -> list[str]:
    """All that a choice may come to, with exact chances."""
    found = preview(scene.seen, action)
    lines = [token(action, scene.spec.catalogue), *told(scene, found)]
    if found is None:
        return [*lines, "moves no car and costs nothing at a corner"]
    if not found.open and len(found.outcomes) > 1:
        for chance, landing in found.outcomes:
            bill = ", ".join(f"corner {one.line}: {one.cost}" for one in landing.bill) or "no corner"
            spin = ", spins out" if landing.spins else ""
            speed = "" if landing.speed is None else f"Speed {landing.speed}, "
            lines.append(f"  {chance!s:>8} ({percent(chance)}): {speed}lands on {place(scene, landing)}; {bill}{spin}")
    return [*lines, "The others are taken to stand still, you to do nothing more; unseen cards lie in any order."]


def reasons(
    scene: Scene, name: str, best: str, actions: Mapping[str, Action], weighed: Mapping[str, float]
) -> list[str]:
    """A bot's advice, and what speaks for it: its choice beside the next best ones."""
    lines = [f"{name} would choose: {best}"]
    if best in actions:
        lines += [f"  {text}" for text in told(scene, preview(scene.seen, actions[best]))]
    ranked = sorted((value, text) for text, value in weighed.items() if text in actions)
    if best in weighed and len(ranked) > 1:
        lines.append("How many more rounds it expects to need to the finish line, the fewer the better:")
        shown = [(weighed[best], best), *[pair for pair in ranked if pair[1] != best][: BEST - 1]]
        for value, text in shown:
            found = told(scene, preview(scene.seen, actions[text]))
            lines.append(f"  {value:6.2f}  {text:14} {found[-1] if found else ''}".rstrip())
    return lines


def asked_for(seen: View, actions: Sequence[Action], words: str) -> list[Action]:
    """The choices whose tokens begin with some words, such as `g2` or `cool`."""
    wanted = words_of(words)
    return [action for action in actions if token(action, seen.spec.catalogue).lower().split()[: len(wanted)] == wanted]
