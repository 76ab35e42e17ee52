"""Tests for the table from a server's refusal to what the person is told."""

from __future__ import annotations

import json

import pytest

from hfchat_gui.backends.asked import Asked
from hfchat_gui.backends.replies import not_a_chat_server, refusal, stream_error
from hfchat_gui.backends.server_words import ServerWords, words_of
from hfchat_gui.backends.wrong_shape import WantsText
from hfchat_gui.conversation import errors
from hfchat_gui.conversation.error_record import Action, ActionKind
from hfchat_gui.conversation.errors import Again, ChatError, Wait

AT = "https://gpu.example:8000/v1"
SERVER = Asked("gpu.example:8000", "org/m", address=AT)
ROUTER = Asked("router.huggingface.co", "org/m:groq", is_hugging_face=True, has_credential=True)
NO_TOKEN = Asked("router.huggingface.co", "org/m", is_hugging_face=True)
WITH_KEY = Asked("gpu.example:8000", "org/m", has_credential=True, address=AT)

ASLEEP = Asked("abc.us-east-1.aws.endpoints.huggingface.cloud", "org/m")

Kind = type[ChatError]


def said(status: int, body: object = None, asked: Asked = SERVER, **headers: str) -> ChatError:
    data = b"" if body is None else json.dumps(body).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return refusal(status, named, data, asked)


def error(text: str) -> dict[str, str]:
    return {"error": text}


