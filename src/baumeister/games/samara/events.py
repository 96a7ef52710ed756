"""Turns what the rules announce into events as records have them, with an ID for each worker."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from baumeister.games.samara import actions as act
from baumeister.games.samara import announced as a
from baumeister.games.samara.components import (
    ABILITIES,
    FIGURES,
    SET_OF_TOOLS,
    SPACES,
    TILES,
    TOOL_KEYS,
    TOOLS,
    Components,
)
from baumeister.games.samara.notation import LETTERS, SEXES
from baumeister.games.samara.state import ACT, HELP, NO_MONTH, NO_TILE, WOMAN, State, strength
from baumeister.kernel.events import CHANCE, FREE, Announcer, Event
from baumeister.kernel.legal import Legal
from baumeister.kernel.notation import NotationError
from baumeister.kernel.seats import NOBODY


class SamaraAnnouncer(Announcer):
    """Turns what the rules announce into events."""

    def __init__(self, components: Components, state: State) -> None:
        self.components = components
        self.state = state
        self.worker_ids: dict[tuple[int, int], str] = {}
        self._slots: dict[str, tuple[int, int]] = {}  # of all workers so far
        self._builder = NOBODY
        self._turn: dict[str, Any] = {}
        self._moves: dict[str, int] = {}
        hearers: dict[int, Callable[[int, int], None]] = {
            a.SET_UP: self._set_up,
            a.ACTED: self._acted,
            a.TOOK_TOOL: self._took_tool,
            a.BUILT: self._built,
            a.NEWCOMER_CAME: self._newcomer,
            a.HOLIDAY_TAKEN: self._holiday,
            a.WAITED: self._waited,
            a.MOVED: self._moved,
            a.TRAINED: self._trained,
            a.TURN_TOLD: self._turn_told,
            a.LOST_TOOL: self._lost_tool,
            a.LOST_FIGURE: self._lost_figure,
            a.LOST_WORKER: self._lost_worker,
            a.IMPRISONED: self._imprisoned,
            a.SLID: self._slid,
            a.CHOSE: self._chose,
            a.ENDED: self._ended,
        }
        super().__init__(hearers)

    def _new_worker(self, seat: int, slot: int) -> str:
        worker = f"W{len(self._slots) + 1}"
        self.worker_ids[seat, slot] = worker
        self._slots[worker] = (seat, slot)
        self.called[worker] = LETTERS[slot]
        return worker

    def _row_and_column(self) -> dict[str, int]:
        box, space = self.components.box, self.state.space
        return {"row": box.row[space], "column": box.column[space]}

    def _why(self) -> str:
        """S7 The clause of the tile being built."""
        return ABILITIES[self.components.box.ability[self.state.tile]].clause

    # --- set-up ---------------------------------------------------------------------------
    def _set_up(self, _: int, __: int) -> None:
        state, box = self.state, self.components.box
        seats = range(state.n_players)
        line = sorted(
            (state.players[seat].worker_line[slot], seat, slot) for seat in seats for slot in (0, 1)
        )
        laid = [tile for tile in state.tile_at if tile != NO_TILE]
        self.tell(
            CHANCE,
            type="setup",
            order=[seat for _, seat, slot in line if slot == 0],
            spaces=[
                {
                    "row": box.row[space],
                    "column": box.column[space],
                    "tile": self.components.tiles[state.tile_at[space]].code,
                    "tools": self._tools_at(space),
                }
                for space in range(SPACES)
            ],
            unused=[self.components.tiles[k].code for k in range(TILES) if k not in laid],
            workers=[
                {
                    "worker": self._new_worker(seat, slot),
                    "seat": seat,
                    "men": state.players[seat].worker_men[slot],
                    "women": state.players[seat].worker_women[slot],
                }
                for _, seat, slot in line
            ],
            reserve=[
                {"men": state.players[seat].men, "women": state.players[seat].women}
                for seat in seats
            ],
        )

    def _tools_at(self, space: int) -> list[str]:
        counts = self.state.tools_at[space]
        return [TOOL_KEYS[tool] for tool in range(TOOLS) for _ in range(counts[tool])]

    # --- a turn ---------------------------------------------------------------------------
    def _acted(self, seat: int, slot: int) -> None:
        self._turn = {"type": "turn", "seat": seat, "worker": self.worker_ids[seat, slot]}
        self._moves = {}

    def _took_tool(self, _: int, tool: int) -> None:
        self._turn |= {"action": "tool", **self._row_and_column(), "tool": TOOL_KEYS[tool]}

    def _built(self, _: int, tile: int) -> None:
        code = self.components.tiles[tile].code
        self._turn |= {"action": "build", **self._row_and_column(), "tile": code}

    def _newcomer(self, seat: int, slot: int) -> None:
        sex = SEXES[self.state.players[seat].worker_sex[slot]]
        newcomer = {"worker": self._new_worker(seat, slot), "sex": sex}
        self._turn |= {"action": "newcomer", "newcomer": newcomer}

    def _holiday(self, _: int, __: int) -> None:
        self._turn["action"] = "holiday"

    def _waited(self, _: int, __: int) -> None:
        self._turn["action"] = "wait"

    def _moved(self, seat: int, slot: int) -> None:
        worker = self.worker_ids[seat, slot]
        self._moves.pop(worker, None)  # a worker that trains goes to the end of the line
        self._moves[worker] = self.state.players[seat].worker_month[slot]

    def _turn_told(self, _: int, __: int) -> None:
        newcomer = self._turn.get("newcomer", {}).get("worker")
        actors = (self._turn["worker"], newcomer)
        self._turn["helpers"] = [worker for worker in self._moves if worker not in actors]
        self._turn["moves"] = [{"worker": w, "to": month} for w, month in self._moves.items()]
        self.tell(**self._turn)

    def _trained(self, seat: int, value: int) -> None:
        worker = self.worker_ids[seat, value >> 1]
        self.tell(type="train", seat=seat, worker=worker, sex=SEXES[value & 1], why=self._why())

    # --- what special tiles do ------------------------------------------------------------
    def _chose(self, seat: int, tool: int) -> None:
        full = {"type": "choose", "seat": seat, "tool": TOOL_KEYS[tool]}
        public = {"type": "choose", "seat": seat}
        self.events.append(Event(full, public, {seat: full}, FREE, recorded=False))

    def _lost_tool(self, seat: int, tool: int) -> None:
        place: dict[str, Any] = self._row_and_column()
        self.tell(type="lose_tool", seat=seat, tool=TOOL_KEYS[tool], **place, why=self._why())

    def _lost_figure(self, seat: int, value: int) -> None:
        self.tell(
            type="lose_figure",
            seat=seat,
            worker=self.worker_ids[seat, value >> 2],
            sex=SEXES[(value >> 1) & 1],
            dies=bool(value & 1),
            why=self._why(),
        )

    def _lost_worker(self, seat: int, slot: int) -> None:
        worker = self.worker_ids[seat, slot]
        self.tell(type="lose_worker", seat=seat, worker=worker, why=self._why())

    def _imprisoned(self, seat: int, slot: int) -> None:
        month = self.state.players[seat].worker_month[slot]
        worker = self.worker_ids[seat, slot]
        self.tell(type="imprison", seat=seat, worker=worker, to=month, why=self._why())

    def _slid(self, _: int, month: int) -> None:
        self.tell(type="slide", now=month)

    def _ended(self, _: int, clause: int) -> None:
        values = {"type": "end", "why": f"S8.{clause}"}
        self.events.append(Event(values, values, recorded=False))

    # --- reading events -------------------------------------------------------------------
    def actions_of(self, event: Mapping[str, Any], made: bool) -> list[tuple[int, int]]:
        """The seat and action of each decision in the recorded event that comes next."""
        kind = event["type"]
        if kind == "turn":
            self._builder = event["seat"]  # the state may be further when an imprisonment is read
            return [(event["seat"], action) for action in self._actions_of_turn(event, made)]
        if kind == "lose_tool":
            return [(event["seat"], act.LOSE + TOOL_KEYS.index(event["tool"]))]
        if kind in ("train", "lose_figure", "lose_worker", "imprison"):
            _, slot = self._slots[event["worker"]]
            seat = self._builder if kind == "imprison" else event["seat"]
            return [(seat, act.CHOOSE_WORKER + slot)]
        return []

    def _actions_of_turn(self, event: Mapping[str, Any], made: bool) -> list[int]:
        action = event["action"]
        if action == "holiday":
            return [act.HOLIDAY]
        if action == "wait":
            return [act.WAIT]
        if action == "newcomer":
            return [act.NEWCOMER + SEXES.index(event["newcomer"]["sex"])]
        row, column = event["row"], event["column"]
        space = self.components.space(row, column)
        if space is None:
            raise NotationError("error.samara.event_space", row=row, column=column)
        if action == "tool":
            deed = act.TAKE_TOOL + TOOLS * space + TOOL_KEYS.index(event["tool"])
        elif action == "build":
            deed = act.BUILD + space
        else:
            raise NotationError("error.samara.event_action", action=action)
        if not self._asks_for_help(event["worker"], space, made):
            return [deed]
        return [deed, act.WITH + sum(1 << self._slots[w][1] for w in event["helpers"])]

    def _asks_for_help(self, worker: str, space: int, made: bool) -> bool:
        """S3.2 Whether the foreman is asked who helps: only if several groups fit."""
        state = self.state
        if made or state.step != ACT:
            acting = self.worker_ids[state.foreman, state.slot]
            return state.step == HELP and acting == worker
        legal = Legal(actions=act.ACTIONS)
        act.legal_groups(state, self.components.box.row[space], legal)
        return legal.n > 1

    # --- where everything is --------------------------------------------------------------
    def final(self) -> dict[str, Any]:
        """The `final` part of a record."""
        box, state = self.components.box, self.state
        return {
            "spaces": [
                {
                    "row": box.row[space],
                    "column": box.column[space],
                    "tools": self._tools_at(space),
                }
                for space in range(SPACES)
                if any(state.tools_at[space])
            ],
            "seats": [self._final_seat(seat) for seat in range(state.n_players)],
        }

    def _final_seat(self, seat: int) -> dict[str, Any]:
        state, player = self.state, self.state.players[seat]
        tiles = self.components.tiles
        return {
            "tiles": [tiles[k].code for k in range(TILES) if state.owner[k] == seat],
            "tools": [TOOL_KEYS[t] for t in range(TOOLS) for _ in range(player.tools[t])],
            "reserve": {"men": player.men, "women": player.women},
            "workers": [
                {
                    "worker": self.worker_ids[seat, slot],
                    "sex": SEXES[player.worker_sex[slot]],
                    "men": player.worker_men[slot],
                    "women": player.worker_women[slot],
                    "month": player.worker_month[slot],
                }
                for slot in range(FIGURES)
                if player.worker_month[slot] != NO_MONTH
            ],
        }

    def misplaced(self) -> list[str]:
        """Tiles, tools, figures that are not in one place each; empty unless a rule is broken."""
        state = self.state
        players = state.players[: state.n_players]
        wrong = []
        laid = [tile for tile in state.tile_at if tile != NO_TILE]
        taken = [tile for tile in range(TILES) if state.owner[tile] != NOBODY]
        if len(set(laid) | set(taken)) != SPACES or len(laid) + len(taken) != SPACES:
            wrong.append(f"tiles: {len(laid)} on the board, {len(taken)} taken")
        for tool in range(TOOLS):
            total = sum(row[tool] for row in state.tools_at) + sum(p.tools[tool] for p in players)
            if total != SET_OF_TOOLS[tool] * state.n_players:
                wrong.append(f"{TOOL_KEYS[tool]}: there are {total}")
        for seat, player in enumerate(players):
            men = player.men + sum(player.worker_men)
            women = player.women + sum(player.worker_women)
            if (men, women) != (3, 2):
                wrong.append(f"seat {seat}: {men} men and {women} women")
            for slot in range(FIGURES):
                if (strength(player, slot) > 0) != (player.worker_month[slot] != NO_MONTH):
                    wrong.append(f"seat {seat}: slot {slot} has no month, or no figure")
            on_top = [player.worker_sex[s] for s in range(FIGURES) if strength(player, s) > 0]
            if WOMAN not in on_top:
                wrong.append(f"seat {seat}: no woman worker")
        return wrong
