"""A run as a picture: how many times as long as Lamina on as many threads every peer takes, on a logarithmic scale."""

from __future__ import annotations

import math
from html import escape

from .report import Ratio, Table, is_on_gpu

_LABELS, _WIDTH, _BAR, _GAP = 220, 620, 13, 22
#: One colour a kind of device: the processor, OpenGL ES.
_ON_CPU, _ON_GPU = "#3b6fb6", "#c2703d"


def svg(tables: list[Table]) -> str:
    """The plot; empty where nothing can be compared."""
    groups = [(table.title, bars) for table in tables if table.unit == "ms" and (bars := _bars(table))]
    if not groups:
        return ""
    ratios = [end for _, bars in groups for _, ratio, _ in bars for end in (ratio.least, ratio.most)]
    low = min(-1, math.floor(math.log2(min(ratios))))
    high = max(1, math.ceil(math.log2(max(ratios))))
    scale = _WIDTH / (high - low)
    parts: list[str] = []
    top = 34
    for title, bars in groups:
        parts.append(f'<text x="8" y="{top + 10}" font-weight="bold">{escape(title)}</text>')
        top += _BAR + 5
        for name, ratio, color in bars:
            parts += _bar(name, ratio, color, top, origin=_LABELS - low * scale, scale=scale)
            top += _BAR + 3
        top += _GAP - _BAR
    height = top + 6
    lines = [_line(power, _LABELS + (power - low) * scale, height) for power in range(low, high + 1)]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_LABELS + _WIDTH + 60} {height}" '
        'font-family="sans-serif" font-size="11">\n'
        f'<rect width="100%" height="100%" fill="#fff"/>\n'
        '<text x="8" y="14">Time against Lamina on the same kind of device and as many threads (1): to the right, Lamina '
        "is faster. Lines are the least and most of the rounds.</text>"
    )
    return "\n".join([head, *lines, *parts, "</svg>"]) + "\n"


def _bars(table: Table) -> list[tuple[str, Ratio, str]]:
    ratios = ((name, table.ratio(name)) for name in table.timed())
    bars = [(name, ratio, _ON_GPU if is_on_gpu(name) else _ON_CPU) for name, ratio in ratios if ratio]
    return sorted(bars, key=lambda bar: bar[1].median)


def _bar(name: str, ratio: Ratio, color: str, top: int, origin: float, scale: float) -> list[str]:
    least, end, most = (origin + math.log2(value) * scale for value in (ratio.least, ratio.median, ratio.most))
    left, width = min(origin, end), max(1.0, abs(end - origin))
    middle = top + _BAR / 2
    return [
        f'<text x="{_LABELS - 8}" y="{top + 10}" text-anchor="end">{escape(name)}</text>',
        f'<rect x="{left:.1f}" y="{top}" width="{width:.1f}" height="{_BAR}" fill="{color}"/>',
        f'<path d="M{least:.1f} {middle}H{most:.1f}M{least:.1f} {top + 3}v7M{most:.1f} {top + 3}v7" stroke="#222"/>',
        f'<text x="{max(origin, most) + 5:.1f}" y="{top + 10}">{ratio.median:.2g}</text>',
    ]


def _line(power: int, x: float, height: int) -> str:
    label = f"{2**power:g}" if power >= 0 else f"1/{2**-power}"
    color = "#000" if power == 0 else "#ddd"
    return (
        f'<line x1="{x:.1f}" y1="30" x2="{x:.1f}" y2="{height}" stroke="{color}"/>'
        f'<text x="{x:.1f}" y="27" text-anchor="middle" fill="#555">{label}</text>'
    )
