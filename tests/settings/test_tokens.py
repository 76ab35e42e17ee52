"""The token is kept in a real keyring, or for this run, and a keyring that fails is named."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from hfchat_gui.settings.tokens import USER
from tests.helpers.keyring_service import (
    bus_with_locked_keyring,
    bus_with_new_keyring,
    bus_with_open_keyring,
    bus_with_silent_keyring,
    bus_without_keyring,
)
from tests.settings.vault_session import session

TOKEN = "hf_abcdefghijklmnopqrstuvwxyzABCD5678"
OTHER = "hf_ZYXWVUTSRQPONMLKJIHGFEDCBA9876dcba"
ROUTER = "https://router.huggingface.co/v1/chat/completions"


def absent(home: Path) -> None:
    """Assert that no file below this folder holds the token."""
    for file in home.rglob("*"):
        if file.is_file():
            assert b"hf_abc" not in file.read_bytes(), file


def home() -> Path:
    return Path.home()


def test_a_real_keyring_keeps_replaces_and_removes_the_token(tmp_path: Path) -> None:
    with bus_with_open_keyring(tmp_path) as bus:
        first, logged = session("status", f"save {TOKEN}\n", "status", bus=bus)
        assert first[0]["present"] is False
        assert first[0]["problem"] == ""
        for status in first[1:]:
            assert (status["present"], status["kept"], status["ending"]) == (True, True, "5678")
        second, _ = session("status", f"for_url {ROUTER}", f"save {OTHER}", bus=bus)
        assert second[0]["ending"] == "5678"
        assert second[1] == {"secret": TOKEN}
        assert second[2]["ending"] == "dcba"
        third, _ = session(f"for_url {ROUTER}", "remove", f"for_url {ROUTER}", bus=bus)
        assert third[0] == {"secret": OTHER}
        assert third[1]["present"] is False
        assert third[1]["problem"] == ""
        assert third[2] is None
        fourth, _ = session("status", "remove", bus=bus)
        assert [status["present"] for status in fourth] == [False, False]
        assert fourth[1]["problem"] == ""
    absent(home())
    assert "hf_" not in logged


def test_a_token_saved_with_a_line_end_inside_is_refused_without_echo(tmp_path: Path) -> None:
    with bus_with_open_keyring(tmp_path) as bus:
        _plant(bus, "hf_SECRETSECRET\nTAILTAIL")
        answers, logged = session(f"for_url {ROUTER}", "status", f"save {TOKEN}", bus=bus)
    assert answers[0]["error"] == "token"
    assert "keyring" in answers[0]["text"]
    assert answers[1]["present"] is False
    assert answers[2]["kept"] is True
    assert "SECRET" not in str(answers) + logged


def test_without_a_keyring_the_token_lives_for_this_run(tmp_path: Path) -> None:
    with bus_without_keyring(tmp_path) as bus:
        for address in ("", bus, "unix:path=/nowhere"):
            answers, logged = session("status", "save hf_FAKE", f"for_url {ROUTER}", bus=address)
            assert answers[0]["present"] is False
            assert "no keyring" in answers[0]["problem"]
            assert (answers[1]["present"], answers[1]["kept"]) == (True, False)
            assert answers[1]["ending"] == ""
            assert "until HF Chat ends" in answers[1]["problem"]
            assert answers[2] == {"secret": "hf_FAKE"}
            assert session("status", bus=address)[0][0]["present"] is False
            assert "hf_FAKE" not in logged
    for file in home().rglob("*"):
        assert not file.is_file() or b"hf_FAKE" not in file.read_bytes()


def test_looking_into_a_new_keyring_makes_nothing_in_it_and_asks_nobody(tmp_path: Path) -> None:
    with bus_with_new_keyring(tmp_path) as bus:
        answers, logged = session("status", f"for_url {ROUTER}", "remove", bus=bus)
        assert _collections(bus) == 0
    assert (answers[0]["present"], answers[0]["problem"]) == (False, "")
    assert answers[1] is None
    assert (answers[2]["present"], answers[2]["problem"]) == (False, "")
    assert "The keyring failed" not in logged


def test_what_is_no_token_is_refused_before_the_keyring_is_asked(tmp_path: Path) -> None:
    (tmp_path / "strange.py").write_text("print('asked')")
    strange = {"PYTHON_KEYRING_BACKEND": "strange.Keyring", "PYTHONPATH": str(tmp_path)}
    answers, _ = session("save hf_SECRET\u2603SECRET", more=strange)
    assert [answer["error"] for answer in answers] == ["token"]
    assert "SECRET" not in str(answers)


def test_a_locked_keyring_is_named_and_the_token_lives_for_this_run(tmp_path: Path) -> None:
    with bus_with_locked_keyring(tmp_path) as bus:
        answers, _ = session("status", f"for_url {ROUTER}", f"save {TOKEN}", "remove", bus=bus)
    assert "locked" in answers[0]["problem"]
    assert answers[1] is None
    assert (answers[2]["present"], answers[2]["kept"]) == (True, False)
    assert "locked" in answers[2]["problem"]
    assert "may still be saved" in answers[3]["problem"]


def test_a_keyring_that_never_answers_costs_its_time_once(tmp_path: Path) -> None:
    with bus_with_silent_keyring(tmp_path) as bus:
        answers, _ = session(
            "patience 3",
            *("status", "status", f"for_url {ROUTER}", f"save {TOKEN}", f"for_url {ROUTER}"),
            bus=bus,
        )
    first, again, url, saved, usable = answers
    assert "does not answer" in first["problem"]
    assert first["took"] > 2.9
    for later in (again, saved):
        assert later["took"] < first["took"] / 2
    assert url is None
    assert (saved["present"], saved["kept"]) == (True, False)
    assert usable == {"secret": TOKEN}


@pytest.mark.parametrize(
    ("module", "sentence"),
    [
        ("keyring.backends.null.Keyring", "unprotected"),
        ("keyring.backends.fail.Keyring", "no keyring"),
        ("keyrings.alt.file.PlaintextKeyring", "unprotected"),
    ],
)
def test_a_keyring_that_protects_nothing_is_not_used(
    tmp_path: Path, module: str, sentence: str
) -> None:
    plain = tmp_path / "keyrings" / "alt" / "file.py"
    plain.parent.mkdir(parents=True)
    plain.write_text(BACKEND.format(name="PlaintextKeyring", body="open('told', 'w')"))
    environment = {"PYTHON_KEYRING_BACKEND": module, "PYTHONPATH": str(tmp_path)}
    answers, _ = session("status", f"save {TOKEN}", more=environment)
    assert sentence in answers[0]["problem"]
    assert (answers[1]["present"], answers[1]["kept"]) == (True, False)
    assert sentence in answers[1]["problem"]
    absent(home())
    absent(tmp_path)


BACKEND = """
from keyring.backend import KeyringBackend
class {name}(KeyringBackend):
    priority = 1
    kept = None
    def get_password(self, service, user): return self.kept
    def set_password(self, service, user, text): {body}
    def delete_password(self, service, user): raise RuntimeError("cannot delete " + str(self.kept))
