"""What does a term mean: our own note on it, with its rules.

>>> asked_term("What does state-based action mean?"), asked_term("状況起因処理って何ですか？"), asked_term("What is my speed?")
('state-based action', '状況起因処理', 'my speed')
>>> asked_term("Can I plot?") is None
True
"""

from __future__ import annotations

import re
from typing import Final

from kb.asking.model import Answer, Both, Step
from kb.library import Library
from kb.lookup import find_terms
from scraper.document import Lang

_ENGLISH: Final = (
    r"(?:what is|what's|whats|what are|define|explain) (?:a |an |the )?(?P<term>.+)",
    r"(?:what does|what do) (?:a |an |the )?(?P<term>.+?) mean",
    r"(?:what is|what's) (?:the )?(?:meaning|definition) of (?:a |an |the )?(?P<term>.+)",
    r"(?:how does) (?:a |an |the )?(?P<term>.+?) work",
)
_JAPANESE: Final = (
    r"(?P<term>.+?)(?:とは|って|というのは|っていうのは|は)(?:、)?(?:何|なに|なん|どういう意味|どういうこと|どんなもの|どんな能力)(?:のこと|なの|なん|)(?:です|でしょう|)(?:か|)",
    r"(?P<term>.+?)(?:とは|の意味は|の意味を教えて(?:ください)?|の定義は)",
    r"(?P<term>.+?)(?:について|を)(?:教えて|説明して)(?:ください|)",
)


def asked_term(question: str) -> str | None:
    """The words of which the meaning is asked; None for another question."""
    text = " ".join(question.strip().strip("?？。.!").split())
    for form in (*_ENGLISH, *_JAPANESE):
        match = re.fullmatch(form, text, re.IGNORECASE)
        if match is not None:
            return match["term"].strip("「」『』\"'")
    return None


def definition(question: str, lang: Lang, library: Library) -> Answer | None:
    """What our dictionary says of the term; None where none is asked for or known."""
    words = asked_term(question)
    found = find_terms(library.names, words) if words else ()
    term = next((one for one in found if one.rules and one.note_en and one.note_ja), None)
    if term is None:
        return None
    note = Both(term.note_en, term.note_ja)
    say = Both(f"What does “{term.en}” mean?", f"「{term.ja}」とは何か。")
    return Answer(
        question,
        lang,
        "value",
        term.en,
        Both(f"{term.en}: {note.en}", f"{term.ja}：{note.ja}"),
        (Step(term.rules[0], note),),
        say,
    )
