"""Arrays side by side in one piece of memory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

LARGE_PAGE = 1 << 21  # bytes
LINE = 64  # bytes of a line of the processor's cache


def zeros(arrays: Mapping[str, tuple[tuple[int, ...], Any]]) -> dict[str, Any]:
    """New arrays by name, from their shapes and types, filled with 0.

    Together they are often large enough that numpy asks the system for large pages, which the
    processor reaches faster. The memory begins at the boundary of a large page.
    """
    import numpy as np

    sizes = {
        name: int(np.prod(shape)) * np.dtype(dtype).itemsize
        for name, (shape, dtype) in arrays.items()
    }
    total = sum(-(-size // LINE) * LINE for size in sizes.values())
    pages = -(-total // LARGE_PAGE) if total >= LARGE_PAGE // 2 else 0
    memory = np.zeros((pages + 1) * LARGE_PAGE if pages else total + LINE, np.uint8)
    at = -memory.ctypes.data % (LARGE_PAGE if pages else LINE)
    result = {}
    for name, (shape, dtype) in arrays.items():
        result[name] = memory[at : at + sizes[name]].view(dtype).reshape(shape)
        at += -(-sizes[name] // LINE) * LINE
    return result
