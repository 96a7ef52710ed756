"""The compiled forms of the small functions of kernel/rule.py: `lowest`, `members`, `contains` …"""

from __future__ import annotations

import operator
from functools import cache
from math import prod
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import config
from numba.core.errors import TypingError
from numba.cpython.unsafe.numbers import trailing_zeros
from numba.extending import intrinsic, lower_builtin, overload

from baumeister.kernel import chance
from baumeister.kernel.rule import (
    contains,
    copy_numbers,
    copy_table,
    index,
    lowest,
    members,
    n_members,
    power_of_2,
    write_bits,
)


@cache
def enable_primitives() -> None:
    """Register the compiled form of every primitive with numba. With bounds checks, primitives that
    use vector instructions use loops instead."""
    _index_fields_from_zero()

    def check_room(array: Any, n: int, what: str) -> None:
        """Reject an array inside a record that is too small; other sizes are not known here."""
        if isinstance(array, types.NestedArray) and prod(array.shape) < n:
            raise TypingError(f"{what} needs an array of {n} numbers or more, not {array.shape}")

    @intrinsic
    def unforeseen(typing, number):  # type: ignore[no-untyped-def]
        """The same number, hidden from the optimizer."""

        def write(context, builder, signature, args):  # type: ignore[no-untyped-def]
            kind = ir.FunctionType(args[0].type, [args[0].type])
            return builder.asm(kind, "", "=r,0", [args[0]], False)

        return types.uintp(types.intp), write

    @overload(index)
    def _index(number):  # type: ignore[no-untyped-def]
        return lambda number: unforeseen(number)

    @overload(lowest)
    def _lowest(mask):  # type: ignore[no-untyped-def]
        return lambda mask: trailing_zeros(mask)

    @overload(members)
    def _members(mask):  # type: ignore[no-untyped-def]
        def each(mask):  # type: ignore[no-untyped-def]
            while mask != 0:
                yield trailing_zeros(mask)
                mask &= mask - 1

        return each

    @intrinsic
    def equal(typing, numbers, start, number):  # type: ignore[no-untyped-def]
        """32 numbers from `start` on, compared at once: a bit for each that is equal."""

        def write(context, builder, signature, args):  # type: ignore[no-untyped-def]
            item = context.get_data_type(numbers.dtype)
            vector, word = ir.VectorType(item, 32), ir.IntType(32)
            array = context.make_array(numbers)(context, builder, args[0])
            place = builder.bitcast(builder.gep(array.data, [args[1]]), vector.as_pointer())
            found = builder.load(place, align=context.get_abi_sizeof(item))
            one = builder.trunc(args[2], item)
            first = builder.insert_element(ir.Constant(vector, ir.Undefined), one, word(0))
            nowhere = ir.Constant(ir.VectorType(word, 32), [word(0)] * 32)
            all_alike = builder.shuffle_vector(first, first, nowhere)
            bits = builder.bitcast(builder.icmp_signed("==", found, all_alike), word)
            return builder.zext(bits, ir.IntType(64))

        if numbers.layout == "C" and numbers.dtype == types.int16:
            return types.int64(numbers, types.int64, types.int64), write
        return None

    @overload(contains)
    def _contains(numbers, n, number):  # type: ignore[no-untyped-def]
        def find_checked(numbers, n, number):  # type: ignore[no-untyped-def]
            for k in range(n):
                if numbers[k] == number:
                    return True
            return False

        def find(numbers, n, number):  # type: ignore[no-untyped-def]
            if number != types.int16(number):
                return False
            for k in range(0, n, 32):
                start = min(k, len(numbers) - 32)
                left = min(n - start, 32)
                if equal(numbers, start, number) & ((1 << left) - 1) != 0:
                    return True
            return False

        is_short = isinstance(numbers, types.NestedArray) and prod(numbers.shape) < 32
        return find_checked if config.BOUNDSCHECK or is_short else find

    @intrinsic(prefer_literal=True)
    def spread(typing, mask, n, out, start):  # type: ignore[no-untyped-def]
        """A mask as a vector of bits, widened and stored at once."""

        def write(context, builder, signature, args):  # type: ignore[no-untyped-def]
            kind, size = signature.args[2], signature.args[1].literal_value
            array = context.make_array(kind)(context, builder, args[2])
            item = context.get_data_type(kind.dtype)
            place = builder.gep(array.data, [args[3]])
            bits = builder.trunc(args[0], ir.IntType(size)) if size < 64 else args[0]
            flags = builder.bitcast(bits, ir.VectorType(ir.IntType(1), size))
            numbers = builder.zext(flags, ir.VectorType(item, size))
            to = builder.bitcast(place, numbers.type.as_pointer())
            builder.store(numbers, to, align=context.get_abi_sizeof(item))
            return context.get_dummy_value()

        if isinstance(n, types.IntegerLiteral) and out.layout == "C":
            check_room(out, n.literal_value, "write_bits")
            return types.void(types.int64, n, out, types.int64), write
        return None

    @overload(write_bits, prefer_literal=True)
    def _write_bits(mask, n, out, start):  # type: ignore[no-untyped-def]
        def write_checked(mask, n, out, start):  # type: ignore[no-untyped-def]
            for k in range(n):
                out[start + k] = (mask >> k) & 1

        if config.BOUNDSCHECK:
            return write_checked
        return lambda mask, n, out, start: spread(mask, n, out, start)

    @intrinsic(prefer_literal=True)
    def move(typing, source, rows, n, out, start):  # type: ignore[no-untyped-def]
        """All numbers as one vector, widened if need be."""

        def write(context, builder, signature, args):  # type: ignore[no-untyped-def]
            kind, size = signature.args[3], rows.literal_value * n.literal_value
            item, narrow = context.get_data_type(kind.dtype), context.get_data_type(source.dtype)
            array = context.make_array(source)(context, builder, args[0])
            whence = builder.bitcast(array.data, ir.VectorType(narrow, size).as_pointer())
            numbers = builder.load(whence, align=context.get_abi_sizeof(narrow))
            wide = ir.VectorType(item, size)
            if item != narrow:
                numbers = builder.sext(numbers, wide)
            array = context.make_array(kind)(context, builder, args[3])
            whither = builder.bitcast(builder.gep(array.data, [args[4]]), wide.as_pointer())
            builder.store(numbers, whither, align=context.get_abi_sizeof(item))
            return context.get_dummy_value()

        constant = isinstance(n, types.IntegerLiteral) and isinstance(rows, types.IntegerLiteral)
        side_by_side = source.layout == out.layout == "C"
        if constant and side_by_side and source.dtype.bitwidth <= out.dtype.bitwidth:
            shape = rows.literal_value, n.literal_value
            check_room(source, prod(shape), "a copy")
            check_room(out, prod(shape), "a copy")
            if isinstance(source, types.NestedArray) and source.ndim == 2 and source.shape != shape:
                raise TypingError(f"copy_table needs a table of {shape}, not {source.shape}")
            return types.void(source, rows, n, out, types.int64), write
        return None

    @overload(copy_numbers, prefer_literal=True)
    def _copy_numbers(source, n, out, start):  # type: ignore[no-untyped-def]
        def copy_checked(source, n, out, start):  # type: ignore[no-untyped-def]
            for k in range(n):
                out[start + k] = source[k]

        if config.BOUNDSCHECK:
            return copy_checked
        return lambda source, n, out, start: move(source, 1, n, out, start)

    @overload(copy_table, prefer_literal=True)
    def _copy_table(source, rows, n, out, start):  # type: ignore[no-untyped-def]
        def copy_checked(source, rows, n, out, start):  # type: ignore[no-untyped-def]
            for row in range(rows):
                for k in range(n):
                    out[start + n * row + k] = source[row][k]

        if config.BOUNDSCHECK:
            return copy_checked
        return lambda source, rows, n, out, start: move(source, rows, n, out, start)

    @intrinsic
    def count(typing, mask):  # type: ignore[no-untyped-def]
        def write(context, builder, signature, args):  # type: ignore[no-untyped-def]
            return builder.ctpop(args[0])

        return types.int64(types.int64), write

    @overload(n_members)
    def _n_members(mask):  # type: ignore[no-untyped-def]
        return lambda mask: count(mask)

    @intrinsic
    def double_of(typing, bits):  # type: ignore[no-untyped-def]
        def write(context, builder, signature, args):  # type: ignore[no-untyped-def]
            return builder.bitcast(args[0], ir.DoubleType())

        return types.float64(types.int64), write

    @overload(power_of_2)
    def _power_of_2(exponent):  # type: ignore[no-untyped-def]
        return lambda exponent: double_of((exponent + 1023) << 52)

    @overload(chance.word)
    def _word(dealer):  # type: ignore[no-untyped-def]
        def draw(dealer):  # type: ignore[no-untyped-def]  # dealer: chance.DealerRecord
            position = dealer.position
            dealer.position = position + 1
            if position < dealer.length:
                return dealer.tape[position]
            t = (dealer.a + dealer.b + dealer.counter) & 0xFFFFFFFF
            dealer.counter = (dealer.counter + 1) & 0xFFFFFFFF
            dealer.a = dealer.b ^ (dealer.b >> 9)
            dealer.b = (dealer.c + (dealer.c << 3)) & 0xFFFFFFFF
            dealer.c = (((dealer.c << 21) & 0xFFFFFFFF | (dealer.c >> 11)) + t) & 0xFFFFFFFF
            return t

        return draw

    @overload(chance.announce)
    def _announce(dealer, event, seat, value=0):  # type: ignore[no-untyped-def]
        return lambda dealer, event, seat, value=0: None


def _index_fields_from_zero() -> None:
    """Compiled code does not support index -1 of an array inside a record, because numba would have
    to test every index for that. With NUMBA_BOUNDSCHECK=1 a negative index is an IndexError."""

    def plain(array: Any) -> Any:
        """The type whose indexing is numba's own; with an unsigned index it tests no sign."""
        return types.Array(array.dtype, array.ndim, array.layout)

    @lower_builtin(operator.getitem, types.NestedArray, types.Integer)
    def _get(context, builder, sig, args):  # type: ignore[no-untyped-def]
        array, index = sig.args
        place = context.cast(builder, args[1], index, types.intp)
        signature = sig.return_type(plain(array), types.uintp)
        return context.get_function(operator.getitem, signature)(builder, (args[0], place))

    @lower_builtin(operator.setitem, types.NestedArray, types.Integer, types.Any)
    def _set(context, builder, sig, args):  # type: ignore[no-untyped-def]
        array, index, value = sig.args
        place = context.cast(builder, args[1], index, types.intp)
        signature = sig.return_type(plain(array), types.uintp, value)
        return context.get_function(operator.setitem, signature)(builder, (args[0], place, args[2]))
