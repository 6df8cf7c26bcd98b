"""The steps of tools/release and tools/bundle that concern versions and licences; tools/release --help shows the usage."""

import argparse
import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tarfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORDED = ROOT / "tools/releasing/recorded"
VERSION_FILE = ROOT / "Sources/Facade/Lamina/LaminaVersion.swift"
SEMANTIC = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?")


class Failure(Exception):
    """An error, as one sentence for the person who runs the script."""


def run(*command):
    """The output of a command, without the last line break."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)} ended with {done.returncode}: {done.stderr.strip()}")
    return done.stdout.rstrip("\n")


def version():
    """The version that `lamina --version` prints; LaminaVersion.swift is the only place that holds it."""
    found = re.search(r'current = "([^"]+)"', VERSION_FILE.read_text())
    if not found or not SEMANTIC.fullmatch(found[1]):
        raise Failure(f"{VERSION_FILE.relative_to(ROOT)} names no semantic version")
    return found[1]


def source_date():
    """Seconds since 1970: SOURCE_DATE_EPOCH, and where it is not set the time of the last commit."""
    given = os.environ.get("SOURCE_DATE_EPOCH")
    return int(given) if given else int(run("git", "log", "-1", "--format=%ct"))


# Components: the software that is linked or carried, with its licences.


def known_components():
    """The list tools/releasing/components as {(kind, name): (licence, home page)}, in its order."""
    known = {}
    for number, line in enumerate((ROOT / "tools/releasing/components").read_text().splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        fields = [field.strip() for field in line.split("|")]
        if len(fields) != 4 or fields[0] not in ("swift", "debian", "toolchain"):
            raise Failure(f"tools/releasing/components:{number}: expected 'kind | name | licence | home page'")
        known[fields[0], fields[1]] = fields[2], fields[3]
    return known


def notice():
    """The text of NOTICE."""
    known = known_components()
    width = max(len(name) for _, name in known)
    lines = [
        "Lamina",
        "Copyright the authors of Lamina",
        "",
        "Licensed under the Apache License, version 2.0, with the Runtime Library Exception of the Swift project; see LICENSE.",
        "",
        "Programs that use Lamina link the libraries below, each under its own licence, and the bundle, the Debian package and the",
        "Python wheel carry them. The complete texts are in share/licenses of the bundle. Source code of all libraries from Debian",
        "is had by `apt-get source NAME`; the versions are in share/components of the bundle.",
        "",
        "This file is written by `tools/release notice` from tools/releasing/components.",
    ]
    titles = {
        "toolchain": "From the Swift toolchain, linked into programs",
        "swift": "Swift packages, linked into the command line tool (swift-log into every program)",
        "debian": "Libraries and fonts, by the names of Debian's source packages",
    }
    for kind, title in titles.items():
        lines += ["", title + ":", ""]
        lines += [f"  {name:<{width}}  {licence}" for (its, name), (licence, _) in known.items() if its == kind]
    return "\n".join(lines) + "\n"


def pins():
    """The contents of Package.resolved: {name of repository: (version, revision, address)}."""
    path = ROOT / "Package.resolved"
    if not path.exists():
        raise Failure("there is no Package.resolved; 'swift package resolve' makes it")
    found = {}
    for pin in json.loads(path.read_text())["pins"]:
        state = pin["state"]
        found[pin["identity"]] = state.get("version") or state.get("branch") or "", state["revision"], pin["location"]
    return found


def debian_package(path):
    """The Debian package that owns a file: (source package, binary package, version)."""
    real = os.path.realpath(path)
    # Merged /usr makes two names of one file.
    for name in (real, real.removeprefix("/usr"), "/usr" + real):
        done = subprocess.run(["dpkg-query", "-S", name], capture_output=True, text=True)
        if done.returncode == 0:
            binary = done.stdout.split(":")[0]
            source, number = run("dpkg-query", "-W", "-f", "${source:Package}\t${Version}\n", binary).splitlines()[0].split("\t")
            return source, binary, number
    raise Failure(f"no Debian package owns {path}")


def write_components(root, paths, packages):
    """Writes share/components of a bundle: kind, name, version, revision or package, file. Ends where one is not in the list.

    `packages` are the Swift packages that are linked, by the names of their checkouts."""
    rows = set()
    for path in paths:
        source, binary, number = debian_package(path)
        rows.add(("debian", source, number, binary, os.path.basename(path)))
    versions = pins()
    for name in sorted(packages):
        # A checkout is called after its repository, a pin in small letters.
        if name.lower() not in versions:
            raise Failure(f"Package.resolved has no {name}")
        rows.add(("swift", name, *versions[name.lower()][:2], ""))
    swift = re.search(r"Swift version (\S+)", run("swift", "--version"))
    rows.add(("toolchain", "Swift", swift[1] if swift else "", "", ""))
    rows.add(("toolchain", "ICU", "", "inside Foundation", ""))
    known = known_components()
    for kind, name, *_ in sorted(rows):
        if (kind, name) not in known:
            raise Failure(f"{kind} {name} is carried but has no line in tools/releasing/components")
    pathlib.Path(root, "share/components").write_text("".join("\t".join(row) + "\n" for row in sorted(rows)))


# The bill of materials.


def read_components(bundle):
    """The lines of share/components of a bundle, an archive or a folder."""
    if os.path.isdir(bundle):
        text = pathlib.Path(bundle, "share/components").read_text()
    else:
        with tarfile.open(bundle) as archive:
            names = [name for name in archive.getnames() if name.count("/") == 2 and name.endswith("/share/components")]
            if not names:
                raise Failure(f"{bundle} holds no share/components; tools/bundle of this version writes it")
            text = archive.extractfile(names[0]).read().decode()
    return [line.split("\t") for line in text.splitlines()]


def identifier(*parts):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]+", "-", "-".join(parts))


def spdx_packages(rows):
    """An SPDX package for each component, with its files' names in the comment."""
    known = known_components()
    addresses = {name: address for name, (_, _, address) in pins().items()} if (ROOT / "Package.resolved").exists() else {}
    grouped = {}
    for kind, name, number, detail, file in rows:
        entry = grouped.setdefault((kind, name, number), (set(), set()))
        entry[0].add(detail)
        entry[1].add(file)
    packages = []
    for (kind, name, number), (details, files) in sorted(grouped.items()):
        licence, home = known[kind, name]
        package = {
            "SPDXID": identifier(kind, name), "name": name, "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
            "homepage": home, "licenseConcluded": licence, "licenseDeclared": licence, "copyrightText": "NOASSERTION",
            "supplier": "NOASSERTION",
        }
        if number:
            package["versionInfo"] = number
        if kind == "swift":
            (revision,) = details
            package["downloadLocation"] = f"git+{addresses.get(name.lower(), home)}@{revision}"
            purl = f"pkg:swift/{home.removeprefix('https://')}@{number}"
        elif kind == "debian":
            package["supplier"] = "Organization: Debian"
            purl = f"pkg:deb/debian/{name}@{number.replace(':', '%3A')}?arch=source"
            package["comment"] = f"From {', '.join(sorted(details))}: {', '.join(sorted(files))}"
        else:
            purl = ""
        if purl:
            package["externalRefs"] = [
                {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}]
        packages.append(package)
    return packages


