"""Requests from pages of other sites: browsers name the origin, and foreign ones are rejected."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import ip_address
from urllib.parse import urlsplit

from baumeister.server.settings import Settings

READING = ("GET", "HEAD", "OPTIONS")
FORWARDED = (b"x-forwarded-for", b"forwarded", b"x-real-ip")


class Origins:
    """The names that the server answers to, and the pages that may ask."""

    def __init__(self, settings: Settings) -> None:
        self.pages = {page for page in (settings.public, *settings.origins) if page}
        self.hosts = {urlsplit(page).netloc for page in self.pages}
        self.names = {name_of(host) for host in self.hosts}
        # In a home network the names of the machine are not configured.
        self.any_host = not settings.public and not is_loopback(settings.host)

    def knows_host(self, host: str) -> bool:
        """Whether the server answers to this name. It always answers to IP addresses and to names
        without a dot, which no page of a stranger can have (DNS rebinding)."""
        if self.any_host or host in self.hosts:
            return True
        name = name_of(host)
        return name != "." and (
            "." not in name.rstrip(".") or is_address(name) or name in self.names
        )

    def is_own_page(self, origin: str, host: str) -> bool:
        """Whether a page of this origin is one of ours."""
        if origin in self.pages:
            return True
        # Configured names have been given with http or https.
        return bool(host) and origin.partition("://")[2] == host and host not in self.hosts

    def is_foreign(self, method: str, host: str, headers: Mapping[bytes, bytes]) -> bool:
        """Whether a page of another site tries to change something, or to open a socket ("")."""
        if method in READING:
            return False
        origin = headers.get(b"origin")
        if origin is not None:
            return not self.is_own_page(origin.decode("latin-1").lower(), host)
        return b"cookie" in headers and headers.get(b"sec-fetch-site") == b"cross-site"


def name_of(host: str) -> str:
    """The name or address in a Host header, without the port; "." if it is nonsense."""
    try:
        return urlsplit(f"//{host}").hostname or "."
    except ValueError:
        return "."


def is_address(name: str) -> bool:
    """Whether this is an address rather than a name."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Whether this is an address of the loopback network."""
    return host == "localhost" or (is_address(host) and ip_address(host).is_loopback)


def is_local(client: str, headers: Mapping[bytes, bytes]) -> bool:
    """Whether a request comes from this machine, and not through a proxy on it. A proxy that adds
    no header of its own still passes the name on that its callers used."""
    host = name_of(headers.get(b"host", b"").decode("latin-1"))
    is_direct = is_loopback(host) and not any(name in headers for name in FORWARDED)
    return is_direct and is_loopback(client)
