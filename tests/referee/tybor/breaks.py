"""Ways to break a record of Tybor, each with a game that shows it and the clause it breaks."""

from __future__ import annotations

import copy
from collections.abc import Callable
from itertools import permutations

from tests.referee.altered import (
    final_seat_missing,
    score_missing,
    seat_missing,
    wrong_commitment,
    wrong_format,
    wrong_rules_version,
)
from tests.referee.tybor.playing import CROWD, ESCAPE, GROWS, HARBOUR, SIZE, Record


def find(record: Record, kind: str, where: Callable[[Record], bool] = bool) -> int:
    """The index of the first event like that."""
    events = enumerate(record["events"])
    return next(i for i, event in events if event["type"] == kind and where(event))


def event(record: Record, kind: str, where: Callable[[Record], bool] = bool) -> Record:
    found: Record = record["events"][find(record, kind, where)]
    return found


def is_builder(event: Record) -> bool:
    return bool(event["as"] == "builder")


def strength(record: Record, card: str) -> int:
    return int(record["components"]["characters"][card]["strength"])


Break = Callable[[Record], None]


def dearer(record: Record) -> None:
    event(record, "use", is_builder)["cost"] += 1


def cheaper_side(record: Record) -> None:
    event(record, "use", lambda e: is_builder(e) and e["side"] == "great")["side"] = "little"


def no_such_side(record: Record) -> None:
    event(record, "use", is_builder)["side"] = "grand"


