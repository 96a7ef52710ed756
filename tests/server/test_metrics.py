"""Metrics: counted in a registry of our own, read as text."""

from __future__ import annotations

import re
from pathlib import Path

import prometheus_client
from prometheus_client.parser import text_string_to_metric_families

from baumeister.server.metrics import CONTENT_TYPE, Metrics

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "server.md"


def names(metrics: Metrics) -> list[str]:
    found = text_string_to_metric_families(metrics.text().decode())
    return [family.name for family in found if not family.name.endswith("_created")]


def test_what_is_counted_is_read() -> None:
    metrics = Metrics()
    metrics.moves.inc()
    metrics.moves.inc(2)
    metrics.tables_in_memory.set(3)
    metrics.move_seconds.observe(0.004)
    metrics.requests.labels("GET", "/health", "200").inc()
    text = metrics.text().decode()
    assert "baumeister_moves_total 3.0\n" in text
    assert "baumeister_rooms 3.0\n" in text
    assert 'baumeister_move_seconds_bucket{le="0.005"} 1.0\n' in text
    assert 'baumeister_requests_total{method="GET",route="/health",status="200"} 1.0\n' in text
    assert CONTENT_TYPE.startswith("text/plain")


def test_two_servers_in_one_process_count_apart() -> None:
    one, other = Metrics(), Metrics()
    one.moves.inc()
    assert "baumeister_moves_total 0.0" in other.text().decode()
    assert b"baumeister" not in prometheus_client.generate_latest()


def test_the_guide_lists_every_metric() -> None:
    guide = set(re.findall(r"`(baumeister_\w+)`", GUIDE.read_text(encoding="utf-8")))
    ours = {name for name in names(Metrics()) if "_process_" not in name}
    assert ours - {name.removesuffix("_total") for name in guide} == set()
