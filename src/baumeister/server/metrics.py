"""What the server counts, in the format of Prometheus, in a registry of its own."""

from __future__ import annotations

from collections.abc import Sequence

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

from baumeister import __version__

NAMESPACE = "baumeister"
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10)
UNITS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
BOT_SECONDS = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32)

# The creation times of counters would double the text.
disable_created_metrics()  # type: ignore[no-untyped-call]


class Metrics:
    """The counters of one server process: `metrics.moves.inc()`."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        counter, gauge, histogram = self._counter, self._gauge, self._histogram

        # the web
        self.requests = counter("requests", "Requests", ("method", "route", "status"))
        self.request_seconds = histogram(
            "request_seconds", "From request to response", SECONDS, ("route",)
        )
        self.refused = counter("refused", "Requests rejected before any route", ("why",))
        self.failures = counter("failures", "Errors of the server itself")
        self.connections = gauge("connections", "Open connections, WebSockets included")
        self.sockets = gauge("sockets", "Open WebSockets")
        self.messages = counter("messages", "WebSocket messages", ("direction",))
        self.slowed = counter("slowed", "Requests and messages that were delayed by a rate limit")

        # the tables
        self.tables_in_memory = gauge("rooms", "Tables in memory")
        self.tables = counter("tables_opened", "Tables opened")
        self.games = counter("games_finished", "Games played to the end")
        self.moves = counter("moves", "Moves written durably")
        self.refusals = counter("refusals", "Moves that the rules refused")
        self.repeats = counter("repeats", "Moves sent again that had been accepted before")
        self.undone = counter("undone", "Choices taken back, and requests to undo")
        self.move_seconds = histogram(
            "move_seconds", "From a move's arrival to the last view sent", SECONDS
        )

        # the store
        self.commits = counter("commits", "Transactions of the store")
        self.commit_units = histogram("commit_units", "Units of work in a transaction", UNITS)
        self.commit_seconds = histogram("commit_seconds", "Time of a transaction", SECONDS)
        self.conflicts = counter("conflicts", "Units of work that lost a race with another process")
        self.store_errors = counter("store_errors", "Failed transactions of the store")

        self.damaged_tables = gauge("damaged_tables", "Tables whose log cannot be read")

        # the bots
        self.bots_waiting = gauge("bots_waiting", "Questions that bots have not answered yet")
        self.bot_seconds = histogram("bot_seconds", "From question to answer", BOT_SECONDS)
        self.bot_deaths = gauge("bot_deaths", "Worker processes that had to be replaced")

        build = Info("build", "The version", namespace=NAMESPACE, registry=self.registry)
        build.info({"version": __version__})
        ProcessCollector(namespace=NAMESPACE, registry=self.registry)

    def transaction(self, units: int, seconds: float, done: bool) -> None:
        """Count a transaction; the database calls this."""
        if done:
            self.commits.inc()
            self.commit_units.observe(units)
            self.commit_seconds.observe(seconds)
        else:
            self.store_errors.inc()

    def text(self) -> bytes:
        """All metrics in the text format of Prometheus; the content type is CONTENT_TYPE."""
        return generate_latest(self.registry)

    def _counter(self, name: str, what: str, labels: Sequence[str] = ()) -> Counter:
        return Counter(name, what, labels, namespace=NAMESPACE, registry=self.registry)

    def _gauge(self, name: str, what: str) -> Gauge:
        return Gauge(name, what, namespace=NAMESPACE, registry=self.registry)

    def _histogram(
        self, name: str, what: str, buckets: Sequence[float], labels: Sequence[str] = ()
    ) -> Histogram:
        return Histogram(
            name, what, labels, namespace=NAMESPACE, registry=self.registry, buckets=buckets
        )