"""


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("raise OSError(1783, 'CredWrite', 'The stub received bad data: ' + text)", "too long"),
        ("raise RuntimeError(text)", "reports a failure"),
        ("pass", "did not take"),
    ],
)
def test_a_keyring_that_refuses_is_named_without_the_token(
    tmp_path: Path, body: str, sentence: str
) -> None:
    (tmp_path / "strange.py").write_text(BACKEND.format(name="Strange", body=body))
    environment = {"PYTHON_KEYRING_BACKEND": "strange.Strange", "PYTHONPATH": str(tmp_path)}
    long_token = "hf_" + "abc" * 500
    answers, logged = session(f"save {long_token}", f"for_url {ROUTER}", "remove", more=environment)
    assert sentence in answers[0]["problem"]
    assert (answers[0]["present"], answers[0]["kept"]) == (True, False)
    assert answers[1] == {"secret": long_token}
    assert "may still be saved" in answers[2]["problem"]
    assert "abcabc" not in str(answers[0]) + logged


def test_a_keyring_that_hides_what_it_holds_is_not_taken_for_empty(tmp_path: Path) -> None:
    with bus_with_open_keyring(tmp_path) as bus:
        session(f"save {TOKEN}", bus=bus)
        (tmp_path / "strange.py").write_text(BACKEND.format(name="Shy", body="Shy.kept = text"))
        shy = {"PYTHON_KEYRING_BACKEND": "strange.Shy", "PYTHONPATH": str(tmp_path)}
        answers, _ = session("status", f"for_url {ROUTER}", bus=bus, more=shy)
        assert answers[0]["present"] is False
        assert "does not give the token that was saved" in answers[0]["problem"]
        assert answers[1]["error"] == "keyring"
        assert "does not give the token that was saved" in answers[1]["text"]
        answers, _ = session("status", "remove", bus=bus)
        assert answers[0]["kept"] is True
        assert session("status", bus=bus)[0][0]["problem"] == ""
    absent(home())


LOCKED = """
from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked
from pathlib import Path
class Locked(KeyringBackend):
    priority = 1
    def get_password(self, service, user):
        asked = Path("{asked}")
        asked.write_text(asked.read_text() + "x" if asked.exists() else "x")
        if len(asked.read_text()) < 3: raise KeyringLocked("locked")
        return "{token}"
    def set_password(self, service, user, text): raise KeyringLocked("locked")
