"""Code is coloured as it arrives, and exactly in the end."""

import time

import pytest

from hfchat_gui.markdown.code_colours import CodeColours, ColourRole, Run, prepare

PYTHON = 'class A:\n    """words\n    more"""\n    def f(self) -> int:\n        return 1  # one\n'


def grown(language: str, code: str) -> list[Run]:
    colours = CodeColours(language)
    runs: list[Run] = []
    so_far = ""
    for line in code.splitlines(keepends=True):
        so_far += line
        runs += colours.grow(so_far)
    return runs


def painted(runs: list[Run], length: int) -> list[ColourRole | None]:
    roles: list[ColourRole | None] = [None] * length
    for run in runs:
        roles[run.start : run.start + run.length] = [run.role] * run.length
    return roles


def exactly(language: str, code: str) -> list[Run]:
    return [run for helping in CodeColours(language).whole(code) for run in helping]


def roles_by_text(code: str, runs: list[Run]) -> dict[str, str]:
    return {code[run.start : run.start + run.length].strip(): run.role.value for run in runs}


def test_python_gets_its_colours() -> None:
    found = roles_by_text(PYTHON, exactly("python", PYTHON))
    assert found["class"] == "keyword"
    assert found["f"] == "name"
    assert found["A"] == "type"
    assert found["# one"] == "comment"
    assert found["1"] == "number"


@pytest.mark.parametrize(
    ("language", "code"),
    [
        ("python", PYTHON),
        ("json", '{"a": [1,\n true]}\n'),
        ("rust", "fn main() {\n    let x: u32 = 1;\n}\n"),
        ("bash", 'for i in 1 2; do\n  echo "$i"\ndone\n'),
        ("yaml", "a: b\nc: 1\n"),
    ],
)
def test_line_by_line_ends_as_the_whole_does(language: str, code: str) -> None:
    whole = exactly(language, code)
    assert whole
    assert painted(grown(language, code), len(code)) == painted(whole, len(code))


def test_only_whole_lines_are_coloured() -> None:
    colours = CodeColours("python")
    assert colours.grow("x = 1") == []
    assert colours.grow("x = 1\ny")
    assert colours.grow("x = 1\ny") == []


def test_an_unknown_language_has_no_colours() -> None:
    for language in ("", "no-such-language"):
        assert grown(language, "x = 1\n") == []
        assert exactly(language, "x = 1\n") == []


def test_a_lexer_with_callbacks_of_its_own_waits_for_the_whole() -> None:
    text = "# a\n\n```py\nx = 1\n```\n"
    assert CodeColours("markdown").grow(text) == []
    assert exactly("markdown", text)


def test_a_line_of_data_is_left_plain() -> None:
    data = "x" * 5000 + "\n"
    assert grown("python", data) == []
    assert exactly("python", data) == []


def test_much_code_comes_in_small_helpings() -> None:
    helpings = list(CodeColours("python").whole(PYTHON * 100))
    assert len(helpings) > 10


def test_a_thousand_lines_do_not_grow_slower() -> None:
    begun = time.process_time()
    grown("python", PYTHON * 200)
    assert time.process_time() - begun < 3.0


def test_a_language_is_prepared_on_any_thread_and_an_unknown_one_is_no_fault() -> None:
    prepare("ruby")
    prepare("no such language")
    assert list(CodeColours("ruby").whole("def x; end\n"))
