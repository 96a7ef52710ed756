"""Rate limits by caller: a burst, and a rate per second in the long run."""

from __future__ import annotations

from collections import OrderedDict
from ipaddress import IPv6Address, ip_address

MOST_CALLERS = 20_000  # that are remembered, 100 bytes each


class RateLimit:
    """A rate limit by caller (GCRA). `even`: when each caller has its whole burst again."""

    def __init__(self, per_second: float, at_once: int, most: int = MOST_CALLERS) -> None:
        self.gap = 1 / per_second if per_second else 0.0
        self.at_once = at_once
        self.most = most
        self.even: OrderedDict[str, float] = OrderedDict()

    def take(self, caller: str, now: float, cost: float = 1.0) -> float:
        """0 if the caller may; otherwise the seconds to wait, and the attempt does not count.
        `cost`: as how many it counts; more than a burst counts as a burst."""
        if not self.gap:
            return 0.0
        cost = min(cost, self.at_once)
        even = max(self.even.pop(caller, now), now)
        late = even - now - (self.at_once - cost) * self.gap
        self.even[caller] = even if late > 0 else even + cost * self.gap
        if len(self.even) > self.most:
            self.even.popitem(last=False)  # the caller that has been idle for longest
        return max(0.0, late)


def caller(address: str) -> str:
    """The caller that an address belongs to: in IPv6, its network of 64 bits."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(IPv6Address(int(parsed) >> 64 << 64))
