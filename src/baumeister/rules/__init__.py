"""The rules of the games. Standard library only; numba and numpy are used if they are there."""
