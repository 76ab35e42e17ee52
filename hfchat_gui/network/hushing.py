"""Takes a proxy's name and password out of the headers of an answer that may be the proxy's own.

Only a proxy that is asked for plain http answers in the server's place; what comes through a
tunnel is the server's, which has not heard the password. Bodies are left as they are, since a
reply may hold any word: what is quoted of one goes without the texts that `HttpHead.unsaid` names.
"""

from __future__ import annotations

import re

import httpcore

from hfchat_gui.network.proxies import Proxy

# What an answer is read by holds no password, and must stay as it is.
_READ_BY = frozenset(
    {b"content-type", b"content-length", b"content-encoding", b"transfer-encoding", b"connection"}
)


def answers_itself(proxy: Proxy | None, url: str) -> bool:
    """Whether a proxy that was given a password answers in the place of the server at `url`."""
    if proxy is None or proxy.password is None or proxy.is_socks:
        return False
    return url.lower().startswith("http:")


def hush(response: httpcore.Response, proxy: Proxy) -> None:
    """Take the sign-in of the proxy that an answer came by out of its headers."""
    texts = (re.escape(form.encode("utf-8", "replace")) + b"=*" for form in proxy.forms())
    found = re.compile(b"|".join(texts), re.IGNORECASE)
    response.headers = [
        (name, value if name.lower() in _READ_BY else found.sub(b"...", value))
        for name, value in response.headers
    ]
