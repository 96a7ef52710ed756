"""The budget of a search, with the clock as an argument."""

from __future__ import annotations

from baumeister.bots.search.budget import CHUNK, MOST_ITERATIONS, Budget


def test_a_budget_of_iterations_stops_at_every_chunk_and_at_its_end() -> None:
    budget = Budget(iterations=CHUNK + 10)
    assert budget.next_walks(1, 100.0) == CHUNK - 1
    assert budget.next_walks(CHUNK, 100.0) == 10
    assert budget.next_walks(CHUNK + 10, 100.0) == 0


def test_a_budget_of_seconds_looks_at_the_clock_after_a_fiftieth_of_them() -> None:
    budget = Budget(seconds=1.0)
    assert budget.next_walks(100, 0.2) == 10  # 500 a second
    assert budget.next_walks(1, 0.9) == 1
    assert budget.next_walks(100, 1.0) == 0


def test_whichever_ends_first_ends_the_search() -> None:
    budget = Budget(iterations=100, seconds=1.0)
    assert budget.next_walks(95, 0.01) == 5
    assert budget.next_walks(50, 1.5) == 0


def test_the_table_of_nodes_has_room_for_the_walks_that_are_possible() -> None:
    assert Budget(iterations=100).expected_walks(1000) == 100
    assert Budget(seconds=0.5).expected_walks(1000) == 501
    assert Budget(iterations=100, seconds=0.5).expected_walks(1000) == 100
    assert Budget(seconds=1e9).expected_walks(1000) == MOST_ITERATIONS
