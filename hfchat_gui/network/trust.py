"""Which certificates are trusted: the operating system's, or those that the environment names."""

from __future__ import annotations

import functools
import os
import ssl
from collections.abc import Callable
from pathlib import Path

from hfchat_gui.conversation.error_record import NO_ACTION
from hfchat_gui.conversation.errors import CertificateRefused


def tls_context() -> ssl.SSLContext:
    """Return the context for all connections; it takes 50 ms and more to make, so it is kept.

    Raises `CertificateRefused` if SSL_CERT_FILE or SSL_CERT_DIR cannot be used.
    """
    return _context(os.environ.get("SSL_CERT_FILE", ""), os.environ.get("SSL_CERT_DIR", ""))


@functools.lru_cache(maxsize=1)
def _context(file: str, folder: str) -> ssl.SSLContext:
    if file or folder:
        return _from_environment(file, folder)
    import truststore

    return truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def _from_environment(file: str, folder: str) -> ssl.SSLContext:
    if file and not _is_there(file, Path.is_file):
        raise _unusable("SSL_CERT_FILE", "names certificates that are not there")
    folders = folder.split(os.pathsep) if folder else []
    if folder and not any(_is_there(one, Path.is_dir) for one in folders):
        raise _unusable("SSL_CERT_DIR", "names certificates that are not there")
    # Not `create_default_context`: its strictness refuses authorities that companies do have, and
    # it reads further variables, which would be blamed on these.
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    try:
        context.load_verify_locations(file or None, folder or None)
    except OSError as error:
        name = "SSL_CERT_FILE" if file else "SSL_CERT_DIR"
        raise _unusable(name, f"names certificates that cannot be read ({_why(error)})") from error
    return context


def _is_there(text: str, kind: Callable[[Path], bool]) -> bool:
    try:
        return kind(Path(text))
    except (OSError, ValueError):  # too long for a path, or none at all
        return False


def _unusable(name: str, reason: str) -> CertificateRefused:
    return CertificateRefused(
        f"The environment variable {name} {reason}. Correct or remove it, then start HF Chat "
        "again.",
        action=NO_ACTION,
    )


def _why(error: OSError) -> str:
    if isinstance(error, ssl.SSLError):
        return "it holds no certificate in the PEM form"
    return os.strerror(error.errno) if error.errno else type(error).__name__
