"""All tests; helpers are shared by `from tests.scene import scene`."""
