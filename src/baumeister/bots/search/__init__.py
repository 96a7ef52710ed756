"""Looking ahead: tree search over worlds that a seat could be in.

- `games`: what the search needs to know of each game
- `tree`: the tree and one walk through it, compiled
- `search_tree`: its compiled code and arrays; `plain_search_tree`: the same, interpreted
- `analysis`: the search from Python: budgets, ranked alternatives
"""

from baumeister.bots.search.analysis import Alternative, Analysis, Analyst, Budget

__all__ = ["Alternative", "Analysis", "Analyst", "Budget"]
