"""Tests for the certificates that are trusted."""

from __future__ import annotations

import os
import shutil
import ssl
import sys
from pathlib import Path

import pytest
from truststore import _openssl as truststore_on_linux

from hfchat_gui.conversation.errors import CertificateRefused
from hfchat_gui.network import trust
from hfchat_gui.network.messages import HttpRequest
from tests.helpers.http_server import Answer, ScriptedServer
from tests.helpers.running import Run
from tests.network.asking import answer, failure
from tests.network.tls_front import AUTHORITY, TlsFront


@pytest.fixture(autouse=True)
def _no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SSL_CERT_FILE", "SSL_CERT_DIR"):
        monkeypatch.delenv(name, raising=False)


def test_the_systems_certificates_are_the_default_and_made_once() -> None:
    context = trust.tls_context()
    assert type(context).__module__.startswith("truststore")
    assert context is trust.tls_context()


@pytest.mark.skipif(sys.platform != "linux", reason="where the store is a file")
def test_an_authority_in_the_systems_store_is_trusted_and_no_other(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = tmp_path / "ca-certificates.crt"
    monkeypatch.setattr(truststore_on_linux, "_CA_FILE_CANDIDATES", [str(store)])
    nowhere = ssl.DefaultVerifyPaths("", "", "SSL_CERT_FILE", "", "SSL_CERT_DIR", "")
    monkeypatch.setattr(ssl, "get_default_verify_paths", lambda: nowhere)
    trust._context.cache_clear()
    with ScriptedServer() as server, TlsFront(server.port) as front:
        server.on("GET", "/", Answer.text("private"))
        request = HttpRequest("GET", front.url)
        assert isinstance(failure(run, request), CertificateRefused)
        shutil.copy(AUTHORITY, store)  # as an administrator adds it
        trust._context.cache_clear()
        assert answer(run, request).body == b"private"
    trust._context.cache_clear()


def test_the_environment_may_name_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(AUTHORITY))
    context = trust.tls_context()
    assert context.verify_mode is ssl.CERT_REQUIRED
    assert context.check_hostname
    assert "HF Chat test authority" in str(context.get_ca_certs())


def test_a_folder_of_certificates_may_be_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SSL_CERT_DIR", os.pathsep.join([str(tmp_path / "none"), str(tmp_path)]))
    assert trust.tls_context().verify_mode is ssl.CERT_REQUIRED


@pytest.mark.parametrize("name", ["SSL_CERT_FILE", "SSL_CERT_DIR"])
@pytest.mark.parametrize("value", ["/no/such/place", "x" * 5000, "~", " "])
def test_certificates_that_are_not_there_are_told(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(CertificateRefused, match=name):
        trust.tls_context()


def test_a_file_that_holds_none_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "x.pem").write_text("no certificate")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "x.pem"))
    with pytest.raises(CertificateRefused, match=r"SSL_CERT_FILE .* PEM form"):
        trust.tls_context()


def test_what_the_system_says_of_a_file_is_passed_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def failing(*_: object) -> None:
        raise failures.pop()

    failures = [OSError("odd"), PermissionError(13, "x")]
    monkeypatch.setattr(ssl.SSLContext, "load_verify_locations", failing)
    (tmp_path / "x.pem").write_text("")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "x.pem"))
    with pytest.raises(CertificateRefused, match="Permission denied"):
        trust.tls_context()
    monkeypatch.delenv("SSL_CERT_FILE")
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path))
    with pytest.raises(CertificateRefused, match=r"SSL_CERT_DIR .*\(OSError\)"):
        trust.tls_context()
