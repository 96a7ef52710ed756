"""Everything that needs numba. It is imported when the first rule is compiled.

- `compiling`: compiles entry points
- `rule_compiler`: how numba compiles a rule
- `primitives`: the compiled form of kernel/rule.py's small functions
- `cache`: where compiled code is kept, and for how long
- `progress`: messages while code is being compiled
"""
