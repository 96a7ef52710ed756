"""What self-play and training need to know of Tybor."""

from __future__ import annotations

from baumeister.lab.learning.games import LearnedGame

LEARNED = LearnedGame(players={2: 48, 3: 26, 4: 18, 5: 3, 6: 2, 7: 2, 8: 1}, sharpness=0.7)
