"""Who a caller is, for limits."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address


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
