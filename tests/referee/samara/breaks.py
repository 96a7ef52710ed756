"""Ways to break a record of Samara, each with the clause that the referee names."""

from __future__ import annotations

from collections.abc import Callable

from tests.referee.altered import (
    final_seat_missing,
    score_missing,
    seat_missing,
    wrong_commitment,
    wrong_format,
    wrong_rules_version,
)
from tests.referee.naive_samara import TOOLS
from tests.referee.samara.playing import CELLS, Event, Record

Break = Callable[[Record], None]


def find(record: Record, test: Callable[[Event], object], kind: str = "turn") -> int:
    """The index of the first event of a type that passes a test."""
    for index, event in enumerate(record["events"]):
        if event["type"] == kind and test(event):
            return index
    raise LookupError(kind)


def the(record: Record, test: Callable[[Event], object], kind: str = "turn") -> Event:
    event: Event = record["events"][find(record, test, kind)]
    return event


def always(_: Event) -> bool:
    return True


def acts(action: str) -> Callable[[Event], bool]:
    return lambda event: event["action"] == action


def grouped(event: Event) -> bool:
    return len(event["helpers"]) > 0


def builds(record: Record, ability: str | None) -> Callable[[Event], bool]:
    tiles = record["components"]["tiles"]
    return lambda e: e["action"] == "build" and tiles[e["tile"]]["ability"] == ability


def wrong_worker(record: Record) -> None:
    event = the(record, acts("tool"))
    event["worker"] = "W99"


def wrong_seat(record: Record) -> None:
    event = the(record, always)
    event["seat"] = 1 - event["seat"] if event["seat"] < 2 else 0


def unknown_action(record: Record) -> None:
    the(record, always)["action"] = "pass"


def needless_wait(record: Record) -> None:
    event = the(record, always)
    month = 1
    event.update(action="wait", helpers=[], moves=[{"worker": event["worker"], "to": month}])


def waits_too_long(record: Record) -> None:
    the(record, acts("wait"))["moves"][0]["to"] += 1


def helps_a_holiday(record: Record) -> None:
    event = the(record, acts("holiday"))
    event["helpers"] = [event["worker"]]


def long_holiday(record: Record) -> None:
    the(record, acts("holiday"))["moves"][0]["to"] += 1


def missing_slide(record: Record) -> None:
    del record["events"][find(record, always, "slide")]


def slide_too_far(record: Record) -> None:
    the(record, always, "slide")["now"] += 1


def slide_too_soon(record: Record) -> None:
    record["events"].insert(2, {"type": "slide", "now": 1})


def group_out_of_order(record: Record) -> None:
    the(record, lambda e: len({m["to"] for m in e["moves"]}) == 1 and grouped(e))["moves"].reverse()


def helper_stays(record: Record) -> None:
    the(record, grouped)["moves"].pop()


def helper_missing(record: Record) -> None:
    the(record, grouped)["helpers"].pop()


def helper_twice(record: Record) -> None:
    event = the(record, grouped)
    event["helpers"].append(event["helpers"][0])


def foreign_helper(record: Record) -> None:
    workers = {w["worker"]: w["seat"] for w in record["events"][0]["workers"]}
    event = the(record, grouped)
    event["helpers"][0] = next(w for w, seat in workers.items() if seat != event["seat"])


def needless_helper(record: Record) -> None:
    event = record["events"][1]
    starters = record["events"][0]["workers"]
    if event["action"] not in ("tool", "build") or event["helpers"]:
        raise LookupError("the first turn is done alone")
    mate = next(
        w["worker"]
        for w in starters
        if w["seat"] == event["seat"] and w["worker"] != event["worker"]
    )
    event["helpers"] = [mate]
    event["moves"].append({"worker": mate, "to": event["moves"][0]["to"]})


def helpers_key_missing(record: Record) -> None:
    del the(record, acts("tool"))["helpers"]


def tool_that_does_not_lie_there(record: Record) -> None:
    event = the(record, acts("tool"))
    space = space_of(record, event)
    event["tool"] = next(tool for tool in TOOLS if tool not in space["tools"])


