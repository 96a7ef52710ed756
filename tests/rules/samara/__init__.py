"""Samara, clause by clause."""
