"""JSON forms as lines for a terminal, in one language or both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kb.commands.common import Output

if TYPE_CHECKING:
    from kb.update import UpdateReport

Json = Mapping[str, Any]

_SHOWN_CITING = 12


def title_of(title: Json, output: Output) -> str:
    """A title in the language of the output, the other one behind it.

    >>> title_of({"en": "Plot", "ja": "計画"}, Output("ja"))
    '計画 / Plot'
    """
    both = (title.get("ja"), title.get("en")) if output.lang == "ja" else (title.get("en"), title.get("ja"))
    return " / ".join(dict.fromkeys(filter(None, both)))


def texts(entry: Json, output: Output) -> list[str]:
    """The texts in the languages asked for; the other language where it alone is held."""
    text = entry["text"]
    wanted = [text[lang] for lang in output.langs if text[lang]]
    return wanted or [held for held in (text["en"], text["ja"]) if held]


def rule_lines(rule: Json, below: Iterable[Json], output: Output, *, brief: bool = False) -> Iterator[str]:
    """A rule with what stands below it; a brief one is the text alone."""
    yield from _numbered(rule, output)
    if rule["text"]["en"] is None and rule["text"]["ja"] is None:
        yield output.say(
            "The text of this rule is not loaded (mtgkb update cr brings it); our own notes:",
            "このルールの条文は取り込まれていません（mtgkb update cr で取り込めます）。当サイトの注釈：",
        )
    for child in below:
        yield from (f"  {line}" for line in _numbered(child, output))
    if brief:
        return
    yield from notes(rule["terms"], output)
    if rule.get("ja_from") and "ja" in output.langs:
        yield _carried(rule["ja_from"], output)
    if rule["cites"]:
        yield f"{output.say('Cites', '参照先')}: {', '.join(_cited(rule['cites']))}"
    if rule["cited_by"]:
        names = [_citing(entry) for entry in rule["cited_by"]]
        more = len(names) - _SHOWN_CITING
        rest = output.say(f" and {more} more", f" ほか{more}件") if more > 0 else ""
        yield f"{output.say('Cited by', '参照元')}: {', '.join(names[:_SHOWN_CITING])}{rest}"
    yield from source_lines(rule, output)


def _numbered(rule: Json, output: Output) -> Iterator[str]:
    number = rule["number"] + ("" if rule["number"][-1].isalpha() else ".")
    shown = texts(rule, output)
    title = title_of(rule["title"], output)
    if title and (not shown or shown[0] == rule["title"]["en"]):
        shown = [title]
    if not shown:
        shown = [""]
    yield f"{number} {shown[0]}".rstrip()
    yield from shown[1:]
    examples = rule["examples_ja"] if output.lang == "ja" and rule["examples_ja"] else rule["examples"]
    yield from (f"  {output.say('Example', '例')}: {example}" for example in examples)


def _carried(ja_from: Json, output: Output) -> str:
    """Of which edition the Japanese text is, and whether the English one has changed since."""
    told = output.say(
        f"Japanese text: of the edition {ja_from['edition']}, where it was {ja_from['number']}",
        f"日本語訳は {ja_from['edition']} 版（当時の番号 {ja_from['number']}）",
    )
    changed = output.say("; the English text has changed since", "。その後、英語の条文が変わっています")
    return told + (changed if ja_from["changed"] else "")


def _cited(cites: Sequence[Json]) -> list[str]:
    return list(dict.fromkeys(c["number"] + (f"–{c['end']}" if c["end"] else "") for c in cites))


def _citing(entry: Json) -> str:
    kind, _, name = entry["id"].partition(":")
    return name if kind == "cr" else f"{kind}:{name}"


def notes(terms: Iterable[Json], output: Output) -> Iterator[str]:
    """Our own notes on the terms, in the languages asked for."""
    for term in terms:
        for lang in output.langs:
            if term["note"][lang]:
                name = term["title"][lang] or term["title"]["en"]
                yield f"{output.say('Note', '注釈')} ({name}): {term['note'][lang]}"


def source_lines(entry: Json, output: Output) -> Iterator[str]:
    """Whose text it is, of which edition, for every text shown."""
    for lang in ("en", "ja"):
        source = entry["source"][lang]
        if source and (lang in output.langs or not entry["source"][output.langs[0]]):
            edition = f", {source['edition']}" if source["edition"] else ""
            owner = f" © {source['owner']}" if source["owner"] else ""
            yield f"{output.say('Source', '出典')}: {source['name']}{edition}{owner} {source['url']}".rstrip()


def glossary_lines(entry: Json, output: Output) -> Iterator[str]:
    """An entry of the glossary, or of our own dictionary in its place."""
    yield title_of(entry["title"], output)
    for text in texts(entry, output):
        yield from (f"  {line}" for line in text.split("\n"))
    yield from notes(entry["terms"], output)
    if entry["cites"]:
        yield f"{output.say('Rules', 'ルール')}: {', '.join(_cited(entry['cites']))}"
    yield from source_lines(entry, output)


def hit_lines(result: Json, offset: int, output: Output) -> Iterator[str]:
    """Hits, numbered, best first; without any, what to try instead."""
    total = result["total"]
    if total:
        yield output.say(
            f"{total} found in {result['took_ms']} ms", f"{total}件（{result['took_ms']}ミリ秒）"
        )
    else:
        yield output.say("Nothing found.", "見つかりませんでした。")
        yield from (result["advice"][lang] for lang in output.langs if result.get("advice", {}).get(lang))
    for at, hit in enumerate(result["hits"], offset + 1):
        other = f" / {hit['title_ja']}" if hit.get("title_ja") and hit["title_ja"] not in hit["title"] else ""
        yield f"{at:>3}. [{hit['kind']}] {hit['title']}{other}  ({hit['id']})"
        yield f"     {' '.join(hit['snippet'].split())}"
    if result["suggestions"]:
        yield f"{output.say('Did you mean', 'もしかして')}: {', '.join(result['suggestions'])}"


def status_lines(status: Json, output: Output) -> Iterator[str]:
    """A line a source and edition, then terms and index."""
    if not status["sources"]:
        yield output.say(
            "No source is loaded yet; our own terms answer meanwhile (mtgkb update brings the sources).",
            "情報源は未取り込みです。それまでは自前の用語辞書で答えます（mtgkb update で取り込めます）。",
        )
    for name, source in status["sources"].items():
        yield f"{name}: {_standing(source, output)}{_age(source, output)}"
        for edition in reversed(source.get("editions", ())):
            mark = {"current": "*", "future": "+"}.get(edition["standing"], " ")
            until = output.say(" (not yet in effect)", "（まだ発効していません）") if mark == "+" else ""
            yield f" {mark} {edition['edition']}  {counts_text(edition, output)}{until}"
    for problem in status["problems"]:
        for lang in output.langs:
            head = output.say("last update failed", "最後の更新に失敗")
            yield f"{problem['source']}: {head} {problem['at']}: {problem[lang]}"
    yield f"{output.say('terms', '用語')}: {status['terms']}"
    index = status["index"]
    behind = output.say(" (older than what is held)", "（内容より古い索引です）") if index["behind"] else ""
    yield f"{output.say('index', '索引')}: {index['engine'] or '-'}, {index['documents']}{behind}"


def _standing(source: Json, output: Output) -> str:
    if "editions" in source:
        return f"{output.say('current', '現行')} {source['current'] or '-'}"
    edition = f" ({source['edition']})" if source["edition"] else ""
    return f"{counts_text(source, output)}{edition}"


def _age(source: Json, output: Output) -> str:
    if "age_days" not in source:
        return ""
    days = source["age_days"]
    age = output.say(f"; checked {days} days ago", f"（確認：{days}日前）")
    stale = output.say("; STALE: run mtgkb update", "【古くなっています。mtgkb update で更新してください】")
    return age + (stale if source["stale"] else "")


_COUNTS = {
    "sections": "セクション",
    "chapters": "章",
    "rules": "ルール",
    "subrules": "サブルール",
    "examples": "例",
    "glossary": "用語集",
    "pages": "ページ",
    "cards": "カード",
    "rulings": "裁定",
}


def counts_text(counts: Json, output: Output) -> str:
    """Counts in words.

    >>> counts_text({"pages": 4}, Output("ja")), counts_text({"rules": 2, "examples": 1}, Output("en"))
    ('ページ 4', 'rules 2, examples 1')
    """
    shown = [f"{output.say(name, ja)} {counts[name]}" for name, ja in _COUNTS.items() if name in counts]
    return ("、" if output.lang == "ja" else ", ").join(shown)


def update_lines(report: UpdateReport, output: Output) -> Iterator[str]:
    """What came in, a line an edition; or why nothing did."""
    if report.failure is not None:
        for lang in output.langs:
            yield f"{report.source}: {getattr(report.failure, lang)}"
        return
    if not report.imported and not report.removed:
        yield f"{report.source}: {output.say('already current', 'すでに最新です')}"
    for imported in report.imported:
        edition = imported.edition or "-"
        yield f"{report.source} {edition}: {counts_text(imported.counts, output)} ({imported.origin})"
        if imported.notes:
            count = len(imported.notes)
            yield output.say(
                f"  {count} oddities in the source's own text, the first: {imported.notes[0].en}",
                f"  原文に不審な箇所が{count}件あります。最初のもの：{imported.notes[0].ja}",
            )
    if report.removed:
        yield output.say(f"{report.removed} pages are gone", f"{report.removed}ページが削除されました")
    if report.skipped:
        yield output.say("not of this source", "対象外のファイル") + f": {', '.join(report.skipped)}"
    if report.dry_run:
        yield output.say("dry run: nothing was changed", "試行のため、何も変更していません")


def check_lines(report: Json, output: Output) -> Iterator[str]:
    """A scenario's checks with their answers and rules."""
    yield f"{report.get('scenario') or '-'}"
    if (error := report.get("error")) is not None:
        yield from (f"  {output.say('error', 'エラー')}: {error[lang]}" for lang in output.langs)
    for check in report["checks"]:
        state = {
            "determined": output.say("determined", "確定"),
            "undetermined": output.say("undetermined", "未確定"),
            "unreached": output.say("never reached", "到達せず"),
        }[check["status"]]
        held = {True: " ✓", False: " ✗"}.get(check.get("ok"), "") if check["status"] == "determined" else ""
        yield f"  {_asked(check['check'])}: {state} {_value(check['value'])}{held}".rstrip()
        yield from (f"    {line}" for line in because_lines(check.get("because", []), output))
        if (wrong := check.get("error")) is not None:
            yield from (f"    {output.say('error', 'エラー')}: {wrong[lang]}" for lang in output.langs)
        if (refused := check.get("illegal_choice")) is not None:
            yield from (
                f"    {output.say('answer refused', '不正な選択')}: {refused['say'][lang]}"
                for lang in output.langs
            )
        if check.get("not_cited"):
            yield f"    {output.say('not named', '示されていないルール')}: {', '.join(check['not_cited'])}"
    for gap in report.get("not_modelled", []):
        what = " — ".join(filter(None, (gap.get("card"), gap.get("text"))))
        yield f"  {output.say('not modelled', '未対応')}: {what}: {output.say(gap.get('why', ''), gap.get('why_ja', ''))}"


