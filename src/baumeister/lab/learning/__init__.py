"""Learning from self-play: `baumeister learn`, docs/learning.md.

- `questions`: whole games from Python at compiled speed, one question after the other
- `self_play`: games of the search against itself, kept as what was seen, found and won
- `training`: a network learns from such games (PyTorch)
- `measuring`: how strong a network is beside the greedy bot
- `course`: all of it in turns, with files that a run can be resumed from
- `curves`: how a course went, as pictures
"""
