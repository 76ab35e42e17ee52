"""Says what of the system a packed program reaches: what freezing loses shows here first."""

from __future__ import annotations

import sys

from hfchat_gui.network.trust import tls_context
from hfchat_gui.settings.system_keyring import backend_names


def run() -> int:
    """Print the keyrings that can be used, the best one first, and where trust comes from."""
    for name in backend_names():
        sys.stdout.write(f"keyring: {name}\n")
    trust = type(tls_context())
    sys.stdout.write(f"certificates: {trust.__module__}.{trust.__qualname__}\n")
    return 0