def sbom(bundle):
    """The bill of materials of a bundle in SPDX 2.3."""
    number, created = version(), datetime.datetime.fromtimestamp(source_date(), datetime.timezone.utc)
    rows = read_components(bundle)
    packages = spdx_packages(rows)
    content = hashlib.sha256(repr((number, rows)).encode()).hexdigest()
    lamina = {
        "SPDXID": "SPDXRef-lamina", "name": "lamina", "versionInfo": number, "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False, "licenseConcluded": "Apache-2.0 WITH Swift-exception",
        "licenseDeclared": "Apache-2.0 WITH Swift-exception", "copyrightText": "Copyright the authors of Lamina",
        "supplier": "NOASSERTION", "primaryPackagePurpose": "APPLICATION",
    }
    if not os.path.isdir(bundle):
        lamina["packageFileName"] = os.path.basename(bundle)
        lamina["checksums"] = [{"algorithm": "SHA256", "checksumValue": checksum(bundle)}]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-lamina")]
    for package in packages:
        isStatic = package["SPDXID"].startswith(("SPDXRef-swift-", "SPDXRef-toolchain-", "SPDXRef-debian-gcc"))
        isFont = "fonts" in package["name"]
        kind = "CONTAINS" if isFont else "STATIC_LINK" if isStatic else "DYNAMIC_LINK"
        relations.append(("SPDXRef-lamina", kind, package["SPDXID"]))
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"lamina-{number}",
        "documentNamespace": f"https://spdx.org/spdxdocs/lamina-{number}-{content[:32]}",
        "creationInfo": {"created": created.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: tools/release"]},
        "packages": [lamina, *packages],
        "hasExtractedLicensingInfos": [{
            "licenseId": "LicenseRef-public-domain", "name": "Public domain",
            "extractedText": "This library (libselinux) is public domain software, i.e. not copyrighted.",
        }],
        "relationships": [
            {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other} for one, kind, other in relations],
    }


