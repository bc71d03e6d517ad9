"""Handlers of instructions: one function per AST effect, registered with `kb.checker.dispatch.effects`."""
