"""One open conversation and its replies: the only writer of a `Conversation`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import time

from hfchat_gui.conversation.characters import whole_characters
from hfchat_gui.conversation.conversation import UNTITLED, Conversation
from hfchat_gui.conversation.errors import TRY_AGAIN, ActionKind
from hfchat_gui.conversation.message import Message, ReplyState, Role, TextPart, Timings
from hfchat_gui.conversation.model_ref import ModelRef
from hfchat_gui.conversation.ports import ConversationWriter, Router
from hfchat_gui.conversation.reply_events import ReplyEvent
from hfchat_gui.conversation.reply_run import ReplyRun
from hfchat_gui.conversation.request import ChatRequest, SamplingOptions, Turn
from hfchat_gui.conversation.route import Route
from hfchat_gui.conversation.saving import Keeper
from hfchat_gui.conversation.tasks import Report, TaskScope

TITLE_LENGTH = 60

_CHANGES = (ActionKind.CHOOSE_MODEL, ActionKind.OPEN_SETTINGS)


class ChatSession:
    """Takes what the person does and carries it out; lives while a reply streams.

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
        self._router = router
        self._keeper = Keeper(conversation, writer)
        self._report = report
        self._tasks = TaskScope(report)
        self._on_change = on_change
        self._on_event = on_event
        self._run: ReplyRun | None = None
        self._route: Route | None = None

    @property
    def is_replying(self) -> bool:
        """Whether a reply is open."""
        return self._run is not None

    @property
    def route(self) -> Route | None:
        """The route of the last reply, once it is decided."""
        return self._route

    def send(self, text: str) -> bool:
        """Add the person's turn and ask for a reply; return whether the turn was taken.

        A blank text, or one sent while a reply is open, is not taken.
        """
        text = whole_characters(text)
        if self._run is not None or not text.strip():
            return False
        if not self.conversation.path_ids and self.conversation.title == UNTITLED:
            self.conversation.change_details(title=_title_from(text))
        turn = Message(Role.USER, (TextPart(text),), parent=self.conversation.details.leaf)
        self.conversation.add(turn)
        self._start_reply(turn)
        return True

    def retry(self, message_id: str) -> bool:
        """Ask again for this reply; nothing that can be read now is hidden by it.

        A reply without text at the end gives its place to the new one and stays in the tree.
        Otherwise the question is asked anew at the end.
        """
        reply = self.conversation.message(message_id)
        if self._run is not None or reply.role is not Role.ASSISTANT or reply.parent is None:
            return False
        question = self.conversation.message(reply.parent)
        is_last = self.conversation.details.leaf == message_id
        if not is_last or reply.parts or reply.thinking:
            return self.send(question.text)
        self._start_reply(question)
        return True

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

    def offer_retry(self) -> None:
        """Let the last reply's card offer to try again: what it asked to change has changed."""
        reply = self.conversation.path[-1] if self.conversation.path_ids else None
        if reply is None or reply.error is None or reply.error.action.kind not in _CHANGES:
            return
        error = replace(reply.error, action=TRY_AGAIN)
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

    def _start_reply(self, turn: Message) -> None:
        conversation = self.conversation
        reply = Message(
            Role.ASSISTANT,
            parent=turn.id,
            state=ReplyState.WAITING,
            model=conversation.model,
            timings=Timings(started=time()),
        )
        conversation.add(reply)
        run = ReplyRun(
            conversation,
            reply.id,
            self._request(turn),
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

    def _request(self, turn: Message) -> ChatRequest:
        """Freeze what is asked: what is changed while the reply waits is for the next one."""
        conversation = self.conversation
        turns = [
            Turn(message.role, message.text)
            for message in conversation.path_until(turn.id)
            if message.text.strip()
        ]
        if conversation.system_prompt.strip():
            turns.insert(0, Turn(Role.SYSTEM, conversation.system_prompt))
        return ChatRequest(conversation.model, tuple(turns), conversation.details.sampling)

    def _end_run(self, state: ReplyState) -> None:
        if self._run is not None:
            self._run.end(state)

    def _on_route(self, route: Route) -> None:
        self._route = route

    def _on_settled(self) -> None:
        self._run = None
        self._on_change()

    def _change(self, *, changed: bool) -> None:
        if changed:
            self._on_change()
            if self.conversation.path_ids:
                self._tasks.start(self._keeper.save_details(), "save details")


def _title_from(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= TITLE_LENGTH else line[: TITLE_LENGTH - 1].rstrip() + "…"
