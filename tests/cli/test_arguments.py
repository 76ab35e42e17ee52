"""What the words after `hfchat` mean, and which of them are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from hfchat_gui import __version__
from hfchat_gui.cli.arguments import Ask, Export, List, Models, Window, parse
from hfchat_gui.conversation.request import SamplingOptions


def test_no_words_mean_the_window() -> None:
    assert parse([]) == Window(None, None, None, None)


def test_the_window_takes_a_prompt_a_model_an_address_and_a_picture() -> None:
    words = ["--prompt", "Hi", "--model", "org/m", "--endpoint", "h:1", "--screenshot", "a.png"]
    assert parse(words) == Window("Hi", "org/m", "h:1", Path("a.png"))


@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("folder", "a file is needed, and this is a folder"),
        ("none/a.png", "there is no such folder"),
        ("folder/a.png/b.png", "there is no such folder"),
    ],
)
def test_a_picture_that_cannot_be_written_is_refused_before_anything_is_sent(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], place: str, why: str
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "a.png").touch()
    with pytest.raises(SystemExit) as end:
        parse(["--prompt", "Hi", "--screenshot", str(tmp_path / place)])
    assert end.value.code == 2
    assert why in capsys.readouterr().err


def test_a_picture_that_may_not_be_written_is_refused_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)  # root may write anything
    with pytest.raises(SystemExit):
        parse(["--screenshot", str(tmp_path / "a.png")])
    assert "cannot be written there" in capsys.readouterr().err


def test_ask_takes_all_its_options() -> None:
    words = "ask --model m --endpoint h:1 --system S --max-tokens 5 --temperature 0 --seed 7"
    assert parse([*words.split(), "--json", "--save", "Hi"]) == Ask(
        "Hi", "m", "h:1", "S", SamplingOptions(max_tokens=5, temperature=0.0, seed=7), True, True
    )


def test_list_and_export_say_what_to_print() -> None:
    assert parse(["list"]) == List(as_json=False)
    assert parse(["list", "--json"]) == List(as_json=True)
    assert parse(["export", "82ae"]) == Export("82ae", "md")
    assert parse(["export", "82ae", "--format", "json"]) == Export("82ae", "json")


def test_models_take_words_to_search_for() -> None:
    assert parse(["models"]) == Models(as_json=False, search="")
    assert parse(["models", "--json", "--search", "qwen 32b"]) == Models(True, "qwen 32b")


def test_a_prompt_may_begin_with_a_dash_after_two_of_them() -> None:
    for words, prompt in ((["--", "-5 + 3?"], "-5 + 3?"), (["-"], "-")):
        command = parse(["ask", *words])
        assert isinstance(command, Ask)
        assert command.prompt == prompt


@pytest.mark.parametrize(
    "words",
    [
        ["ask"],
        ["ask", "--max-tokens", "0", "Hi"],
        ["ask", "--max-tokens", "٣", "Hi"],
        ["ask", "--temperature", "-1", "Hi"],
        ["ask", "--temperature", "9", "Hi"],
        ["ask", "--temperature", "nan", "Hi"],
        ["ask", "--temperature", "warm", "Hi"],
        ["ask", "--seed", "-1", "Hi"],
        ["ask", "--nonsense", "Hi"],
        ["ask", "one", "two"],
        ["nonsense"],
        ["list", "more"],
        ["export"],
        ["export", "82ae", "--format", "pdf"],
        ["ask", "--\nnonsense\x1b[31m", "Hi"],
        ["--screenshot"],
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_2(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        parse(words)
    assert end.value.code == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "--help" in told
    assert "\x1b" not in told


def test_a_question_without_quotes_is_told_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse(["ask", "hi", "there"])
    assert "there. A text of several words stands in quotes. See" in capsys.readouterr().err


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        parse(["--version"])
    assert end.value.code == 0
    assert capsys.readouterr().out == f"HF Chat {__version__}\n"


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("askk", "hfchat: there is no command askk. Did you mean hfchat ask? See hfchat --help."),
        ("Modles", "hfchat: there is no command Modles. Did you mean hfchat models? See"),
        ("frobnicate", "no command frobnicate. Commands: ask, list, export, models. See hfchat"),
        ("Why is it so?", 'hfchat: a question is asked by hfchat ask "…". See hfchat --help.'),
        ("a\x1b[31m\u202e", "there is no command a[31m."),
    ],
)
def test_a_word_that_is_no_command_is_answered_with_those_there_are(
    word: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        parse([word, "hi"])
    assert ended.value.code == 2
    assert said in capsys.readouterr().err
