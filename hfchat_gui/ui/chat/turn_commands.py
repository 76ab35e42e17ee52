"""Carries to the session what is asked of one turn, by its buttons or by its error card."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from hfchat_gui.conversation.error_record import Action, ActionKind
from hfchat_gui.conversation.message import Role
from hfchat_gui.conversation.session import ChatSession
from hfchat_gui.ui.transcript.commands import TurnCommand

OfferUndo = Callable[[str, Callable[[], None]], None]

_OTHER = "; another version of it is shown"


def carry_out(
    session: ChatSession, message_id: str, command: TurnCommand, offer_undo: OfferUndo
) -> None:
    """Do what is asked of the turn; what removes something is offered to be undone."""
    if command is TurnCommand.RETRY:
        session.retry(message_id)
    elif command is TurnCommand.CONTINUE:
        session.continue_reply(message_id)
    elif command is TurnCommand.DELETE:
        _delete(session, message_id, offer_undo)
    elif command is TurnCommand.SEND_ALL:
        session.send_all()
    elif command is TurnCommand.OLDER_VERSION:
        _step(session, message_id, -1)
    elif command is TurnCommand.NEWER_VERSION:
        _step(session, message_id, +1)


def carry_out_action(session: ChatSession, message_id: str, action: Action) -> bool:
    """Do what the turn's error card offers; return whether it is the session's to do."""
    deeds: dict[ActionKind, Callable[[str], object]] = {
        ActionKind.RETRY: session.retry,
        ActionKind.CONTINUE: session.continue_reply,
        ActionKind.LEAVE_OUT_OLDEST: session.leave_out_oldest,
        ActionKind.SHORTEN_REPLY: session.shorten_reply,
    }
    deed = deeds.get(action.kind)
    if deed is not None:
        deed(message_id)
    return deed is not None


def _delete(session: ChatSession, message_id: str, offer_undo: OfferUndo) -> None:
    conversation = session.conversation
    what = "Message" if conversation.message(message_id).role is Role.USER else "Reply"
    if len(conversation.branch(message_id)) > 1:
        what += " and what followed it"
    parent = conversation.message(message_id).parent
    if session.delete_turn(message_id):
        path = conversation.path_ids
        goes_on = path[-1:] != (parent,) and bool(path)
        offer_undo(f"{what} deleted{_OTHER if goes_on else ''}", partial(_undo_delete, session))


def _undo_delete(session: ChatSession) -> None:
    session.undo_delete()


def _step(session: ChatSession, message_id: str, step: int) -> None:
    versions = session.conversation.versions(message_id)
    wanted = versions.index(message_id) + step
    if 0 <= wanted < len(versions):
        session.select_version(versions[wanted])
