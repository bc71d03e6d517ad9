"""Cards and rulings in JSON, and as the checker takes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kb.store import Store
from kb.views import citation_json, source_json, title_json, url_of
from scraper.card_model import Face, faces_of
from scraper.document import Document


def card(store: Store, document_id: str) -> dict[str, Any]:
    """A card with its faces in both languages and its rulings, oldest first; raises NotFound."""
    document = store.get(document_id)
    facts = document.facts
    faces = faces_of(document)
    text_ja = "\n//\n".join(face.text_ja for face in faces) if any(face.text_ja for face in faces) else None
    return {
        "id": document.id,
        "name": document.title.en,
        "title": title_json(document.title),
        "names_ja": list(facts.get("names_ja", ())),
        "layout": first(document, "layout"),
        "mana_cost": " // ".join(filter(None, facts.get("mana_cost", ()))) or None,
        "mana_value": first(document, "mana_value"),
        "colors": list(facts.get("colors", ())),
        "type": {"en": faces[0].type_line, "ja": faces[0].type_ja or None},
        "text": {"en": None if is_text_unknown(document) else document.text, "ja": text_ja},
        "faces": [face_json(face) for face in faces],
        "abilities": _abilities(document, faces),
        "lights": [[int(number) for number in lights.split()] for lights in facts.get("lights", ())],
        "meld_parts": list(facts.get("meld_parts", ())),
        "sets": list(facts.get("sets", ())),
        "rulings": [ruling(one) for one in rulings_on(store, document)],
        "source": source_json(document),
        "url": url_of(document.id),
    }


def _abilities(document: Document, faces: Sequence[Face]) -> list[dict[str, Any]]:
    """What the model reads of a card and would play; nothing of one whose text is not known."""
    from kb.card_reading import abilities

    if is_text_unknown(document):
        return []
    return [one.to_json() for one in abilities(map(face_json, faces))]


def face_json(face: Face) -> dict[str, Any]:
    """One face.

    >>> face_json(Face("Test Bear", power="2", toughness="2"))["pt"]
    '2/2'
    """
    return {
        "name": {"en": face.name, "ja": face.name_ja or None, "reading": face.reading or None},
        "mana_cost": face.mana_cost or None,
        "type": {"en": face.type_line, "ja": face.type_ja or None},
        "text": {"en": face.text, "ja": face.text_ja or None},
        "pt": points(face),
        "loyalty": face.loyalty or None,
        "defense": face.defense or None,
        "colors": list(face.colors),
        "color_indicator": list(face.color_indicator),
    }


def points(face: Face) -> str | None:
    """Power and toughness as on the card.

    >>> points(Face("X", power="1", toughness="*")), points(Face("X"))
    ('1/*', None)
    """
    return f"{face.power}/{face.toughness}" if face.power or face.toughness else None


def rulings_on(store: Store, document: Document) -> list[Document]:
    """The rulings on a card, oldest first."""
    return sorted(store.children(document.id), key=lambda one: (first(one, "date") or "", one.order))


def ruling(document: Document) -> dict[str, Any]:
    """A ruling with the rules it cites."""
    return {
        "id": document.id,
        "date": first(document, "date"),
        "text": document.text,
        "source": first(document, "source"),
        "cites": [citation_json(citation) for citation in document.citations],
    }


def first(document: Document, fact: str) -> str | None:
    """The first value of a fact."""
    return next(iter(document.facts.get(fact, ())), None)


def is_text_unknown(document: Document) -> bool:
    """Whether the data lacks the card's text, which is not the same as a card without abilities."""
    return "text_unknown" in document.facts


def scenario_form(document: Document) -> dict[str, Any] | None:
    """The card as a scenario describes one under `cards`; None where its text is not known.

    >>> from scraper.card_model import SOURCE, Card, card_document
    >>> bear = Card("Test Bear", (Face("Test Bear", "{1}{G}", "Creature — Bear", "", "2", "2", colors="G"),))
    >>> scenario_form(card_document(bear, SOURCE))
    {'cost': '{1}{G}', 'types': 'Creature — Bear', 'text': '', 'pt': '2/2'}
    """
    if is_text_unknown(document):
        return None
    faces = faces_of(document)
    parts = [_part(face) for face in faces]
    lights = document.facts.get("lights", ())
    if lights:
        parts[0]["lights"] = [int(number) for number in lights[0].split()]
    if len(parts) == 1:
        return parts[0]
    named = [{"name": face.name, **part} for face, part in zip(faces, parts, strict=True)]
    return {"layout": first(document, "layout") or "", "faces": named}


_BY_COST = set("WUBRG")


def _part(face: Face) -> dict[str, Any]:
    part: dict[str, Any] = {}
    if face.mana_cost:
        part["cost"] = face.mana_cost
    part["types"] = face.type_line
    part["text"] = face.text
    if (pt := points(face)) is not None:
        part["pt"] = pt
    for key in ("loyalty", "defense"):
        if value := getattr(face, key):
            part[key] = value
    if set(face.colors) != _BY_COST & set(face.mana_cost):  # an indicator, devoid, or all colors
        part["colors"] = list(face.colors)
    return part
