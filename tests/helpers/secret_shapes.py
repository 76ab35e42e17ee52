"""The written list of shapes in which keys, tokens and passwords come, each planted with a mark."""

from __future__ import annotations

import base64
from urllib.parse import quote

PLANTED = "PLANTED7SECRET"
"""Stands within each shape, or what it becomes in the coded ones: `leaked` knows them all."""

_IN_BASE64 = base64.b64encode(f"me:{PLANTED}".encode()).decode()

SHAPES = {
    "Hugging Face token": f"hf_{PLANTED}abc",
    "Hugging Face session token": f"hf_oauth_eyJh.{PLANTED}-x",
    "Hugging Face organisation token": f"api_org_{PLANTED}",
    "OpenAI key": f"sk-{PLANTED}0123",
    "OpenAI project key": f"sk-proj-{PLANTED}_0-1",
    "OpenRouter key": f"sk-or-v1-{PLANTED}01",
    "Anthropic key": f"sk-ant-api03-{PLANTED}-AA",
    "Groq key": f"gsk_{PLANTED}0123",
    "Google key": f"AIzaSy{PLANTED}_1",
    "Google session": f"ya29.{PLANTED}",
    "GitHub token": f"ghp_{PLANTED}01",
    "GitHub fine-grained token": f"github_pat_{PLANTED}01",
    "AWS key id": f"AKIA{PLANTED}",
    "signed token": f"eyJhbGciOi.{PLANTED}.sig",
    "bearer header": f"Authorization: Bearer {PLANTED}",
    "bearer header in capitals": f"AUTHORIZATION:BEARER   {PLANTED}",
    "bearer alone": f"bearer {PLANTED}",
    "bearer over two lines": f"Bearer\r\n {PLANTED}",
    "bearer percent-encoded": f"Bearer%20{PLANTED}",
    "header as Python shows it": f"b'Bearer {PLANTED}\\nTAIL'",
    "basic header": f"Authorization: Basic {_IN_BASE64}",
    "basic alone": f"basic  {_IN_BASE64}",
    "proxy header": f"Proxy-Authorization: Basic {_IN_BASE64}",
    "bare authorization header": f"authorization: {PLANTED}",
    "x-api-key header": f"x-api-key: {PLANTED}",
    "api-key header": f"api-key: {PLANTED}",
    "header in a mapping": f"'X-Api-Key': '{PLANTED}'",
    "cookie": f"Cookie: a=1; token={PLANTED}; b={PLANTED}",
    "set-cookie": f"set-cookie: sid={PLANTED}; Path=/; HttpOnly",
    "password in an address": f"https://me:{PLANTED}@host.example/x",
    "token as an address's user": f"https://{PLANTED}@host.example/x",
    "password in a proxy's address": f"socks5://me:{PLANTED}@proxy:1080",
    "password percent-encoded": f"http%3A%2F%2Fme%3A{PLANTED}%40host",
    "query token": f"https://host.example/x?a=1&token={PLANTED}&b=2",
    "query key": f"https://host.example/x?key={PLANTED}",
    "query api_key": f"https://host.example/x?api_key={PLANTED}",
    "query access_token": f"https://host.example/x?access_token={PLANTED}",
    "query signature": f"https://host.example/x?X-Amz-Signature={PLANTED}",
    "query percent-encoded": f"token%3D{PLANTED}",
    "fragment": f"https://host.example/x#access_token={PLANTED}",
    "JSON field": f'{{"api_key": "{PLANTED}"}}',
    "JSON field, escaped": f'{{\\"token\\":\\"{PLANTED}\\"}}',
    "environment": f"HF_TOKEN={PLANTED}",
    "environment of another tool": f"OPENAI_API_KEY={PLANTED}",
    "password field": f"password: {PLANTED}",
    "private key": f"-----BEGIN PRIVATE KEY-----\n{PLANTED}\n-----END PRIVATE KEY-----",
}
"""Forty-six shapes; each is taken out by its shape alone, without anybody knowing the secret."""


def leaked(text: str | bytes) -> bool:
    """Whether the planted secret can be read from a text, whichever way it is written there."""
    if isinstance(text, bytes):
        text = text.decode("utf-8", "replace")
    return any(form in text for form in _FORMS)


def _forms() -> frozenset[str]:
    forms = {PLANTED, quote(PLANTED, safe="")}
    for before in ("", "a", "aa"):  # the three places that a byte can have within its group
        coded = base64.b64encode((before + PLANTED).encode()).decode()
        whole = (len(before) + len(PLANTED)) // 3 * 4
        forms.add(coded[4 * bool(before) : whole])  # the groups of its bytes alone
    return frozenset(forms)


_FORMS = _forms()
