"""Tests for requests as values."""

from __future__ import annotations

import pytest

from hfchat_gui.network.messages import HttpRequest


@pytest.mark.parametrize("name", ["Authorization", "cookie", "Host", "Proxy-Authorization"])
def test_headers_of_the_network_are_not_for_callers(name: str) -> None:
    with pytest.raises(ValueError, match=name.lower()):
        HttpRequest("GET", "http://127.0.0.1", headers={name: "x"})
