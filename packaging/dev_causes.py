"""Knows what pip and the disk say when they fail, and what a person can do about it."""

from __future__ import annotations

import re

_CAUSES = {
    r"DO NOT MATCH THE HASHES": (
        "A downloaded package is not the one that requirements.lock names: try again, and if it "
        "stays so, use another package index."
    ),
    r"No space left|Errno 28\b": "The disk is full: make room (2 GB will do) and start again.",
    r"407 Proxy|ProxyError|Tunnel connection failed|Missing dependencies for SOCKS": (
        "The proxy refused the connection: check HTTPS_PROXY and start again."
    ),
    r"CERTIFICATE_VERIFY_FAILED|SSLError": (
        "The package index shows a certificate that is not trusted here: set PIP_CERT to your "
        "network's certificate file and start again."
    ),
    (
        r"Name or service not known|name resolution|nodename nor servname|getaddrinfo failed"
        r"|Network is unreachable|No route to host|Connection refused|timed out"
        r"|NewConnectionError|NameResolutionError|Max retries exceeded|Connection broken"
        r"|IncompleteRead|Connection aborted"
    ): "The package index cannot be reached: check the network (or HTTPS_PROXY) and start again.",
    r"Permission denied|Read-only file system|Errno (13|30)\b": (
        "A folder of this checkout cannot be written: make it yours and start again."
    ),
    r"No matching distribution found for (?P<what>\S+)": (
        "The package index has no {what} for this system: HF Chat runs on 64-bit Linux, Windows "
        "and macOS, and needs a complete index."
    ),
}


def explain(output: str) -> str:
    """The cause and the next step, from what was printed."""
    for pattern, sentence in _CAUSES.items():
        if found := re.search(pattern, output):
            return sentence.format(**found.groupdict())
    errors = [line for line in output.splitlines() if line.startswith("ERROR:")]
    last = (errors or output.strip().splitlines() or ["nothing"])[-1]
    return f"Setting up failed, and the last word was: {last.removeprefix('ERROR:').strip()}"
