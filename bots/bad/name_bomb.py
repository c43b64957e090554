"""Has a name of 10,000 characters that begins with an escape sequence and a bidi override.

The referee: takes the name, and shows 40 harmless characters of it.
"""

from _bad import run, well

run(well, name="\x1b[2J\u202e" + "x" * 10_000)
