"""Keeps small choices in a file; a broken file or disk costs no more than these choices."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Sequence
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from hfchat_gui.conversation.choices import (
    LARGEST_TEXT,
    SMALLEST_TEXT,
    USUAL_TEXT,
    ColourScheme,
    PanelChoice,
    SendKey,
    WindowPlace,
    is_organisation,
)
from hfchat_gui.conversation.model_ref import ModelRef
from hfchat_gui.conversation.origin import origin_or_none
from hfchat_gui.conversation.request import SamplingOptions
from hfchat_gui.settings.kept_sampling import sampling_as_data, sampling_in
from hfchat_gui.settings.private_files import read_file, replace_file, set_aside

log = logging.getLogger(__name__)

E = TypeVar("E", bound=StrEnum)

LONGEST_LIST = 50
FARTHEST = 100_000  # pixels from the first screen's corner; no screens reach further
LARGEST_FILE = 8 * 1024 * 1024  # bytes


class PreferencesFile:
    """Fills `Preferences` from one JSON file, read once and written on a thread of its own.

    Nothing here raises: a file that cannot be read or written leaves the choices in memory. What a
    later version wrote beside them stays in the file.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._may_write = True
        self._was_damaged = False
        self._data: dict[str, Any] = self._read()
        self._guard = threading.Lock()
        self._pending: bytes | None = None
        self._writer: threading.Thread | None = None

    @property
    def was_damaged(self) -> bool:
        """Whether what stood in the file could not be read, so that all choices are the usual ones.

        Where the disk allowed it the file was put aside under a name beside it.
        """
        return self._was_damaged

    @property
    def last_model(self) -> ModelRef | None:
        """The model chosen last, or None on the first start."""
        return ModelRef.from_data(self._data.get("last_model"))

    def set_last_model(self, ref: ModelRef) -> None:
        """Remember the model chosen last."""
        self._set("last_model", ref.as_data())

    @property
    def router_models(self) -> Sequence[str]:
        """The Hugging Face model ids typed before, newest first."""
        return [name for name in self._list("router_models") if isinstance(name, str)]

    def remember_router_model(self, name: str) -> None:
        """Put a model id at the head of the list."""
        others = [known for known in self.router_models if known != name]
        self._set("router_models", [name, *others][:LONGEST_LIST])

    @property
    def colour_scheme(self) -> ColourScheme:
        """Light, dark, or as the system has it."""
        return _member(ColourScheme, self._data.get("colour_scheme"), ColourScheme.SYSTEM)

    def set_colour_scheme(self, scheme: ColourScheme) -> None:
        """Choose the colours."""
        self._set("colour_scheme", scheme.value)

    @property
    def text_size(self) -> int:
        """The size of text in percent of the system's, from 80 to 200."""
        size = _whole(self._data.get("text_size"))
        return USUAL_TEXT if size is None else min(max(size, SMALLEST_TEXT), LARGEST_TEXT)

    def set_text_size(self, percent: int) -> None:
        """Choose the size of text."""
        self._set("text_size", percent)

    @property
    def send_key(self) -> SendKey:
        """The key that sends a message."""
        return _member(SendKey, self._data.get("send_key"), SendKey.ENTER)

    def set_send_key(self, key: SendKey) -> None:
        """Choose the key that sends."""
        self._set("send_key", key.value)

    @property
    def sampling(self) -> SamplingOptions:
        """How answers are drawn in new chats."""
        return sampling_in(self._data.get("sampling"))

    def set_sampling(self, sampling: SamplingOptions) -> None:
        """Choose how answers are drawn in new chats."""
        self._set("sampling", sampling_as_data(sampling))

    @property
    def bill_to(self) -> str:
        """The organisation that pays at Hugging Face in place of the account, or ""."""
        kept = self._data.get("bill_to")
        return kept if isinstance(kept, str) and is_organisation(kept) else ""

    def set_bill_to(self, organisation: str) -> None:
        """Choose who pays: a name that `is_organisation` lets pass, or ""."""
        self._set("bill_to", organisation or None)

    @property
    def side_panel(self) -> PanelChoice:
        """How wide the side panel is, and where it is shown."""
        kept = self._data.get("side_panel")
        data = kept if isinstance(kept, dict) else {}
        usual = PanelChoice()
        width, in_wide, in_narrow = (data.get(name) for name in ("width", "wide", "narrow"))
        return PanelChoice(
            is_in_wide=in_wide if isinstance(in_wide, bool) else usual.is_in_wide,
            is_in_narrow=in_narrow if isinstance(in_narrow, bool) else usual.is_in_narrow,
        ).with_width(_whole(width) or usual.width)

    def set_side_panel(self, choice: PanelChoice) -> None:
        """Remember how the side panel is."""
        kept = {"width": choice.width, "wide": choice.is_in_wide, "narrow": choice.is_in_narrow}
        self._set("side_panel", kept)

    @property
    def window_place(self) -> WindowPlace | None:
        """Where the window stood when it was closed last, or None."""
        kept = self._data.get("window_place")
        data = kept if isinstance(kept, dict) else {}
        numbers = [_whole(data.get(name)) for name in ("x", "y", "width", "height")]
        pixels = [number for number in numbers if number is not None and abs(number) <= FARTHEST]
        if len(pixels) < len(numbers) or min(pixels[2:]) <= 0:
            return None
        x, y, width, height = pixels
        return WindowPlace(x, y, width, height, data.get("is_maximised") is True)

    def set_window_place(self, place: WindowPlace) -> None:
        """Remember where the window stands."""
        self._set("window_place", asdict(place))

    def token_allowed(self, address: str) -> bool:
        """Whether the person agreed to send the Hugging Face token to this address's server.

        The agreement holds for scheme, host and port, whatever follows them.
        """
        origin = origin_or_none(address)
        return origin is not None and str(origin) in self._list("token_allowed")

    def allow_token(self, address: str, allowed: bool) -> None:
        """Keep or withdraw that agreement."""
        origin = origin_or_none(address)
        if origin is None:
            return
        others = [known for known in self._list("token_allowed") if known != str(origin)]
        self._set("token_allowed", [str(origin)] * allowed + others)

    def unprotected_allowed(self, address: str) -> bool:
        """Whether the person agreed to send this address's key over plain http."""
        origin = origin_or_none(address)
        return origin is not None and str(origin) in self._list("unprotected_allowed")

    def allow_unprotected(self, address: str, allowed: bool) -> None:
        """Keep or withdraw that agreement, for scheme, host and port."""
        origin = origin_or_none(address)
        if origin is None or allowed == self.unprotected_allowed(address):
            return
        others = [known for known in self._list("unprotected_allowed") if known != str(origin)]
        self._set("unprotected_allowed", [str(origin)] * allowed + others)

    @property
    def token_kept(self) -> bool:
        """Whether a token was put into the keyring and not removed: some keyrings hide that.

        A refused unlock reads like an empty keyring there.
        """
        return self._data.get("token_kept") is True

    def note_token_kept(self, kept: bool) -> None:
        """Take note that the keyring holds a token, or does not any more."""
        self._set("token_kept", kept)

    def entry(self, name: str) -> object:
        """Return what stands under a name in the file, for the parts that read it on their own."""
        return self._data.get(name)

    def keep_entry(self, name: str, value: object) -> None:
        """Put plain data under a name; None takes the name out."""
        self._set(name, value)

    def flush(self, patience: float = 1.0) -> None:
        """Wait until the last change is in the file, at most `patience` seconds."""
        writer = self._writer
        if writer is not None:
            writer.join(patience)

    def _list(self, name: str) -> list[Any]:
        value = self._data.get(name)
        return value if isinstance(value, list) else []

    def _set(self, name: str, value: object) -> None:
        if self._data.get(name) == value:
            return
        self._data[name] = value
        if value is None:
            del self._data[name]
        if not self._may_write:
            return
        content = json.dumps(self._data, indent=1).encode()
        with self._guard:
            self._pending = content
            if self._writer is None:
                # Syncing may take long on a busy disk, and the callers are the window's.
                self._writer = threading.Thread(
                    target=self._write, name="hfchat-preferences", daemon=True
                )
                self._writer.start()

    def _write(self) -> None:
        while True:
            with self._guard:
                content, self._pending = self._pending, None
                if content is None:
                    self._writer = None
                    return
            try:
                replace_file(self._file, content)
            except OSError as error:
                log.warning("Preferences could not be written: %s", error.strerror)

    def _read(self) -> dict[str, Any]:
        try:
            content = read_file(self._file, LARGEST_FILE)
            data = None if content is None else json.loads(content)
        except (FileNotFoundError, NotADirectoryError):
            return {}
        except OSError as error:
            log.warning("Preferences could not be read: %s", error.strerror)
            self._may_write = False  # they may be fine: leave them to the next start
            return {}
        except (ValueError, RecursionError):
            data = None
        if isinstance(data, dict):
            return data
        self._was_damaged = True
        self._set_aside()
        return {}

    def _set_aside(self) -> None:
        try:
            aside = set_aside(self._file)
        except OSError as error:
            log.warning("Preferences are damaged and stay so: %s", error.strerror)
            self._may_write = False
        else:
            log.warning("Preferences were damaged and are now kept as %s", aside.name)


def _member(kind: type[E], value: object, otherwise: E) -> E:
    return next((member for member in kind if member.value == value), otherwise)


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
