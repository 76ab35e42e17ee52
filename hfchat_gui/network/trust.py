"""Which certificates are trusted: the operating system's, or those that the environment names."""

from __future__ import annotations

import functools
import os
import ssl
from pathlib import Path

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
    for name, value, there in (
        ("SSL_CERT_FILE", file, Path(file).is_file()),
        ("SSL_CERT_DIR", folder, Path(folder).is_dir()),
    ):
        if value and not there:
            raise CertificateRefused(
                f"The variable {name} names certificates that are not there. "
                "Correct or remove it, then start HF Chat again."
            )
    try:
        return ssl.create_default_context(cafile=file or None, capath=folder or None)
    except OSError as error:
        raise CertificateRefused(
            "The certificates that SSL_CERT_FILE names cannot be read. "
            "Correct or remove that variable, then start HF Chat again.",
            detail=type(error).__name__,
        ) from error
