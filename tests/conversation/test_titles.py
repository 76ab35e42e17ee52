"""Titles say what a chat is about, in any language, and fit their place."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.message import AttachedText, Message, Role, TextPart
from hfchat_gui.conversation.titles import TITLE_LENGTH, title_of


def title(question: str, reply: str | None = None) -> str:
    """Return the title of this exchange."""
    answer = None if reply is None else Message(Role.ASSISTANT, (TextPart(reply),))
    return title_of(Message(Role.USER, (TextPart(question),) if question else ()), answer)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is deep learning?", "What is deep learning?"),
        ("Hello, can you explain entanglement? I am 12.", "can you explain entanglement?"),
        ("Hey there! How does TCP work?", "How does TCP work?"),
        ("Hi. How are you? Tell me about Rome.", "Tell me about Rome"),
        ("history of Rome", "history of Rome"),
        ("Hello world in Rust", "Hello world in Rust"),
        ("Hallo zusammen, wie backe ich Brot?", "wie backe ich Brot?"),
        ("Hinweis zur Nutzung", "Hinweis zur Nutzung"),
        ("Bonjour ! Qui était Molière ?", "Qui était Molière?"),
        ("Привет! Как работает TCP?", "Как работает TCP?"),
        ("你好，请问什么是深度学习？我想知道。", "请问什么是深度学习？"),
        ("日本の首都はどこですか。教えてください。", "日本の首都はどこですか"),
        ("안녕하세요! 파이썬이 뭐예요?", "파이썬이 뭐예요?"),
        ("مرحبا، ما هي عاصمة فرنسا؟ شكرا.", "ما هي عاصمة فرنسا؟"),
        ("השאלה היא מה השעה", "השאלה היא מה השעה"),
    ],
)
def test_the_first_sentence_that_says_something_is_the_title(question: str, expected: str) -> None:
    assert title(question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How does **git `rebase`** work?", "How does git rebase work?"),
        ("## Title\nand text", "Title"),
        ("- one\n- two", "one"),
        ("> 1. quoted", "quoted"),
        ("---\nBelow a rule", "Below a rule"),
        ("| a | b |\n|---|---|\n| 1 | 2 |\nWhat does this table say", "What does this table say"),
        ("See [the docs](https://x.y/z) for me", "See the docs for me"),
        ("Summarise https://example.org/a?b=c for me", "Summarise for me"),
        ("Is <b>bold</b> bad , really?", "Is bold bad, really?"),
        ("Mail me@example.org today", "Mail today"),
        ("Explain this:\n```python\nprint(1)\n```", "Explain this"),
        ("~~~\nprint(1)\n~~~\nWhat is printed?", "What is printed?"),
        ("What is 2 * 3 * 4", "What is 2 * 3 * 4"),
        ("A line that was\nwrapped in the middle", "A line that was wrapped in the middle"),
        ("One line\nAnother line", "One line"),
        ("Node.js 3.5 is out. Is it good?", "Node.js 3.5 is out"),
        ("Dr. Smith wrote, e.g. of this. True?", "Dr. Smith wrote, e.g. of this"),
        ("Who said “Stop.” then? Why?", "Who said “Stop.” then?"),
        ("steered \u202eback\u202c and\x07forth", "steered back and forth"),
    ],
)
def test_it_holds_no_markdown_code_or_address(question: str, expected: str) -> None:
    assert title(question) == expected


@pytest.mark.parametrize(
    ("question", "reply", "expected"),
    [
        ("hi", "Hello! How can I help you today?", "hi"),
        ("hi", "Hello!\n\n# Getting started\nText", "Getting started"),
        ("hi", "Hi there! I am SmolLM, a small model.", "I am SmolLM, a small model"),
        (
            "Why?",
            "Because the sky scatters blue light. More.",
            "Because the sky scatters blue light",
        ),
        ("你好", "你好！有什么我可以帮助你的吗？", "你好"),
        ("你好", "深度学习是一种方法。", "深度学习是一种方法"),
        ("السلام عليكم", "وعليكم السلام! كيف يمكنني مساعدتك اليوم؟", "السلام عليكم"),
        ("```\nprint(1)\n```", "The code prints 1. It is simple.", "The code prints 1"),
        ("```\nprint(1)\n```", None, "print(1)"),
        ("https://example.org/x", "This page is about cats.", "This page is about cats"),
        ("https://example.org/x", "", "https://example.org/x"),
        ("What is deep learning?", "# Deep learning", "What is deep learning?"),
        ("...", None, "..."),
        ("", None, ""),
    ],
)
def test_a_question_that_says_too_little_takes_it_from_the_reply(
    question: str, reply: str | None, expected: str
) -> None:
    assert title(question, reply) == expected


def test_a_turn_of_attachments_is_named_after_them() -> None:
    def attached(*pieces: AttachedText) -> str:
        return title_of(Message(Role.USER, pieces))

    assert attached(AttachedText("notes.txt", "x = 1")) == "notes.txt"
    assert attached(AttachedText("", "Dear all, the pump leaks. Please come.")) == "the pump leaks"
    assert attached(AttachedText("", "..."), AttachedText("b.txt", "b")) == "b.txt"
    typed = Message(Role.USER, (TextPart("Explain it"), AttachedText("a.py", "x")))
    assert title_of(typed) == "Explain it"


@pytest.mark.parametrize(
    "text", ["word " * 40, "x" * 80, "深" * 80, "👩🏽‍🚀" * 40, "e\u0301" * 80, "a" * 58 + " bc d"]
)
def test_it_is_cut_at_a_word_and_never_within_a_sign(text: str) -> None:
    made = title(text)
    assert len(made) <= TITLE_LENGTH
    assert made.endswith("…")
    kept = made[:-1]
    assert text.startswith(kept)
    if " " in text:
        assert text[len(kept)] == " "
    assert kept[-1] not in "\u200d👩🏽" if "👩" in text else True
    assert kept[-1] == "\u0301" if "\u0301" in text else True


def test_it_takes_no_time_however_odd_the_text() -> None:
    for text in ("[" * 9000, "a@" * 5000, "```\n" * 3000, "<a " * 3000, " " * 9000 + "x"):
        assert len(title(text, text)) <= TITLE_LENGTH
