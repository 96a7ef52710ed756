"""A second, slow reading of the rulebook: it plays games and referees records.

Nothing here uses the engine. `naive_tybor` and `naive_samara` play with plain lists,
`referee_tybor` and `referee_samara` check finished game records, and `tape` turns a seed into
chance. `tybor.toml` and `samara.toml` are copies of the component data. The folders `tybor` and
`samara` hold the tests of these: scenes, whole games, broken records.
"""
