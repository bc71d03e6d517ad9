"""Settings: one table of name, default and help, read from `MTGKB_*` by every part.

>>> load_settings({"MTGKB_HOME": "/srv/mtgkb", "MTGKB_PORT": "9000"}).port
9000
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from platformdirs import user_data_path


@dataclass(frozen=True, slots=True)
class Setting:
    """A row of the table: `MTGKB_` plus the name in capitals is its environment variable."""

    name: str
    default: str | int | float
    en: str
    ja: str
    choices: tuple[str, ...] = ()
    """The only values it takes besides its default; () when any will do."""

    @property
    def variable(self) -> str:
        """The environment variable that sets it.

        >>> SETTINGS[0].variable
        'MTGKB_HOME'
        """
        return f"MTGKB_{self.name.upper()}"


SETTINGS: Final = (
    Setting(
        "home",
        "",
        "Folder of the database, the index and downloaded files (empty: where the system keeps such data)",
        "データベース・索引・ダウンロードしたファイルを置くフォルダー（空なら OS の標準の場所）",
    ),
    Setting(
        "database_url",
        "",
        "Database as an SQLAlchemy URL (empty: SQLite in the home folder)",
        "データベースの SQLAlchemy URL（空ならホームフォルダー内の SQLite）",
    ),
    Setting(
        "engine",
        "whoosh",
        "Search engine: whoosh, or tantivy, which the extra `fast` installs",
        "検索エンジン：whoosh、または追加インストール `fast` で使える tantivy",
        ("whoosh", "tantivy"),
    ),
    Setting(
        "lang",
        "",
        "Language of the command line: en, ja or both (empty: from the locale)",
        "コマンドラインの言語：en、ja、both（空ならロケールに従う）",
        ("en", "ja", "both"),
    ),
    Setting("host", "127.0.0.1", "Address the server listens on", "サーバーが待ち受けるアドレス"),
    Setting("port", 8000, "Port the server listens on", "サーバーが待ち受けるポート"),
    Setting("workers", 2, "Processes that answer requests", "リクエストに応答するプロセスの数"),
    Setting(
        "proxies",
        0,
        "Reverse proxies in front of the server whose X-Forwarded-* headers are trusted",
        "X-Forwarded-* ヘッダーを信頼するリバースプロキシの数",
    ),
    Setting(
        "rate_limit",
        600,
        "Requests a minute from one address, other than this machine's own (0: no limit)",
        "1 つのアドレスから受け付ける毎分のリクエスト数。同じマシンからは制限しない（0 なら無制限）",
    ),
    Setting(
        "check_seconds",
        10.0,
        "Seconds that a scenario or a question may take over HTTP (0: no limit)",
        "HTTP 経由の判定にかけられる秒数の上限（0 なら無制限）",
    ),
    Setting(
        "contact",
        "",
        "Address given in the User-Agent when sources are downloaded",
        "ダウンロード時に User-Agent に書く連絡先",
    ),
    Setting(
        "request_interval",
        1.0,
        "Seconds between two requests to the same site",
        "同じサイトへのリクエストの間隔（秒）",
    ),
    Setting(
        "cr_url",
        "https://magic.wizards.com/en/rules",
        "Page that links the text of the English rules",
        "英語の総合ルールのテキストへのリンクがあるページ",
    ),
    Setting(
        "cr_ja_url",
        "https://mjmjp.info/data/",
        "Page that links the text of the Japanese rules",
        "日本語の総合ルールのテキストへのリンクがあるページ",
    ),
    Setting(
        "wiki_url",
        "http://mtgwiki.com/",
        "Front page of the MediaWiki that is crawled",
        "巡回する MediaWiki のトップページ",
    ),
    Setting(
        "cards_url",
        "https://api.scryfall.com/bulk-data",
        "Scryfall's list of bulk files, or the address of one of MTGJSON's AtomicCards files",
        "Scryfall の一括ファイルの一覧、または MTGJSON の AtomicCards のアドレス",
    ),
    Setting(
        "cards_days",
        7,
        "Days for which cards and rulings are not downloaded again, unless they are named",
        "カードと裁定を再びダウンロードするまでの日数（指定して更新する場合を除く）",
    ),
    Setting(
        "fall_share",
        0.05,
        "An update stops when a count falls by more than this share against the last edition",
        "直前の版より件数がこの割合を超えて減ると更新を中止する",
    ),
    Setting(
        "stale_days",
        90,
        "Days after which a source without a successful update is called stale",
        "更新が成功しないままこの日数を過ぎた情報源を「古い」と表示する",
    ),
)


class SettingError(ValueError):
    """A value of the environment that its setting cannot take; says so in both languages."""

    def __init__(self, setting: Setting, value: str) -> None:
        kind = type(setting.default).__name__
        choices = setting.choices
        wanted = f"one of {', '.join(choices)}" if choices else f"a value of type {kind}"
        wanted_ja = f"{'、'.join(choices)} のいずれか" if choices else f"{kind} 型の値"
        self.en = f"{setting.variable} is {value!r}, expected {wanted}"
        self.ja = f"{setting.variable} の値 {value!r} は使えません（{wanted_ja}が必要です）"
        super().__init__(self.en)


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings in force; a field for each row of `SETTINGS`."""

    home: Path
    database_url: str
    engine: str = "whoosh"
    lang: str = ""
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 2
    proxies: int = 0
    rate_limit: int = 600
    check_seconds: float = 10.0
    contact: str = ""
    request_interval: float = 1.0
    cr_url: str = "https://magic.wizards.com/en/rules"
    cr_ja_url: str = "https://mjmjp.info/data/"
    wiki_url: str = "http://mtgwiki.com/"
    cards_url: str = "https://api.scryfall.com/bulk-data"
    cards_days: int = 7
    fall_share: float = 0.05
    stale_days: int = 90

    @property
    def index_folder(self) -> Path:
        """Where the search index lives."""
        return self.home / "index"

    @property
    def cache_folder(self) -> Path:
        """Where every response of a source is kept."""
        return self.home / "cache"

    @property
    def lock_file(self) -> Path:
        """Held by the one update that runs."""
        return self.home / "update.lock"


def _read(setting: Setting, environ: Mapping[str, str]) -> str | int | float:
    text = environ.get(setting.variable, "")
    if text == "":
        return setting.default
    if setting.choices and text not in setting.choices:
        raise SettingError(setting, text)
    try:
        return type(setting.default)(text)
    except ValueError:
        raise SettingError(setting, text) from None


def load_settings(environ: Mapping[str, str] | None = None) -> Settings:
    """Read the settings from the environment (`os.environ` when none is given).

    Raises SettingError for a value of the wrong type, or none of the choices.

    >>> load_settings({"MTGKB_HOME": "/srv/mtgkb"}).database_url
    'sqlite:////srv/mtgkb/mtgkb.sqlite'
    """
    environ = os.environ if environ is None else environ
    values = {setting.name: _read(setting, environ) for setting in SETTINGS}
    named = str(values["home"])
    home = Path(named).expanduser() if named else user_data_path("mtgkb", appauthor=False)
    values["database_url"] = values["database_url"] or f"sqlite:///{home / 'mtgkb.sqlite'}"
    # a test holds the table's types against the fields
    return Settings(**{**values, "home": home})  # type: ignore[arg-type]
