"""Notation and glossary: what players read and type."""

from __future__ import annotations

import ast
import errno
import random
import re
import string
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import baumeister
from baumeister.games.samara.components import ABILITIES
from baumeister.games.tybor import notation, texts
from baumeister.games.tybor.actions import ACTIONS
from baumeister.games.tybor.components import EFFECTS, standard
from baumeister.kernel import glossary
from baumeister.kernel.clauses import clauses
from baumeister.kernel.errors import Message
from baumeister.kernel.glossary import LANGUAGES, say
from baumeister.kernel.notation import NotationError
from baumeister.kernel.texts import help_text, help_topics
from baumeister.play import verify

SOURCE = Path(baumeister.__file__).parent
GAME = baumeister.game("tybor")


# --- notation ---------------------------------------------------------------------------------
def test_every_action_is_written_and_read_back() -> None:
    written = [notation.write(standard(), action) for action in range(ACTIONS)]
    assert [notation.read(standard(), text) for text in written] == list(range(ACTIONS))
    assert len(set(written)) == ACTIONS


@given(st.integers(0, ACTIONS - 1), st.randoms())
def test_case_and_spaces_do_not_matter(action: int, dice: random.Random) -> None:
    text = notation.write(standard(), action)
    mixed = "".join(dice.choice((c.lower(), c.upper())) for c in text)
    assert notation.read(standard(), "  " + mixed.replace(" ", "   ") + "\t") == action


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("build Guild Hall great", "build GuildHall great"),
        ("give building port tavern little", "give building PortTavern little"),
        ("choose Fa 4 G", "choose Fa4G"),
        ("CITIZEN", "citizen"),
    ],
)
def test_names_may_be_written_as_on_the_card(text: str, same: str) -> None:
    assert GAME.action(text) == GAME.action(same)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("", "moves begin with"),
        ("dance", "moves begin with"),
        ("choose", "moves begin with"),
        ("give", "moves begin with"),
        ("citizen Fa4G", "moves begin with"),
        ("choose Fa9", "is not a character"),
        ("choose Fa4", "did you mean .*Fa4G"),
        ("pay Mill", "is not a character"),
        ("build Mill", "little or great"),
        ("build Mill tiny", "little or great"),
        ("build little", "little or great"),
        ("build great little", "is not a building"),
        ("build Mil great", "did you mean Mill"),
        ("give building Fa4G little", "is not a building"),
        ("choose \0", "is not a character"),
        ("choose " + "x" * 10_000, "is not a character"),
    ],
)
def test_a_text_that_is_no_move_says_what_would_be_right(text: str, hint: str) -> None:
    with pytest.raises(NotationError, match=hint):
        GAME.action(text)


WORDS = ["choose", "give", "citizen", "building", "build", "Mill", "little", "great", "Fa4G", ".2"]


@given(st.one_of(st.text(), st.lists(st.one_of(st.sampled_from(WORDS), st.text())).map(" ".join)))
def test_any_text_is_a_move_or_refused(text: str) -> None:
    try:
        action = notation.read(standard(), text)
    except NotationError:
        return
    assert 0 <= action < ACTIONS


@pytest.mark.parametrize("action", [-1, ACTIONS, 10**9])
def test_an_action_that_does_not_exist_is_not_written(action: int) -> None:
    with pytest.raises(NotationError):
        GAME.notation(action)
    with pytest.raises(ValueError, match="there is no action"):
        GAME.text(action)


# --- glossary ---------------------------------------------------------------------------------
def entries(table: dict[str, Any], prefix: str = "") -> dict[str, dict[str, str]]:
    """The entries of the file by key, read without the program."""
    found: dict[str, dict[str, str]] = {}
    for key, value in table.items():
        assert isinstance(value, dict), f"{prefix}{key} is neither a table nor an entry"
        if any(isinstance(inner, str) for inner in value.values()):
            found[prefix + key] = value
        else:
            found.update(entries(value, f"{prefix}{key}."))
    return found


