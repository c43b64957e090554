"""What can go wrong, as a tree.

HeatError                 anything heatcli says no to; its text is one clear sentence
├── DataError             a data file (track, cards, setup …) is wrong: file, key, what would be right
├── SetupError            a race that cannot be set up: options that disagree, too many cars
├── NotationError         a token or a position text that cannot be read
└── DriverError           a driver that cannot be started or does not exist

What a bot does during a race is never an exception: faults are data (see arena).
"""


class HeatError(Exception):
    """The root; the command line prints its text and nothing else."""


class DataError(HeatError):
    """A data file is missing or wrong."""


class SetupError(HeatError):
    """The race asked for cannot be set up."""


class NotationError(HeatError):
    """A token or position text cannot be read."""


class DriverError(HeatError):
    """A driver cannot be found or started."""
