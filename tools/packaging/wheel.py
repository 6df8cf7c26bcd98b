"""Writes a wheel with the bundle inside: wheel.py BUNDLE.tar.gz VERSION MACHINE FOLDER. tools/wheel calls it."""

import base64
import datetime
import hashlib
import os
import pathlib
import re
import stat
import sys
import tarfile
import zipfile

SOURCES = pathlib.Path(__file__).resolve().parents[2] / "clients/python"
GLIBC = "2_36"  # What tools/bundle checks the bundle for.


def python_version(version):
    """A semantic version as Python's packages write it: 1.2.0-beta.3 is 1.2.0b3."""
    release, _, before = version.partition("-")
    if not before:
        return release
    found = re.fullmatch(r"(alpha|beta|rc)\.?(\d+)", before)
    if not found:
        sys.exit(f"wheel: error: version {version} has no name in Python; -alpha.N, -beta.N and -rc.N have")
    return release + {"alpha": "a", "beta": "b", "rc": "rc"}[found[1]] + found[2]


def metadata(version):
    return "\n".join([
        "Metadata-Version: 2.1", "Name: lamina", f"Version: {version}",
        "Summary: Draws Core Animation and Lottie documents to pictures, without a display", "License: Apache-2.0 WITH Swift-exception",
        "Classifier: Operating System :: POSIX :: Linux", "Requires-Python: >=3.9", "Provides-Extra: array", "Provides-Extra: image",
        "Requires-Dist: numpy; extra == 'array'", "Requires-Dist: Pillow; extra == 'image'",
        "Description-Content-Type: text/markdown", "", (SOURCES / "README.md").read_text(),
    ])


def contents(bundle, version, tag):
    """All files: (name, bytes, whether it can be run)."""
    information = f"lamina-{version}.dist-info"
    for path in sorted((SOURCES / "lamina").iterdir()):
        if path.suffix == ".py" or path.name == "py.typed":
            yield f"lamina/{path.name}", path.read_bytes(), False
    with tarfile.open(bundle) as archive:
        for member in sorted(archive.getmembers(), key=lambda member: member.name):
            if member.isdir():
                continue
            if not member.isfile():
                sys.exit(f"wheel: error: {member.name} of the bundle is no plain file, and wheels hold no other")
            name = member.name.split("/", 1)[1]
            yield f"lamina/_bundle/{name}", archive.extractfile(member).read(), bool(member.mode & stat.S_IXUSR)
    root = SOURCES.parents[1]
    yield f"{information}/LICENSE", (root / "LICENSE").read_bytes(), False
    yield f"{information}/NOTICE", (root / "NOTICE").read_bytes(), False
    yield f"{information}/METADATA", metadata(version).encode(), False
    yield f"{information}/WHEEL", (
        f"Wheel-Version: 1.0\nGenerator: tools/wheel\nRoot-Is-Purelib: false\nTag: {tag}\n").encode(), False
    yield f"{information}/entry_points.txt", b"[console_scripts]\nlamina = lamina._tool:main\n", False


def main():
    bundle, version, machine, folder = sys.argv[1:]
    version = python_version(version)
    tag = f"py3-none-manylinux_{GLIBC}_{machine}"
    moment = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    path = pathlib.Path(folder) / f"lamina-{version}-{tag}.whl"
    partial = path.with_suffix(".partial")
    record = []
    with zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        def add(name, data, runs):
            entry = zipfile.ZipInfo(name, moment.timetuple()[:6])
            entry.external_attr = (stat.S_IFREG | (0o755 if runs else 0o644)) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)

        for name, data, runs in contents(bundle, version, tag):
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append(f"{name},sha256={digest},{len(data)}\n")
            add(name, data, runs)
        name = f"lamina-{version}.dist-info/RECORD"
        add(name, "".join([*record, f"{name},,\n"]).encode(), False)
    partial.rename(path)
    print(f"wheel: {path}, {path.stat().st_size >> 20} MB")


main()