# A release.


def checksum(path):
    total = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            total.update(block)
    return total.hexdigest()


def maintainer():
    """The maintainer of the packages: 'Name <address>'."""
    text = (ROOT / "tools/releasing/maintainer").read_text().strip()
    if not re.fullmatch(r"[^<>\n]+ <[^<>@\s]+@[^<>@\s]+>", text):
        raise Failure(f"tools/releasing/maintainer says {text!r}, which is not 'Name <address>'")
    return text


def changelog_section(number):
    """The section of CHANGELOG.md about a version, without its heading."""
    text = (ROOT / "CHANGELOG.md").read_text()
    found = re.search(rf"^## {re.escape(number)}\b[^\n]*\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    return found[1].strip() if found else None


def tag_text(number, section):
    """The message of the tag: a title, then the changes without headings of Markdown."""
    body = re.sub(r"^### (.*)$", r"\1:", section, flags=re.M)
    return f"Lamina {number}\n\n{body}\n"


def record():
    """Writes down the versions that the release is built with."""
    RECORDED.mkdir(exist_ok=True)
    # Without its hash of Package.swift, which a target that is added would change.
    resolved = json.loads((ROOT / "Package.resolved").read_text())
    resolved.pop("originHash", None)
    (RECORDED / "Package.resolved").write_text(json.dumps(resolved, indent=2, sort_keys=True) + "\n")
    compiler = run("swift", "--version").splitlines()[0]
    lines = [f"swift\t{compiler}"]
    setup = (ROOT / "tools/setup").read_text()
    needs = re.search(r"^needs=\(\n(.*?)^\)", setup, re.M | re.S)[1]
    for need in re.findall(r"^\s+'([^']+)'", needs, re.M):
        for name in need.split():
            done = subprocess.run(
                ["dpkg-query", "-W", "-f", "${db:Status-Status} ${Version}", name], capture_output=True, text=True)
            if done.stdout.startswith("installed "):
                lines.append(f"{name}\t{done.stdout.split()[1]}")
                break
    (RECORDED / "system").write_text("\n".join(lines) + "\n")


def prepare(number):
    """Turns the unreleased changes into a version, in files that are then committed."""
    if not SEMANTIC.fullmatch(number):
        raise Failure(f"'{number}' is no semantic version such as 1.2.3")
    log = ROOT / "CHANGELOG.md"
    text = log.read_text()
    if changelog_section(number) is not None:
        raise Failure(f"CHANGELOG.md has a section {number} already")
    if not (changelog_section("Unreleased") or ""):
        raise Failure("CHANGELOG.md says nothing under 'Unreleased'")
    day = datetime.datetime.fromtimestamp(source_date(), datetime.timezone.utc).strftime("%Y-%m-%d")
    log.write_text(text.replace("## Unreleased\n", f"## Unreleased\n\n## {number} ({day})\n", 1))
    VERSION_FILE.write_text(re.sub(r'current = "[^"]+"', f'current = "{number}"', VERSION_FILE.read_text()))
    (ROOT / "NOTICE").write_text(notice())
    record()
    print(f"release: {number} is written to CHANGELOG.md, LaminaVersion.swift, NOTICE and tools/releasing/recorded; commit that,")
    print("release: run tools/check, then tools/bundle --recorded, tools/package, tools/wheel, and tools/release make")


def make(files):
    """Writes tag text, changes, bill of materials and checksums of the files of a release."""
    number = version()
    output = ROOT / ".build-release" / number
    section = changelog_section(number)
    if section is None:
        raise Failure(f"CHANGELOG.md has no section {number}; 'tools/release prepare {number}' makes it")
    if maintainer().endswith(".invalid>"):
        raise Failure("tools/releasing/maintainer names nobody; write who answers for the package: 'Name <address>'")
    paths = [pathlib.Path(file) for file in files] or sorted(
        path for pattern in ("lamina-*.tar.gz", "lamina_*.deb", "lamina-*.whl")
        for path in (ROOT / ".build-bundle").glob(pattern) if number in path.name)
    bundles = [path for path in paths if path.name.endswith(".tar.gz")]
    if len(bundles) != 1:
        raise Failure(f"expected one bundle lamina-{number}-….tar.gz among the files, found {len(bundles)}")
    output.mkdir(parents=True, exist_ok=True)
    (output / "tag.txt").write_text(tag_text(number, section))
    (output / "changes.md").write_text(section + "\n")
    materials = output / f"lamina-{number}.spdx.json"
    materials.write_text(json.dumps(sbom(bundles[0]), indent=2) + "\n")
    lines = [f"{checksum(path)}  {path.name}\n" for path in sorted([*paths, materials], key=lambda path: path.name)]
    (output / "SHA256SUMS").write_text("".join(lines))
    print(f"release: {output} holds tag.txt, changes.md, {materials.name} and SHA256SUMS of {len(lines)} files")
    print(f"release: git tag -a {number} -F {output.relative_to(ROOT)}/tag.txt")


def main():
    parser = argparse.ArgumentParser(prog="tools/release", description="The parts of a release.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("version", help="print the version")
    commands.add_parser("maintainer", help="print who answers for the packages")
    commands.add_parser("date", help="print the time of the source in seconds since 1970")
    add = commands.add_parser("notice", help="write NOTICE")
    add.add_argument("--check", action="store_true", help="compare instead of writing")
    commands.add_parser("record", help="write down the versions of all dependencies")
    add = commands.add_parser("prepare", help="make a version of what is unreleased")
    add.add_argument("number")
    add = commands.add_parser("components", help="write share/components of a bundle; paths of libraries on standard input")
    add.add_argument("root")
    add.add_argument("packages", nargs="+", help="the Swift packages that are linked")
    add = commands.add_parser("sbom", help="print the bill of materials of a bundle in SPDX 2.3")
    add.add_argument("bundle")
    add = commands.add_parser("make", help="write tag text, changes, bill of materials and checksums")
    add.add_argument("files", nargs="*")
    arguments = parser.parse_args()
    match arguments.command:
        case "version":
            print(version())
        case "maintainer":
            print(maintainer())
        case "date":
            print(source_date())
        case "notice" if arguments.check:
            if not (ROOT / "NOTICE").exists() or (ROOT / "NOTICE").read_text() != notice():
                raise Failure("NOTICE is not what tools/releasing/components says; 'tools/release notice' writes it")
        case "notice":
            (ROOT / "NOTICE").write_text(notice())
        case "record":
            record()
        case "prepare":
            prepare(arguments.number)
        case "components":
            write_components(arguments.root, sys.stdin.read().split("\n")[:-1], arguments.packages)
        case "sbom":
            print(json.dumps(sbom(arguments.bundle), indent=2))
        case "make":
            make(arguments.files)


if __name__ == "__main__":
    try:
        main()
    except (Failure, OSError) as failure:
        print(f"release: error: {failure}", file=sys.stderr)
        sys.exit(1)
