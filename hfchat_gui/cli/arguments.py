"""Reads the command line into values; wrong usage ends the program with exit code 2."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import NoReturn

from hfchat_gui import __version__
from hfchat_gui.cli.output import complain
from hfchat_gui.cli.running import WRONG_USAGE
from hfchat_gui.cli.sampling_arguments import add_sampling, sampling_in
from hfchat_gui.conversation.characters import printable
from hfchat_gui.conversation.request import SamplingOptions


@dataclass(frozen=True, slots=True)
class Ask:
    """`hfchat ask`: one question, the answer on standard output."""

    prompt: str
    model: str | None
    endpoint: str | None
    system: str
    sampling: SamplingOptions
    as_json: bool
    save: bool


@dataclass(frozen=True, slots=True)
class List:
    """`hfchat list`: the chats, newest first."""

    as_json: bool


@dataclass(frozen=True, slots=True)
class Export:
    """`hfchat export`: one chat, whose id begins with `chat`, as `json` or `md`."""

    chat: str
    format: str


@dataclass(frozen=True, slots=True)
class Models:
    """`hfchat models`: what can be asked, as far as each of the words in `search` is found."""

    as_json: bool
    search: str


@dataclass(frozen=True, slots=True)
class Window:
    """`hfchat`: the window."""

    prompt: str | None
    model: str | None
    endpoint: str | None
    screenshot: Path | None


Command = Ask | List | Export | Models | Window


def parse(words: Sequence[str]) -> Command:
    """Return the command that `words` mean; exits for --help, --version and wrong usage."""
    if not words or words[0].startswith("-"):
        return _window(words)
    if words[0] not in _COMMANDS:
        _refuse(words[0])
    return _COMMANDS[words[0]](words[1:])


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        if re.match("unrecognized arguments: [^-]", message):
            message += ". A text of several words stands in quotes"
        complain(f"{self.prog}: {message}. See {self.prog} --help.")
        self.exit(WRONG_USAGE)


def _refuse(word: str) -> NoReturn:
    """Say what was probably meant by a first word that is no command, and end."""
    said = f"there is no command {printable(word)[:40]}."
    if " " in word:
        said = 'a question is asked by hfchat ask "…".'
    elif meant := get_close_matches(word.lower(), _COMMANDS, n=1):
        said += f" Did you mean hfchat {meant[0]}?"
    else:
        said += f" Commands: {', '.join(_COMMANDS)}."
    complain(f"hfchat: {said} See hfchat --help.")
    raise SystemExit(WRONG_USAGE)


def _ask(words: Sequence[str]) -> Ask:
    parser = _Parser(
        prog="hfchat ask",
        description="Ask a model one question and print its answer as it arrives.",
        epilog="A key for --endpoint is read from HFCHAT_API_KEY. Exit status: 0 complete "
        "(at --max-tokens too), 1 failed or cut short, 2 wrong usage, 130 stopped by Ctrl-C.",
    )
    _add_model(parser, default="the default")
    parser.add_argument("--system", default="", metavar="TEXT", help="the system prompt")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    parser.add_argument("--save", action="store_true", help="keep the chat beside the window's")
    parser.add_argument("prompt", metavar="PROMPT", help="the question, or - to read it from stdin")
    add_sampling(parser)
    given = parser.parse_args(words)
    return Ask(
        prompt=given.prompt,
        model=given.model,
        endpoint=given.endpoint,
        system=given.system,
        sampling=sampling_in(given),
        as_json=given.json,
        save=given.save,
    )


def _list(words: Sequence[str]) -> List:
    parser = _Parser(
        prog="hfchat list",
        description="List the chats, the one changed last first: id, time, model, title.",
        epilog="Reads beside a running HF Chat and changes nothing.",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON array of objects")
    return List(parser.parse_args(words).json)


def _export(words: Sequence[str]) -> Export:
    parser = _Parser(
        prog="hfchat export",
        description="Print one chat: as JSON all that is kept of it, with every version of every "
        "turn; as Markdown (md) the turns that the window shows.",
        epilog="Reads beside a running HF Chat and changes nothing.",
    )
    parser.add_argument("chat", metavar="ID", help="its id, or the beginning: see hfchat list")
    parser.add_argument("--format", choices=("json", "md"), default="md", help="default: md")
    given = parser.parse_args(words)
    return Export(given.chat, given.format)


def _models(words: Sequence[str]) -> Models:
    parser = _Parser(
        prog="hfchat models",
        description="List the models on this computer, of the servers added in the settings, and "
        "of Hugging Face: the id for hfchat ask --model, where it is, its context in tokens, what "
        "a million tokens in and out cost in US dollars at the cheapest provider, the providers.",
        epilog="Of a server, ask with --endpoint WHERE --model ID (no --model where the id is -). "
        "A provider, fastest, cheapest or preferred may follow the id of a Hugging Face model "
        "after a colon. Runs beside HF Chat and changes nothing. Exit status: 0 listed, 1 nobody "
        "could be asked, 2 wrong usage, 130 stopped by Ctrl-C.",
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help="print one JSON array of objects, with the offer of each provider",
    )
    parser.add_argument(
        "--search", default="", metavar="WORDS", help="only those in which each word is found"
    )
    given = parser.parse_args(words)
    return Models(given.json, given.search)


def _window(words: Sequence[str]) -> Window:
    parser = _Parser(
        prog="hfchat",
        description="Chat with a model on this computer, on Hugging Face or at any address.",
        epilog="Without a window: hfchat ask asks one question, hfchat list lists the chats, "
        "hfchat export prints one, hfchat models lists the models. See hfchat ask --help and "
        "so on.",
    )
    parser.add_argument("--version", action="version", version=f"HF Chat {__version__}")
    parser.add_argument(
        "--prompt",
        metavar="TEXT",
        help="a first message, sent at once; where HF Chat runs already, put "
        "into its message field and not sent",
    )
    _add_model(parser, default="left out: the one chosen last")
    parser.add_argument(
        "--screenshot",
        type=_picture,
        metavar="FILE",
        help="save a PNG picture of the window once the reply has ended, and quit",
    )
    given = parser.parse_args(words)
    return Window(given.prompt, given.model, given.endpoint, given.screenshot)


def _picture(text: str) -> Path:
    """Return where the picture goes, if it can go there: the prompt is sent before it is taken."""
    file = Path(text)
    if file.is_dir():
        raise argparse.ArgumentTypeError("a file is needed, and this is a folder")
    if not file.parent.is_dir():
        raise argparse.ArgumentTypeError("there is no such folder to write the file to")
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise argparse.ArgumentTypeError("the file cannot be written there")
    return file


def _add_model(parser: argparse.ArgumentParser, default: str) -> None:
    parser.add_argument(
        "--model",
        metavar="REF",
        help="a Hugging Face model id, the name of a model on this computer, or local for the "
        f"first of these ({default}): see hfchat models; with --endpoint, the name sent there "
        "(left out: the first that it lists)",
    )
    parser.add_argument("--endpoint", metavar="URL", help="the address of a server to ask")


_COMMANDS: Mapping[str, Callable[[Sequence[str]], Command]] = {
    "ask": _ask,
    "list": _list,
    "export": _export,
    "models": _models,
}
