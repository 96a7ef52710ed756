"""A finished game, looked at move by move."""
