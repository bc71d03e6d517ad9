"""Rules followed through their editions: what was added, removed, changed or renumbered, and when."""