@pytest.mark.parametrize(
    ("status", "body", "asked", "kind", "words"),
    [
        (401, error("Invalid username or password."), ROUTER, errors.SignInNeeded, "saved token"),
        (401, None, NO_TOKEN, errors.SignInNeeded, "wants a token"),
        (401, None, SERVER, errors.SignInNeeded, "wants a key"),
        (401, None, WITH_KEY, errors.SignInNeeded, "does not accept the key"),
        (401, error("org/m is restricted (gated)"), ROUTER, errors.LicenceNeeded, "licence"),
        (402, error("depleted your included credits"), ROUTER, errors.PaymentNeeded, "no credit"),
        (402, None, SERVER, errors.PaymentNeeded, "wants payment"),
        (
            402,
            {"error": {"message": "smaller max_tokens needed: 8000, balance covers 2500"}},
            SERVER,
            errors.PaymentNeeded,
            "Lower the reply length, or buy credit. The server says: “smaller max_tokens needed: 8",
        ),
        (402, error("fewer tokens"), ROUTER, errors.PaymentNeeded, "Hugging Face account has too"),
        (400, error("jinja2 failed"), SERVER, errors.TemplateRefused, "cannot take this chat"),
        (
            422,
            error("Failed to deserialize the JSON body"),
            SERVER,
            errors.InternalFault,
            "send a report",
        ),
        (503, None, ASLEEP, errors.ServerBusy, "was asleep"),
        (502, None, ASLEEP, errors.ServerBusy, "was asleep"),
        (422, error("Model is overloaded"), SERVER, errors.ServerBusy, "busy or starting"),
        (
            403,
            error("not sufficient permissions to call Inference Providers for user x"),
            ROUTER,
            errors.PermissionMissing,
            "may not call Inference Providers",
        ),
        (403, error("Access to this gated model"), ROUTER, errors.LicenceNeeded, "licence"),
        (403, None, SERVER, errors.PermissionMissing, "does not allow"),
        (403, None, ROUTER, errors.PermissionMissing, "in the settings"),
        (404, error("Model x does not exist"), SERVER, errors.ModelUnknown, "not served by gpu"),
        (
            404,
            error("Not Found: Model not found"),
            ROUTER,
            errors.ProviderUnavailable,
            "org/m is not served by groq",
        ),
        (404, None, SERVER, errors.NotAChatServer, "no chat at this address (404)"),
        (405, None, SERVER, errors.NotAChatServer, "(405)"),
        (410, error("no longer supported"), SERVER, errors.NotAChatServer, "gone for good"),
        (413, None, SERVER, errors.RequestRefused, "too large"),
        (429, error("Please log in or use a token"), SERVER, errors.SignInNeeded, "wants a key"),
        (429, error("Rate limit reached"), SERVER, errors.RateLimited, "too many requests"),
        (
            429,
            {"error": {"message": "quota", "code": "insufficient_quota"}},
            SERVER,
            errors.PaymentNeeded,
            "waiting does not help",
        ),
        (
            400,
            error("Bad Request: The endpoint is paused"),
            SERVER,
            errors.EndpointPaused,
            "paused",
        ),
        (400, error("Bad Request: Invalid state"), SERVER, errors.EndpointPaused, "paused"),
        (
            400,
            {"error": {"message": "not supported by any provider", "code": "model_not_supported"}},
            ROUTER,
            errors.ProviderUnavailable,
            "org/m is not served by groq, or that provider is switched off",
        ),
        (
            400,
            {"error": {"message": "not supported by any provider", "code": "model_not_supported"}},
            NO_TOKEN,
            errors.ModelUnknown,
            "not served by any provider that you have enabled",
        ),
        (
            400,
            {"error": {"code": "model_not_supported"}},
            Asked("router.huggingface.co", "org/m:cheapest", is_hugging_face=True),
            errors.ModelUnknown,
            "huggingface.co/settings/inference-providers",
        ),
        (
            400,
            error("Model org/m is served by provider x for task conversational only"),
            SERVER,
            errors.ModelCannotChat,
            "not served for chats",
        ),
        (
            400,
            {"error": {"message": '"nomic-embed-text:latest" does not support chat'}},
            SERVER,
            errors.ModelCannotChat,
            "not served for chats",
        ),
        (
            400,
            error("Model not supported by provider together"),
            ROUTER,
            errors.ProviderUnavailable,
            "is not served",
        ),
        (
            400,
            {"object": "error", "message": "System role not supported", "code": 400},
            SERVER,
            errors.TemplateRefused,
            "Empty the system prompt",
        ),
        (
            422,
            error("Template error: Conversation roles must alternate user/assistant"),
            SERVER,
            errors.TemplateRefused,
            "strictly in turn",
        ),
        (
            422,
            {"error": "Template error: template not found", "error_type": "template_error"},
            SERVER,
            errors.ModelCannotChat,
            "no chat template",
        ),
        (422, error("top_p must be > 0"), SERVER, errors.RequestRefused, "not accept this request"),
        (415, None, SERVER, errors.InternalFault, "(415)"),
        (424, error("CUDA out of memory"), SERVER, errors.ServerFailed, "failed while answering"),
        (500, error("unknown error"), SERVER, errors.ServerFailed, "(500)"),
        (502, None, SERVER, errors.ServerBusy, "starting, or down (502)"),
        (503, error("Model m is currently loading"), SERVER, errors.ServerBusy, "still loading"),
        (503, error("overloaded"), SERVER, errors.ServerBusy, "busy or starting"),
        (503, None, SERVER, errors.ServerBusy, "busy or starting"),
        (504, None, SERVER, errors.ServerFailed, "(504)"),
        (521, None, SERVER, errors.ServerFailed, "down or too slow (521)"),
        (599, None, SERVER, errors.ServerFailed, "(599)"),
        (304, None, SERVER, errors.NotAChatServer, "(304)"),
        (700, None, SERVER, errors.NotAChatServer, "(700)"),
        (
            400,
            {"error": {"type": "exceed_context_size_error", "n_prompt_tokens": 9, "n_ctx": 8}},
            SERVER,
            errors.PromptTooLong,
            "has 9 tokens",
        ),
    ],
)
def test_each_refusal_has_its_cause_and_next_step(
    status: int, body: object, asked: Asked, kind: Kind, words: str
) -> None:
    told = said(status, body, asked)
    assert isinstance(told, kind)
    assert told.kind == kind.kind
    assert words in told.user_text
    assert told.detail.startswith(f"HTTP {status}")
    assert told.user_text == str(told)


