"""Tests for what a person pastes as an address."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hfchat_gui.conversation.errors import BadAddress
from hfchat_gui.conversation.origin import origin
from hfchat_gui.network.addresses import (
    _MODEL,
    BODY_NOTE,
    KEY_NOTE,
    LOGIN_NOTE,
    MODEL_NOTE,
    QUERY_NOTE,
    _base_path,
    api_url,
    host_of,
    read_address,
)

KEYS = [
    "hf_" + "aBcD" * 8 + "xy",
    "hf_oauth_" + "eyJ0eXAi.eyJzdWIi.c2ln" * 2,
    "sk-proj-" + "Ab12" * 8,
    "eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJSMeK",
    "AIza" + "Sy12" * 8,
    "aB3d" * 8,
    "0a1b2c3d" * 4,
]


@pytest.mark.parametrize(
    "typed",
    [
        "http://127.0.0.1:8080",
        "http://127.0.0.1:8080/",
        "http://127.0.0.1:8080/v1",
        "http://127.0.0.1:8080/v1/",
        "http://127.0.0.1:8080/v1/chat/completions",
        "http://127.0.0.1:8080/v1/chat/completions/",
        "http://127.0.0.1:8080/chat/completions",
        "http://127.0.0.1:8080/v1/models",
        "http://127.0.0.1:8080/v1/completions/",
        "http://127.0.0.1:8080/v1?key=x#there",
        "  <http://127.0.0.1:8080/v1>\n",
        "HTTP://127.0.0.1:8080",
        "127.0.0.1:8080/v1",
        "//127.0.0.1:8080",
        "http://0.0.0.0:8080",
        "HTTP://127.0.0.1:8080/V1/Chat/Completions",
        "http://127.0.0.1:8080/v1/embeddings",
        "http://127.0.0.1:8080/api/chat",
        "“http://127.0.0.1:8080/v1”,",
        "`127.0.0.1:8080`",
        "\u200bhttp://127.0.0.1:8080\ufeff",
        "ｈｔｔｐ：／／１２７．０．０．１：８０８０",
        'base_url="http://127.0.0.1:8080/v1",',
        '    "base_url": "http://127.0.0.1:8080/v1",',
        "OPENAI_BASE_URL=http://127.0.0.1:8080/v1",
        "export OPENAI_API_BASE='http://127.0.0.1:8080/v1'",
        "--endpoint http://127.0.0.1:8080/v1",
        'curl http://127.0.0.1:8080/v1/chat/completions \\\n  -d \'{"model": "m"}\'',
        "$ curl -s 'http://127.0.0.1:8080/v1/models'",
        "wget -qO- http://127.0.0.1:8080/v1/models",
    ],
)
def test_every_form_of_one_server_is_one_base(typed: str) -> None:
    assert read_address(typed).base == "http://127.0.0.1:8080"


@pytest.mark.parametrize(
    ("typed", "base"),
    [
        ("app.localhost:3000", "http://app.localhost:3000"),
        ("localhost:11434", "http://localhost:11434"),
        ("gpu-box:8000", "http://gpu-box:8000"),
        ("nas.local", "http://nas.local"),
        ("192.168.1.7:80", "http://192.168.1.7"),
        ("[::1]:5000/", "http://[::1]:5000"),
        ("::1", "http://[::1]"),
        ("[::]:5000", "http://[::1]:5000"),
        ("8.8.8.8", "https://8.8.8.8"),
        ("API.Example.COM/v1", "https://api.example.com"),
        ("https://example.com:443/x/v1/", "https://example.com/x"),
        ("https://bücher.example/v1", "https://xn--bcher-kva.example"),
        ("https://example.com/modèle", "https://example.com/mod%C3%A8le"),
        ("https://example.com/a%20b", "https://example.com/a%20b"),
        ("https://example.com./v1", "https://example.com."),
        ("[fe80::1%25eth0]:8080", "http://[fe80::1%eth0]:8080"),
        ("fe80::1%eth0", "http://[fe80::1%eth0]"),
        ("fd00::7", "http://[fd00::7]"),
        ("[::ffff:10.0.0.1]:80", "http://[::ffff:a00:1]"),
        ("192.0.2.7:8000", "https://192.0.2.7:8000"),
        ("http://host/models/x", "http://host/models/x"),
        ("http://host/api/paas/v4/models", "http://host/api/paas/v4"),
        ("https://x.example/?u=https://y.example", "https://x.example"),
        ("https://https://example.com/v1", "https://example.com"),
        ("HTTP://http://HTTP://host:80", "http://host"),
        ("//https://example.com", "https://example.com"),
        ("https://example.com/https://x", "https://example.com/https://x"),
        ("https://ра\u0443pal.example", "https://xn--pal-5cd3fta.example"),
    ],
)
def test_missing_parts_are_filled_in(typed: str, base: str) -> None:
    assert read_address(typed).base == base
    assert read_address(base).base == base


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("   ", "no address"),
        ("http://", "names no server"),
        ("https:///v1", "names no server"),
        ("ftp://example.com", "http:// or https://"),
        ("http:/example.com", "comes ://"),
        ("https:example.com", "comes ://"),
        ("http://https://example.com", "both http:// and https://"),
        ("https://HTTPS://http://me:pw@example.com", "both http:// and https://"),
        ("http//example.com", "half a scheme"),
        ("https//me.example:8080", "half a scheme"),
        ("https.//example.com", "half a scheme"),
        ("https://https//example.com", "half a scheme"),
        ("http://http:/example.com", "half a scheme"),
        ("http:", "half a scheme"),
        ("HTTPS", "half a scheme"),
        ("https://https:8000", "half a scheme"),
        ("/var/run/llama.sock", "place on a disk"),
        ("unix:///run/x.sock", "place on a disk"),
        ("file:///home/me/model.gguf", "place on a disk"),
        ("~/models", "place on a disk"),
        (r"C:\models", "place on a disk"),
        ("ws://127.0.0.1:8080", "web socket"),
        ("mailto:me@example.com", "mailto:"),
        ("http://2130706433", "four numbers"),
        ("http://0x7f.1:8080", "four numbers"),
        ("http://1.2.3", "four numbers"),
        ("http://user:pa/pw@example.com", "1 to 65535"),
        ("http://example.com:65536", "1 to 65535"),
        ("curl http://a.example http://b.example", "more than one address"),
        ("curl --help", "no spaces"),
        ("http://exa mple.com", "no spaces"),
        ("http://example.com\\v1", "backslashes"),
        ("http://example.com:99999", "1 to 65535"),
        ("http://example.com:0", "1 to 65535"),
        ("http://example.com:http", "1 to 65535"),
        ("http://[12::x]", "no IPv6"),
        ("http://[127.0.0.1]", "no IPv6"),
        ("http://[::1]x", "1 to 65535"),
        ("http://exa_mple..com", "names no server"),
        ("http://" + "a" * 64 + ".com", "too long"),
        ("http://" + "a.b" * 90, "too long"),
        ("http://exa\u0640mple.com", "letters that no server"),
    ],
)
def test_what_cannot_be_an_address_is_refused_with_the_reason(typed: str, reason: str) -> None:
    with pytest.raises(BadAddress, match=reason) as refused:
        read_address(typed)
    assert "pw" not in refused.value.user_text


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    "pasted", ["{}", " “{}”,", "{}/", "HF_TOKEN={}", "http://{}", "https://{}:8080/v1", "{}:8080"]
)
def test_a_key_is_no_address_and_is_not_repeated(pasted: str, key: str) -> None:
    with pytest.raises(BadAddress, match="looks like a token or key") as refused:
        read_address(pasted.format(key))
    assert key.lower() not in refused.value.user_text.lower()


@pytest.mark.parametrize("typed", ["hf_abcdef", "sk-printer"])
def test_a_short_word_like_a_key_is_a_host_where_a_scheme_or_a_port_says_so(typed: str) -> None:
    with pytest.raises(BadAddress, match="write http:// before it"):
        read_address(typed)
    assert read_address(f"http://{typed}").base == f"http://{typed}"
    assert read_address(f"{typed}:8080").base == f"http://{typed}:8080"


@pytest.mark.parametrize(
    ("typed", "base", "key"),
    [
        ("http://me:pw@host.example:80/v1", "http://host.example", "Basic bWU6cHc="),
        ("me:pw@localhost:8080", "http://localhost:8080", "Basic bWU6cHc="),
        ("https://https://me:pw@host", "https://host", "Basic bWU6cHc="),
        ("https://https:pw@host", "https://host", "Basic aHR0cHM6cHc="),
        ("https://me:p%40%3Aw@host", "https://host", "Basic bWU6cEA6dw=="),
        ("https://hf_token@host", "https://host", "Basic aGZfdG9rZW46"),
        ("https://a@b:pw@host", "https://host", "Basic YUBiOnB3"),
        ("https://me:pässe@host", "https://host", "Basic bWU6cMOkc3Nl"),
        ("https://@host", "https://host", None),
        ("https://:@host", "https://host", None),
        ("https://host/@me", "https://host/@me", None),
    ],
)
def test_a_password_leaves_the_address_and_becomes_the_key(
    typed: str, base: str, key: str | None
) -> None:
    found = read_address(typed)
    assert found.base == base
    assert (found.key.reveal() if found.key else None) == key
    assert found.note == (LOGIN_NOTE if key else "")


@pytest.mark.parametrize(
    ("pasted", "key"),
    [
        ("curl https://h.example/v1 -H 'Authorization: Bearer sk-abc'", "sk-abc"),
        ('curl https://h.example/v1 -H "authorization:bearer  sk-abc"', "sk-abc"),
        ("curl https://h.example/v1 -H 'Authorization: Basic bWU6cHc='", "Basic bWU6cHc="),
        ("curl https://h.example/v1 -H 'X-Api-Key: abc'", "abc"),
        ("curl -u me:pw https://h.example/v1", "Basic bWU6cHc="),
        ('curl https://h.example/v1 -H "Authorization: Bearer $HF_TOKEN"', None),
        ("curl https://h.example/v1 -H 'Authorization: Bearer <your key>'", None),
        ("curl https://h.example/v1 -H 'Authorization: Bearer YOUR_KEY'", None),
        ("curl https://h.example/v1 -H 'Authorization: Bearer \u00e9'", None),
        ("curl https://h.example/v1", None),
    ],
)
def test_a_key_in_a_pasted_command_is_the_servers(pasted: str, key: str | None) -> None:
    found = read_address(pasted)
    assert found.base == "https://h.example"
    assert (found.key.reveal() if found.key else None) == key
    assert found.note == (KEY_NOTE if key else "")


def test_what_is_left_out_or_taken_elsewhere_is_said() -> None:
    assert read_address("http://h/v1?api-version=1#x").note == QUERY_NOTE
    found = read_address("http://me:pw@h/v1/models/org/m?x")
    assert found.note == f"{LOGIN_NOTE} {QUERY_NOTE} {MODEL_NOTE}"
    assert found.model == "org/m"
    assert "pw" not in repr(found)
    found = read_address("""curl http://h/v1/chat/completions -d '{"model": "m"}'""")
    assert (found.base, found.model, found.note) == ("http://h", "m", BODY_NOTE)


