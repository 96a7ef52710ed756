"""Tables: commands, the log, the state that follows from it, snapshots, clocks."""
