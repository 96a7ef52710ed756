"""The page for the browser. Python here only builds it."""
