"""What pip says when it fails becomes a cause and a next step."""

from __future__ import annotations

import pytest
from dev_causes import explain

_OFFLINE = """WARNING: Retrying (Retry(total=1, connect=None, read=None, redirect=None))
 after connection broken by 'NewConnectionError('<pip._vendor.urllib3.connection.HTTPSConnection
 object at 0x7f>: Failed to establish a new connection: [Errno -3] Temporary failure in name
 resolution')': /simple/anyio/
ERROR: Could not find a version that satisfies the requirement anyio==4.16.0 (from versions: none)
ERROR: No matching distribution found for anyio==4.16.0
"""
_PROXY = "WARNING: Retrying after connection broken by 'ProxyError('Cannot connect to proxy.')'"
_HASH = "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE. If you have"


@pytest.mark.parametrize(
    ("said", "explained"),
    [
        (_OFFLINE, "The package index cannot be reached: check the network"),
        (_PROXY, "The proxy refused the connection"),
        (_HASH, "A downloaded package is not the one that requirements.lock names"),
        ("ERROR: [Errno 28] No space left on device", "The disk is full: make room"),
        ("OSError: [Errno 13] Permission denied: '/x'", "cannot be written: make it yours"),
        ("SSLError(SSLCertVerificationError(1, '[SSL: CERTIFICATE_VERIFY_FAILED]", "PIP_CERT"),
        (
            "ERROR: No matching distribution found for xllamacpp==1",
            "no xllamacpp==1 for this system",
        ),
        ("line\nERROR: something new\nmore", "the last word was: something new"),
        ("one\ntwo\n", "the last word was: two"),
        ("", "the last word was: nothing"),
    ],
)
def test_each_failure_is_explained(said: str, explained: str) -> None:
    sentence = explain(said)
    assert explained in sentence
    assert "\n" not in sentence
