"""The proxies that the desktop's own settings name: GNOME's, KDE's, Windows' or macOS'."""

from __future__ import annotations

import ast
import logging
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

from hfchat_gui.conversation.origin import bracketed, origin_or_none
from hfchat_gui.network.kde_proxies import kde_proxies
from hfchat_gui.network.no_proxy import is_exempt

log = logging.getLogger(__name__)

_FRESH = 30.0  # seconds; a laptop changes its network while we run
_PATIENCE = 2.0
_SCHEMA = "org.gnome.system.proxy"
_KDE = "kde"
_DESKTOPS = frozenset({"gnome", "unity", "x-cinnamon", "cinnamon", "budgie", "pantheon"})
_LINE = re.compile(rf"{re.escape(_SCHEMA)}\.?(\w*) ([a-z-]+) (?:@\w+ )?(.+)")


def _none(_: str) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class SystemProxies:
    """Addresses by scheme ("http", "https", "all"), as written, and what is exempt from them."""

    addresses: Mapping[str, str] = field(default_factory=dict)
    exceptions: str = ""
    exempts: Callable[[str], bool] = _none


class _Known:
    """What was read last, and when."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found = SystemProxies()
        self._read_at: float | None = None

    def found(self) -> SystemProxies:
        with self._lock:
            if self._read_at is None or monotonic() - self._read_at > _FRESH:
                self._found = _READERS.get(sys.platform, _from_desktop)()
                self._read_at = monotonic()
            return self._found


def system_proxies() -> SystemProxies:
    """Return what the system's settings say; called by reader threads, it may take a moment."""
    return _KNOWN.found()


def _from_urllib() -> SystemProxies:
    from urllib.request import getproxies, proxy_bypass

    # Python calls every SOCKS proxy of Windows one of version 4; those of today speak 5.
    addresses = {
        scheme: address.replace("socks4://", "socks5://")
        for scheme, address in getproxies().items()
        if scheme in ("http", "https", "all", "socks")
    }
    if socks := addresses.pop("socks", ""):
        addresses.setdefault("all", socks.replace("http://", "socks5://"))
    return SystemProxies(addresses, exempts=lambda host: bool(proxy_bypass(host)))


def _from_desktop() -> SystemProxies:
    desktops = os.environ.get("XDG_CURRENT_DESKTOP", "").lower().split(":")
    if _KDE in desktops:
        return _from_kde()
    return SystemProxies() if _DESKTOPS.isdisjoint(desktops) else _from_gnome()


def _from_kde() -> SystemProxies:
    folder = os.environ.get("XDG_CONFIG_HOME") or "~/.config"
    try:
        text = (Path(folder).expanduser() / "kioslaverc").read_text("utf-8", "replace")
    except FileNotFoundError:
        return SystemProxies()  # nobody ever chose a proxy there
    except (OSError, RuntimeError, ValueError) as error:
        log.info("The desktop's proxy settings cannot be read: %s", type(error).__name__)
        return SystemProxies()
    found = kde_proxies(text)
    if not found.only_those:
        return SystemProxies(found.addresses, found.hosts)
    return SystemProxies(found.addresses, exempts=lambda host: not _is_named(host, found.hosts))


def _is_named(host: str, listed: str) -> bool:
    place = origin_or_none(f"https://{bracketed(host)}")
    return place is not None and is_exempt(place, listed)


def _from_gnome() -> SystemProxies:
    import shutil  # not at the start of the program: it brings four compressors along

    program = shutil.which("gsettings")
    if program is None:
        return SystemProxies()
    try:
        said = subprocess.run(  # found on the path, like every program of a desktop
            [program, "list-recursively", _SCHEMA],
            capture_output=True,
            text=True,
            timeout=_PATIENCE,
            env=_environment_of_the_desktop(),
            check=True,
        ).stdout
    except (OSError, subprocess.SubprocessError, UnicodeError) as error:
        log.info("The desktop's proxy settings cannot be read: %s", type(error).__name__)
        return SystemProxies()
    return gnome_proxies(said)


def _environment_of_the_desktop() -> dict[str, str]:
    """Return the environment without the libraries that a frozen program brings along."""
    environment = {**os.environ}
    if (before := environment.pop("LD_LIBRARY_PATH_ORIG", None)) is not None:
        environment["LD_LIBRARY_PATH"] = before
    return environment


def gnome_proxies(said: str) -> SystemProxies:
    """Return the proxies in what `gsettings list-recursively` prints."""
    values = {(part, name): value for part, name, value in _values(said)}
    if values.get(("", "mode")) == "auto":
        log.info("The desktop takes its proxies from a script, which is not read here")
    if values.get(("", "mode")) != "manual":
        return SystemProxies()
    addresses = {
        "http": _address(values, "http", "http"),
        "https": _address(values, "https", "http"),
        "all": _address(values, "socks", "socks5"),
    }
    exceptions = values.get(("", "ignore-hosts"))
    return SystemProxies(
        {scheme: address for scheme, address in addresses.items() if address},
        ",".join(str(one) for one in exceptions) if isinstance(exceptions, list) else "",
    )


def _values(said: str) -> Iterator[tuple[str, str, Any]]:
    for line in said.splitlines():
        if found := _LINE.fullmatch(line.strip()):
            words = {"true": "True", "false": "False"}.get(found[3], found[3])
            try:
                yield found[1], found[2], ast.literal_eval(words)
            except (ValueError, SyntaxError):
                continue


def _address(values: Mapping[tuple[str, str], Any], part: str, scheme: str) -> str:
    host, port = values.get((part, "host")), values.get((part, "port"))
    if not isinstance(host, str) or not host or not isinstance(port, int) or port <= 0:
        return ""
    bare = f"[{host}]" if ":" in host and not host.startswith("[") else host
    return f"{scheme}://{_sign_in(values, part)}{bare}:{port}"


def _sign_in(values: Mapping[tuple[str, str], Any], part: str) -> str:
    from urllib.parse import quote

    if values.get((part, "use-authentication")) is not True:
        return ""
    user, password = (
        quote(str(values.get((part, f"authentication-{name}"), "")), safe="")
        for name in ("user", "password")
    )
    return f"{user}:{password}@"


_READERS = {"win32": _from_urllib, "darwin": _from_urllib}
_KNOWN = _Known()
