"""Questions in plain words: what is named, what is asked, and the least situation that decides it."""
