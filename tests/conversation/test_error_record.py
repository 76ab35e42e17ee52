"""The steps that an error offers say where they lead."""

from __future__ import annotations

from hfchat_gui.conversation.error_record import NO_ACTION, ActionKind, ErrorRecord, enter_key


def test_the_step_to_a_key_leads_to_that_of_its_server() -> None:
    step = enter_key("http://host:1")
    assert (step.kind, step.target) == (ActionKind.OPEN_SETTINGS, "http://host:1")


def test_a_failure_offers_no_step_by_itself() -> None:
    record = ErrorRecord("server", "It broke.")
    assert record.action == record.other_action == NO_ACTION
    assert record.again_at is None
