"""A second, slow reading of the rulebook: it plays games and referees records.

Nothing here uses the engine. `naive_tybor` plays Tybor with plain lists, `referee_tybor`
checks finished game records, and `tape` turns a seed into chance. `tybor.toml` is a copy
of the component data.
"""
