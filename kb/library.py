"""Everything that can be read, behind one class: the command line, the web and answers all use it.

A library works with nothing downloaded, from our own terms alone, and notices by itself when an update has
brought a new generation.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy.exc import SQLAlchemyError

from kb import card_views, lookup, views
from kb.editions.held import iso_date
from kb.editions.service import number_now
from kb.errors import BadInput, NotFound
from kb.indexing import index_terms
from kb.numbers import parse_numbers, parse_section
from kb.settings import Settings, load_settings
from kb.status import source_status
from kb.store import Store
from kb.store_sqlite import can_be_empty
from kb.terms import load_terms
from scraper.document import Kind, RuleNumber, Term

if TYPE_CHECKING:
    from index.hits import SearchResult
    from index.search import Searcher


def unreadable(url: str, error: Exception) -> BadInput:
    """The error for a database that is there and cannot be opened."""
    reason = str(error).split("\n", 1)[0]
    return BadInput(
        f"the database {url} cannot be opened ({reason})", f"データベース {url} を開けません（{reason}）"
    )


Reader = Literal["en", "ja", "both"]


@dataclass
class Library:
    """The store, the terms and the search over them; safe to share between threads.

    Every method that names one thing raises NotFound where it is not held, with suggestions in the message,
    and BadInput where the input has no sense.
    """

    settings: Settings
    store: Store
    terms: tuple[Term, ...]
    _names: lookup.TermNames | None = field(default=None, repr=False)
    _searcher: Searcher | None = field(default=None, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @classmethod
    def open(cls, settings: Settings | None = None) -> Library:
        """Open what is there; a home that cannot be made is read as an empty one.

        Raises BadInput for a database that is there and cannot be read.
        """
        settings = load_settings() if settings is None else settings
        try:
            store = Store.open(settings)
        except (OSError, SQLAlchemyError) as error:
            if not can_be_empty(settings.database_url):
                raise unreadable(settings.database_url, error) from error
            store = Store.open("sqlite://")
        return cls(settings, store, load_terms())

    # -- finding ---------------------------------------------------------------------------------------

    def search(
        self, q: str, *, lang: Reader = "both", kinds: Iterable[Kind] = (), limit: int = 10, offset: int = 0
    ) -> SearchResult:
        """Find in everything held; never raises for any string."""
        return self.searcher.search(q, lang=lang, kinds=kinds, limit=limit, offset=offset)

    @property
    def searcher(self) -> Searcher:
        """The search, opened when it is first needed; it follows newer indexes by itself."""
        with self._lock:
            if self._searcher is None:
                self.ensure_index()
                self._searcher = self._open_searcher()
            return self._searcher

    def ensure_index(self) -> None:
        """Index our terms where there is no index yet; an update adds what it brings."""
        if self._open_searcher().generation >= 0:
            return
        try:
            index_terms(self.settings)
        except OSError:  # a home that cannot be written
            self.settings = replace(self.settings, home=Path(mkdtemp(prefix="mtgkb-")))
            index_terms(self.settings)

    def _open_searcher(self) -> Searcher:
        from index.search import Searcher  # the analysers are heavy, and a look-up does without them

        return Searcher(self.settings.index_folder, self.terms)

    # -- looking up ------------------------------------------------------------------------------------

    def rule(self, text: str, edition: str | None = None) -> dict[str, Any]:
        """A rule in the JSON form of the design; of a range the first one.

        Takes every form that `kb.numbers` reads. Without any rules text it answers from our terms.
        """
        return self.rules(text, edition)[0]

    def rules(self, text: str, edition: str | None = None) -> list[dict[str, Any]]:
        """The rule, or every rule of a range such as 601.2f-h, in order; a section by its one digit."""
        if (section := parse_section(text)) is not None:
            try:
                return [views.rule(self.store, section, edition, ())]
            except NotFound:
                raise lookup.no_rule(self.store, text, edition) from None
        first, last = parse_numbers(text)
        edition = iso_date(edition) if edition is not None else None
        numbers = [first] if last == first else self.store.numbers_between(first, last, edition)
        if not numbers:
            raise lookup.no_rule(self.store, text, edition)
        return [self._one_rule(number, edition) for number in numbers]

    def _one_rule(self, number: RuleNumber, edition: str | None) -> dict[str, Any]:
        # our terms name rules by today's numbers, which meant other rules in older editions
        terms = lookup.terms_about(self.terms, number) if edition is None else []
        try:
            found = views.rule(self.store, number, edition, terms)
        except NotFound:
            if not terms or self.store.editions("cr"):
                raise lookup.no_rule(self.store, str(number), edition, number) from None
            return views.rule_from_terms(number, terms)
        if edition is not None and any(one.edition == found["edition"] for one in self.store.editions("cr")):
            # where the rule of that edition is today, None where it is gone
            found["now"] = number_now(self.store, str(number), found["edition"])
        return found

    def glossary(self, text: str, edition: str | None = None) -> dict[str, Any]:
        """A glossary entry by its term in either language, in any case, plural or inflection."""
        names = self.names
        found, terms = lookup.glossary_id(self.store, names, text), lookup.find_terms(names, text)
        if found is not None:
            return views.glossary(self.store, found, edition, terms)
        if terms and edition is None:
            return views.glossary_from_term(terms[0])
        raise lookup.no_glossary(self.store, names, text)

    def wiki(self, title: str) -> dict[str, Any]:
        """A wiki page with its sections, by its Japanese or English title, its reading or its id."""
        return views.wiki_page(self.store, self.store.get(lookup.wiki_id(self.store, self.names, title)))

    def cards(self, name: str) -> list[dict[str, Any]]:
        """The cards of that name with their rulings: one, or several that share a Japanese name."""
        return [card_views.card(self.store, found) for found in lookup.card_ids(self.store, name)]

    def card(self, name: str) -> dict[str, Any]:
        """A card by its English or Japanese name, or that of a face; the first of several."""
        return self.cards(name)[0]

    def card_base(self, name: str) -> Mapping[str, Any] | None:
        """A card as a scenario describes one, by any of its names; None where it is not known or not one card.

        What the checker takes as its card base.
        """
        found = lookup.find_cards(self.store, name)
        if len(found) != 1:
            return None
        document = self.store.get(found[0])
        form = card_views.scenario_form(document)
        return None if form is None else {"name": document.title.en, **form}

    def term(self, text: str) -> dict[str, Any]:
        """An entry of our own dictionary by its id, any of its names or its reading."""
        return views.term(lookup.term(self.names, text))

    # -- what is held ----------------------------------------------------------------------------------

    def status(self) -> dict[str, Any]:
        """What is held and how old it is, in the JSON form of the design."""
        searcher = self._searcher or self._open_searcher()
        index = {
            "engine": searcher.engine,
            "documents": searcher.documents,
            "generation": searcher.generation,
            "behind": searcher.generation < self.store.generation(),
        }
        held = source_status(self.store, self.settings.stale_days)
        return {**held, "terms": len(self.terms), "index": index}

    @property
    def names(self) -> lookup.TermNames:
        """Our terms by every name they go by."""
        if self._names is None:
            self._names = lookup.collect_names(self.terms)
        return self._names
