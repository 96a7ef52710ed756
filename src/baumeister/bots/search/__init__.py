"""Looking ahead: tree search over worlds that a seat could be in.

- `games`: what the search needs to know of each game
- `tree`: the tree and one walk through it, compiled
- `search_tree`: its compiled code and arrays; `plain_search_tree`: the same, interpreted
- `budget`: how many walks and seconds a search may take
- `analysis`: the search from Python: a question, a budget, and the ranked alternatives
"""

from baumeister.bots.search.analysis import Alternative, Analysis, Analyst
from baumeister.bots.search.budget import Budget

__all__ = ["Alternative", "Analysis", "Analyst", "Budget"]
