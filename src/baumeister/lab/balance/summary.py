"""The beginning of the balance report: a table and a sentence over all numbers of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from baumeister.kernel.glossary import join, say
from baumeister.lab.balance.estimates import Estimate
from baumeister.lab.balance.items import Item
from baumeister.lab.balance.results import Contribution, Section
from baumeister.lab.balance.tables import (
    heading,
    is_mirrored,
    listed,
    looks_too_weak,
    main_contribution,
    marked,
    named,
    signed,
)
from baumeister.lab.tables import NOTHING, Grid, percent, say_number


@dataclass(frozen=True)
class Suspect:
    """An item that is clearly and much stronger, or weaker, with every number of players."""

    item: Item
    shares: tuple[Estimate, ...]  # of the win, by section


def suspects(sections: Sequence[Section]) -> list[Suspect]:
    """Items that are suspect in all sections, the largest contribution first."""
    first, *_ = sections
    found = []
    for result in first.items:
        item = result.item
        if item.kind.is_headline and not looks_too_weak(result):
            told = [_large(section, item) for section in sections]
            known = [one.share for one in told if one is not None]
            if len(known) == len(sections) and len({share.value > 0 for share in known}) == 1:
                found.append(Suspect(item, tuple(known)))
    return sorted(found, key=lambda suspect: -max(abs(s.value) for s in suspect.shares))


def _large(section: Section, item: Item) -> Contribution | None:
    """The contribution of an item in a section, if it is clear and large."""
    same = (r for r in section.items if (r.item.group, r.item.key) == (item.group, item.key))
    told = next((main_contribution(result) for result in same), None)
    return told if told is not None and told.is_large else None


def weakest(section: Section) -> int:
    """The place that wins least, from 0."""
    return min(range(section.players), key=lambda k: section.places[k].share.value)


def summary_grid(sections: Sequence[Section], language: str) -> Grid:
    """One row for each number of players."""
    clock = sections[0].catalogue.balance.clock
    names = ["players", "fair", "first", "weakest", "points", "margin", "gap", clock]
    rows = [_row(section, language) for section in sections]
    spare = heading(["fair", "level", "shared", clock], language)
    columns = heading([*names, "shared", "level"], language)
    return Grid(say("balance.summary", language), columns, rows, spare=tuple(spare))


def _row(section: Section, language: str) -> list[str]:
    least = weakest(section)
    spreads = [
        section.spreads[n] for n in ("points", "margin", "gap", section.catalogue.balance.clock)
    ]
    means = [say_number(spread.mean.value, 1, language) for spread in spreads]
    if section.players == 2:  # the gap is the margin
        means[2] = NOTHING
    return [
        str(section.players),
        percent(1 / section.players, language),
        _place(section, 0, language),
        say("balance.of_place", language, n=least + 1, share=_place(section, least, language)),
        *means,
        percent(section.shared.value, language),
        percent(section.level.value, language),
    ]


def _place(section: Section, place: int, language: str) -> str:
    """Its share of the win, marked if it is clear."""
    standing = section.places[place]
    sign = "+" if standing.share.value > 1 / section.players else "-"
    return marked(percent(standing.share.value, language), sign if standing.clear else "")


def summary_verdict(sections: Sequence[Section], language: str) -> str:
    """What is clear and large with every number of players."""
    counts = join([str(section.players) for section in sections], language)
    found = suspects(sections)
    named_already = [s.item for s in found if s.shares[0].value > 0]
    names = [
        named(suspect.item, values, sections[0], language)
        for suspect in found
        if suspect.shares[0].value > 0 or not is_mirrored(suspect.item, named_already)
        for values in [
            " / ".join(signed(100 * share.value, 1, language) for share in suspect.shares)
        ]
    ]
    if not names:
        return say("balance.no_suspects", language, counts=counts)
    return say("balance.suspects", language, counts=counts, names=listed(names, language))


def summary_json(sections: Sequence[Section]) -> dict[str, Any] | None:
    """`summary` of the file; nothing if there is only one number of players."""
    if len(sections) < 2:
        return None
    return {
        "counts": [_count_json(section) for section in sections],
        "suspects": [
            {
                "group": suspect.item.group,
                "key": suspect.item.key,
                "names": suspect.item.names,
                "win_shares": [share.json() for share in suspect.shares],
            }
            for suspect in suspects(sections)
        ],
    }


def _count_json(section: Section) -> dict[str, Any]:
    least = weakest(section)
    clock = section.catalogue.balance.clock
    means = {n: section.spreads[n].mean.json() for n in ("points", "margin", "gap", clock)}
    return {
        "players": section.players,
        "games": section.games,
        "first_place_wins": section.places[0].share.json(),
        "first_place_clear": section.places[0].clear,
        "weakest_place": least,
        "weakest_place_wins": section.places[least].share.json(),
        "weakest_place_clear": section.places[least].clear,
        **means,
        "shared_wins": section.shared.json(),
        "level_points": section.level.json(),
    }
