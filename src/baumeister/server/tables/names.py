"""Names that people can tell apart: no invisible characters, and no two that look alike."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from baumeister.server.tables.errors import Invalid

# Characters that leave no mark although Python considers them printable: the empty Braille pattern,
# fillers of Hangul, the grapheme joiner, and vowels of Khmer without a shape.
INVISIBLE = frozenset("\u2800\u115f\u1160\u3164\uffa0\u034f\u17b4\u17b5")
# Letters of Cyrillic, Greek and Armenian that look like Latin ones, and digits that look like
# letters: a selection of https://www.unicode.org/Public/security/latest/confusables.txt.
CYRILLIC = ("АВЕЅІЈКМНОРСТУХҮԌԚԜабеѕіјкмнорсԁһԛԝухүѵӏ", "ABESIJKMHOPCTYXYGQWabesijkmhopcdhqwyxyvl")
GREEK = ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧανοργικτυ", "ABEZHIKMNOPTYXavopyiktu")
ARMENIAN = ("ՍՏՕօոսհյց", "USOonuhjg")
SIGNS = ("0ı1I|ǀ", "Oillll")
VARIANTS = re.compile("[\ufe00-\ufe0f ]")  # selectors of a font's variants, and spaces
LOOKALIKES = str.maketrans(
    "".join(pair[0] for pair in (CYRILLIC, GREEK, ARMENIAN, SIGNS)),
    "".join(pair[1] for pair in (CYRILLIC, GREEK, ARMENIAN, SIGNS)),
)


def check_visible(name: str) -> str:
    """The name; Invalid if it has invisible characters, or nothing but accents and spaces."""
    kinds = {unicodedata.category(letter)[0] for letter in name}
    if not INVISIBLE.isdisjoint(name) or kinds <= {"M", "Z"}:
        raise Invalid("error.server.invisible")
    return name


def different_names(names: Sequence[str | None]) -> list[str]:
    """Names for all seats that do not look alike; a seat without a name gets one."""
    found: list[str] = []
    taken: set[str] = set()
    for number, name in enumerate(names, 1):
        wanted, k = name or f"Player {number}", 1
        base = wanted[:36]
        while not taken.isdisjoint(_looks(wanted)):
            k += 1
            wanted = f"{base} {k}"
        found.append(wanted)
        taken |= _looks(wanted)
    return found


def _looks(name: str) -> set[str]:
    """What a name has in common with names that look like it."""
    return {name.casefold(), _skeleton(name)}


def _skeleton(name: str) -> str:
    """The name in Latin letters where others look like them, without spaces and case."""
    plain = unicodedata.normalize("NFKC", VARIANTS.sub("", name))
    return plain.translate(LOOKALIKES).casefold()
