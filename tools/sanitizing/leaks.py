"""Groups the reports that LeakSanitizer writes at the ends of processes: leaks.py FOLDER, with one file for each process.

A group is what was allocated at one place: the innermost function of Lamina or of its tests on the stack, or else the innermost that is no
allocator. Of each group it prints the bytes, the allocations, and in how many processes it was found, the largest groups first.
"""
import collections
import pathlib
import re
import sys

ALLOCATORS = re.compile(r"^(malloc|calloc|realloc|posix_memalign|aligned_alloc|strdup|operator new|swift::|swift_|_swift|\$ss)")


def place(frames):
    """The function that a leak is counted for."""
    own = next((frame for frame in frames if re.search(r"\d(Lamina\w*|UIKit|QuartzCore|AVFoundation|\w+Tests|\w+Example)", frame)), None)
    return own or next((frame for frame in frames if not ALLOCATORS.match(frame)), "unknown")


def main(folder):
    groups = collections.defaultdict(lambda: [0, 0, set()])
    for path in pathlib.Path(folder).iterdir():
        blocks = re.split(r"\n(?=(?:Direct|Indirect) leak of )", path.read_text(errors="replace"))
        for block in blocks[1:]:
            head = re.match(r"(Direct|Indirect) leak of (\d+) byte\(s\) in (\d+) object", block)
            if not head or head[1] == "Indirect":
                continue
            group = groups[place(re.findall(r"^\s+#\d+ 0x[0-9a-f]+ (?:in )?(\S+)", block, re.MULTILINE))]
            group[0] += int(head[2])
            group[1] += int(head[3])
            group[2].add(path.name)
    for name, (size, count, processes) in sorted(groups.items(), key=lambda item: -item[1][0]):
        print(f"{size:>10} bytes {count:>7} allocations {len(processes):>6} processes  {name[:160]}")


if __name__ == "__main__":
    main(*sys.argv[1:])
