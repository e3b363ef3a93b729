#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Sinew authors
"""Draws the growth rows of `sinew bench --json` as an SVG, both axes logarithmic.

  sinew bench --only growth --json | tools/plot_growth.py > docs/growth.svg

The grey line has the slope of work that grows as the size does, through the last point.
"""
import json
import math
import sys

PANELS = [
    ("joints", "joints", "sample and local to model, a character"),
    ("characters", "characters of 100 joints", "sample twice, blend, local to model, a crowd"),
    ("vertices", "vertices of 4 influences", "positions and normals, a mesh"),
    ("influences", "influences of 10,000 vertices", "positions and normals, a mesh"),
]
WIDTH, HEIGHT, MARGIN = 430, 300, 56


def time_text(nanoseconds):
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:g} {unit}"
    return f"{nanoseconds:g} ns"


def count_text(count):
    return f"{count // 1000}k" if count >= 10_000 else f"{count}"


def panel(points, x_title, title, left, top):
    sizes, times = [p[0] for p in points], [p[1] for p in points]
    x_low, x_high = math.log10(sizes[0]), math.log10(sizes[-1])
    y_low, y_high = math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)))
    right, bottom = left + WIDTH - 24, top + HEIGHT - 48

    def x_of(size):
        return left + MARGIN + (math.log10(size) - x_low) / (x_high - x_low) * (right - left - MARGIN)

    def y_of(time):
        return bottom - (math.log10(time) - y_low) / (y_high - y_low) * (bottom - top - 34)

    out = [f'<text x="{left + MARGIN}" y="{top + 16}" class="title">{title}</text>']
    for power in range(y_low, y_high + 1):
        y = y_of(10**power)
        out.append(f'<line x1="{left + MARGIN}" y1="{y:.1f}" x2="{right}" y2="{y:.1f}" class="grid"/>')
        out.append(f'<text x="{left + MARGIN - 8}" y="{y + 4:.1f}" class="y">{time_text(10**power)}</text>')
    for size in sizes:
        out.append(f'<text x="{x_of(size):.1f}" y="{bottom + 16}" class="x">{count_text(size)}</text>')
    out.append(f'<text x="{(left + MARGIN + right) / 2:.1f}" y="{bottom + 36}" class="x">{x_title}</text>')
    per_size = times[-1] / sizes[-1]
    ends = [(size, per_size * size) for size in (sizes[0], sizes[-1])]
    if ends[0][1] < 10**y_low:  # Cut off where it leaves the panel.
        ends[0] = (10**y_low / per_size, 10**y_low)
    out.append(polyline(ends, x_of, y_of, "linear"))
    out.append(polyline(points, x_of, y_of, "measured"))
    for size, time in points:
        out.append(f'<circle cx="{x_of(size):.1f}" cy="{y_of(time):.1f}" r="3.5"/>')
    return out


def polyline(points, x_of, y_of, style):
    path = " ".join(f"{x_of(size):.1f},{y_of(time):.1f}" for size, time in points)
    return f'<polyline points="{path}" class="{style}"/>'


def main():
    rows = json.load(sys.stdin)["rows"]
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * WIDTH} {2 * HEIGHT}"'
        ' font-family="sans-serif" font-size="12">',
        "<style>.title{font-size:13px;font-weight:bold}.x{text-anchor:middle}.y{text-anchor:end}"
        ".grid{stroke:#ddd}.linear{stroke:#aaa;stroke-dasharray:5 4;fill:none}"
        ".measured{stroke:#1664a8;stroke-width:2;fill:none}circle{fill:#1664a8}</style>",
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for index, (key, x_title, title) in enumerate(PANELS):
        points = sorted(
            (int(row["name"].rsplit(".", 1)[1]), row["ns"])
            for row in rows
            if row["name"].startswith(f"growth.{key}.")
        )
        if len(points) < 2:
            sys.exit(f"plot_growth: fewer than two rows growth.{key}")
        out += panel(points, x_title, title, index % 2 * WIDTH, index // 2 * HEIGHT)
    print("\n".join(out + ["</svg>"]))


main()
