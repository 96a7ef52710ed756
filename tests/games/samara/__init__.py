"""Whole games of Samara."""
