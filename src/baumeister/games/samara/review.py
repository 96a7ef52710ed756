"""How a review continues a game of Samara, and how it names moves. After the set-up there is no
chance."""

from __future__ import annotations

from baumeister.games.samara.actions import BUILD, CHOOSE_WORKER, LOSE, NEWCOMER, WITH
from baumeister.games.samara.components import TOOLS, Components
from baumeister.games.samara.notation import LETTERS, SINGLE, letters_of, place
from baumeister.games.samara.state import QUESTION_KEYS, State
from baumeister.games.samara.texts import action_text, month_text, tile_text, tool_text
from baumeister.kernel.glossary import join, say
from baumeister.lab.review.games import ReviewedGame


def month(state: State, language: str) -> str:
    """The month and year of a move."""
    text = month_text(state.start_month + 1, state.now, language)
    return say("review.month", language, month=text, year=_year(state))


def year(state: State, language: str) -> str:
    """The year of a move."""
    return say("review.year", language, year=_year(state))


def _year(state: State) -> int:
    return int(state.start_month + state.now) // 12 + 1


def deed(components: Components, state: State, action: int, language: str) -> str:
    """What a player did, to follow the name: built the Hut at 2-3."""

    def told(key: str, **values: object) -> str:
        return say(f"review.deed.samara.{key}", language, **values)

    for words, number in SINGLE.items():
        if action == number:
            return told(words.replace(" ", "_"))
    if action < BUILD:
        where = place(components, action // TOOLS)
        return told("tool", tool=tool_text(action % TOOLS, language), place=where)
    if action < NEWCOMER:
        space = action - BUILD
        tile = tile_text(components, state.tile_at[space], language)
        return told("build", tile=tile, place=place(components, space))
    if action < LOSE:
        return told("with", workers=join(letters_of(action - WITH), language))
    if action < CHOOSE_WORKER:
        return told("lose", tool=tool_text(action - LOSE, language))
    return told(QUESTION_KEYS[state.step], worker=LETTERS[action - CHOOSE_WORKER])


def proposal(components: Components, state: State, action: int, language: str) -> str:
    """What a player could do, as on a button, with the tile that lies there."""
    text = action_text(components, action, language)
    if BUILD <= action < NEWCOMER:
        tile = tile_text(components, state.tile_at[action - BUILD], language)
        return f"{text} ({tile})"
    return text


REVIEWED = ReviewedGame(blur=9.0, when=month, period=year, deed=deed, proposal=proposal)
