"""The naive Samara and its referee check each other."""

import pytest

pytest.register_assert_rewrite("tests.referee.samara.playing")  # it shows how two tables differ
