"""Prints an export of llvm-cov by module, or the uncovered lines of a module: report.py ROOT [--lines MODULE] < EXPORT.json"""

import collections
import json
import os
import sys


def module(path):
    """The module of a file, by its path from the root of the package."""
    parts = path.split("/")
    if parts[0] == "Sources" and len(parts) > 3:
        return parts[2]
    if parts[0] == "Shaders":
        return "LaminaShaders"
    return "/".join(parts[:2]) if parts[0] == "tools" and len(parts) > 2 else None


def files(export, root):
    """The files of ours, by their paths from the root."""
    for file in export["data"][0]["files"]:
        path = os.path.relpath(file["filename"], root)
        name = module(path)
        if name and not path.startswith(".."):
            yield name, path, file


def summary(export, root):
    kinds = ("lines", "functions", "regions")
    total = collections.defaultdict(lambda: [0] * 6)
    for name, _, file in files(export, root):
        for index, kind in enumerate(kinds):
            for key in (name, "all"):
                total[key][2 * index] += file["summary"][kind]["covered"]
                total[key][2 * index + 1] += file["summary"][kind]["count"]
    if not total:
        sys.exit("coverage: error: the profile names no file of Sources, Shaders or tools")
    print("| module | lines | of | reached | functions | regions |\n|---|---:|---:|---:|---:|---:|")
    for name in [*sorted(key for key in total if key != "all"), "all"]:
        lines, count, *rest = total[name]
        shares = [f"{100 * part / whole:.1f} %" if whole else "-" for part, whole in zip([lines, *rest[::2]], [count, *rest[1::2]])]
        print(f"| {name} | {lines} | {count} | {shares[0]} | {shares[1]} | {shares[2]} |")


def lines(export, root, wanted):
    """Prints each line where a stretch begins that was counted and never run."""
    found = 0
    for name, path, file in files(export, root):
        if name != wanted:
            continue
        for line, column, count, counted, begins, isGap in (segment[:6] for segment in file["segments"]):
            if counted and begins and count == 0 and not isGap:
                print(f"{path}:{line}:{column}: not reached")
                found += 1
    print(f"{found} stretches of {wanted} are not reached", file=sys.stderr)


def main():
    root = sys.argv[1]
    export = json.load(sys.stdin)
    if sys.argv[2:3] == ["--lines"]:
        lines(export, root, sys.argv[3])
    else:
        summary(export, root)


main()
