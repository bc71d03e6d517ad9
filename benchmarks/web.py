"""The service over HTTP: throughput and latency of search, rule and ask at 1, 8 and 64 connections, memory, cold start,
page weight.

    python -m benchmarks.web HOME [--seconds 5] [--workers 2]

HOME is a data folder with rules (and cards) in it. Uses `wrk` where it is installed, else threads of our own. Prints
a table in Markdown. The service runs as in production, without rate limits and without log lines on the terminal.
"""

from __future__ import annotations

import argparse
import gzip
import http.client
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urljoin

PATHS = {
    "search": ("/api/v1/search?q=plot", f"/api/v1/search?q={quote('けいかく')}", "/api/v1/search?q=deathtouch+trample",
               f"/api/v1/search?q={quote('状況起因処理')}", "/api/v1/search?q=702.19b"),
    "search page": (f"/search?q={quote('接死')}", "/search?q=legend+rule"),
    "rule": ("/api/v1/rules/702.170a", "/api/v1/rules/704.5f", "/api/v1/rules/601.2f-h"),
    "rule page": ("/rules/702.170", "/rules/704.5", "/rules/601.2"),
    "ask": (f"/api/v1/ask?question={quote('Can I cast a plotted instant on my opponent’s turn?')}",
            f"/api/v1/ask?question={quote('マナがあるならアップキープに計画してもいい？')}"),
}  # fmt: skip
ANEW = ("search page", "rule", "rule page", "ask")
"""What is kept once made: measured both ways, the second time with a parameter that makes each address a new one."""
CONNECTIONS = (1, 8, 64)
WEIGHED = (
    "/",
    "/rules/702.170",
    "/rules/702.19",
    "/rules/704.5",
    "/search?q=plot",
    "/quick",
    "/ask",
    "/check",
)


@dataclass(frozen=True)
class Measured:
    """What one run gave; times in milliseconds."""

    per_second: float
    p50: float
    p95: float
    p99: float
    errors: int


@contextmanager
def service(home: Path, workers: int) -> Iterator[tuple[int, int, float]]:
    """A running service: its port, its process, and the seconds from start to its first answer."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environ = {
        **os.environ,
        "MTGKB_HOME": str(home),
        "MTGKB_PORT": str(port),
        "MTGKB_WORKERS": str(workers),
        "MTGKB_RATE_LIMIT": "0",
    }
    started = time.perf_counter()
    command = [sys.executable, "-c", "from kb.cli import main; main()", "serve"]
    with subprocess.Popen(
        command, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            while True:
                try:
                    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
                    connection.request("GET", "/api/v1/rules/702.170a")
                    connection.getresponse().read()
                    break
                except OSError:
                    time.sleep(0.02)
            yield port, process.pid, time.perf_counter() - started
        finally:
            process.terminate()
            process.wait(timeout=40)


def with_wrk(port: int, paths: tuple[str, ...], connections: int, seconds: float) -> Measured:
    """Measure with wrk; a script takes the paths in turn and prints what it does not."""
    script = Path(os.environ.get("TMPDIR", "/tmp")) / f"mtgkb-wrk-{os.getpid()}.lua"
    listed = ", ".join(f'"{path}"' for path in paths)
    script.write_text(
        f"local paths = {{{listed}}}\nlocal at = 0\n"
        "request = function() at = at + 1\n"
        "  return wrk.format('GET', (string.gsub(paths[at % #paths + 1], 'ANEW', tostring(at)))) end\n"
        "done = function(summary, latency)\n"
        "  io.write(string.format('R %f %f %f %f %d\\n', summary.requests * 1e6 / summary.duration,"
        " latency:percentile(50), latency:percentile(95), latency:percentile(99),"
        " summary.errors.status + summary.errors.timeout + summary.errors.connect + summary.errors.read))\nend\n"
    )
    command = [
        "wrk",
        "-t",
        "1",
        "-c",
        str(connections),
        "-d",
        f"{seconds:g}s",
        "--timeout",
        "30s",
        "-s",
        str(script),
    ]
    try:
        out = subprocess.run(
            [*command, f"http://127.0.0.1:{port}"], capture_output=True, text=True, check=True
        ).stdout
    finally:
        script.unlink()
    found = re.search(r"^R (\S+) (\S+) (\S+) (\S+) (\d+)", out, re.MULTILINE)
    assert found is not None, out
    rate, *times = map(float, found.groups()[:4])
    return Measured(rate, *(one / 1000 for one in times), int(found[5]))


def with_threads(port: int, paths: tuple[str, ...], connections: int, seconds: float) -> Measured:
    """Measure with threads that keep a connection each."""
    times: list[float] = []
    errors = [0]
    end = time.perf_counter() + seconds

    def work(turn: int) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        while (began := time.perf_counter()) < end:
            connection.request("GET", paths[turn % len(paths)].replace("ANEW", f"{id(connection)}-{turn}"))
            answer = connection.getresponse()
            answer.read()
            errors[0] += answer.status >= 400
            times.append((time.perf_counter() - began) * 1000)
            turn += 1

    threads = [threading.Thread(target=work, args=(n,)) for n in range(connections)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    cuts = statistics.quantiles(times, n=100)
    return Measured(len(times) / seconds, cuts[49], cuts[94], cuts[98], errors[0])


def memory(pid: int) -> tuple[list[float], list[float]]:
    """Megabytes of each worker: what it holds, and what it holds alone."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    held, alone = [], []
    for child in children:
        try:
            told = Path(f"/proc/{child}/smaps_rollup").read_text()
        except OSError:
            continue
        sizes = {name: int(size) for name, size in re.findall(r"^(\w+):\s+(\d+) kB", told, re.MULTILINE)}
        held.append(sizes["Rss"] / 1024)
        alone.append((sizes["Private_Clean"] + sizes["Private_Dirty"]) / 1024)
    return held, alone


