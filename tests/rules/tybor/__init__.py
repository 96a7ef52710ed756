"""Tybor, clause by clause."""
