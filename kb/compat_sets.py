"""The set with which an edition of the rules came out, as bots name editions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SETS: Final[Mapping[str, tuple[str, str]]] = {
    "2003-10-01": ("MRD", "Mirrodin"),
    "2006-10-01": ("TSP", "Time Spiral"),
    "2009-10-01": ("ZEN", "Zendikar"),
    "2010-02-01": ("WWK", "Worldwake"),
    "2010-07-16": ("M11", "Magic 2011"),
    "2011-09-30": ("ISD", "Innistrad"),
    "2012-07-01": ("M13", "Magic 2013"),
    "2013-04-29": ("DGM", "Dragon's Maze"),
    "2013-07-11": ("M14", "Magic 2014"),
    "2014-02-01": ("BNG", "Born of the Gods"),
    "2014-09-26": ("KTK", "Khans of Tarkir"),
    "2016-08-26": ("CN2", "Conspiracy: Take the Crown"),
    "2018-07-13": ("M19", "Core Set 2019"),
    "2019-08-23": ("C19", "Commander 2019"),
    "2020-06-01": ("IKO", "Ikoria: Lair of Behemoths"),
    "2021-06-09": ("MH2", "Modern Horizons 2"),
    "2022-10-07": ("UNF", "Unfinity"),
    "2023-11-17": ("LCI", "The Lost Caverns of Ixalan"),
    "2024-06-07": ("MH3", "Modern Horizons 3"),
    "2024-11-08": ("FDN", "Foundations"),
    "2025-02-07": ("DFT", "Aetherdrift"),
    "2025-09-19": ("SPM", "Marvel's Spider-Man"),
    "2025-11-14": ("TLA", "Avatar: The Last Airbender"),
    "2026-01-16": ("ECL", "Lorwyn Eclipsed"),
}
"""Date of the edition: code and name of the set. An edition that is not here goes by its date."""