def space_of(record: Record, event: Event) -> Event:
    """The space at the start of the game."""
    return next(
        s
        for s in record["events"][0]["spaces"]
        if (s["row"], s["column"]) == (event["row"], event["column"])
    )


def glass_b_first(record: Record) -> None:
    event = the(record, acts("tool"))
    space = space_of(record, event)
    if "glass_b" not in space["tools"]:
        raise LookupError("no glass B")
    event["tool"] = "glass_b"


def tool_too_near(record: Record) -> None:
    event = the(record, lambda e: e["action"] == "tool" and e["column"] > 1)
    for move in event["moves"]:
        move["to"] -= 1


def space_off_the_board(record: Record) -> None:
    the(record, acts("tool"))["column"] = 10


def newcomer_of_a_man(record: Record) -> None:
    starters = {w["worker"] for w in record["events"][0]["workers"] if w["men"]}
    event = the(record, lambda e: e["worker"] in starters)
    newcomer = {"worker": "W98", "sex": "man"}
    event.update(action="newcomer", newcomer=newcomer, helpers=[], moves=[])


def newcomer_of_no_sex(record: Record) -> None:
    the(record, acts("newcomer"))["newcomer"]["sex"] = "child"


def newcomer_with_an_old_id(record: Record) -> None:
    event = the(record, acts("newcomer"))
    event["newcomer"]["worker"] = event["moves"][1]["worker"] = "W1"


def newcomer_in_front(record: Record) -> None:
    the(record, acts("newcomer"))["moves"].reverse()


def newcomer_too_near(record: Record) -> None:
    for move in the(record, acts("newcomer"))["moves"]:
        move["to"] -= 1


def third_newcomer(record: Record) -> None:
    event = the(record, acts("newcomer"))
    event["newcomer"]["sex"] = "woman"
    at = find(
        record,
        lambda e: e["action"] == "newcomer" and e["seat"] == event["seat"] and e is not event,
    )
    record["events"][at]["newcomer"]["sex"] = "woman"


def other_tile(record: Record) -> None:
    the(record, acts("build"))["tile"] = record["events"][0]["unused"][0]


def tile_again(record: Record) -> None:
    events = record["events"]
    first = find(record, lambda e: e["action"] == "build" and not grouped(e))
    again = next(e for e in events[first + 1 :] if e["type"] == "turn" and e["action"] == "build")
    for key in ("row", "column", "tile"):
        again[key] = events[first][key]


def build_without_tools(record: Record) -> None:
    event = record["events"][1]
    needs = record["components"]["tiles"]
    space = next(
        s
        for s in record["events"][0]["spaces"]
        if s["row"] == 1 and any(needs[s["tile"]]["needs"].values())
    )
    event.update(action="build", helpers=[], row=1, column=space["column"], tile=space["tile"])
    event["moves"] = [{"worker": event["worker"], "to": space["column"]}]


def build_too_near(record: Record) -> None:
    event = the(record, lambda e: builds(record, None)(e) and e["column"] > 2)
    for move in event["moves"]:
        move["to"] -= 1


def no_training(record: Record) -> None:
    del record["events"][find(record, always, "train")]


def training_of_a_stranger(record: Record) -> None:
    the(record, always, "train")["worker"] = "W99"


def training_with_another_sex(record: Record) -> None:
    event = the(record, always, "train")
    event["sex"] = "woman" if event["sex"] == "man" else "man"


def training_on_the_spot(record: Record) -> None:
    event = the(record, lambda e: len({m["to"] for m in e["moves"]}) == 2)
    near = min(move["to"] for move in event["moves"])
    for move in event["moves"]:
        move["to"] = near


def tool_kept(record: Record) -> None:
    del record["events"][find(record, lambda e: e["why"] == "S7.3", "lose_tool")]


def ruin_takes_one(record: Record) -> None:
    del record["events"][find(record, lambda e: e["why"] == "S7.4", "lose_tool")]


def barracks_spare_one(record: Record) -> None:
    del record["events"][find(record, lambda e: e["why"] == "S7.5", "lose_tool")]


