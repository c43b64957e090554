"""One file per step of a round, in rulebook words; each has at most enter, legal and apply."""
