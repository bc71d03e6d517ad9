"""The commands of `mtgkb`, a module each; `kb.cli` loads the one that is run."""
