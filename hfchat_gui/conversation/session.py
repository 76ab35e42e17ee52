"""One open conversation and its replies: the only writer of a `Conversation`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from time import time

from hfchat_gui.conversation import leaving_out
from hfchat_gui.conversation.asking import Question, sent_turns
from hfchat_gui.conversation.changes import ConversationChange, ReplySettled
from hfchat_gui.conversation.characters import whole_characters
from hfchat_gui.conversation.conversation import Conversation
from hfchat_gui.conversation.draft import Draft
from hfchat_gui.conversation.error_record import NO_ACTION, TRY_AGAIN, ActionKind
from hfchat_gui.conversation.message import (
    AttachedText,
    ContentPart,
    Message,
    ReplyState,
    Role,
    TextPart,
    Timings,
)
from hfchat_gui.conversation.model_ref import ModelRef
from hfchat_gui.conversation.naming import Naming
from hfchat_gui.conversation.ports import ConversationWriter, Router
from hfchat_gui.conversation.reply_events import ReplyEvent
from hfchat_gui.conversation.reply_run import ReplyRun
from hfchat_gui.conversation.request import SamplingOptions
from hfchat_gui.conversation.route import Route
from hfchat_gui.conversation.saving import Keeper
from hfchat_gui.conversation.tasks import Report, TaskScope

_CHANGES = (
    ActionKind.CHOOSE_MODEL,
    ActionKind.OPEN_SETTINGS,
    ActionKind.ALLOW_PLAIN_HTTP,
)


@dataclass(frozen=True, slots=True)
class _Deletion:
    """What was deleted at once, and where the path ended before."""

    message_ids: tuple[str, ...]
    leaf: str | None


class ChatSession:
    """Takes what the person does and carries it out; lives while a reply streams.

    Every call does its work in memory at once, and the disk follows. What returns False was not
    taken and changed nothing: while a reply is open the path stays, so that nothing written into
    it is lost from sight; only `delete_turn` stops it first.

    `on_change` is called when a reply starts or ends and when the title changes. `on_event` sees
    every reply event as it is applied.
    """

    def __init__(
        self,
        conversation: Conversation,
        router: Router,
        writer: ConversationWriter | None,
        report: Report,
        *,
        on_change: Callable[[], None] = lambda: None,
        on_event: Callable[[ReplyEvent], None] = lambda _: None,
    ) -> None:
        self.conversation = conversation
        conversation.report_to(report)
        conversation.subscribe(self._on_conversation_change)
        self._router = router
        self._keeper = Keeper(conversation, writer)
        self._report = report
        self._tasks = TaskScope(report)
        self._on_change = on_change
        self._on_event = on_event
        self._run: ReplyRun | None = None
        self._route: Route | None = None
        self._naming = Naming(conversation)
        self._deletions: list[_Deletion] = []
        self._word = ""

    @property
    def is_replying(self) -> bool:
        """Whether a reply is open."""
        return self._run is not None

    @property
    def route(self) -> Route | None:
        """The route of the last reply, once it is decided."""
        return self._route

    def send(self, text: str, attached: Sequence[AttachedText] = ()) -> bool:
        """Add the person's turn and ask for a reply; return whether the turn was taken.

        One without a word, attached or typed, is not taken, nor one sent while a reply is open.
        """
        return self._ask(text, attached, self.conversation.details.leaf)

    def edit(self, message_id: str, text: str, attached: Sequence[AttachedText] = ()) -> bool:
        """Put a new version of the person's turn beside the old one, and ask for a reply."""
        turn = self._turn(message_id, Role.USER)
        return turn is not None and self._ask(text, attached, turn.parent)

    def retry(self, message_id: str) -> bool:
        """Ask for a new version of this reply, or for a reply to this turn of the person's.

        The old reply and what follows it stay among the versions.
        """
        if (question := self._turn(message_id, Role.USER)) is None:
            reply = self._turn(message_id, Role.ASSISTANT)
            question = self._turn(reply.parent if reply else None, Role.USER)
        if self._run is not None or question is None:
            return False
        self._start_reply(question.id)
        return True

    def continue_reply(self, message_id: str) -> bool:
        """Go on with a reply that ended early, at the end of the path, as a new version of it.

        That begins with all of the old one, which stays as it is.
        """
        reply = self._turn(message_id, Role.ASSISTANT)
        is_last = self.conversation.details.leaf == message_id
        if self._run is not None or reply is None or reply.parent is None:
            return False
        if not is_last or not reply.ended_early:
            return False
        self._start_reply(reply.parent, begun=reply)
        return True

    def leave_out_oldest(self, message_id: str) -> bool:
        """Ask again for this reply without the oldest turns, which did not fit.

        They are not sent from here on; asked again, more of them are left out.
        """
        reply = self._turn(message_id, Role.ASSISTANT)
        if self._run is not None or reply is None or reply.parent is None or reply.error is None:
            return False
        conversation = self.conversation
        first = leaving_out.first_to_send(
            sent_turns(conversation, reply.parent),
            conversation.system_prompt,
            reply.error,
            conversation.details.sampling.max_tokens,
        )
        if first is None:
            return False
        conversation.send_from(first)
        older = [turn for turn in conversation.path_until(first)[:-1] if turn.has_words]
        self._start_reply(reply.parent, note=leaving_out.told(len(older)))
        return True

    def send_all(self) -> bool:
        """Send again the turns that were left out, from the next reply on."""
        if self.conversation.details.first_sent is None:
            return False
        self.conversation.send_from(None)
        self._change(changed=True)
        return True

    def shorten_reply(self, message_id: str) -> bool:
        """Ask again for this reply, with the length that fits: it holds for the chat from here on.

        Only where its error names that length.
        """
        reply = self._turn(message_id, Role.ASSISTANT)
        action = reply.error.action if reply is not None and reply.error is not None else NO_ACTION
        if self._run is not None or action.kind is not ActionKind.SHORTEN_REPLY:
            return False
        sampling = self.conversation.details.sampling
        self.set_sampling(replace(sampling, max_tokens=int(action.target)))
        return self.retry(message_id)

    def select_version(self, message_id: str) -> bool:
        """Show this version of a turn, with the branch below it that was looked at last.

        Not taken while a reply is open, or where it is shown already.
        """
        conversation = self.conversation
        if self._run is not None or not conversation.has(message_id):
            return False
        if message_id in conversation.path_ids:
            return False
        conversation.go_to(conversation.end_below(message_id))
        self._tasks.start(self._keeper.save_details(), "keep the path")
        return True

    def delete_turn(self, message_id: str) -> bool:
        """Put this version of a turn and what follows it into the bin.

        The path then ends with the version beside it, or with the turn above. A reply that is open
        there is stopped first. Once all turns are deleted the chat stays in the list, empty, with
        its title and system prompt: a chat is deleted as such.
        """
        conversation = self.conversation
        if not conversation.has(message_id):
            return False
        gone, leaf = conversation.branch(message_id), conversation.details.leaf
        if leaf in gone:  # an open reply is always the leaf
            self.stop()
        self._deletions.append(_Deletion(gone, leaf))
        end = conversation.end_without(message_id) if leaf in gone else leaf
        conversation.bin(gone, end)
        self._move(gone, to_bin=True)
        return True

    def undo_delete(self) -> bool:
        """Bring back what was deleted last, and the path as it was.

        While a reply is open the path stays, and what was brought back is among the versions.
        """
        if not self._deletions:
            return False
        last = self._deletions.pop()
        leaf = last.leaf if self._run is None else self.conversation.details.leaf
        self.conversation.unbin(last.message_ids, leaf)
        self._move(last.message_ids, to_bin=False)
        return True

    def rename(self, title: str) -> None:
        """Give the chat a title that nothing changes any more; "" goes back to the made one."""
        self._change(changed=self._naming.rename(title))

    def question_of(self, message_id: str) -> Draft:
        """Return what the person asked in the turn that this one replies to, ready to be sent."""
        reply = self._turn(message_id, Role.ASSISTANT)
        question = self._turn(reply.parent if reply else None, Role.USER)
        return Draft(question.text, question.attached) if question else Draft()

    def stop(self) -> None:
        """End the open reply at once and keep its text."""
        self._end_run(ReplyState.STOPPED)

    def interrupt(self) -> None:
        """End the open reply because the program ends; its text is kept as interrupted."""
        self._end_run(ReplyState.INTERRUPTED)

    def set_model(self, model: ModelRef) -> None:
        """Let another model answer from the next turn on."""
        if self.conversation.change_details(model=model):
            self._change(changed=True)
            self.offer_retry()

    def replace_model(self, model: ModelRef, why: str) -> None:
        """Let another model answer though nobody chose it; `take_word` says why."""
        self._word = why
        self.set_model(model)

    def take_word(self) -> str:
        """Return once what the person is to be told of this chat, "" for nothing."""
        word, self._word = self._word, ""
        return word

    def offer_retry(self) -> None:
        """Let the last reply's card offer to try again: what it asked to change has changed."""
        reply = self.conversation.path[-1] if self.conversation.path_ids else None
        if reply is None or reply.error is None:
            return
        is_other = reply.error.action.kind in _CHANGES
        if not is_other and reply.error.again_at is None:
            return
        error = replace(reply.error, again_at=None)
        if is_other:
            no_second = error.other_action == TRY_AGAIN
            other = NO_ACTION if no_second else error.other_action
            error = replace(error, action=TRY_AGAIN, other_action=other)
        self.conversation.settle(replace(reply, error=error))
        self._tasks.start(self._keeper.settle(reply.id), "keep the offer")

    def set_system_prompt(self, text: str) -> None:
        """Change the system prompt; it holds from the next reply on."""
        text = whole_characters(text)
        self._change(changed=self.conversation.change_details(system_prompt=text))

    def set_sampling(self, sampling: SamplingOptions) -> None:
        """Change how answers are drawn, from the next reply on."""
        self._change(changed=self.conversation.change_details(sampling=sampling))

    def save_again(self) -> None:
        """Write all of the conversation once more; its state then says how that went."""
        self._tasks.start(self._keeper.save_again(), "save again")

    async def finished(self) -> None:
        """Wait until no reply is open and all is written that can be."""
        await self._tasks.join()

    async def aclose(self) -> None:
        """End the open reply, if any, and wait until it is on disk."""
        self.interrupt()
        await self._tasks.join()
        await self._keeper.save_rest()

    def _turn(self, message_id: str | None, role: Role) -> Message | None:
        if message_id is None or not self.conversation.has(message_id):
            return None
        turn = self.conversation.message(message_id)
        return turn if turn.role is role else None

    def _ask(self, text: str, attached: Sequence[AttachedText], parent: str | None) -> bool:
        text = whole_characters(text)
        parts: tuple[ContentPart, ...] = (
            *((TextPart(text),) if text.strip() else ()),
            *attached,
        )
        turn = Message(Role.USER, parts, parent=parent)
        if self._run is not None or not turn.has_words:
            return False
        if parent is None:
            self._naming.begin(turn)
        self.conversation.add(turn)
        self._start_reply(turn.id)
        return True

    def _start_reply(
        self, question_id: str, *, begun: Message | None = None, note: str = ""
    ) -> None:
        conversation = self.conversation
        question = Question.of(conversation, question_id, begun.text if begun else "")
        reply = Message(
            Role.ASSISTANT,
            begun.parts if begun else (),
            parent=question_id,
            thinking=begun.thinking if begun else "",
            state=ReplyState.WAITING,
            model=conversation.model,
            timings=Timings(started=time()),
            notes=(note,) if note else (),
        )
        conversation.add(reply)
        run = ReplyRun(
            conversation,
            reply.id,
            question,
            self._router,
            self._keeper,
            report=self._report,
            on_event=self._on_event,
            on_route=self._on_route,
            on_settled=self._on_settled,
        )
        self._run = run
        self._on_change()
        run.start(self._tasks)

    def _end_run(self, state: ReplyState) -> None:
        if self._run is not None:
            self._run.end(state)

    def _on_route(self, route: Route) -> None:
        self._route = route

    def _on_settled(self) -> None:
        self._run = None
        self._on_change()

    def _on_conversation_change(self, change: ConversationChange) -> None:
        if isinstance(change, ReplySettled) and self._naming.improve(change.message_id):
            self._on_change()

    def _move(self, message_ids: Sequence[str], *, to_bin: bool) -> None:
        self._keeper.note_moved(message_ids, to_bin=to_bin)
        self._tasks.start(self._keeper.try_to_save_turns(), "keep what was deleted")

    def _change(self, *, changed: bool) -> None:
        if changed:
            self._on_change()
            if self.conversation.is_kept:
                self._tasks.start(self._keeper.save_details(), "save details")
