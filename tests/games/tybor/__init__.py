"""Whole games of Tybor."""
