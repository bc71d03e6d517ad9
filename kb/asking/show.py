"""`python -m kb.asking.show QUESTION …`: what each layer makes of a question, for those who work on the readers.

It prints the clauses that were heard, the frames, the restatements, and what could not be read.
"""

from __future__ import annotations

import json
import sys

from kb.asking.cards import CardBook
from kb.asking.frames import to_json
from kb.asking.understanding import finder, understood
from kb.commands.common import settings
from kb.library import Library


def main() -> None:
    """Print the layers of each question given."""
    from kb.asking.saying.english import English

    library = Library.open(settings())
    book = CardBook.of(library)
    card_of = finder(book)
    for question in sys.argv[1:]:
        heard, readings = understood(question, book, card_of)
        print(question)
        for clause in heard.clauses:
            print("  heard", json.dumps(to_json(clause), ensure_ascii=False, default=str))
        for reading in readings:
            named = {
                thing.card: card for thing in reading.things if thing.card and (card := card_of(thing.card))
            }
            print("  frames", json.dumps(reading.to_json(), ensure_ascii=False, default=str))
            print("  say", English(reading, named).restated())
            print("  unread", reading.unread)


if __name__ == "__main__":
    main()
