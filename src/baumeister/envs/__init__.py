"""Environments for learning machines: observations, batches of games, PettingZoo, OpenSpiel."""
