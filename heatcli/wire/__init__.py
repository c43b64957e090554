"""The line protocol."""
