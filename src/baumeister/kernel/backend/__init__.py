"""Numba: everything that is needed to compile rules, imported when the first one is compiled.

- `compiling`: an entry point becomes compiled code
- `rule_compiler`: how numba compiles a rule
- `primitives`: the compiled form of kernel/rule.py's small functions
- `cache`: where compiled code is kept, and for how long
- `progress`: what people who wait for the compiler are told
"""
