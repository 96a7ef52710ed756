"""T7 On small cases, re-dealing gives every world that the seat could be in, no other, and each
as often as it should."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from baumeister.games.tybor import knowledge
from baumeister.games.tybor.state import layout
from baumeister.kernel.cards import count, kinds
from baumeister.kernel.chance import FastDealer
from baumeister.kernel.seats import SPECTATOR
from tests.games.tybor.playing import drawn, pile
from tests.secrecy.small_worlds import SmallGame, all_worlds, world_of_state
from tests.soaking import times

MOST_WORLDS = 200  # of which all must occur; of more, none must be wrong
DRAWS_A_WORLD = 30  # so that a world of average chance is missed once in 10^13
STRICT = 6.0  # standard deviations; a false alarm in 10^9


def redealt_worlds(game: SmallGame, seat: int, draws: int) -> Counter[object]:
    dealer = FastDealer("re-deal")
    view = knowledge.view_of(game.state, seat)
    unknown = knowledge.Unknown(characters=layout(game.state.n_players)["characters"])
    found: Counter[object] = Counter()
    for _ in range(draws):
        world = view.copy()
        knowledge.redeal(world, seat, dealer, unknown)
        found[world_of_state(world)] += 1
    return found


def agrees(game: SmallGame, seat: int) -> None:
    """The worlds re-dealt are those of brute force, and as frequent."""
    expected = all_worlds(game, seat)
    assert world_of_state(game.state) in expected
    can_all_occur = len(expected) <= MOST_WORLDS
    draws = max(300, DRAWS_A_WORLD * len(expected)) if can_all_occur else times(1000, 6000)
    found = redealt_worlds(game, seat, draws)
    assert set(found) <= set(expected)
    if can_all_occur:
        likely = [world for world, share in expected.items() if share * draws > 20]
        assert set(likely) <= set(found)
        terms = [(found[world], draws * share) for world, share in expected.items()]
        chi_square = sum((seen - due) ** 2 / due for seen, due in terms)
        assert chi_square <= chi_square_limit(len(expected) - 1)


def chi_square_limit(freedom: int) -> float:
    """Wilson and Hilferty's approximation of the far tail."""
    if freedom == 0:
        return 1e-6
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + STRICT * part**0.5) ** 3 + 10)


def everybody(game: SmallGame) -> range:
    return range(SPECTATOR, game.state.n_players)


# --- the scenes -------------------------------------------------------------------------------
def a_plain_deal(seed: str) -> SmallGame:
    """Three players, 2 cards each of 7; two have played, one has chosen."""
    game = SmallGame(3, (1, 5, 9, 20, 33, 40, 58), (), seed)
    game.deal()
    game.choose(3)
    game.play(discards=False)
    game.play(discards=True)
    return game


def a_deal_of_both_piles(seed: str) -> SmallGame:
    """T3.2 The pile ends in the middle of the second hand; a round, and a choice."""
    game = SmallGame(3, (0, 1, 2, 3), (10, 11, 12, 13, 14, 15), seed)
    game.deal()
    round_of(game, discards=False)
    game.choose(1)
    return game


def a_deal_of_both_piles_between_hands(seed: str) -> SmallGame:
    """T3.2 The pile ends with the first hand."""
    game = SmallGame(3, (0, 1), (10, 11, 12, 13, 14, 15), seed)
    game.deal()
    game.choose(2)
    return game


def two_copies(seed: str) -> SmallGame:
    """Five players, the two copies of some cards in play."""
    game = SmallGame(5, (0, 0, 1, 1, 2, 3, 4, 5, 6, 6, 7), (), seed)
    game.deal()
    round_of(game, discards=False)
    return game


def cards_in_doubt(seed: str) -> SmallGame:
    """The interrupted hand, of 1 old and 1 new card, has shown a card of which one copy was old."""
    game = SmallGame(5, (0, 1, 2, 3, 4), (0, 1, 2, 3, 4, 5), seed)
    game.deal()
    round_of(game, discards=True)
    return game


def more_cards_in_doubt(seed: str) -> SmallGame:
    """The interrupted hand, of 2 old cards and 1 new one, has shown two cards."""
    game = SmallGame(5, (0, 1, 2, 3, 4, 5, 5, 6), (0, 1, 2, 3, 4, 7, 8), seed)
    game.deal()
    round_of(game, discards=False)
    round_of(game, discards=False)
    return game


def still_more_cards_in_doubt(seed: str) -> SmallGame:
    """The interrupted hand, of 2 old cards and 1 new one; hands were passed on twice."""
    game = SmallGame(5, (0, 1, 2, 3, 4), (0, 1, 2, 3, 4, 5, 5, 6, 6, 7), seed)
    game.deal()
    for _ in range(2):
        round_of(game, discards=True)
    return game


def recruiting(players: int, pile: tuple[int, ...], seed: str) -> SmallGame:
    """A game in which the pile holds one card after the deal."""
    game = SmallGame(players, pile, (), seed)
    game.deal()
    return game


def a_draw_across_a_reshuffle(seed: str) -> SmallGame:
    """T4.8 The last card of the pile and one of the reshuffled discards are being looked at."""
    game = recruiting(3, (1, 2, 3, 4, 5, 6, 7), seed)
    game.choose(3)
    game.play(discards=True)
    seat = game.play(discards=True)
    game.draw(seat, 2)
    assert game.shuffled_during_draw()
    return game


def after_a_draw_across_a_reshuffle(seed: str) -> SmallGame:
    """T4.8 Both cards drawn are public now; the pile was made during the stage."""
    game = recruiting(3, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10), seed)
    game.choose(3)
    for _ in range(2):
        game.play(discards=True)
    seat = game.play(discards=True)
    game.draw(seat, 2)
    game.keep()
    game.pass_on()
    game.choose(1)
    return game