def barracks_out_of_order(record: Record) -> None:
    events = record["events"]
    at = find(record, lambda e: e["why"] == "S7.5", "lose_tool")
    if events[at + 1]["type"] != "lose_tool":
        raise LookupError("only one loses a tool")
    events[at], events[at + 1] = events[at + 1], events[at]


def tool_lost_elsewhere(record: Record) -> None:
    event = the(record, lambda e: e["why"] == "S7.5", "lose_tool")
    event["column"] = event["column"] % 6 + 1


def boat_takes_a_trowel(record: Record) -> None:
    at = find(record, builds(record, "boat"))
    record["events"][at + 1]["tool"] = "trowel_square"


def glass_a_goes_first(record: Record) -> None:
    event = the(record, lambda e: e["tool"] == "glass_b", "lose_tool")
    event["tool"] = "glass_a"


def lost_for_another_reason(record: Record) -> None:
    the(record, lambda e: e["why"] == "S7.4", "lose_tool")["why"] = "S7.3"


def hospital_spares_one(record: Record) -> None:
    del record["events"][find(record, always, "lose_figure")]


def hospital_out_of_order(record: Record) -> None:
    events, at = record["events"], find(record, always, "lose_figure")
    if events[at + 1]["type"] != "lose_figure":
        raise LookupError("only one loses a figure")
    events[at], events[at + 1] = events[at + 1], events[at]


def hospital_takes_the_other_sex(record: Record) -> None:
    event = the(record, always, "lose_figure")
    event["sex"] = "woman" if event["sex"] == "man" else "man"


def the_dead_live(record: Record) -> None:
    event = the(record, always, "lose_figure")
    event["dies"] = not event["dies"]


def hospital_takes_a_foreign_figure(record: Record) -> None:
    the(record, always, "lose_figure")["worker"] = "W99"


def tombstone_refused(record: Record) -> None:
    del record["events"][find(record, always, "lose_worker")]


def tombstone_for_another(record: Record) -> None:
    event = the(record, always, "lose_worker")
    event["seat"] = (event["seat"] + 1) % len(record["seats"])


def tombstone_of_the_dead(record: Record) -> None:
    events, at = record["events"], find(record, always, "lose_worker")
    events.insert(at, dict(events[at]))


def prison_spares_one(record: Record) -> None:
    del record["events"][find(record, always, "imprison")]


def prison_for_six(record: Record) -> None:
    the(record, always, "imprison")["to"] += 1


def prison_of_ones_own(record: Record) -> None:
    events, at = record["events"], find(record, builds(record, "prison"))
    events[at + 1]["worker"] = events[at]["worker"]


def prison_out_of_order(record: Record) -> None:
    events, at = record["events"], find(record, builds(record, "prison"))
    if events[at + 2]["type"] != "imprison":
        raise LookupError("only one prisoner")
    events[at + 1], events[at + 2] = events[at + 2], events[at + 1]


def undue_ability(record: Record) -> None:
    events, at = record["events"], find(record, builds(record, None))
    event = {"type": "lose_tool", "seat": events[at]["seat"], "tool": "saw", "why": "S7.3"}
    events.insert(at + 1, {**event, "row": 1, "column": 1})


def specials_switched_off(record: Record) -> None:
    find(record, always, "imprison")
    record["options"]["specials"] = False


def other_month(record: Record) -> None:
    record["options"]["start_month"] = record["options"]["start_month"] % 12 + 1


def no_such_month(record: Record) -> None:
    record["options"]["start_month"] = 13


def too_many_players(record: Record) -> None:
    record["options"]["players"] = 6


def tile_missing(record: Record) -> None:
    record["events"][0]["unused"].pop()


def tile_on_two_spaces(record: Record) -> None:
    spaces = record["events"][0]["spaces"]
    spaces[0]["tile"] = spaces[1]["tile"]


def space_missing(record: Record) -> None:
    record["events"][0]["spaces"].pop()


def space_twice(record: Record) -> None:
    spaces = record["events"][0]["spaces"]
    spaces.append(spaces[0])


def tool_missing(record: Record) -> None:
    record["events"][0]["spaces"][0]["tools"].pop()


