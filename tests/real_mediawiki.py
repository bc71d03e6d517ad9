"""A real MediaWiki on 127.0.0.1, from Debian's packages, with a card tag and templates as the MTG Wiki has.

The pages in it are ours. It is installed into a temporary folder and served by PHP itself.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

PROGRAM = Path("/usr/share/mediawiki")
FIXTURES = Path(__file__).parent / "fixtures" / "mediawiki"
_ABSENT = shutil.which("php") is None or not (PROGRAM / "maintenance" / "install.php").is_file()

if _ABSENT and os.environ.get("CI"):
    raise RuntimeError("CI needs Debian's mediawiki, php-cli and php-sqlite3: skipping would hide a failure")

needs_mediawiki = pytest.mark.skipif(
    _ABSENT, reason="needs a MediaWiki: apt-get install -y mediawiki php-sqlite3 php-cli"
)

TEMPLATES = {
    "CR": "[http://whisper.wisdom-guild.net/cr/r/{{{1}}} CR:{{{1}}}]",
    "rule": "[http://whisper.wisdom-guild.net/cr/r/{{{1}}} rule {{{1}}}]",
    "対訳": "{{{1}}}/''{{{2}}}''",
    "引用": "==引用：[[総合ルール]] {{{1}}}==",
}

SETTINGS = r"""
$wgArticlePath = "/wiki/$1";
$wgUsePathInfo = true;
wfLoadExtension( 'Cite' );
wfLoadExtension( 'ParserFunctions' );
$wgMainCacheType = CACHE_NONE;
$wgExtensionMessagesFiles['CardMagic'] = __DIR__ . '/card.i18n.php';
$wgHooks['ParserFirstCallInit'][] = static function ( $parser ) {
    $parser->setFunctionHook( 'card', static function ( $parser, $name = '' ) {
        $cards = [
            'Lantern Bearer' => [ '灯り持ち', '(1)(白)', 'クリーチャー ― 人間(Human) 兵士(Soldier)',
                '夜警(2)<br />灯り持ちが見回りに出たとき、カードを1枚引く。', '1/3' ],
            'Quiet Street' => [ '静かな通り', '(青)', 'ソーサリー', '好きな数の街灯を数える。', '' ],
            'Tall Tree' => [ '高い木', '', '土地', '(T)：(緑)を加える。', '' ],
        ];
        [ $ja, $cost, $type, $text, $size ] = $cards[$name];
        $html = "<div class=\"card\"><hr class=\"card\" /><a href=\"http://whisper.wisdom-guild.net/\">"
            . "$name / $ja</a> $cost<br />$type<hr class=\"card\" />$text<hr class=\"card\" />"
            . ( $size ? "$size<hr class=\"card\" />" : '' ) . '</div>';
        return [ $html, 'noparse' => true, 'isHTML' => true ];
    } );
};
"""

ROUTER = r"""<?php
$here = getenv( 'WIKI_FOLDER' ); $program = getenv( 'WIKI_PROGRAM' );
$path = rawurldecode( parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH ) );
file_put_contents( "$here/access.log", rawurldecode( $_SERVER['REQUEST_URI'] ) . "\n", FILE_APPEND );
if ( $path === '/robots.txt' && is_file( "$here/robots.txt" ) ) { readfile( "$here/robots.txt" ); return true; }
if ( $path === '/api.php' && is_file( "$here/closed" ) ) { http_response_code( 403 ); echo 'closed'; return true; }
$script = $path === '/api.php' ? 'api.php' : 'index.php';
if ( $path !== '/' && $path !== "/$script" && !str_starts_with( $path, '/wiki/' ) ) {
    http_response_code( 404 ); return true;
}
$_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = "/$script"; $_SERVER['SCRIPT_FILENAME'] = "$program/$script";
chdir( $program ); require "$program/$script"; return true;
"""


@dataclass(frozen=True)
class RealWiki:
    """The wiki, running."""

    url: str
    folder: Path

    def edit(self, title: str, text: str) -> None:
        self._run("edit", "-u", "Editor", "-s", "test", title, give=text)

    def delete(self, title: str) -> None:
        self._run("deleteBatch", "-r", "test", give=title + "\n")

    def move(self, title: str, target: str) -> None:
        self._run("moveBatch", "-r", "test", give=f"{title}|{target}\n")

    def close_api(self) -> None:
        (self.folder / "closed").touch()

    def open_api(self) -> None:
        (self.folder / "closed").unlink(missing_ok=True)

    def asked(self) -> list[str]:
        """The requests so far."""
        log = self.folder / "access.log"
        return log.read_text(encoding="utf-8").splitlines() if log.exists() else []

    def _run(self, script: str, *arguments: str, give: str) -> None:
        command = [
            "php",
            str(PROGRAM / "maintenance" / f"{script}.php"),
            "--conf",
            str(self.settings),
            *arguments,
        ]
        done = subprocess.run(command, input=give, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    @property
    def settings(self) -> Path:
        return self.folder / "LocalSettings.php"


@contextmanager
def real_wiki(folder: Path) -> Iterator[RealWiki]:
    """Install, fill and serve it; stop it in the end."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    wiki = RealWiki(f"http://127.0.0.1:{port}/", folder)
    _install(wiki, port)
    environment = os.environ | {
        "MW_CONFIG_FILE": str(wiki.settings),
        "WIKI_FOLDER": str(folder),
        "WIKI_PROGRAM": str(PROGRAM),
    }
    with (folder / "server.log").open("wb") as log:
        command = ["php", "-S", f"127.0.0.1:{port}", str(folder / "router.php")]
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=folder)
        try:
            _await(wiki.url + "robots.txt")
            yield wiki
        finally:
            server.terminate()
            server.wait(10)


def _install(wiki: RealWiki, port: int) -> None:
    (wiki.folder / "data").mkdir(parents=True)
    command = ["php", str(PROGRAM / "maintenance" / "install.php"), "--dbtype", "sqlite", "--dbname", "wiki"]
    command += ["--dbpath", str(wiki.folder / "data"), "--confpath", str(wiki.folder), "--lang", "ja"]
    command += ["--server", f"http://127.0.0.1:{port}", "--scriptpath", "", "--pass", "only-for-this-test"]
    done = subprocess.run([*command, "MTG Wiki", "Editor"], capture_output=True, text=True, check=False)
    assert wiki.settings.is_file(), done.stdout + done.stderr
    with wiki.settings.open("a", encoding="utf-8") as settings:
        settings.write(SETTINGS)
    magic = "<?php\n$magicWords = [ 'en' => [ 'card' => [ 0, 'card' ] ] ];\n"
    (wiki.folder / "card.i18n.php").write_text(magic, encoding="utf-8")
    (wiki.folder / "router.php").write_text(ROUTER, encoding="utf-8")
    for name, text in TEMPLATES.items():
        wiki.edit(f"Template:{name}", text)
    for path in sorted(FIXTURES.glob("*.wiki")):
        wiki.edit(path.stem, path.read_text(encoding="utf-8"))
    wiki.edit("ナイトウォッチ", "#転送 [[夜警]]")
    wiki.edit("AC/DC: 見本?", "斜線のある題名。")


def _await(url: str) -> None:
    for _ in range(100):
        try:
            urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url, timeout=5)
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.05)
    raise TimeoutError(url)
