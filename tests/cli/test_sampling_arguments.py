"""The options of `hfchat ask` that say how the answer is drawn."""

from __future__ import annotations

import shlex

import pytest

from hfchat_gui.cli.arguments import Ask, parse
from hfchat_gui.conversation.request import SamplingOptions


def sampling(words: str) -> SamplingOptions:
    command = parse(["ask", *shlex.split(words), "Hi"])
    assert isinstance(command, Ask)
    return command.sampling


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ("", SamplingOptions()),
        ("--top-p 0.9 --top-k 40 --min-p 0.05", SamplingOptions(top_p=0.9, top_k=40, min_p=0.05)),
        ("--stop END --stop '\n\n'", SamplingOptions(stop=("END", "\n\n"))),
        (
            "--frequency-penalty 1 --presence-penalty -1.5 --repetition-penalty 1.1",
            SamplingOptions(frequency_penalty=1, presence_penalty=-1.5, repetition_penalty=1.1),
        ),
        ("--reasoning-effort high", SamplingOptions(reasoning_effort="high")),
        (
            """--response-format '{"type": "json_object"}' --extra '{"n": 1}'""",
            SamplingOptions(response_format='{"type": "json_object"}', extra='{"n": 1}'),
        ),
        ("--extra '{}'", SamplingOptions()),
    ],
)
def test_each_option_has_its_field(words: str, options: SamplingOptions) -> None:
    assert sampling(words) == options


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("--top-p 1.5", "from 0.001 to 1"),
        ("--top-p 0", "from 0.001 to 1"),
        ("--max-tokens 1" + "0" * 400, "from 1 up"),
        ("--top-k 0", "from 1 up"),
        ("--top-k ٣", "from 1 up"),
        ("--seed 9" + "9" * 5000, "from 0 up"),
        ("--min-p many", "from 0 to 1"),
        ("--presence-penalty 3", "from -2 to 2"),
        ("--stop ''", "a text of at most 1000 characters is needed"),
        (f"--stop {'x' * 1001}", "a text of at most 1000 characters is needed"),
        ("--reasoning-effort heroic", "invalid choice"),
        ("--extra [1]", "JSON object is needed"),
        ("""--extra '{"messages": []}'""", "cannot set messages"),
        ("""--extra '{"model": "x", "stream": false}'""", "cannot set model or stream"),
        ("--response-format text", "JSON object is needed"),
    ],
)
def test_what_makes_no_sense_is_wrong_usage(
    words: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        sampling(words)
    assert ended.value.code == 2
    assert why in capsys.readouterr().err
