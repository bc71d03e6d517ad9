"""Japanese questions: text to clauses.

>>> from kb.asking.names import NameTable
>>> heard = read("カードを2枚引いたら負けますか？", NameTable([], {}))
>>> [(one.verb, one.mood, one.form) for one in heard.clauses], heard.unread
([('draw', 'supposed', None), ('lose game', 'fact', 'does')], ())
"""

from __future__ import annotations

from kb.asking.mentions import Heard
from kb.asking.names import NameTable
from kb.asking.reading.japanese.reader import Reader
from kb.asking.reading.japanese.regular import regular
from kb.asking.reading.japanese.tokens import tokenise
from kb.asking.reading.japanese.zeros import settled


def read(question: str, table: NameTable) -> Heard:
    """What a Japanese question says."""
    reader = Reader(regular(tokenise(question, table)))
    reader.run()
    return Heard(tuple(settled(made.clause for made in reader.made)), tuple(dict.fromkeys(reader.unread)))
