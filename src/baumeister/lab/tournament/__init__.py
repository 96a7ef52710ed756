"""Tournaments: schedule, games, ratings, tables."""