def _asked(check: Json) -> str:
    rest = {key: value for key, value in check.items() if key not in ("expect", "cite")}
    return ", ".join(f"{key} {value}" for key, value in rest.items())


def _value(value: object) -> str:
    return "" if value is None else str(value)


def because_lines(because: Iterable[Json], output: Output) -> Iterator[str]:
    """Every rule with what it does here."""
    for step in because:
        said = [step["say"][lang] for lang in output.langs if step["say"].get(lang)]
        yield f"{step['rule']}: {' / '.join(said)}"
        if (changed := step.get("changed")) is not None:
            yield f"  {output.say('Look again', '要確認')}: {' / '.join(changed[lang] for lang in output.langs)}"


def answer_lines(answer: Json, output: Output) -> Iterator[str]:
    """An answer, its rules, how the question was understood, what was assumed and what is missing."""
    for lang in output.langs:
        yield answer["answer"][lang]
    yield from (f"  {line}" for line in because_lines(answer["because"], output))
    said = answer["understood"].get("say") or {}
    for lang in output.langs:
        if said.get(lang):
            yield f"{output.say('Understood as', '質問の解釈')}: {said[lang]}"
    for assumption in answer["assumptions"]:
        yield from (f"{output.say('Assumed', '前提')}: {assumption[lang]}" for lang in output.langs)
    for gap in answer["not_modelled"]:
        what = " — ".join(filter(None, (gap.get("card"), gap.get("text")))) if isinstance(gap, dict) else gap
        yield f"{output.say('Not modelled', '未対応')}: {what}"
    for hit in answer["related"][:5]:
        yield f"{output.say('See also', '関連')}: {hit['title']} ({hit['id']})"
