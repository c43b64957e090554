"""Is ready for the protocol heat/99.

The referee: type, with what would be right; the driver is stopped at its first decision.
"""

from _bad import run, well

run(well, protocol="heat/99")