def test_every_status_has_a_row() -> None:
    assert all(said(status).user_text for status in range(1000))


@pytest.mark.parametrize(("words", "end"), [("boom", "“boom”."), ("Boom!", "“Boom!”")])
def test_the_servers_own_words_end_the_sentence(words: str, end: str) -> None:
    assert said(500, error(words)).user_text.endswith(f"The server says: {end}")


def test_the_servers_own_words_follow_ours_without_secrets() -> None:
    asked = Asked("gpu.example", turns=("my private question",))
    told = said(400, error("cannot answer 'my private question' with hf_abcdefghi"), asked)
    assert told.user_text.endswith("The server says: “cannot answer '…' with …”")


def test_a_page_is_not_quoted() -> None:
    told = refusal(521, {"content-type": "text/html"}, b"<html><p>Web server is down", SERVER)
    assert "Web server" not in told.user_text


def test_a_request_id_is_kept_for_the_details() -> None:
    assert said(500, x_request_id="Root=1-abc").detail == (
        "HTTP 500 from gpu.example:8000, request Root=1-abc"
    )


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (said(429, retry_after="3600"), "after the wait of about 60 minutes that it asked for"),
        (said(503, {"error": "m is loading", "estimated_time": 20.0}), "about 20 seconds"),
        (said(503, retry_after="7"), "after the wait of about 7 seconds that it asked for"),
        (said(429), "in a minute"),
    ],
)
def test_the_time_to_wait_is_told(told: ChatError, words: str) -> None:
    assert words in told.user_text


def test_the_action_leads_where_the_matter_is_settled() -> None:
    forbidden = said(403, error("permissions to call Inference Providers"), ROUTER)
    assert forbidden.action.kind is ActionKind.OPEN_PAGE
    assert "inference.serverless.write" in forbidden.action.target
    gated = said(403, error("gated repo"), ROUTER)
    assert gated.action.target == "https://huggingface.co/org/m"
    assert said(402, None, ROUTER).action.target.endswith("/billing")
    assert said(401, None, ROUTER).action.kind is ActionKind.OPEN_SETTINGS


@pytest.mark.parametrize("asked", [SERVER, WITH_KEY])
@pytest.mark.parametrize("status", [401, 403])
def test_a_servers_refusal_leads_to_its_own_key_in_the_settings(status: int, asked: Asked) -> None:
    told = said(status, None, asked)
    assert told.action == Action(ActionKind.OPEN_SETTINGS, "Enter a key", AT)
    assert "Settings" not in told.user_text  # it is read there too, when the server is tested
    assert "this address" in told.user_text or "this server" in told.user_text
    assert "HFCHAT_API_KEY" not in told.user_text


@pytest.mark.parametrize("length", [280, 295, 299, 5000])
def test_a_key_is_masked_wherever_the_words_are_cut(length: int) -> None:
    asked = Asked("gpu.example", keys=("topsecretkey-for-this-place",))
    told = said(400, error("x" * length + " bad key topsecretkey-for-this-place"), asked)
    assert "topsecret" not in told.user_text
    assert len(told.user_text) < 500


@pytest.mark.parametrize(
    ("payload", "kind"),
    [
        ({"error": {"message": "x", "http_status_code": 429}}, errors.RateLimited),
        ({"error": {"message": "x", "type": "invalid_request_error"}}, errors.RequestRefused),
        ({"error": "Model is overloaded", "error_type": "overloaded"}, errors.ServerBusy),
        ({"error": "it broke"}, errors.ServerFailed),
    ],
)
def test_an_error_inside_a_stream_is_told_by_its_own_words(payload: object, kind: Kind) -> None:
    assert type(stream_error(words_of(payload), {}, SERVER)) is kind


