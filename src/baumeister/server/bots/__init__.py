"""Processes that compute decisions of bots, and reviews."""
