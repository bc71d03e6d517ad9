"""A card's JSON as lines for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kb.commands.common import Output

Json = Mapping[str, Any]


def card_lines(card: Json, output: Output) -> Iterator[str]:
    """A card with its faces, sets and rulings."""
    for at, face in enumerate(card["faces"]):
        if at:
            yield "  //"
        yield from _face_lines(face, output, known=card["text"]["en"] is not None)
    yield from _model_lines(card, output)
    if card["lights"]:
        shown = " | ".join(", ".join(map(str, lights)) for lights in card["lights"])
        yield f"{output.say('Lights', 'ライト')}: {shown}"
    others = [name for name in card["names_ja"] if name not in _names_shown(card)]
    if others and "ja" in output.langs:
        yield f"{output.say('Other Japanese names', 'ほかの日本語名')}: {'、'.join(others)}"
    if card["sets"]:
        yield f"{output.say('Sets', '収録セット')}: {', '.join(card['sets'])}"
    if card["rulings"]:
        yield output.say("Rulings:", "裁定（英語）：")
    for ruling in card["rulings"]:
        yield f"  {ruling['date']}  {ruling['text']}"
    source = card["source"]
    edition = f", {source['edition']}" if source["edition"] else ""
    yield f"{output.say('Source', '出典')}: {source['name']}{edition} © {source['owner']} {source['url']}".rstrip()


def _model_lines(card: Json, output: Output) -> Iterator[str]:
    """The sentences that the model does not read, and those that it reads but would not play, each with the reason."""
    missing = [one for one in card["abilities"] if one["state"] != "executable"]
    if not missing:
        if card["abilities"]:
            yield output.say("Model: every ability is executable.", "モデル：すべての能力を実行できます。")
        return
    yield output.say("Model:", "モデル：")
    for one in missing:
        if one["state"] == "unread":
            spans = " … ".join(one["unread"])
            yield output.say(f"  not read: {spans}", f"  読み取れない文：{spans}")
        else:
            reasons = "; ".join(output.say(reason["en"], reason["ja"]) for reason in one["not_executable"])
            text = one["text"].replace("\n", " ")
            yield output.say(
                f"  read, but not executable: {text} ({reasons})",
                f"  読み取れるが実行できない能力：{text}（{reasons}）",
            )


def _names_shown(card: Json) -> set[str]:
    parts = [face["name"]["ja"] for face in card["faces"] if face["name"]["ja"]]
    return {*parts, " // ".join(parts)}


def _face_lines(face: Json, output: Output, *, known: bool) -> Iterator[str]:
    name = face["name"]
    both = (name["ja"], name["en"]) if output.lang == "ja" else (name["en"], name["ja"])
    title = " / ".join(filter(None, both))
    yield f"{title}  {face['mana_cost']}" if face["mana_cost"] else title
    types = [face["type"][lang] for lang in output.langs if face["type"][lang]] or [face["type"]["en"]]
    numbers = [face["pt"], face["loyalty"], face["defense"]]
    yield "  ".join([" / ".join(types), *filter(None, numbers)])
    if not known and not face["text"]["en"]:
        yield output.say(
            "(the data has no text for this card)", "（このカードのテキストはデータにありません）"
        )
    wanted = [face["text"][lang] for lang in output.langs if face["text"][lang]] or [face["text"]["en"]]
    for text in wanted:
        yield from (f"  {line}" for line in text.split("\n") if line)
    if output.lang == "ja" and face["text"]["ja"]:
        yield "  " + "（印刷時の日本語テキスト。現在のオラクルとは異なることがあります）"
