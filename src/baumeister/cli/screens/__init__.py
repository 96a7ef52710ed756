"""Drawing games, tables and texts in the terminal."""
