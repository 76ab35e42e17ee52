"""The turns of a conversation as a tree: versions beside each other, and the ways through them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hfchat_gui.conversation.message import Message


class TurnTree:
    """Every turn that there ever was. Those in the bin stay known, but no way leads to them."""

    def __init__(self, messages: Iterable[Message] = ()) -> None:
        self._messages: dict[str, Message] = {}
        self._below: dict[str | None, list[str]] = {}
        self._binned: set[str] = set()
        self._looked_at: dict[str | None, str] = {}
        for message in messages:
            self.put(message)

    def __getitem__(self, message_id: str) -> Message:
        """Return a turn, one in the bin too; raise `KeyError` if there is none."""
        return self._messages[message_id]

    def __contains__(self, message_id: object) -> bool:
        """Whether this turn is known and not in the bin."""
        return message_id in self._messages and message_id not in self._binned

    @property
    def messages(self) -> tuple[Message, ...]:
        """Every turn that is not in the bin, in the order in which they came."""
        return tuple(turn for key, turn in self._messages.items() if key not in self._binned)

    def put(self, message: Message) -> None:
        """Add a turn under its parent, or replace it by a later form."""
        if message.id not in self._messages:
            self._below.setdefault(message.parent, []).append(message.id)
        self._messages[message.id] = message

    def bin(self, message_ids: Iterable[str]) -> None:
        """Take turns off all ways."""
        self._binned.update(message_ids)

    def unbin(self, message_ids: Iterable[str]) -> None:
        """Bring turns back to their places."""
        self._binned.difference_update(message_ids)

    def path_to(self, message_id: str | None) -> tuple[str, ...]:
        """Return the turns from the first to this one."""
        ids: dict[str, None] = {}
        while message_id is not None and message_id in self and message_id not in ids:
            ids[message_id] = None
            message_id = self._messages[message_id].parent
        return tuple(reversed(ids))

    def look_at(self, path_ids: Iterable[str]) -> None:
        """Take note of the way that is gone now: `end_below` goes it again."""
        for key in path_ids:
            self._looked_at[self._messages[key].parent] = key

    def versions(self, message_id: str) -> tuple[str, ...]:
        """Return the turns in the place of this one, itself included, oldest first.

        A reply that ended without a word and that nothing follows is none of them, once another
        turn has its place.
        """
        beside = self._children(self._messages[message_id].parent)
        return tuple(key for key in beside if key == message_id or not self._is_spent(key))

    def end_below(self, message_id: str) -> str:
        """Return the last turn of the branch below this one that was looked at last.

        Where none was, of the newest.
        """
        seen = {message_id}
        while (following := self._following(message_id)) and following not in seen:
            message_id = following
            seen.add(following)
        return message_id

    def branch(self, message_id: str) -> tuple[str, ...]:
        """Return this turn and all that hangs below it, without what is in the bin."""
        return tuple(self._walk(message_id))

    def neighbour(self, message_id: str) -> str | None:
        """Return the version before this one, else the one after it, else None."""
        versions = self.versions(message_id)
        place = versions.index(message_id)
        beside = versions[:place][-1:] or versions[place + 1 :][:1]
        return beside[0] if beside else None

    def _children(self, message_id: str | None) -> list[str]:
        return [key for key in self._below.get(message_id, ()) if key not in self._binned]

    def _following(self, message_id: str) -> str | None:
        children = self._children(message_id)
        seen = self._looked_at.get(message_id)
        if seen in children:
            return seen
        readable = [key for key in children if not self._is_spent(key)]
        return next(reversed(readable or children), None)

    def _is_spent(self, message_id: str) -> bool:
        message = self._messages[message_id]
        is_open = message.state.is_open
        return message.is_blank and not is_open and not self._children(message_id)

    def _walk(self, message_id: str) -> Iterator[str]:
        waiting, seen = [message_id], {message_id}
        while waiting:
            key = waiting.pop()
            yield key
            following = [child for child in self._children(key) if child not in seen]
            seen.update(following)
            waiting.extend(reversed(following))
