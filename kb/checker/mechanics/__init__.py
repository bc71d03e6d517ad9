"""Mechanics: one file each, found by being here. See docs/checker.md for how to add one."""
