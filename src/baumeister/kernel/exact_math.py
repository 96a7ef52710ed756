"""`exp` and `log` in plain arithmetic: the same bits on every machine, interpreted or compiled.

The C libraries differ in the last bit of these functions: glibc with and without FMA
instructions, musl, macOS, browsers. In a search one bit can decide which action is tried next.
IEEE 754 defines adding, multiplying, dividing and `sqrt` exactly, and nothing else is used here.
This holds as long as the compiler neither reorders operations nor fuses a multiplication and an
addition into one instruction: numba does both only with `fastmath`, which we never set.

The formulas and coefficients are those of fdlibm (Sun Microsystems, 1993), whose error is below
one unit in the last place. Arguments are doubles.
"""

from __future__ import annotations

from math import isnan

from baumeister.kernel.rule import power_of_2, rule

INFINITY = float("inf")
NOT_A_NUMBER = float("nan")
PER_LN2 = 1.44269504088896338700  # 1 / ln 2
LN2_HIGH = 6.93147180369123816490e-01  # ln 2 in two parts; k times the first is exact up to 2^20
LN2_LOW = 1.90821492927058770002e-10
SQRT_HALF = 0.70710678118654752440
HIGHEST = 709.782712893383973096  # exp of more is beyond all doubles
LOWEST = -745.13321910194110842  # exp of less is nearer to 0 than to any double
FAR = 1000  # beyond this power of 2 a result is multiplied twice: 2^1024 is no double
STEP = 32  # the power of 2 that brings numbers far from 1 nearer to it
TWO_TO_STEP = float(1 << STEP)
TWO_TO_MINUS_STEP = 1.0 / TWO_TO_STEP


@rule
def exp(x: float) -> float:
    """e to the power of x: 2^k times exp(r), with r at most half of ln 2 away from 0."""
    if isnan(x):
        return x
    if x > HIGHEST:
        return INFINITY
    if x < LOWEST:
        return 0.0
    k = int(x * PER_LN2 + (0.5 if x > 0.0 else -0.5))
    high = x - k * LN2_HIGH
    low = k * LN2_LOW
    r = high - low
    t = r * r
    p = 4.13813679705723846039e-08
    p = p * t - 1.65339022054652515390e-06
    p = p * t + 6.61375632143793436117e-05
    p = p * t - 2.77777777770155933842e-03
    p = p * t + 1.66666666666666019037e-01
    c = r - t * p
    power = 1.0 - ((low - (r * c) / (2.0 - c)) - high)
    if k > FAR:
        return power * power_of_2(k - FAR) * power_of_2(FAR)
    if k < -FAR:  # rounded once only, by the last multiplication
        return power * power_of_2(k + FAR) * power_of_2(-FAR)
    return power * power_of_2(k)


@rule
def log(x: float) -> float:
    """The natural logarithm: k ln 2 + log(1 + f), with 1 + f between sqrt(1/2) and sqrt(2)."""
    if isnan(x) or x < 0.0:
        return NOT_A_NUMBER
    if x == 0.0:
        return -INFINITY
    if x == INFINITY:
        return x
    k = 0
    while x < TWO_TO_MINUS_STEP:
        x *= TWO_TO_STEP
        k -= STEP
    while x > TWO_TO_STEP:
        x *= TWO_TO_MINUS_STEP
        k += STEP
    while x < SQRT_HALF:
        x *= 2.0
        k -= 1
    while x > 2.0 * SQRT_HALF:
        x *= 0.5
        k += 1
    f = x - 1.0
    s = f / (2.0 + f)
    z = s * s
    p = 1.479819860511658591e-01
    p = p * z + 1.531383769920937332e-01
    p = p * z + 1.818357216161805012e-01
    p = p * z + 2.222219843214978396e-01
    p = p * z + 2.857142874366239149e-01
    p = p * z + 3.999999999940941908e-01
    p = p * z + 6.666666666666735130e-01
    half_square = 0.5 * f * f
    return k * LN2_HIGH - ((half_square - (s * (half_square + z * p) + k * LN2_LOW)) - f)
