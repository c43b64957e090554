"""heatcli: the open, scriptable engine for the board game Heat: Pedal to the Metal."""

__version__ = "0.1.0"
