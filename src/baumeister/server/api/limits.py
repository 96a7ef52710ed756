"""How often somebody may do something: so much at once, and so much a second after that."""

from __future__ import annotations

from collections import OrderedDict
from ipaddress import IPv6Address, ip_address

MOST_CALLERS = 20_000  # remembered at a time, 100 bytes each


class RateLimit:
    """How often, by caller. Kept for each is the moment when the caller will have caught up."""

    def __init__(self, per_second: float, at_once: int, most: int = MOST_CALLERS) -> None:
        self.gap = 1 / per_second if per_second else 0.0
        self.credit = (at_once - 1) * self.gap
        self.most = most
        self.even: OrderedDict[str, float] = OrderedDict()

    def take(self, caller: str, now: float) -> float:
        """Do it once: 0, or how many seconds are missing, and then it does not count."""
        if not self.gap:
            return 0.0
        even = max(self.even.pop(caller, now), now)
        late = even - now - self.credit
        self.even[caller] = even if late > 0 else even + self.gap
        if len(self.even) > self.most:
            self.even.popitem(last=False)  # whoever has been quiet for longest
        return max(0.0, late)


def caller(address: str) -> str:
    """Whom an address counts for: in IPv6 everybody has a whole network."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(IPv6Address(int(parsed) >> 64 << 64))
