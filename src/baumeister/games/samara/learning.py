"""What self-play and training need to know of Samara."""

from __future__ import annotations

from baumeister.lab.learning.games import LearnedGame

LEARNED = LearnedGame(players={2: 48, 3: 26, 4: 18, 5: 8}, sharpness=0.5)