@given(st.text(max_size=40))
def test_any_text_is_an_address_or_refused(typed: str) -> None:
    try:
        base = read_address(typed).base
    except BadAddress:
        return
    assert base.isascii()
    assert read_address(base).base == base
    assert str(origin(base)).startswith(base.partition(":")[0])


@pytest.mark.timeout(60)
@pytest.mark.parametrize("unit", ["/", "//", "/v1", "/v1/models/", "/chat/completions", "v1", "1"])
@pytest.mark.parametrize("end", ["", "x", "/"])
def test_a_path_without_end_takes_no_time_without_end(unit: str, end: str) -> None:
    path = f"/v1{unit * (500_000 // len(unit))}{end}"
    assert _base_path(path).startswith("/") or not _base_path(path)
    assert _MODEL.search(path) or "/models/" not in path
    assert api_url(f"http://h{path}", "models").endswith("/models")


@pytest.mark.parametrize(
    ("base", "url"),
    [
        ("http://127.0.0.1:80", "http://127.0.0.1:80/v1/models"),
        ("https://api.example.com/openai", "https://api.example.com/openai/v1/models"),
        ("https://example.com/api/paas/v4", "https://example.com/api/paas/v4/models"),
        ("https://example.com/novita/v3/openai", "https://example.com/novita/v3/openai/models"),
        ("https://example.com/v1beta/openai", "https://example.com/v1beta/openai/models"),
    ],
)
def test_the_version_stands_once_in_the_path(base: str, url: str) -> None:
    assert api_url(base, "models") == url


def test_a_host_is_shown_without_its_default_port() -> None:
    assert host_of("https://example.com:443/x") == "example.com"
    assert host_of("http://example.com:443/x") == "example.com:443"
    assert host_of("http://[::1]:80/x") == "[::1]"