FILES = {file: entries(tomllib.loads(file.read_text("utf-8"))) for file in glossary.text_files()}
ENTRIES = {key: entry for found in FILES.values() for key, entry in found.items()}


def placeholders(text: str) -> set[str]:
    """The names that the program fills in."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_every_key_has_both_languages() -> None:
    assert [key for key, entry in ENTRIES.items() if set(entry) != set(LANGUAGES)] == []
    assert glossary.keys() == list(ENTRIES)
    assert len(ENTRIES) == sum(map(len, FILES.values())), "no key stands in two files"


def test_no_text_is_empty() -> None:
    assert [key for key, entry in ENTRIES.items() if not all(map(str.strip, entry.values()))] == []


def test_both_languages_have_the_same_placeholders() -> None:
    differ = [k for k, e in ENTRIES.items() if placeholders(e["en"]) != placeholders(e["de"])]
    assert differ == []


def test_nobody_is_sent_to_a_registry_that_does_not_have_us() -> None:
    assert [key for key, entry in ENTRIES.items() if "install 'baumeister" in str(entry)] == []


SPEAKERS = {  # functions that take a key, and what they put before it
    ("baumeister.kernel.glossary", "say"): "",
    ("baumeister.cli.screens.words", "word"): "cli.",
}


def keys_said() -> dict[str, str]:
    """Keys that the code says, as patterns, by the place in the code."""
    found: dict[str, str] = {}
    for file in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        prefixes = {
            name.asname or name.name: SPEAKERS[node.module or "", name.name]
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for name in node.names
            if (node.module or "", name.name) in SPEAKERS
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                pattern = key_pattern(node.args[0])
                if node.func.id in prefixes and pattern is not None:
                    place = f"{file.relative_to(SOURCE)}:{node.lineno}"
                    found[place] = re.escape(prefixes[node.func.id]) + pattern
    return found


def key_pattern(node: ast.expr) -> str | None:
    """A key in the code as a regular expression; None if it comes from elsewhere."""
    if isinstance(node, ast.Constant):
        return re.escape(str(node.value))
    if isinstance(node, ast.JoinedStr):
        parts = (str(p.value) if isinstance(p, ast.Constant) else None for p in node.values)
        return "".join(".+" if part is None else re.escape(part) for part in parts)
    return None


def test_every_key_used_by_the_code_exists() -> None:
    said = keys_said()
    assert len(said) > 10
    assert {
        place: pattern
        for place, pattern in said.items()
        if not any(re.fullmatch(pattern, key) for key in ENTRIES)
    } == {}


# --- the texts of errors ----------------------------------------------------------------------
def error_classes() -> set[str]:
    """The names of everything that takes a key and what is filled in."""
    for file in sorted(SOURCE.rglob("*.py")):
        if b"UserError" in file.read_bytes():
            name = ".".join(file.relative_to(SOURCE.parent).with_suffix("").parts)
            import_module(name.removesuffix(".__init__"))

    def with_heirs(kind: type[Any]) -> Iterator[str]:
        yield kind.__name__
        for heir in kind.__subclasses__():
            yield from with_heirs(heir)

    return set(with_heirs(Message))


class Said(NamedTuple):
    """A place in the code where a text of the glossary is told."""

    place: str
    key: str | None  # as a pattern; None if it is computed
    values: set[str] | None  # what is filled in; None if that is computed


def messages_said() -> Iterator[Said]:
    """All messages and errors; `row.error(place, key, …)` makes one, too."""
    names = error_classes()
    for file in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            of_a_module = isinstance(node.func, ast.Attribute)
            called = getattr(node.func, "attr" if of_a_module else "id", "")
            of_a_row = of_a_module and called == "error"
            if not node.args:
                continue
            if called == "say" and "'error." in ast.unparse(node.args[0]):
                yield Said(file.name, key_pattern(node.args[0]), None)
            elif called in names or (of_a_row and len(node.args) == 2):
                known = all(keyword.arg for keyword in node.keywords)
                values = {str(keyword.arg) for keyword in node.keywords} if known else None
                place = f"{file.relative_to(SOURCE)}:{node.lineno}"
                key = node.args[-1]
                for branch in (key.body, key.orelse) if isinstance(key, ast.IfExp) else (key,):
                    yield Said(place, key_pattern(branch), values)


COMPUTED = (  # keys from elsewhere, each checked where it comes from
    "kernel/data.py",  # Row.error
    "kernel/errors.py",  # system_reason
    "cli/commands/verify.py",  # the sentences of play/verify.py
    "server/store/sqlite.py",  # NOT_OURS, by SQLite's codes
    "server/tables/allotments.py",  # TableService names them
)


def test_every_error_has_its_text() -> None:
    said = list(messages_said())
    assert len(said) > 150
    assert [s.place for s in said if s.key is None and not s.place.startswith(COMPUTED)] == []
    unknown = [
        s.place for s in said if s.key and not any(re.fullmatch(s.key, key) for key in ENTRIES)
    ]
    assert unknown == []


def test_every_error_fills_in_what_its_text_needs() -> None:
    wrong = {
        s.place: key
        for s in messages_said()
        for key, entry in ENTRIES.items()
        if s.key == re.escape(key) and s.values is not None
        if placeholders(entry["en"]) != s.values
    }
    assert wrong == {}


def test_every_text_of_an_error_is_used() -> None:
    patterns = [s.key for s in messages_said() if s.key]
    code = (SOURCE / "kernel" / "errors.py").read_text(encoding="utf-8")
    unused = [
        key
        for key in ENTRIES
        if key.startswith("error.") and not key.startswith(("error.system.", "error.verify."))
        if key not in code and not any(re.fullmatch(pattern, key) for pattern in patterns)
    ]
    assert unused == []


def test_reasons_of_the_system_are_named_as_the_system_names_them() -> None:
    names = [key.rpartition(".")[2] for key in ENTRIES if key.startswith("error.system.")]
    assert names
    assert set(names) <= set(errno.errorcode.values())


def test_the_fairness_check_says_what_stands_in_the_glossary() -> None:
    files = [Path(verify.__file__), *(SOURCE / "games").glob("*/fairness.py")]
    assert len(files) == 4
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in files]
    raised = [n.exc for tree in trees for n in ast.walk(tree) if isinstance(n, ast.Raise)]
    sentences = [
        str(eval(ast.unparse(call.args[0]), {"EVENT": verify.EVENT}))
        for call in raised
        if isinstance(call, ast.Call)
    ]
    ours = [entry["en"] for key, entry in ENTRIES.items() if key.startswith("error.verify.")]
    assert sorted(sentences) == sorted(ours)
    assert glossary.key_of("error.verify", sentences[0]).startswith("error.verify.")


def test_an_unknown_key_or_language_is_an_error() -> None:
    with pytest.raises(KeyError):
        say("tybor.nothing", "en")
    with pytest.raises(KeyError):
        say("tybor.name", "fr")
    with pytest.raises(ValueError, match="en or de"):
        glossary.check_language("fr")


@pytest.mark.parametrize(
    ("parts", "text"), [([], ""), (["a"], "a"), (["a", "b"], "a und b"), (["a"] * 3, "a, a und a")]
)
def test_a_list_in_a_sentence(parts: list[str], text: str) -> None:
    assert glossary.join(parts, "de") == text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_has_a_name(language: str) -> None:
    names = [GAME.text(action, language) for action in range(ACTIONS)]
    assert len(set(names)) == ACTIONS
    assert not any("{" in name for name in names)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("players", "scenario"), [(2, "escape-from-the-city"), (5, None)])
def test_every_question_and_event_has_words(
    players: int, scenario: str | None, language: str
) -> None:
    dice = random.Random(players)
    for chapter in (6, 7):
        table = GAME.new(players, seed=players, scenario=scenario, chapter=chapter)
        while not table.over:
            seat = dice.choice(table.waiting_for)
            for asked in (seat, (seat + 1) % players, None):
                assert "{" not in table.question(asked, language)
            table.play(seat, dice.choice(table.legal(seat)))
        assert table.question(0, language) == say("tybor.question.over", language)
        narrator = table.rules.narrator(table.components, table.names, language)
        seen = [event.seen_by(seat) for event in table.events for seat in (*range(players), None)]
        assert not any("{" in narrator.tell(event) for event in seen)


def test_every_cause_has_its_words() -> None:
    for effect in EFFECTS:
        assert {say(f"tybor.cause.{effect.clause}", language) for language in LANGUAGES}
    losses = {ability.clause for ability in ABILITIES if ability.asks in ("lose_tool", "barracks")}
    assert losses == {"S7.3", "S7.4", "S7.5"}
    for clause in losses:
        assert f"samara.event.lose_tool.{clause}" in ENTRIES


TOLD = [
    (
        {"type": "give_up", "card": "Ca3GY", "why": "T5.2"},
        "Harbour: Bert gives up the captain (strength 3, green and yellow).",
        "Hafen: Bert gibt den Kapitän (Stärke 3, grün und gelb) ab.",
    ),
    (
        {"type": "give_up", "card": "Mill", "why": "T5.2"},
        "Harbour: Bert gives up the Mill.",
        "Hafen: Bert gibt „Mühle“ ab.",
    ),
    (
        {
            "type": "draw",
            "why": "T5.4",
            "as": "citizen",
            "kept": ["Fa5"],
            "discarded": ["So5"],
        },
        "Growth: Bert keeps the farmer (strength 5) as a citizen"
        " and discards the soldier (strength 5).",
        "Wachstum: Bert behält den Bauern (Stärke 5) als Bürger"
        " und wirft den Soldaten (Stärke 5) ab.",
    ),
    (
        {
            "type": "use",
            "card": "Fa5",
            "as": "builder",
            "building": "Mill",
            "side": "little",
            "cost": 7,
            "paid": ["So5", "Ca3GY"],
        },
        "Bert uses the farmer (strength 5) as a builder: the little Mill, for 7, paid with the"
        " soldier (strength 5) and the captain (strength 3, green and yellow).",
        "Bert setzt den Bauern (Stärke 5) als Baumeister ein: „Mühle“ (klein) für 7, bezahlt mit"
        " dem Soldaten (Stärke 5) und dem Kapitän (Stärke 3, grün und gelb).",
    ),
    (
        {"type": "stage_end", "stage": 2, "removed": ["Mill"]},
        "Stage II ends; one unbuilt building leaves the game.",
        "Etappe II endet; ein ungebautes Gebäude kommt aus dem Spiel.",
    ),
]


@pytest.mark.parametrize(("event", "english", "german"), TOLD)
def test_sentences_name_cards_with_articles_and_say_why(
    event: dict[str, Any], english: str, german: str
) -> None:
    table = GAME.new(2, 1, ["Anna", "Bert"])
    assert table.narrator("en").tell({**event, "seat": 1}) == english
    assert table.narrator("de").tell({**event, "seat": 1}) == german


# --- clauses, help and story ------------------------------------------------------------------
def test_clauses_are_read_in_the_order_of_the_book() -> None:
    assert list(clauses("tybor"))[:3] == ["T1", "T1.1", "T1.2"]
    assert clauses("tybor")["T5.4"].startswith("*Growth:*")
    assert clauses("tybor", "de")["T5.4"] != clauses("tybor")["T5.4"]
    assert clauses("tybor", "fr") == clauses("tybor")
    assert "T9.9" not in clauses("tybor")


@pytest.mark.parametrize("game", ["tybor", "samara"])
def test_every_help_text_explains_a_clause(game: str) -> None:
    for topic in help_topics(game):
        for language in LANGUAGES:
            clause, text = help_text(game, topic, language)
            assert clause in clauses(game)
            assert text.strip()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_scenario_and_chapter_has_its_story(language: str) -> None:
    for kind, story_cards in (("scenario", standard().scenarios), ("chapter", standard().chapters)):
        for card in story_cards:
            story = texts.story(kind, card.key, language)
            assert story["story"].strip()
            assert story["effect"].strip()
    assert "Anna" in texts.ending("Anna", language)