def a_second_reshuffle_in_a_stage(seed: str) -> SmallGame:
    """T3.2 The pile made from discards ends too, in the middle of a draw."""
    game = recruiting(3, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10), seed)
    round_of(game, discards=True, draws=2)
    game.choose(3)
    seat = game.play(discards=True)
    game.draw(seat, 2)
    game.keep()
    seat = game.play(discards=True)
    game.draw(seat, 2)
    return game


def a_harbour_across_a_reshuffle(seed: str) -> SmallGame:
    """T5.2 Three cards at the end of the stage, the pile ends after the first or the second."""
    game = recruiting(2, (1, 2, 3, 4, 5), seed)
    round_of(game, discards=True)
    round_of(game, discards=True)
    game.draw(game.state.first, 3)
    assert game.shuffled_during_draw()
    return game


def a_draw_across_a_reshuffle_with_two_copies(seed: str) -> SmallGame:
    """T4.8 The same with five players; a card drawn may be a copy of one held."""
    game = recruiting(5, (0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5), seed)
    game.choose(5)
    for _ in range(4):
        game.play(discards=True)
    seat = game.play(discards=True)
    game.draw(seat, 2)
    assert game.shuffled_during_draw()
    if len(set(drawn(game.state))) < 2:  # of two equal cards nobody is asked which to keep
        return a_draw_across_a_reshuffle_with_two_copies(f"{seed} again")
    return game


def an_interrupted_deal_and_a_reshuffle(seed: str) -> SmallGame:
    """Old hands, new hands, and a pile made from the discards of both."""
    game = SmallGame(5, (0, 1, 2, 3, 4), (0, 1, 2, 3, 4, 5), seed)
    game.deal()
    game.choose(5)
    for _ in range(4):
        game.play(discards=True)
    seat = game.play(discards=True)
    game.draw(seat, 2)
    game.keep()
    game.pass_on()
    return game


def an_interrupted_deal_and_a_draw(seed: str) -> SmallGame:
    """An interrupted hand, and another player looks at two cards, the second from the discards."""
    game = SmallGame(5, (0, 1, 2, 3, 4), (0, 1, 2, 3, 4, 5), seed)
    game.deal()
    game.choose(5)
    for _ in range(4):
        seat = game.play(discards=True)
    game.draw(seat, 2)
    return game


def round_of(game: SmallGame, discards: bool, draws: int = 0) -> None:
    """A whole round; the last player may draw for an effect."""
    players = game.state.n_players
    game.choose(players)
    seat = 0
    for _ in range(players):
        seat = game.play(discards)
    if draws:
        game.draw(seat, draws)
        game.keep()
    game.pass_on()


SCENES: list[Callable[[str], SmallGame]] = [
    a_plain_deal,
    a_deal_of_both_piles,
    a_deal_of_both_piles_between_hands,
    two_copies,
    cards_in_doubt,
    more_cards_in_doubt,
    still_more_cards_in_doubt,
    a_draw_across_a_reshuffle,
    after_a_draw_across_a_reshuffle,
    a_second_reshuffle_in_a_stage,
    a_harbour_across_a_reshuffle,
    a_draw_across_a_reshuffle_with_two_copies,
    an_interrupted_deal_and_a_reshuffle,
    an_interrupted_deal_and_a_draw,
]


@pytest.mark.parametrize("scene", SCENES)
def test_T7_every_world_occurs_and_no_other(scene: Callable[[str], SmallGame]) -> None:
    for number in range(times(1, 3)):
        game = scene(f"{number}")
        for seat in everybody(game):
            agrees(game, seat)


def test_T7_3_a_card_in_doubt_is_where_it_should_be_as_often_as_it_should() -> None:
    game = first_with_doubt()
    expected = all_worlds(game, SPECTATOR)
    draws = 20_000
    found = redealt_worlds(game, SPECTATOR, draws)
    assert set(found) == set(expected)
    for world, share in expected.items():
        spread = (draws * share * (1 - share)) ** 0.5
        assert abs(found[world] - draws * share) <= STRICT * spread


def first_with_doubt() -> SmallGame:
    for number in range(100):
        game = cards_in_doubt(f"doubt {number}")
        shares = set(all_worlds(game, SPECTATOR).values())
        if is_in_doubt(game) and len(shares) > 1:
            return game
    raise AssertionError("no card in doubt in 100 games")


def is_in_doubt(game: SmallGame) -> bool:
    """Whether the interrupted hand has shown a card with one old copy, the other being hidden."""
    state = game.state
    hidden = [card for hand in game.hands() for card in hand] + pile(state)
    return any(count(state.old, card) == 1 and card in hidden for card in kinds(state.mixed_shown))


@pytest.mark.parametrize(
    "scene", [cards_in_doubt, more_cards_in_doubt, an_interrupted_deal_and_a_reshuffle]
)
def test_the_scenes_have_cards_in_doubt(scene: Callable[[str], SmallGame]) -> None:
    assert any(is_in_doubt(scene(f"{number}")) for number in range(3))


def test_T7_4_every_order_of_the_pile_is_as_likely() -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    dealer = FastDealer("orders")
    game = SmallGame(2, (1, 2, 3, 4, 5), (), "order")
    view = knowledge.view_of(game.state, 0)
    unknown = knowledge.Unknown(characters=layout(2)["characters"])
    for _ in range(6000):
        world = view.copy()
        knowledge.redeal(world, 0, dealer, unknown)
        orders[tuple(pile(world))] += 1
    assert len(orders) == 120
    assert sum((seen - 50) ** 2 / 50 for seen in orders.values()) <= chi_square_limit(119)