def tool_changed(record: Record) -> None:
    tools = record["events"][0]["spaces"][0]["tools"]
    tools[0] = "saw" if tools[0] != "saw" else "glass_a"


def order_changed(record: Record) -> None:
    record["events"][0]["order"].reverse()


def order_with_one_twice(record: Record) -> None:
    record["events"][0]["order"][0] = record["events"][0]["order"][1]


def two_women(record: Record) -> None:
    record["events"][0]["workers"][-1].update(men=0, women=2)


def rich_reserve(record: Record) -> None:
    record["events"][0]["reserve"][0]["men"] = 2


def goes_on_after_the_end(record: Record) -> None:
    record["events"].append({"type": "slide", "now": 1000})


def ends_early(record: Record) -> None:
    del record["events"][find(record, acts("build")) + 12 :]


def no_setup(record: Record) -> None:
    del record["events"][0]


def unknown_event(record: Record) -> None:
    record["events"].insert(1, {"type": "chat"})


def event_that_is_no_object(record: Record) -> None:
    record["events"][1] = "turn"


def other_end(record: Record) -> None:
    record["end"] = "S8.3" if record["end"] == "S8.1" else "S8.1"


def idle_too_long(record: Record) -> None:
    if record["end"] != "S8.3":
        raise LookupError("S8.3")
    del record["events"][-1]


def final_tile_missing(record: Record) -> None:
    record["final"]["seats"][0]["tiles"].pop()


def final_tool_missing(record: Record) -> None:
    next(seat for seat in record["final"]["seats"] if seat["tools"])["tools"].pop()


def final_space_missing(record: Record) -> None:
    if not record["final"]["spaces"]:
        raise LookupError("no tools left")
    record["final"]["spaces"].pop()


def final_space_empty(record: Record) -> None:
    cells = [(space["row"], space["column"]) for space in record["final"]["spaces"]]
    row, column = next(cell for cell in CELLS if cell not in cells)
    record["final"]["spaces"].append({"row": row, "column": column, "tools": []})


def final_reserve(record: Record) -> None:
    record["final"]["seats"][0]["reserve"]["women"] += 1


def final_month(record: Record) -> None:
    record["final"]["seats"][0]["workers"][0]["month"] += 1


def final_worker_missing(record: Record) -> None:
    record["final"]["seats"][0]["workers"].pop()


def wrong_total(record: Record) -> None:
    record["scores"][0]["total"] += 1


def wrong_line(record: Record) -> None:
    record["scores"][0]["lines"][0]["points"] += 1


def wrong_clause(record: Record) -> None:
    record["scores"][0]["lines"][0]["clause"] = "S8.2"


def wrong_tiebreak(record: Record) -> None:
    scores = record["scores"]
    scores[0]["tiebreak"], scores[1]["tiebreak"] = scores[1]["tiebreak"], scores[0]["tiebreak"]


def wrong_winner(record: Record) -> None:
    record["winners"] = [(record["winners"][0] + 1) % len(record["seats"])]


def several_winners(record: Record) -> None:
    record["winners"] = list(range(len(record["seats"])))


def tied_winner(record: Record) -> None:
    totals = [score["total"] for score in record["scores"]]
    if totals.count(max(totals)) < 2:
        raise LookupError("no tie")
    [winner] = record["winners"]
    record["winners"] = [s for s, t in enumerate(totals) if t == max(totals) and s != winner][:1]


def wrong_game(record: Record) -> None:
    record["game"] = "tybor"


def one_tile_less(record: Record) -> None:
    record["components"]["tiles"].popitem()


def strange_ability(record: Record) -> None:
    record["components"]["tiles"]["Cave"]["ability"] = "magic"


def cave_for_ever(record: Record) -> None:
    record["components"]["tiles"]["Cave"]["permanent"] = True


def three_saws(record: Record) -> None:
    record["components"]["tiles"]["Cave"]["needs"]["saw"] = 3


