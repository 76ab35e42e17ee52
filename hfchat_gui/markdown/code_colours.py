"""Colours for code, line by line as it arrives and exactly once it is complete.

A run is (start, length, role) in the code's own characters; what no run covers is plain text.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple, cast

from pygments.lexer import ExtendedRegexLexer, Lexer, LexerContext, RegexLexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Name, Number, Operator, String, _TokenType
from pygments.util import ClassNotFound

_LONGEST_LINE = 4000  # characters; a longer line is data, not code, and some lexers crawl on it


class ColourRole(StrEnum):
    """What a run is, as far as colours tell it."""

    KEYWORD = "keyword"
    NAME = "name"
    TYPE = "type"
    STRING = "string"
    NUMBER = "number"
    COMMENT = "comment"
    OPERATOR = "operator"


class Run(NamedTuple):
    """Characters of one colour."""

    start: int
    length: int
    role: ColourRole


_ROLES: dict[_TokenType, ColourRole] = {
    Comment: ColourRole.COMMENT,
    Keyword: ColourRole.KEYWORD,
    Keyword.Type: ColourRole.TYPE,
    Name.Class: ColourRole.TYPE,
    Name.Exception: ColourRole.TYPE,
    Name.Function: ColourRole.NAME,
    Name.Tag: ColourRole.NAME,
    Name.Attribute: ColourRole.NAME,
    Name.Decorator: ColourRole.NAME,
    Name.Builtin: ColourRole.NAME,
    String: ColourRole.STRING,
    Number: ColourRole.NUMBER,
    Operator: ColourRole.OPERATOR,
    Operator.Word: ColourRole.KEYWORD,
}


@lru_cache(maxsize=512)
def _role_of(token: _TokenType) -> ColourRole | None:
    """Return the role of the token's nearest relation that has one."""
    return next((_ROLES[kin] for kin in reversed(token.split()) if kin in _ROLES), None)


@lru_cache(maxsize=64)
def _lexer_for(language: str) -> Lexer | None:
    try:
        return get_lexer_by_name(language.lower(), stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


def prepare(language: str) -> None:
    """Build the language's lexer, which costs tens of milliseconds the first time; any thread."""
    if (lexer := _lexer_for(language)) is not None:
        next(iter(lexer.get_tokens_unprocessed("x")), None)


class CodeColours:
    """Colours one growing piece of code in `language` (a fence's word; unknown = no colours)."""

    def __init__(self, language: str) -> None:
        self._lexer = _lexer_for(language) if language else None
        self._stack = ["root"]
        self._done = 0

    def grow(self, code: str) -> list[Run]:
        """Return the runs of the whole lines that `code` has beyond the last call's.

        Each line goes on with the state that the line before left. A token that spans lines and
        has no state of its own (a C comment) is coloured right only by `whole`.
        """
        end = code.rfind("\n") + 1
        if self._lexer is None or end <= self._done:
            return []
        start, self._done = self._done, end
        if "\n" not in code[start : start + _LONGEST_LINE]:
            return []
        return _joined(self._lex(self._lexer, code, start, end))

    def whole(self, code: str) -> Iterator[list[Run]]:
        """Yield the exact runs of complete code in small helpings, to be spread over frames."""
        if self._lexer is None or _has_a_line_of_data(code):
            return
        helping: list[tuple[int, _TokenType, str]] = []
        for token in self._lexer.get_tokens_unprocessed(code):
            helping.append(token)
            if len(helping) == 200:
                yield _joined(helping)
                helping = []
        yield _joined(helping)

    def _lex(
        self, lexer: Lexer, code: str, start: int, end: int
    ) -> list[tuple[int, _TokenType, str]]:
        if isinstance(lexer, RegexLexer) and not isinstance(lexer, ExtendedRegexLexer):
            context = LexerContext(code, start, list(self._stack), end)
            try:
                # The same loop as the lexer's own, but it hands back the state it ends in.
                extended = cast("ExtendedRegexLexer", lexer)
                tokens = list(ExtendedRegexLexer.get_tokens_unprocessed(extended, context=context))
            except TypeError:  # a lexer whose own callbacks take no context
                return []
            self._stack = context.stack
            return tokens
        part = lexer.get_tokens_unprocessed(code[start:end])
        return [(start + at, token, text) for at, token, text in part]


def _has_a_line_of_data(code: str) -> bool:
    return any(len(line) > _LONGEST_LINE for line in code.split("\n"))


def _joined(tokens: list[tuple[int, _TokenType, str]]) -> list[Run]:
    runs: list[Run] = []
    for start, token, text in tokens:
        role = _role_of(token)
        if role is None or not text:
            continue
        last = runs[-1] if runs else None
        if last and last.role is role and last.start + last.length == start:
            runs[-1] = Run(last.start, last.length + len(text), role)
        else:
            runs.append(Run(start, len(text), role))
    return runs
