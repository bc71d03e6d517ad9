"""The small closed lists of Japanese: pronouns, words of order and manner, classifiers, fillers."""

from __future__ import annotations

from typing import Final

from kb.asking.frames import Link, Manner
from kb.asking.mentions import Pronoun

PRONOUNS: Final[dict[str, Pronoun]] = {
    "それ": "it", "これ": "it", "あれ": "it", "そいつ": "it", "こいつ": "it", "あいつ": "it", "そっち": "it", "あっち": "it", "そちら": "it",
    "やつ": "ones", "奴": "ones", "もの": "ones", "物": "ones", "それら": "they", "これら": "they", "そいつら": "they", "こいつら": "they",
    "自身": "same", "自体": "same", "残り": "the rest", "両方": "both", "双方": "both", "どちらも": "both", "どっちも": "both",
    "彼": "he",
    "もう片方": "the other", "片方": "one", "もう一方": "the other",
    "どちらか": "one",
    "どっちか": "one",
    "どれか": "one", "一方": "one",
}  # fmt: skip
SELVES: Final = frozenset({"自身", "自体"})
QUANTITIES: Final = {"全部": "all", "すべて": "all", "全て": "all", "みんな": "all", "全員": "all", "全体": "all", "いくつか": "some",
    "複数": "several", "何か": "some", "何でも": "any"}  # fmt: skip
POINTERS: Final = {
    "その": "that",
    "この": "this",
    "あの": "that",
    "こういう": "that",
    "そういう": "that",
    "同じ": "same",
    "当該": "that",
}
OTHERS: Final = frozenset({"ほか", "他", "別", "もう", "新しい"})
WHICH: Final = frozenset({"どの", "どんな"})
ASKED: Final = {
    "どこ": "where", "誰": "who", "だれ": "who", "どっち": "which", "どちら": "which", "どれ": "which", "いつ": "when", "なぜ": "why",
    "何故": "why", "なんで": "why", "何で": "why", "どうして": "why", "いくつ": "how many", "いくら": "how many", "どれくらい": "how many",
    "どのくらい": "how many", "どれだけ": "how many", "何": "what", "なに": "what", "なん": "what", "どう": "how",
}  # fmt: skip
UNITS: Final = {
    "体": "thing", "枚": "card", "個": "thing", "つ": "thing", "本": "thing", "発": "card", "匹": "thing", "台": "thing", "機": "thing",
    "人": "person", "名": "person", "点": "point", "マナ": "mana", "回": "time", "度": "time", "ターン": "turn", "種類": "kind", "倍": "fold",
    "段階": "point", "ライフ": "life", "ダメージ": "damage",
}  # fmt: skip
KANJI: Final = {
    "一": 1,
    "二": 2,
    "三": 3,
    "四": 4,
    "五": 5,
    "六": 6,
    "七": 7,
    "八": 8,
    "九": 9,
    "十": 10,
    "ひと": 1,
    "ふた": 2,
    "ゼロ": 0,
    "〇": 0,
}
MANNERS: Final[dict[str, Manner]] = {
    "すぐ": "right away", "直ちに": "right away", "ただちに": "right away", "すぐさま": "right away", "いきなり": "right away",
    "また": "again", "再び": "again", "もう一度": "again", "もう一回": "again", "再度": "again", "まだ": "still", "なお": "still", "そのまま": "still",
    "ちゃんと": "anyway", "それでも": "anyway", "先": "first", "先に": "first", "まず": "first", "最初に": "first", "同時に": "together",
    "一緒に": "together", "一斉に": "together", "まとめて": "together", "別々に": "separately", "個別に": "separately", "すでに": "already",
    "既に": "already", "もう": "already", "勝手に": "anyway",
    "いったん": "first", "合計": "together", "合計で": "together", "合わせて": "together", "全部で": "together", "トータルで": "together", "代わりに": "instead", "全部": "all", "全て": "all", "すべて": "all", "全員": "all",
    "裏向きで": "face down", "無料で": "free", "ただで": "free", "タダで": "free", "単独で": "alone", "ずっと": "still", "永遠に": "still",
    "普通に": "anyway",
}  # fmt: skip
LINKS: Final[dict[str, Link]] = {
    "同時に": "once", "その後": "then", "そのあと": "then", "それから": "then",
    "さらに": "then",
    "続けて": "then", "次に": "then", "そして": "then", "すると": "then",
    "そこで": "then", "対応で": "response", "その間": "while",
    "だから": "then", "なので": "then", "でも": "although", "しかし": "although", "だけど": "although", "ただ": "although", "ただし": "although",
    "それなのに": "although", "なのに": "although", "ところが": "although", "けど": "although",
}  # fmt: skip
FACES: Final = {"裏向き": "face-down", "裏": "face-down", "表向き": "face-up"}
ABILITIES: Final = {"cip": "enter", "etb": "enter", "pig": "die", "187": "enter"}
"""What an ability waits for, as players write it."""
NOW: Final = frozenset({"今", "いま", "さっき", "たった今"})
MOST: Final = frozenset({"最大", "最大で", "最高で", "最高", "最低", "最低でも"})
FILLERS: Final = frozenset(
    [
        "あの",
        "えっと",
        "ええと",
        "えー",
        "ちなみに",
        "やっぱり",
        "やはり",
        "もし",
        "もしも",
        "例えば",
        "たとえば",
        "じゃあ",
        "では",
        "それでは",
        "一体",
        "いったい",
        "さて",
        "とりあえず",
        "実際",
        "結局",
        "普通",
        "要するに",
        "つまり",
        "質問",
        "すみません",
        "すいません",
        "教える",
        "ください",
        "下さい",
        "お願い",
        "いたす",
        "申す",
        "よろしい",
        "こんにちは",
        "という",
        "けっこう",
        "なんか",
        "必ず",
        "一応",
        "いちおう",
        "あと",
        "ところで",
        "この場合",
        "その場合",
        "その時",
        "このとき",
        "そのとき",
        "この時",
        "そうすると",
        "そしたら",
        "そうしたら",
    ]
)
"""What says nothing about the situation."""
