"""The rules: no I/O, no clock, no global state, no randomness but named shuffles."""
