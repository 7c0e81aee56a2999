"""How different two colours look, to normal sight and to the colour-blind.

CIEDE2000: G. Sharma, W. Wu, E. N. Dalal, "The CIEDE2000 Color-Difference Formula: Implementation Notes,
Supplementary Test Data, and Mathematical Observations", Color Research and Application 30 (2005), 21–30.

Colour blindness: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A Physiologically-based Model for
Simulation of Color Vision Deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (2009),
1291–1298; the matrices are those that its authors publish for a severity of 1, for linear RGB.

sRGB to CIELAB: IEC 61966-2-1, with the white D65.
"""

import math

Triple = tuple[float, float, float]

NORMAL = "normal sight"
SIGHTS: dict[str, tuple[Triple, Triple, Triple]] = {
    NORMAL: ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}

_TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE = (0.95047, 1.0, 1.08883)


def linear(color) -> Triple:
    """Red, green and blue from 0 to 255 as linear parts, 0 to 1."""
    parts = (part / 255 for part in color[:3])
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def encoded(parts: Triple) -> tuple[int, int, int]:
    """Linear parts as red, green and blue; what no screen can show is clipped."""
    cut = (min(1.0, max(0.0, part)) for part in parts)
    return tuple(
        round(255 * (part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055))
        for part in cut
    )


def _times(matrix, parts: Triple) -> Triple:
    return tuple(sum(a * b for a, b in zip(row, parts, strict=True)) for row in matrix)


def seen(color, sight: str) -> tuple[int, int, int]:
    """The colour that a person with normal sight would see, where a person with this `sight` sees `color`."""
    return encoded(_times(SIGHTS[sight], linear(color)))


def lab(color) -> Triple:
    """Red, green and blue from 0 to 255 in CIELAB."""
    ratios = [part / white for part, white in zip(_times(_TO_XYZ, linear(color)), _WHITE, strict=True)]
    x, y, z = (math.cbrt(r) if r > 216 / 24389 else (24389 / 27 * r + 16) / 116 for r in ratios)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(one: Triple, other: Triple) -> float:
    """The difference of two colours in CIELAB; the names are those of Sharma, Wu and Dalal."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    c_mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(c_mean**7 / (c_mean**7 + 25**7)))
    a1, a2 = (1 + g) * a1, (1 + g) * a2
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    grey = c1 * c2 == 0
    turn = 0.0 if grey else (h2 - h1 + 180) % 360 - 180
    if not grey and h2 - h1 == 180:
        turn = 180.0
    d_l, d_c = l2 - l1, c2 - c1
    d_h = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    l_mean, c_mean = (l1 + l2) / 2, (c1 + c2) / 2
    if grey:
        h_mean = h1 + h2
    elif abs(h1 - h2) <= 180:
        h_mean = (h1 + h2) / 2
    else:
        h_mean = (h1 + h2 + (360 if h1 + h2 < 360 else -360)) / 2
    t = (
        1
        - 0.17 * math.cos(math.radians(h_mean - 30))
        + 0.24 * math.cos(math.radians(2 * h_mean))
        + 0.32 * math.cos(math.radians(3 * h_mean + 6))
        - 0.20 * math.cos(math.radians(4 * h_mean - 63))
    )
    for_side = 30 * math.exp(-(((h_mean - 275) / 25) ** 2))
    r_c = 2 * math.sqrt(c_mean**7 / (c_mean**7 + 25**7))
    r_t = -math.sin(math.radians(2 * for_side)) * r_c
    s_l = 1 + 0.015 * (l_mean - 50) ** 2 / math.sqrt(20 + (l_mean - 50) ** 2)
    s_c, s_h = 1 + 0.045 * c_mean, 1 + 0.015 * c_mean * t
    parts = d_l / s_l, d_c / s_c, d_h / s_h
    return math.sqrt(sum(part**2 for part in parts) + r_t * parts[1] * parts[2])


def difference(one, other, sight: str = NORMAL) -> float:
    """CIEDE2000 between two colours as `sight` sees them."""
    return ciede2000(lab(seen(one, sight)), lab(seen(other, sight)))
