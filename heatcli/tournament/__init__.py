"""Tournaments: plans, results, ratings."""
