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
THINKING = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32)

# The times at which counters were created would double the text, and nobody needs them.
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
        self.refused = counter("refused", "Turned away before any route", ("why",))
        self.failures = counter("failures", "Errors of the server itself")
        self.sockets = gauge("sockets", "Open WebSockets")
        self.messages = counter("messages", "WebSocket messages", ("direction",))
        self.slowed = counter("slowed", "WebSocket messages that had to wait: too many")

        # the tables
        self.tables_in_memory = gauge("rooms", "Tables in memory")
        self.tables = counter("tables_opened", "Tables opened")
        self.games = counter("games_finished", "Games played to the end")
        self.moves = counter("moves", "Moves that were made durable")
        self.refusals = counter("refusals", "Moves that the rules refused")
        self.repeats = counter("repeats", "Moves sent again that had counted already")
        self.undone = counter("undone", "Choices taken back, and undos asked for")
        self.move_seconds = histogram(
            "move_seconds", "From a move's arrival to the last view sent", SECONDS
        )

        # the store
        self.commits = counter("commits", "Transactions of the store")
        self.commit_units = histogram("commit_units", "Units of work in a transaction", UNITS)
        self.commit_seconds = histogram("commit_seconds", "Time of a transaction", SECONDS)
        self.conflicts = counter("conflicts", "Units that another process was faster with")
        self.store_errors = counter("store_errors", "Times that the store was not usable")

        # the bots
        self.bots_waiting = gauge("bots_waiting", "Questions that wait for a bot's answer")
        self.bot_seconds = histogram("bot_seconds", "From question to answer", THINKING)
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
        """All of it, as Prometheus reads it; its content type is CONTENT_TYPE."""
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