def weight(port: int, path: str) -> tuple[float, float]:
    """Kilobytes that a first visit brings, compressed: the page alone, and with its styles and scripts."""
    base = f"http://127.0.0.1:{port}"

    def fetch(address: str) -> bytes:
        request = urllib.request.Request(urljoin(base, address), headers={"Accept-Encoding": "gzip"})
        with urllib.request.urlopen(request) as answer:
            return answer.read()

    data = fetch(path)
    page = gzip.decompress(data).decode() if data[:2] == b"\x1f\x8b" else data.decode()
    wanted = set(re.findall(r'(?:href|src)="(/a/[^"]+)"', page))
    seen: set[str] = set()
    total = len(data)
    while wanted:
        one = wanted.pop()
        seen.add(one)
        got = fetch(one)
        total += len(got)
        if one.endswith(".js"):
            source = (gzip.decompress(got) if got[:2] == b"\x1f\x8b" else got).decode()
            wanted |= {urljoin(one, name) for name in re.findall(r'from "(\./[^"]+)"', source)} - seen
    return len(data) / 1000, total / 1000


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("home", type=Path)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    measure = with_wrk if shutil.which("wrk") else with_threads
    with service(given.home, given.workers) as (port, pid, cold):
        print(f"cold start to the first answer: {cold:.1f} s; {given.workers} workers; {measure.__name__}\n")
        print(
            "| what | connections | per second | p50 ms | p95 ms | p99 ms | errors |\n| --- | --- | --- | --- | --- | --- | --- |"
        )
        runs = dict(PATHS)
        for name in ANEW:
            runs[f"{name}, made anew"] = tuple(f"{p}{'&' if '?' in p else '?'}n=ANEW" for p in PATHS[name])
        for name, paths in runs.items():
            with_threads(port, paths, 8, 1.5)  # warm
            for connections in CONNECTIONS:
                m = measure(port, paths, connections, given.seconds)
                print(
                    f"| {name} | {connections} | {m.per_second:.0f} | {m.p50:.1f} | {m.p95:.1f} | {m.p99:.1f} | {m.errors} |",
                    flush=True,
                )
        held, alone = memory(pid)
        print(
            "\nmemory of each worker, MB: "
            + ", ".join(f"{h:.0f} ({a:.0f} its own)" for h, a in zip(held, alone, strict=True))
        )
        print("\n| page | gzipped kB | with styles and scripts |\n| --- | --- | --- |")
        for path in WEIGHED:
            page, whole = weight(port, path)
            print(f"| `{path}` | {page:.1f} | {whole:.1f} |")


if __name__ == "__main__":
    main()
