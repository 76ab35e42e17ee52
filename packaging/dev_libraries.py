"""Knows which Debian package has each library that the package leaves to the system."""

from __future__ import annotations

import dev_system

# With the C library and the compiler's own.
_BASE = {
    "ld-linux-x86-64.so.2": "libc6",
    "ld-linux-aarch64.so.1": "libc6",
    "libc.so.6": "libc6",
    "libdl.so.2": "libc6",
    "libm.so.6": "libc6",
    "libpthread.so.0": "libc6",
    "libresolv.so.2": "libc6",
    "librt.so.1": "libc6",
    "libutil.so.1": "libc6",
    "libgcc_s.so.1": "libgcc-s1",
}
# What Python's own modules load. OpenSSL and SQLite are the system's, and so kept safe by it.
_PYTHON = {
    "libbz2.so.1.0": "libbz2-1.0",
    "libcrypt.so.1": "libcrypt1",
    "libcrypto.so.3": "libssl3",
    "libexpat.so.1": "libexpat1",
    "libffi.so.8": "libffi8",
    "liblzma.so.5": "liblzma5",
    "libsqlite3.so.0": "libsqlite3-0",
    "libssl.so.3": "libssl3",
    "libuuid.so.1": "libuuid1",
}
_WAYLAND = {
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
}
# For the look of GNOME and its like, whose desktops have it; Qt goes without where it is missing.
_GTK = dict.fromkeys(
    (
        "libatk-1.0.so.0",
        "libcairo-gobject.so.2",
        "libcairo.so.2",
        "libgdk-3.so.0",
        "libgdk_pixbuf-2.0.so.0",
        "libgio-2.0.so.0",
        "libgobject-2.0.so.0",
        "libgtk-3.so.0",
        "libharfbuzz.so.0",
        "libpango-1.0.so.0",
        "libpangocairo-1.0.so.0",
    ),
    "libgtk-3-0",  # it brings the rest along
)
PACKAGES = dev_system.LIBRARIES | _BASE | _PYTHON | _WAYLAND | _GTK
"""Package names by a library's name, as Debian 12 has them; later releases provide the old name."""

DESKTOPS_OWN = frozenset(_GTK)
"""Libraries that are recommended only: one plugin needs them, and Qt starts without it."""
