"""Text is unwrapped, and an address is found in commands and code; other text stays as it is."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.errors import BadAddress
from hfchat_gui.network.pasted import bare_text, in_command


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        (" “h:1” ", "h:1"),
        ('"<h:1>",', "h:1"),
        ("\u200bh\u00ad:1\ufeff", "h:1"),
        ("ｈ：８０８０／ｖ１", "h:8080/v1"),
        ("127。0。0。1", "127.0.0.1"),
        ("'", ""),
    ],
)
def test_what_copying_and_input_methods_add_is_taken_off(text: str, bare: str) -> None:
    assert bare_text(text) == bare


@pytest.mark.parametrize(
    "text",
    [
        "http://h/x?u=http://g",
        "h:1",
        "a b http://h",
        "http://a b",
        "curl h:1",
        "x=1",
        "",
        "curl",
    ],
)
def test_other_text_stays_as_it_is(text: str) -> None:
    assert in_command(text).url == text
    assert in_command(text).key is None


def test_one_address_may_be_named_twice_and_two_are_refused() -> None:
    assert in_command("curl http://h/v1; curl http://h/v1").url == "http://h/v1"
    with pytest.raises(BadAddress, match="more than one"):
        in_command("curl http://h http://g")


@pytest.mark.parametrize(
    ("body", "model"),
    [
        ("""-d '{"model": "org/m:fastest", "messages": []}'""", "org/m:fastest"),
        (r"""-d "{\"messages\":[],\"model\":\"llama3.2:1b\"}\"""", "llama3.2:1b"),
        ("""--json '{ "model" : "m" }'""", "m"),
        ("""-d '{"model": "<your model>"}'""", ""),
        ("""-d '{"model": "$MODEL"}'""", ""),
        ("""-d '{"messages": []}'""", ""),
        ("", ""),
    ],
)
def test_a_model_in_the_body_of_a_command_is_read(body: str, model: str) -> None:
    assert in_command(f"curl http://h/v1 {body}").model == model


def test_code_around_an_address_is_left_out() -> None:
    assert in_command('client = OpenAI(base_url="http://h/v1", api_key="x")').url.startswith("cl")
    assert in_command('base_url = ("http://h/v1"),').url == 'base_url = ("http://h/v1"),'
    assert in_command("$env:BASE_URL='http://h/v1'").url == "http://h/v1"
    assert in_command("-e OPENAI_BASE_URL=http://h/v1").url == "http://h/v1"


@pytest.mark.timeout(60)
@pytest.mark.parametrize("begins", ["a", "export ", "a=", "curl http://h -u", "curl http://h/x"])
@pytest.mark.parametrize("unit", [" ", "=", "a", "-", ":", "'", "http://"])
def test_long_runs_of_one_kind_take_no_time_without_end(begins: str, unit: str) -> None:
    text = begins + unit * (400_000 // len(unit))
    try:
        found = in_command(f"{text}!").url
    except BadAddress:
        return
    assert found.startswith(("http://", begins))
