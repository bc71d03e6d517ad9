"""From what was understood to what is played: a question's frames as scenario documents with checks."""

from kb.asking.staging.model import Case, NotStaged, Outcome, Staged, Unstaged
from kb.asking.staging.stage import stage

__all__ = ["Case", "NotStaged", "Outcome", "Staged", "Unstaged", "stage"]
