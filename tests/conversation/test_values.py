"""The small values: secrets, model names, errors and the owner of tasks."""

from __future__ import annotations

import asyncio
import pickle

import pytest

from hfchat_gui.conversation.choices import is_organisation
from hfchat_gui.conversation.error_record import TRY_AGAIN, Action, ActionKind
from hfchat_gui.conversation.errors import PromptTooLong, RateLimited
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.conversation.tasks import TaskScope
from tests.helpers.running import Run


def test_a_secret_shows_itself_to_nobody_but_reveal() -> None:
    secret = Secret("hf_planted")
    assert "planted" not in f"{secret} {secret!r} {secret:>20} {[secret]}"
    assert secret.reveal() == "hf_planted"
    assert secret
    assert not Secret("")
    with pytest.raises(TypeError):
        pickle.dumps(secret)
    with pytest.raises(TypeError):
        hash(secret)


@pytest.mark.parametrize(
    ("ref", "label", "place"),
    [
        (ModelRef(Source.LOCAL, "SmolLM2"), "SmolLM2", "on this computer"),
        (ModelRef(Source.ROUTER, "org/m:groq"), "m:groq", "Hugging Face"),
        (ModelRef(Source.ADDRESS, "", "http://localhost:1234"), "localhost:1234", "localhost:1234"),
        (ModelRef(Source.ADDRESS, "q", "https://u:p@h/x"), "q", "h"),
        (ModelRef(Source.LOCAL), "model", "on this computer"),
    ],
)
def test_a_model_says_its_name_and_place(ref: ModelRef, label: str, place: str) -> None:
    assert (ref.label, ref.place) == (label, place)


def test_an_error_becomes_a_value_with_its_action() -> None:
    page = Action(ActionKind.OPEN_PAGE, "Open", "https://huggingface.co")
    error = RateLimited("Wait.", detail="429", action=page)
    assert error.record().action == page
    assert RateLimited("Wait.").record().action == TRY_AGAIN
    record = PromptTooLong("Too long.", prompt_tokens=9, window_tokens=8).record()
    assert (record.prompt_tokens, record.window_tokens) == (9, 8)


def test_a_scope_reports_what_its_tasks_raise_and_ends_them_together(run: Run) -> None:
    async def story() -> None:
        heard: list[BaseException] = []
        scope = TaskScope(heard.append)

        async def fails() -> None:
            raise ZeroDivisionError

        scope.start(fails(), "fails")
        await scope.join()
        endless = scope.start(asyncio.Event().wait())  # type: ignore[arg-type]
        assert len(scope) == 1
        await scope.aclose()
        assert endless.cancelled()
        assert [type(error) for error in heard] == [ZeroDivisionError]

    run(story())


@pytest.mark.parametrize(
    ("text", "can_be"),
    [
        ("my-org", True),
        ("A_1.b", True),
        ("", False),
        ("-a", False),
        ("two words", False),
        ("a\r\nX: y", False),
        ("é", False),
        ("a" * 97, False),
    ],
)
def test_an_organisation_has_a_plain_name(text: str, can_be: bool) -> None:
    assert is_organisation(text) is can_be
