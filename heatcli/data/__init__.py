"""The game as data files, and their loader."""
