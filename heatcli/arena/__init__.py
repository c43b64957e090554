"""Drivers, bot processes and the referee."""