def swapped_hand_cards(record: Record) -> None:
    hands = event(record, "deal")["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]


def short_hands(record: Record) -> None:
    for hand in event(record, "deal")["hands"]:
        hand.pop()


def missing_hand(record: Record) -> None:
    event(record, "deal")["hands"].pop()


def missing_decline(record: Record) -> None:
    del record["events"][find(record, "decline")]


def undue_decline(record: Record) -> None:
    at = find(record, "stage_end")
    record["events"].insert(at, {"type": "decline", "seat": 0, "why": "T5.2"})


def foreign_gift(record: Record) -> None:
    gift = event(record, "give_up", lambda e: e["why"] == "T5.2")
    other = record["final"]["seats"][(gift["seat"] + 1) % record["options"]["players"]]
    gift["card"] = other["citizens"][0]


def gift_of_no_captain(record: Record) -> None:
    gift = event(record, "give_up", lambda e: e["why"] == "T5.2")
    faces = record["components"]["characters"]
    at = record["events"].index(gift)
    citizens = [
        e["card"]
        for e in record["events"][:at]
        if e["type"] == "use" and e["seat"] == gift["seat"] and e["as"] == "citizen"
    ]
    gift["card"] = next(c for c in citizens if faces[c]["profession"] != "captain")


def wrong_line(record: Record) -> None:
    record["scores"][0]["lines"][0]["points"] += 1


def missing_line(record: Record) -> None:
    record["scores"][1]["lines"].pop()


def unknown_line(record: Record) -> None:
    record["scores"][0]["lines"].append({"clause": "T6.19", "points": 0, "what": "luck"})


def wrong_total(record: Record) -> None:
    record["scores"][0]["total"] += 1


def wrong_tiebreak(record: Record) -> None:
    record["scores"][0]["tiebreak"] += 1


def wrong_winner(record: Record) -> None:
    record["winners"] = [(record["winners"][0] + 1) % record["options"]["players"]]


def too_many_winners(record: Record) -> None:
    record["winners"] = list(range(record["options"]["players"]))


def no_winner(record: Record) -> None:
    record["winners"] = []


def wrong_first_player(record: Record) -> None:
    setup = record["events"][0]
    setup["first_player"] = (setup["first_player"] + 1) % record["options"]["players"]


def first_player_from_nowhere(record: Record) -> None:
    record["events"][0]["first_player"] = record["options"]["players"]


def unpayable_order(record: Record) -> None:
    for use in record["events"]:
        if use["type"] == "use" and use["as"] == "builder" and len(use["paid"]) > 1:
            for order in permutations(use["paid"]):
                if sum(strength(record, card) for card in order[:-1]) >= use["cost"]:
                    use["paid"] = list(order)
                    return
    raise AssertionError("no such payment in this game")


def change_given(record: Record) -> None:
    event(record, "use", lambda e: is_builder(e) and len(e["paid"]) > 0)["paid"].pop()


def paid_twice(record: Record) -> None:
    use = event(record, "use", lambda e: is_builder(e) and len(e["paid"]) > 0)
    use["paid"].append(use["paid"][0])


def paid_with_the_builder(record: Record) -> None:
    use = event(record, "use", lambda e: is_builder(e) and len(e["paid"]) > 0)
    use["paid"][0] = use["card"]


def building_from_the_pile(record: Record) -> None:
    use = event(record, "use", is_builder)
    use["building"] = event(record, "shuffle", lambda e: e["pile"] == "buildings")["order"][0]


def building_built_twice(record: Record) -> None:
    first = event(record, "use", is_builder)
    second = event(record, "use", lambda e: is_builder(e) and e is not first)
    second["building"] = first["building"]


def character_as_building(record: Record) -> None:
    use = event(record, "use", is_builder)
    use["building"] = use["card"]


def use_another_card(record: Record) -> None:
    at = find(record, "use")
    record["events"][at]["card"] = record["events"][at + 1]["card"]


def use_as_tourist(record: Record) -> None:
    event(record, "use")["as"] = "tourist"


def worker_not_citizen(record: Record) -> None:
    event(record, "use", lambda e: e["as"] == "citizen")["as"] = "worker"


def choose_from_the_neighbour(record: Record) -> None:
    one, two = record["events"][(at := find(record, "choose"))], record["events"][at + 1]
    one["card"], two["card"] = two["card"], one["card"]


def choose_twice(record: Record) -> None:
    at = find(record, "choose")
    record["events"][at + 1] = dict(record["events"][at])


def choose_too_late(record: Record) -> None:
    events, at = record["events"], find(record, "use")
    events[at - 1], events[at] = events[at], events[at - 1]


def use_out_of_turn(record: Record) -> None:
    events, at = record["events"], find(record, "use")
    events[at], events[at + 1] = events[at + 1], events[at]


def nobody_chooses(record: Record) -> None:
    event(record, "choose")["seat"] = -1


def missing_first_shuffle(record: Record) -> None:
    del record["events"][1]


def characters_shuffled_twice(record: Record) -> None:
    record["events"][1] = copy.deepcopy(record["events"][2])


def later_shuffle(record: Record, pile: str) -> int:
    events = record["events"]
    return next(
        i for i in range(3, len(events)) if events[i].get("pile") == pile and events[i]["order"]
    )


def missing_reshuffle(record: Record) -> None:
    del record["events"][later_shuffle(record, "characters")]


def reshuffle_loses_a_card(record: Record) -> None:
    record["events"][later_shuffle(record, "characters")]["order"].pop()


def reshuffle_doubles_a_card(record: Record) -> None:
    order = record["events"][later_shuffle(record, "characters")]["order"]
    order[0] = order[-1]


def reshuffle_too_early(record: Record) -> None:
    events = record["events"]
    shuffle = events.pop(at := later_shuffle(record, "characters"))
    events.insert(at - 1, shuffle)


def needless_reshuffle(record: Record) -> None:
    at = find(record, "deal", lambda e: e["stage"] == 2)
    record["events"].insert(at, {"type": "shuffle", "pile": "characters", "order": []})


def missing_search_shuffle(record: Record) -> None:
    del record["events"][later_shuffle(record, "buildings")]


def needless_search_shuffle(record: Record) -> None:
    at = find(record, "display")
    order = record["events"][1]["order"][: -len(record["events"][at]["drawn"])]
    record["events"].insert(at + 1, {"type": "shuffle", "pile": "buildings", "order": order})


def searched_in_the_wrong_order(record: Record) -> None:
    event(record, "display", lambda e: len(e["added"]) > 1)["added"].reverse()


def nothing_added(record: Record) -> None:
    event(record, "display", lambda e: len(e["added"]) > 0)["added"] = []


def drawn_from_the_top(record: Record) -> None:
    display = event(record, "display")
    display["drawn"] = record["events"][1]["order"][: len(display["drawn"])]


def display_too_small(record: Record) -> None:
    event(record, "display")["drawn"].pop()


def pass_the_wrong_way(record: Record) -> None:
    event(record, "pass")["direction"] = "counter-clockwise"


def pass_too_far(record: Record) -> None:
    players = record["options"]["players"]
    one = event(record, "pass")
    one["first_player"] = (one["first_player"] + 1) % players


def pass_one_place_at_the_end(record: Record) -> None:
    at = find(record, "stage_end")
    last = [e for e in record["events"][:at] if e["type"] == "pass"][-1]
    last["first_player"] = (last["first_player"] - 1) % 5


def two_passes(record: Record) -> None:
    at = find(record, "pass")
    record["events"].insert(at, dict(record["events"][at]))


def missing_pass(record: Record) -> None:
    del record["events"][find(record, "pass")]


def wrong_draw(record: Record) -> None:
    draw = event(record, "draw")
    draw["drawn"][0] = draw["kept"][0] = draw["drawn"][1]


def keep_everything(record: Record) -> None:
    draw = event(record, "draw", lambda e: len(e["discarded"]) > 0)
    draw["kept"], draw["discarded"] = draw["drawn"], []


def keep_the_other(record: Record) -> None:
    draw = event(record, "draw", lambda e: len(e["kept"]) == len(e["discarded"]) == 1)
    draw["kept"], draw["discarded"] = draw["discarded"], draw["kept"]


def keep_as_the_wrong_kind(record: Record) -> None:
    draw = event(record, "draw")
    draw["as"] = "worker" if draw["as"] == "citizen" else "citizen"


def draw_for_another_reason(record: Record) -> None:
    event(record, "draw", lambda e: e["why"] == "T4.8")["why"] = "T5.3"


def missing_draw(record: Record) -> None:
    del record["events"][find(record, "draw")]


def undue_draw(record: Record) -> None:
    draw = copy.deepcopy(event(record, "draw"))
    record["events"].insert(find(record, "stage_end"), draw)


def exodus_out_of_order(record: Record) -> None:
    events, at = record["events"], find(record, "give_up", lambda e: e["why"] == "T5.5")
    events[at], events[at + 1] = events[at + 1], events[at]


def exodus_refused(record: Record) -> None:
    del record["events"][find(record, "give_up", lambda e: e["why"] == "T5.5")]


def exodus_of_a_stranger(record: Record) -> None:
    at = find(record, "give_up", lambda e: e["why"] == "T5.5")
    record["events"][at]["card"] = record["events"][at + 1]["card"]


def something_stays_in_the_display(record: Record) -> None:
    event(record, "stage_end", lambda e: len(e["removed"]) > 0)["removed"].pop()


def a_built_building_is_removed(record: Record) -> None:
    built = event(record, "use", is_builder)["building"]
    event(record, "stage_end")["removed"].append(built)


def wrong_stage(record: Record) -> None:
    event(record, "stage_end", lambda e: e["stage"] == 3)["stage"] = 4


def display_before_deal(record: Record) -> None:
    events, at = record["events"], find(record, "deal")
    events[at], events[at + 1] = events[at + 1], events[at]


def goes_on_after_the_end(record: Record) -> None:
    record["events"].append(dict(record["events"][-1]))


def ends_early(record: Record) -> None:
    del record["events"][find(record, "stage_end", lambda e: e["stage"] == 3) + 1 :]


def no_setup(record: Record) -> None:
    del record["events"][0]


def unknown_event(record: Record) -> None:
    record["events"].insert(5, {"type": "chat"})


def events_that_are_no_objects(record: Record) -> None:
    record["events"][4] = "deal"


def objective_of_two_colours(record: Record) -> None:
    record["events"][0]["secret_objectives"][0] = ["green", "blue"]


def objective_out_too_often(record: Record) -> None:
    objectives = record["events"][0]["secret_objectives"]
    for seat in range(1, len(objectives)):
        objectives[seat] = objectives[0]


def other_objective_at_the_end(record: Record) -> None:
    seats = record["final"]["seats"]
    shown = [sorted(seat["secret_objective"]) for seat in seats]
    other = next(s for s in range(1, len(seats)) if shown[s] != shown[0])
    seats[0]["secret_objective"] = seats[other]["secret_objective"]


def final_side_flipped(record: Record) -> None:
    one = next(seat for seat in record["final"]["seats"] if seat["buildings"])["buildings"][0]
    one["side"] = "great" if one["side"] == "little" else "little"


def final_citizen_missing(record: Record) -> None:
    next(seat for seat in record["final"]["seats"] if seat["citizens"])["citizens"].pop()


def final_worker_invented(record: Record) -> None:
    seat = next(seat for seat in record["final"]["seats"] if seat["citizens"])
    seat["workers"].append(seat["citizens"][0])


def wrong_game(record: Record) -> None:
    record["game"] = "samara"


def unknown_scenario(record: Record) -> None:
    record["options"]["scenario"] = "the-town-shrinks"


def unknown_chapter(record: Record) -> None:
    record["options"]["chapter"] = 9


def one_character_less(record: Record) -> None:
    record["components"]["characters"].popitem()


def one_building_repainted(record: Record) -> None:
    face = next(iter(record["components"]["buildings"].values()))
    face["colour"] = "red" if face["colour"] != "red" else "blue"


def strange_bonus(record: Record) -> None:
    next(iter(record["components"]["buildings"].values()))["bonus"] = "gold"


def strange_profession(record: Record) -> None:
    next(iter(record["components"]["characters"].values()))["profession"] = "king"


def copies_that_differ(record: Record) -> None:
    next(iter(record["components"]["characters"].values()))["strength"] += 1


ESCAPE_5 = (5, ESCAPE, HARBOUR, 3)
GROWS_3 = (3, GROWS, HARBOUR, 3)
CROWD_4 = (4, CROWD, HARBOUR, 2)
SIZE_6 = (6, SIZE, 4, 0)

BREAKS: list[tuple[str, tuple[int, int, int, int], Break]] = [
    ("T4.6", GROWS_3, dearer),
    ("T4.6|T4.7", CROWD_4, cheaper_side),
    ("T1.1", CROWD_4, no_such_side),
    ("T3.1", GROWS_3, swapped_hand_cards),
    ("T3.1", GROWS_3, short_hands),
    ("T3.1", GROWS_3, missing_hand),
    ("T5.2", CROWD_4, missing_decline),
    ("T5.6", SIZE_6, undue_decline),
    ("T5.2", GROWS_3, foreign_gift),
    ("T5.2", ESCAPE_5, gift_of_no_captain),
    ("T6.", GROWS_3, wrong_line),
    ("T6.", GROWS_3, missing_line),
    ("T6.19", GROWS_3, unknown_line),
    ("T6.19", GROWS_3, wrong_total),
    ("T6.19", GROWS_3, wrong_tiebreak),
    ("T6.19", GROWS_3, wrong_winner),
    ("T6.19", GROWS_3, too_many_winners),
    ("T6.19", GROWS_3, no_winner),
    ("T4.2", SIZE_6, wrong_first_player),
    ("T2.4", SIZE_6, first_player_from_nowhere),
    ("T4.7", CROWD_4, unpayable_order),
    ("T4.7", CROWD_4, change_given),
    ("RECORDS", CROWD_4, paid_twice),
    ("T4.7", CROWD_4, paid_with_the_builder),
    ("T4.5", CROWD_4, building_from_the_pile),
    ("T4.5", CROWD_4, building_built_twice),
    ("T4.5", CROWD_4, character_as_building),
    ("T4.2", SIZE_6, use_another_card),
    ("T4.2", SIZE_6, use_as_tourist),
    ("T", SIZE_6, worker_not_citizen),
    ("T4.1", SIZE_6, choose_from_the_neighbour),
    ("T4.1", SIZE_6, choose_twice),
    ("T4.1", SIZE_6, choose_too_late),
    ("T4.2", SIZE_6, use_out_of_turn),
    ("T4.1", SIZE_6, nobody_chooses),
    ("T2.3", SIZE_6, missing_first_shuffle),
    ("T2.3", SIZE_6, characters_shuffled_twice),
    ("T3.2", CROWD_4, missing_reshuffle),
    ("T3.2", CROWD_4, reshuffle_loses_a_card),
    ("RECORDS", CROWD_4, reshuffle_doubles_a_card),
    ("T", CROWD_4, reshuffle_too_early),
    ("T3.1", SIZE_6, needless_reshuffle),
    ("T3.5", GROWS_3, missing_search_shuffle),
    ("T4.1", SIZE_6, needless_search_shuffle),
    ("T3.5", GROWS_3, nothing_added),
    ("T3.4", SIZE_6, drawn_from_the_top),
    ("T3.4", SIZE_6, display_too_small),
    ("T4.9", SIZE_6, pass_the_wrong_way),
    ("T4.9", SIZE_6, pass_too_far),
    ("T4.10", ESCAPE_5, pass_one_place_at_the_end),
    ("T4.1", SIZE_6, two_passes),
    ("T4.9", SIZE_6, missing_pass),
    ("RECORDS", GROWS_3, wrong_draw),
    ("T5.1", GROWS_3, keep_everything),
    ("T", GROWS_3, keep_the_other),
    ("T", GROWS_3, keep_as_the_wrong_kind),
    ("T4.8", CROWD_4, draw_for_another_reason),
    ("T", GROWS_3, missing_draw),
    ("T", CROWD_4, undue_draw),
    ("T5.5/T5.1", ESCAPE_5, exodus_out_of_order),
    ("T5.5", ESCAPE_5, exodus_refused),
    ("T5.5", ESCAPE_5, exodus_of_a_stranger),
    ("T5.6", SIZE_6, something_stays_in_the_display),
    ("T5.6", SIZE_6, a_built_building_is_removed),
    ("T5.6", SIZE_6, wrong_stage),
    ("T3.1", SIZE_6, display_before_deal),
    ("T5.6", SIZE_6, goes_on_after_the_end),
    ("T3", SIZE_6, ends_early),
    ("T2", SIZE_6, no_setup),
    ("T", SIZE_6, unknown_event),
    ("T", SIZE_6, events_that_are_no_objects),
    ("T2.1", SIZE_6, objective_of_two_colours),
    ("T2.1", SIZE_6, objective_out_too_often),
    ("T2.1", SIZE_6, other_objective_at_the_end),
    ("T4.5", SIZE_6, final_side_flipped),
    ("T4.3", SIZE_6, final_citizen_missing),
    ("T4.4", SIZE_6, final_worker_invented),
    ("RECORDS", SIZE_6, final_seat_missing),
    ("RECORDS", SIZE_6, score_missing),
    ("RECORDS", SIZE_6, wrong_commitment),
    ("RECORDS", SIZE_6, wrong_format),
    ("RECORDS", SIZE_6, wrong_game),
    ("RECORDS", SIZE_6, wrong_rules_version),
    ("RECORDS", SIZE_6, seat_missing),
    ("T1.3", SIZE_6, unknown_scenario),
    ("T1.3", SIZE_6, unknown_chapter),
    ("T1.2", SIZE_6, one_character_less),
    ("T1.1", SIZE_6, one_building_repainted),
    ("RECORDS", SIZE_6, strange_bonus),
    ("T1.2", SIZE_6, strange_profession),
    ("T1.5", SIZE_6, copies_that_differ),
]
