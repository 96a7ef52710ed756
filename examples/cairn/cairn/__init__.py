"""Cairn: pile up stones, each narrower than the one below. The rules are in rules.md."""
