"""Words that open a talk and say nothing of what it is about: a title is made without them."""

from __future__ import annotations

import re

_GREETINGS = (
    r"hi+|hello+|hey+|hiya|howdy|greetings|good (?:morning|afternoon|evening|day)|dear (?:all|ai)"
    r"|hallo+|moin|servus|grüezi|grüß gott|guten (?:tag|morgen|abend)|liebe[rs]? \w+"
    r"|bonjour|bonsoir|salut|coucou|hola|buenos d[ií]as|buenas(?: tardes| noches)?"
    r"|ciao|salve|buongiorno|buonasera|ol[áa]|oi|bom dia|boa (?:tarde|noite)"
    r"|hej|hei|goddag|ahoj|dobr[ýy] den|cze[śs][ćc]|witam|merhaba|selam|szia|salam"
    r"|привет|здравствуйте?|добрый (?:день|вечер)|доброе утро|привіт|вітаю"
    r"|(?:و عليكم|وعليكم) السلام|السلام عليكم(?: ورحمة الله(?: وبركاته)?)?|سلام"
    r"|مرحبا|مرحبًا|أهلا|أهلاً|اهلا|صباح الخير"
    r"|مساء الخير|שלום|היי|नमस्ते|नमस्कार|สวัสดี(?:ครับ|ค่ะ)?|xin chào|chào"
    r"|你好|您好|嗨|大家好|早上好|こんにちは|こんばんは|おはよう(?:ございます)?|はじめまして"
    r"|안녕(?:하세요|하십니까)?"
)
_AFTER = r"(?: (?:there|all|everyone|everybody|again|friend|folks|team|zusammen|à tous|a todos))?"
_MARKS = r"[\s,.!;:،؛。，、！：~…–—-]"

# A greeting goes where a mark or a space follows it; "hello world" is a program, not a greeting.
_GREETING = re.compile(rf"(?!hello,? world)(?:{_GREETINGS}){_AFTER}(?:{_MARKS}+|$)", re.IGNORECASE)

_IDLE = re.compile(
    r"(?:so|and|please|pls|ok(?:ay)?|yes|no|test(?:ing)?|thanks?(?: you)?(?: very much| a lot)?"
    r"|how are (?:you|things)(?: doing)?(?: today)?|how's it going|what's up|sup|anyone there"
    r"|are you there|nice to meet you|(?:can|could) you (?:please )?help(?: me)?(?: please)?"
    r"|(?:please )?help(?: me)?(?: please)?|i (?:need (?:some )?help|have a (?:quick )?question)"
    r"|(?:just )?a? ?quick question|sure|of course|certainly|absolutely|great(?: question)?"
    r"|good question|i'm (?:fine|doing well|here to help)(?: you)?"
    r"|(?:how|what) can i (?:help|assist|do for)(?: you)?(?: with)?(?: today)?"
    r"|how may i (?:help|assist)(?: you)?(?: today)?|it's nice to meet you"
    r"|wie geht(?:'s| es dir| es ihnen)|danke|bitte|wie kann ich (?:dir|ihnen|euch)"
    r"(?: heute)? (?:helfen|behilflich sein)|merci|gracias|por favor|(?:comment )?ça va"
    r"|comment allez-vous|comment puis-je (?:vous|t')? ?aider(?: aujourd'hui)?|qué tal"
    r"|cómo estás|(?:en qué|cómo) puedo ayudar(?:te|le)(?: hoy)?|как дела|спасибо"
    r"|(?:чем|как) я могу (?:вам |тебе )?помочь(?: сегодня)?|كيف حالك|شكرا|شكرًا"
    r"|كيف يمكنني مساعدتك(?: اليوم)?|你好吗|谢谢|请问"
    r"|有什么(?:我)?可以帮(?:助)?(?:到)?(?:您|你)的?吗?"
    r"|元気ですか|ありがとう(?:ございます)?|감사합니다)",
    re.IGNORECASE,
)


def without_greeting(sentence: str) -> str:
    """Return a sentence without the greetings that it begins with."""
    while (found := _GREETING.match(sentence)) and found.end():
        sentence = sentence[found.end() :]
    return sentence


def is_idle(sentence: str) -> bool:
    """Whether a whole sentence is only courtesy."""
    bare = sentence.replace("’", "'").strip(" \t,.!?;:،؛؟。，、！？…~")
    return not bare or _IDLE.fullmatch(bare) is not None
