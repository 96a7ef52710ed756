"""What all tests share."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# The same examples in every run: a red build is red on every machine.
settings.register_profile(
    "baumeister",
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("baumeister")
