"""The game server: tables that are never lost and never leak."""