"""


def test_a_keyring_that_locks_a_kept_token_is_named_and_asked_again(tmp_path: Path) -> None:
    with bus_with_open_keyring(tmp_path) as bus:
        session(f"save {TOKEN}", bus=bus)
    module = LOCKED.format(asked=tmp_path / "asked", token=TOKEN)
    (tmp_path / "strange.py").write_text(module)
    locked = {"PYTHON_KEYRING_BACKEND": "strange.Locked", "PYTHONPATH": str(tmp_path)}
    answers, logged = session(
        f"for_url {ROUTER}", "command_line_token", f"for_url {ROUTER}", more=locked
    )
    for answer in answers[:2]:
        assert answer["error"] == "keyring"
        assert "The system keyring is locked." in answer["text"]
        assert "enter the token again in the settings" in answer["text"]
    assert answers[2] == {"secret": TOKEN}
    assert "hf_" not in logged


def test_with_a_locked_keyring_the_command_line_takes_another_tools_token(tmp_path: Path) -> None:
    with bus_with_open_keyring(tmp_path) as bus:
        session(f"save {TOKEN}", bus=bus)
    module = LOCKED.format(asked=tmp_path / "asked", token=TOKEN)
    (tmp_path / "strange.py").write_text(module)
    locked = {"PYTHON_KEYRING_BACKEND": "strange.Locked", "PYTHONPATH": str(tmp_path)}
    answers, _ = session("command_line_token", more=locked | {"HF_TOKEN": OTHER})
    assert answers == [{"secret": OTHER}]


def test_keyring_is_not_even_imported_before_it_is_needed() -> None:
    program = (
        "import sys, hfchat_gui.settings.tokens\n"
        "print({'keyring', 'secretstorage', 'jeepney'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "set()"


def test_an_answer_that_came_too_late_still_counts(tmp_path: Path) -> None:
    slow = "import time; time.sleep(1); Slow.kept = text"
    (tmp_path / "strange.py").write_text(BACKEND.format(name="Slow", body=slow))
    environment = {"PYTHON_KEYRING_BACKEND": "strange.Slow", "PYTHONPATH": str(tmp_path)}
    answers, _ = session(
        "patience 0.3", f"save {TOKEN}", "status", *(["wait 1", "status"] * 4), more=environment
    )
    assert [answers[n]["kept"] for n in (0, 1, -1)] == [False, False, True]
    assert answers[-1]["problem"] == ""


def _collections(bus: str) -> int:
    import secretstorage
    from jeepney.io.blocking import open_dbus_connection

    with open_dbus_connection(bus) as connection:
        found = secretstorage.get_all_collections(connection)
        return len([one for one in found if not one.collection_path.endswith("/session")])


def _plant(bus: str, text: str) -> None:
    import secretstorage
    from jeepney.io.blocking import open_dbus_connection

    with open_dbus_connection(bus) as connection:
        collection = secretstorage.get_default_collection(connection)
        attributes = {
            "application": "Python keyring library",
            "service": "HF Chat",
            "username": USER,
        }
        collection.create_item("planted", attributes, text.encode(), replace=True)
