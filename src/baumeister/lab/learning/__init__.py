"""Learning from self-play: `baumeister learn`, docs/learning.md.

- `questions`: whole games from Python at compiled speed, one question after the other
- `self_play`: games of the search against itself, as observations, search results and outcomes
- `training`: a network learns from such games (PyTorch)
- `measuring`: the strength of a network against the greedy bot
- `course`: lessons of all of it, with files from which a run can resume
- `curves`: how a course went, as pictures
"""
