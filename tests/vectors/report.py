"""What a run found, and how it is told."""

from collections import Counter
from dataclasses import dataclass, field

SHOWN = 20


@dataclass
class Report:
    """Counts, and a line for each mismatch."""

    races: int = 0
    decisions: int = 0
    lost: int = 0  # decisions between a departure and the same car's next checkpoint
    checks: int = 0
    mismatches: list[str] = field(default_factory=list)
    departures: Counter[str] = field(default_factory=Counter)

    def text(self) -> str:
        """Mismatches and departures, then the line of totals."""
        lines = self.mismatches[:SHOWN]
        if len(self.mismatches) > SHOWN:
            lines.append(f"… and {len(self.mismatches) - SHOWN} more mismatches")
        lines += [f"departure {kind}: {n}" for kind, n in sorted(self.departures.items())]
        if self.lost:
            lines.append(f"lost {self.lost} decisions ({100 * self.lost_share:.2f} %)")
        lines.append(
            f"races {self.races} decisions {self.decisions} checks {self.checks} "
            f"mismatches {len(self.mismatches)} departures {self.departures.total()}"
        )
        return "\n".join(lines)

    @property
    def lost_share(self) -> float:
        """Of all decisions in the files, the share that could not be compared."""
        return self.lost / max(1, self.lost + self.decisions)