def test_what_is_no_chat_is_told() -> None:
    page = not_a_chat_server(ServerWords("Sign in", is_page=True), SERVER)
    other = not_a_chat_server(ServerWords("Ollama is running"), SERVER)
    assert "a web page" in page.user_text
    assert "Ollama is running" in other.user_text
    assert Asked("h").model_name == "the model"


CONCATENATION = 'can only concatenate str (not "dict") to str'


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (500, {"error": "unknown error", "warnings": ["There was an error: " + CONCATENATION, 5]}),
        (400, error(CONCATENATION)),
        (400, {"error": [CONCATENATION]}),
        (500, error("text input must be of type `str` (single example)")),
        (422, error("inputs: invalid type: sequence, expected a string at line 1 column 11")),
    ],
)
def test_a_backend_that_wants_text_is_told_apart(status: int, body: object) -> None:
    assert isinstance(said(status, body), WantsText)


@pytest.mark.parametrize("body", [{"error": "unknown error", "warnings": 5}, error("failed")])
def test_other_failures_of_it_are_failures(body: object) -> None:
    told = said(500, body)
    assert isinstance(told, errors.ServerFailed)
    assert not isinstance(told, WantsText)


def test_all_ids_that_the_server_gave_are_details() -> None:
    body = {"message": "No API key", "request_id": "req-9"}
    told = said(500, body, x_request_id="Root=1-a", inference_id="inf-2", cf_ray="77-FRA")
    assert told.detail.endswith("request Root=1-a, inference inf-2, ray 77-FRA, request req-9")


def test_a_pages_title_is_a_detail() -> None:
    page = b"<html><head><title>521: Web server is down</title></head><body>" + b"<p>x" * 999
    told = refusal(521, {"content-type": "text/html"}, page, SERVER)
    assert len(told.user_text) < 300
    assert "<" not in told.user_text
    assert told.detail.endswith("521: Web server is down")


def test_what_was_asked_for_is_named_where_nothing_is_there() -> None:
    asked = Asked("gpu.example", "m", path="/v1/chat/completions")
    assert "no chat at /v1/chat/completions (404)" in said(404, None, asked).user_text


@pytest.mark.parametrize(
    ("status", "body", "asked", "wait"),
    [
        (429, None, SERVER, Wait.BUSY),
        (429, None, ROUTER, Wait.FLOODED),
        (503, error("Model m is currently loading"), SERVER, Wait.LOADING),
        (503, None, ASLEEP, Wait.LOADING),
        (503, None, SERVER, Wait.BUSY),
        (502, None, SERVER, Wait.ONCE),
        (424, None, SERVER, Wait.ONCE),
        (500, None, SERVER, None),
        (401, None, SERVER, None),
        (402, None, ROUTER, None),
        (403, None, ROUTER, None),
    ],
)
def test_a_refusal_says_whether_waiting_helps(
    status: int, body: object, asked: Asked, wait: Wait | None
) -> None:
    again = said(status, body, asked, retry_after="7").again
    assert (again.wait if again else None) is wait
    assert again is None or again.after == 7.0


def test_a_failure_within_an_answer_does_not_heed_the_answers_headers() -> None:
    told = stream_error(words_of({"error": "overloaded"}), {"retry-after": "9"}, SERVER)
    assert told.again == Again(Wait.BUSY, None)


def test_a_reply_length_that_is_too_great_is_told_with_the_number_that_is_not() -> None:
    told = said(400, error("m does not support max_tokens above 50"))
    assert isinstance(told, errors.RequestRefused)
    assert told.action.kind is ActionKind.SHORTEN_REPLY
    assert told.action.target == "50"
    assert "the model at gpu.example:8000 gives at most 50 tokens" in told.user_text
    assert said(402, error("smaller max_tokens above 50 needed")).kind == "payment"
