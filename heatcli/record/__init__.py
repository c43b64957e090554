"""Notation: tokens and positions."""