BREAKS: list[tuple[str, Break]] = [
    ("S2.1", wrong_worker),
    ("S2.1", wrong_seat),
    ("S2.1", unknown_action),
    ("S2.2", needless_wait),
    ("S2.2", waits_too_long),
    ("S3.2", helps_a_holiday),
    ("S6.1", long_holiday),
    ("S2.3", missing_slide),
    ("S2.3", slide_too_far),
    ("S2.1", slide_too_soon),
    ("S2.5", group_out_of_order),
    ("S3.2", helper_stays),
    ("S3.2", helper_missing),
    ("S3.2", helper_twice),
    ("S3.2", foreign_helper),
    ("S3.2", needless_helper),
    ("RECORDS", helpers_key_missing),
    ("S3.4", tool_that_does_not_lie_there),
    ("S3.3", glass_b_first),
    ("S3.1", tool_too_near),
    ("S1.2", space_off_the_board),
    ("S4.1", newcomer_of_a_man),
    ("S4.1", newcomer_of_no_sex),
    ("RECORDS", newcomer_with_an_old_id),
    ("S2.5", newcomer_in_front),
    ("S4.1", newcomer_too_near),
    ("S4.2", third_newcomer),
    ("S5.3", other_tile),
    ("S5.3", tile_again),
    ("S5.2", build_without_tools),
    ("S5.1", build_too_near),
    ("S7.8", no_training),
    ("S7.8", training_of_a_stranger),
    ("S7.8", training_with_another_sex),
    ("S7.8", training_on_the_spot),
    ("S7.3", tool_kept),
    ("S7.4", ruin_takes_one),
    ("S7.5", barracks_spare_one),
    ("S7.5", barracks_out_of_order),
    ("S7.5", tool_lost_elsewhere),
    ("S7.3", boat_takes_a_trowel),
    ("S7.[345]", glass_a_goes_first),
    ("RECORDS", lost_for_another_reason),
    ("S7.7", hospital_spares_one),
    ("S7.7", hospital_out_of_order),
    ("S7.16", hospital_takes_the_other_sex),
    ("S7.7", the_dead_live),
    ("S7.7", hospital_takes_a_foreign_figure),
    ("S7.10", tombstone_refused),
    ("S7.10", tombstone_for_another),
    ("S2.[13]", tombstone_of_the_dead),
    ("S7.12", prison_spares_one),
    ("S7.12", prison_for_six),
    ("S7.12", prison_of_ones_own),
    ("S7.12", prison_out_of_order),
    ("S2.[13]|S8.1", undue_ability),
    ("S[2357]", specials_switched_off),
    ("S", other_month),
    ("S1.4", no_such_month),
    ("S1:", too_many_players),
    ("S1.1", tile_missing),
    ("S1.1", tile_on_two_spaces),
    ("S1.2", space_missing),
    ("S1.2", space_twice),
    ("S1.3", tool_missing),
    ("S1.3", tool_changed),
    ("S1.6", order_changed),
    ("S1.6", order_with_one_twice),
    ("S1.5", two_women),
    ("S1.5", rich_reserve),
    ("S8.[13]", goes_on_after_the_end),
    ("S8.1", ends_early),
    ("S1", no_setup),
    ("S2.1", unknown_event),
    ("S", event_that_is_no_object),
    ("S8.[13]", other_end),
    ("S2.3", idle_too_long),
    ("S5.3", final_tile_missing),
    ("S3.4", final_tool_missing),
    ("S5.4", final_space_missing),
    ("S5.4", final_space_empty),
    ("S1.5", final_reserve),
    ("S2.5", final_month),
    ("S2.5", final_worker_missing),
    ("RECORDS", final_seat_missing),
    ("S8.1", wrong_total),
    ("S8.1", wrong_line),
    ("S8.1", wrong_clause),
    ("S8.2", wrong_tiebreak),
    ("S8.1", wrong_winner),
    ("S8.1", several_winners),
    ("S8.2", tied_winner),
    ("RECORDS", score_missing),
    ("RECORDS", wrong_commitment),
    ("RECORDS", wrong_format),
    ("RECORDS", wrong_game),
    ("RECORDS", wrong_rules_version),
    ("RECORDS", seat_missing),
    ("S1.1", one_tile_less),
    ("S7", strange_ability),
    ("S5.3", cave_for_ever),
    ("S3.3", three_saws),
]
