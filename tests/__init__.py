"""All tests; helpers are shared by `from tests.tybor_scene import scene`."""
