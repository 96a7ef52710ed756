"""Packages that environments need and that may be missing."""

from __future__ import annotations

from baumeister.rules.kernel.errors import ToldError


class MissingPackage(ToldError, ImportError):
    """A package is not installed; the message says which extra brings it."""
