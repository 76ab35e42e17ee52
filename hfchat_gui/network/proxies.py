"""Which proxy leads to a server: the one chosen here, the environment's, or the system's."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from urllib.parse import unquote

from hfchat_gui.conversation.characters import printable
from hfchat_gui.conversation.error_record import NO_ACTION, OPEN_PROXY, Action
from hfchat_gui.conversation.errors import BadAddress, ProxyFailed
from hfchat_gui.conversation.origin import bracketed, host_and_port, is_loopback, origin, split_path
from hfchat_gui.conversation.proxy import ChosenProxy, ProxyChoice, ProxyMode
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.conversation.secret_shapes import is_like_a_key, without_secrets
from hfchat_gui.network.no_proxy import is_exempt, unreadable_entries
from hfchat_gui.network.system_proxies import SystemProxies, system_proxies

_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*)://(.*)", re.IGNORECASE | re.DOTALL)
_HALF_A_SCHEME = re.compile(r"(https?|socks[45]?[ah]?):/", re.IGNORECASE)
_SCHEMES = {
    "http": "http",
    "https": "https",
    "socks": "socks5",
    "socks5": "socks5",
    "socks5h": "socks5",
}
_PORTS = {"http": 80, "https": 443, "socks5": 1080}
_VARIABLES = [
    spelt(f"{scheme}_proxy") for scheme in ("http", "https", "all") for spelt in (str, str.upper)
]
_LONGEST_SIGN_IN = 255  # bytes; SOCKS has no room for more
_TELLING = 3  # letters; what is shorter stands in any text by chance
_MOST_TOLD, _LONGEST_QUOTE = 3, 40
_SOCKS4 = "asks for SOCKS4, which HF Chat does not speak. Most such proxies speak socks5:// too"
_UNKNOWN = {"socks4": _SOCKS4, "socks4a": _SOCKS4}


@dataclass(frozen=True, slots=True)
class ProxySource:
    """Where a proxy was found, and what to do there if it does not work."""

    name: str
    remedy: str
    sign_in: str
    action: Action = OPEN_PROXY


@dataclass(frozen=True, slots=True)
class Proxy:
    """A proxy server. `url` holds no password."""

    url: str
    source: ProxySource
    user: str = ""
    password: Secret | None = field(default=None, compare=False)

    @property
    def is_secure(self) -> bool:
        """Whether the proxy itself is reached over TLS."""
        return self.url.startswith("https:")

    @property
    def is_socks(self) -> bool:
        """Whether it speaks SOCKS, and no HTTP."""
        return self.url.startswith("socks")

    def forms(self) -> tuple[str, ...]:
        """Return every text in which its sign-in may be repeated, the longest first."""
        if self.password is None:
            return ()
        login = Secret(f"{self.user}:{self.password.reveal()}")
        forms = {form for form in (*login.forms(), *self.password.forms()) if len(form) >= _TELLING}
        return tuple(sorted(forms, key=len, reverse=True))

    def hushed(self, words: str) -> str:
        """Return words that came by way of this proxy without its password, however encoded."""
        for form in self.forms():
            words = re.sub(re.escape(form) + "=*", "…", words, flags=re.IGNORECASE)
        return words

    @property
    def place(self) -> str:
        """Host and port, as a person should read them."""
        return self.url.partition("://")[2]


NOTHING_CHOSEN = ChosenProxy()
HERE = ProxySource(
    "The proxy in HF Chat's settings",
    "Correct it there, or choose another way.",
    "Enter them there.",
)
ENTERED = ProxySource(
    "What you entered",
    "Enter a host and a port, such as proxy.example.org:8080.",
    "Enter them there.",
)
SYSTEM = ProxySource(
    "The proxy in this computer's settings",
    "Correct it there, or choose another way in HF Chat's settings.",
    "Enter them in HF Chat's settings, where a proxy can be named by hand.",
)


def variable(name: str) -> ProxySource:
    """Return the environment variable of this name as a source."""
    return ProxySource(
        f"The proxy in the environment variable {name}",
        "Correct or remove it, then start HF Chat again.",
        "Write them there, as in http://name:password@proxy:8080, then start HF Chat again.",
        NO_ACTION,
    )


def proxy_for(
    url: str,
    environment: Mapping[str, str],
    chosen: ChosenProxy = NOTHING_CHOSEN,
    system: Callable[[], SystemProxies] = system_proxies,
) -> Proxy | None:
    """Return the proxy for a URL, or None to connect directly.

    This computer is never reached through a proxy. Raises `ProxyFailed` naming where the proxy
    was found, and not its text, where that cannot be used.
    """
    if is_loopback(url) or chosen.choice.mode is ProxyMode.NONE:
        return None
    if chosen.choice.mode is ProxyMode.MANUAL:
        return _chosen(url, chosen)
    if is_exempt(origin(url), environment.get(_exceptions(environment), "")):
        return None
    if any(environment.get(name, "").strip() for name in _VARIABLES):
        return _of_environment(url, environment)
    return _of_system(url, system())


def no_proxy_note(environment: Mapping[str, str], choice: ProxyChoice) -> str:
    """Return the sentence that names what NO_PROXY holds and means no host, without secrets.

    "" where there is nothing of the kind, or NO_PROXY is not asked.
    """
    name = _exceptions(environment)
    odd = unreadable_entries(environment.get(name, ""))
    if not odd or choice.mode is not ProxyMode.SYSTEM:
        return ""
    told = [f"number {at} (“{_shown(entry)}”)" for at, entry in islice(odd.items(), _MOST_TOLD)]
    more = len(odd) - len(told)
    which = ", ".join(told) + (f" and {more} more" if more else "")
    return (
        f"The environment variable {name} has entries that mean no host, so they were passed over: "
        f"{which}. Correct it, then start HF Chat again."
    )


def _shown(entry: str) -> str:
    """Return an entry as a sentence may quote it: on one line, short, without a sign-in."""
    return printable(without_secrets(entry.rpartition("@")[2]))[:_LONGEST_QUOTE]


def _exceptions(environment: Mapping[str, str]) -> str:
    """Return the variable that lists what no proxy is for."""
    return "no_proxy" if environment.get("no_proxy") else "NO_PROXY"


def _chosen(url: str, chosen: ChosenProxy) -> Proxy | None:
    choice = chosen.choice
    if is_exempt(origin(url), choice.exceptions):
        return None
    proxy = read_proxy(choice.address, HERE)
    user, password = choice.user or proxy.user, chosen.password or proxy.password
    return _checked(Proxy(proxy.url, HERE, user, password))


def _of_environment(url: str, environment: Mapping[str, str]) -> Proxy | None:
    scheme = url.partition(":")[0].lower()
    for name in (f"{scheme}_proxy", "all_proxy"):
        for written in (name, name.upper()):
            if value := environment.get(written, "").strip():
                return read_proxy(value, variable(written))
    return None


def _of_system(url: str, found: SystemProxies) -> Proxy | None:
    text = found.addresses.get(url.partition(":")[0].lower()) or found.addresses.get("all", "")
    if not text or is_exempt(origin(url), found.exceptions) or found.exempts(origin(url).host):
        return None
    return read_proxy(text, SYSTEM)


def taken_apart(choice: ProxyChoice) -> ChosenProxy:
    """Return a choice whose address holds neither name nor password, and these beside it.

    Raises `ProxyFailed` where a proxy named by hand has no address that can be read.
    """
    if choice.mode is not ProxyMode.MANUAL:
        return ChosenProxy(choice)
    proxy = read_proxy(choice.address, ENTERED)
    bare = replace(choice, address=proxy.url, user=choice.user or proxy.user)
    return ChosenProxy(bare, proxy.password)


def read_proxy(text: str, source: ProxySource) -> Proxy:
    """Return the proxy that a text means, however it is written; raise `ProxyFailed`."""
    text = text.strip().strip("\"'").strip()
    written = _SCHEME.fullmatch(text)
    given, rest = (written[1].lower(), written[2]) if written else ("http", text)
    scheme = _SCHEMES.get(given)
    if scheme is None:
        raise _unusable(source, _UNKNOWN.get(given, "is of a kind that HF Chat does not know"))
    sign_in, _, place = rest.rpartition("@") if "@" in rest else ("", "", rest)
    try:
        if (_HALF_A_SCHEME.match(text) and not written) or is_like_a_key(place):
            raise BadAddress("half a scheme, or a key")
        host, port = host_and_port(split_path(place)[0])
    except BadAddress as error:
        raise _unusable(source, "is not the address of a proxy") from error
    user, _, password = sign_in.partition(":")
    secret = Secret(unquote(password)) if password else None
    url = f"{scheme}://{bracketed(host)}:{port or _PORTS[scheme]}"
    return _checked(Proxy(url, source, unquote(user), secret))


def _checked(proxy: Proxy) -> Proxy:
    password = proxy.password.reveal() if proxy.password else ""
    longest = max(len(part.encode("utf-8", "replace")) for part in (proxy.user, password))
    if proxy.is_socks and longest > _LONGEST_SIGN_IN:
        raise _unusable(proxy.source, "has a longer name or password than SOCKS can take")
    return proxy


def _unusable(source: ProxySource, reason: str) -> ProxyFailed:
    return ProxyFailed(f"{source.name} {reason}. {source.remedy}", action=source.action)
