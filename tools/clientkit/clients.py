"""Compiles public programs for Core Animation against Lamina, lists what is missing, and draws what runs."""

import argparse
import glob
import json
import os
import re
import shutil
import subprocess
import sys

from swift_text import Changes, adapt, drop_members

KIT = os.path.dirname(os.path.abspath(__file__))
PROJECT = os.path.dirname(os.path.dirname(KIT))
# Modules that programs import: Lamina's own, and those that it has not.
PRODUCTS = ["UIKit", "CoreGraphics", "CoreText", "ImageIO"]
MODULES = ["Cocoa"]


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    """Writes a file where it says something else, so that nothing is compiled again without need."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if not os.path.exists(path) or read(path) != text:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


# --- what Lamina lacks -----------------------------------------------------------------------------------------------


def standins():
    """The stand-ins for names that Lamina lacks: name, what tells whether it is there, and the declaration."""
    found = []
    for path in sorted(glob.glob(KIT + "/standins/missing-*.swift")):
        for part in re.split(r"^// missing: ", read(path), flags=re.M)[1:]:
            head, body = part.split("\n", 1)
            name, probe = head.split(" | ", 1)
            found.append((name, probe, body.rstrip() + "\n"))
    return found


def probe_package(out, all_standins):
    """One file a name: those that do not compile name what is missing."""
    for path in glob.glob(f"{out}/Sources/Probes/Probe*.swift"):
        if int(path[-9:-6]) >= len(all_standins):
            os.remove(path)
    for number, (_, probe, _) in enumerate(all_standins):
        write(f"{out}/Sources/Probes/Probe{number:03}.swift",
              f"import Foundation\nimport QuartzCore\n\nprivate func probe{number}() throws {{\n  {probe}\n}}\n")


def missing_names(out, all_standins, build):
    """The numbers of the stand-ins that are needed."""
    if not all_standins:
        return set()
    result = build("Probes", quiet=True)
    numbers = {int(n) for n in re.findall(r"Probe(\d{3})\.swift:\d+:\d+: error:", result.stdout)}
    if result.returncode != 0 and not numbers:
        sys.exit(result.stdout[-4000:] + "\nclients: Lamina itself does not build")
    return numbers


# --- the clients -----------------------------------------------------------------------------------------------------


def find_tree(sources, marker):
    """The tree that holds a project: the folder itself, or one in it, that has the marker."""
    for folder in [sources] + sorted(glob.glob(sources + "/*/")):
        if os.path.exists(os.path.join(folder, marker)):
            return os.path.abspath(folder)
    return None


def files_of(project, tree):
    def matching(patterns):
        found = set()
        for pattern in patterns:
            found |= set(glob.glob(os.path.join(tree, pattern), recursive=True))
        return found

    chosen = matching(project["sources"]) - matching(project.get("without", []))
    return sorted(path for path in chosen if path.endswith(".swift"))


def assemble(project, tree, out, standin_text):
    """Writes a client's target: its own sources, adapted, the stand-ins, and our program that shows it."""
    target = f"{out}/Sources/{project['name']}"
    changes, wanted = Changes(), set()
    for path in files_of(project, tree):
        text = read(path)
        for drop in project.get("drop", []):
            if path.endswith(drop["file"]):
                text, number = drop_members(text, drop["find"])
                changes.count("left out", number)
        for edit in project.get("edits", []):
            text, number = re.subn(edit["find"], edit["put"], text, flags=re.S)
            changes.count(edit["why"], number)
        text = adapt(text, changes)
        # The stand-ins for UIKit are compiled into each program; the module is there for `canImport`.
        text = re.sub(r"^(.*)\bimport UIKit\b", r"\1import QuartzCore", text, flags=re.M)
        name = "Client" + os.path.relpath(path, tree).replace(os.sep, "_")
        write(f"{target}/{name}", text)
        wanted.add(name)
    support = [KIT + "/standins/uikit.swift", KIT + "/standins/uikit-drawing.swift", KIT + "/programs/ContactSheet.swift"]
    for path in support + sorted(glob.glob(f"{KIT}/programs/{project['name']}*.swift")):
        name = "main.swift" if path.endswith(f"/{project['name']}.swift") else os.path.basename(path)
        write(f"{target}/{name}", read(path))
        wanted.add(name)
    resources = os.path.join(tree, project.get("resources", "."))
    write(f"{target}/Missing.swift", standin_text + f'\nlet resourceFolder = "{resources}"\n')
    wanted.add("Missing.swift")
    for name in set(os.listdir(target)) - wanted:
        os.remove(f"{target}/{name}")
    return changes


def write_package(out, names):
    settings = "swiftSettings: [.swiftLanguageMode(.v5)]"
    for module in MODULES:
        write(f"{out}/Sources/{module}/{module}.swift", "@_exported import Foundation\n@_exported import QuartzCore\n")
    targets = [f'.target(name: "{module}", dependencies: [lamina], {settings})' for module in MODULES]
    if glob.glob(f"{out}/Sources/Probes/*.swift"):
        targets.append(f'.target(name: "Probes", dependencies: [lamina], {settings})')
    identity = os.path.basename(PROJECT)
    products = [f'.product(name: "{name}", package: "{identity}")' for name in PRODUCTS]
    depends = ", ".join(products + [f'"{module}"' for module in MODULES])
    targets += [f'.executableTarget(name: "{name}", dependencies: [lamina, {depends}], {settings})' for name in names]
    write(out + "/Package.swift", f"""// swift-tools-version: 6.2
import PackageDescription
let lamina = Target.Dependency.product(name: "QuartzCore", package: "{identity}")
let package = Package(name: "Clients", dependencies: [.package(path: "{PROJECT}")], targets: [
  {", ".join(targets)}
])
""")


def symbols_of(errors):
    """What compilers' messages are about, by how often."""
    counts = {}
    for message in errors:
        words = re.findall(r"'([^']+)'", message)
        member = re.search(r"(?:type|value of type) '([^']+)' has no member '([^']+)'", message)
        symbol = f"{member.group(1)}.{member.group(2)}" if member else (words[0] if words else message[:80])
        counts[symbol] = counts.get(symbol, 0) + 1
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def compile_client(name, build):
    result = build(name)
    errors = re.findall(r"error: (.*)", result.stdout)
    return (result.returncode == 0), [e for e in dict.fromkeys(errors) if "fatalError" not in e], result.stdout


# --- the command -----------------------------------------------------------------------------------------------------


def arguments():
    parser = argparse.ArgumentParser(
        prog="tools/clients",
        description="Compiles public programs for Core Animation against Lamina with stand-ins for what Linux lacks, lists "
        "by symbol what is missing, and draws what runs. Nothing is fetched.")
    parser.add_argument("sources", help="a folder with checkouts of the projects, under any names")
    parser.add_argument("out", help="where the package, the pictures and the report go")
    parser.add_argument("--only", action="append", help="a client by its name; may be repeated")
    parser.add_argument("--truth", default=os.path.join(PROJECT, "../shared/truth/lottie"),
                        help="the folder with manifest.json and the pictures that lottie-ios made on Apple's renderer")
    parser.add_argument("--animations", help="only animations whose name contains this")
    parser.add_argument("--gpu", action="store_true", help="draw with OpenGL ES instead of the CPU")
    parser.add_argument("--build-only", action="store_true", help="compile, and draw nothing")
    return parser.parse_args()


def builder(out):
    def build(target, quiet=False):
        kind = "--target" if target == "Probes" else "--product"
        if not quiet:
            print(f"clients: compiling {target}", file=sys.stderr, flush=True)
        return subprocess.run(["swift", "build", "-c", "release", kind, target, "--package-path", out],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    return build


def draw(project, out, options):
    """Runs a client's program. Returns whether all went well, and what it said."""
    pictures = f"{out}/pictures/{project['name']}"
    shutil.rmtree(pictures, ignore_errors=True)
    os.makedirs(pictures)
    command = [f"{out}/.build/release/{project['name']}", pictures]
    if options.gpu:
        command.append("--gpu")
    if project.get("truth"):
        if not os.path.exists(options.truth + "/manifest.json"):
            return True, "no truth pictures: nothing is drawn"
        command += ["--truth", options.truth] + (["--animations", options.animations] if options.animations else [])
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    said = result.stdout.strip()
    if result.returncode == 0 and project.get("truth"):
        fine, judged = compare(pictures, out, options)
        return fine, said + "\n" + judged
    return result.returncode == 0, said


def compare(pictures, out, options):
    """Compares lottie-ios's pictures with those that it made on Apple's renderer. Returns whether that could be done."""
    build = subprocess.run(["swift", "build", "-c", "release", "--product", "lottie-truth", "--package-path", PROJECT],
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if build.returncode != 0:
        return False, "lottie-truth does not build:\n" + build.stdout[-2000:]
    only = ["--only", options.animations] if options.animations else []

    def judge(*arguments):
        command = [PROJECT + "/.build/release/lottie-truth", options.truth, "--pictures", *arguments, *only]
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout.strip()

    by_animations = judge(pictures, "--page", out + "/page")
    # Its other engine draws some things otherwise by design: only how many agree is worth a line.
    by_display = judge(pictures + "/displayed").splitlines()[-1:]
    return True, by_animations + "\nthe engine that draws by display(): " + "".join(by_display)


def main():
    options = arguments()
    out = os.path.abspath(options.out)
    os.makedirs(out, exist_ok=True)
    projects = [p for p in json.loads(read(KIT + "/projects.json")) if not options.only or p["name"] in options.only]
    trees = {p["name"]: find_tree(os.path.abspath(options.sources), p["marker"]) for p in projects}
    found = [p for p in projects if trees[p["name"]]]
    for project in projects:
        if not trees[project["name"]]:
            print(f"{project['name']}: no checkout of {project['project']} among the sources")
    if not found:
        sys.exit("clients: none of the projects is among the sources")
    build, all_standins = builder(out), standins()
    probe_package(out, all_standins)
    every = json.loads(read(KIT + "/projects.json"))
    for project in found:
        # A target must not be empty, and the manifest stays the same, so that nothing is compiled again for it.
        if not os.path.exists(f"{out}/Sources/{project['name']}/main.swift"):
            write(f"{out}/Sources/{project['name']}/main.swift", "// Comes with the client.\n")
    write_package(out, [p["name"] for p in every if os.path.isdir(f"{out}/Sources/{p['name']}") or p in found])
    missing = missing_names(out, all_standins, build)
    standin_text = "import Foundation\nimport QuartzCore\n\n" + "\n".join(
        body for number, (_, _, body) in enumerate(all_standins) if number in missing)
    lines = ["missing in Lamina, with a stand-in: "
             + (", ".join(all_standins[number][0] for number in sorted(missing)) or "nothing")]
    failed = False
    print(lines[0], flush=True)

    def say(line):
        lines.append(line)
        print(line, flush=True)

    for project in found:
        changes = assemble(project, trees[project["name"]], out, standin_text)
        changed = ", ".join(f"{kind} {count}" for kind, count in sorted(changes.items()))
        say(f"{project['name']} ({project['project']}): {len(files_of(project, trees[project['name']]))} files; "
            f"changed: {changed or 'nothing'}")
        compiles, errors, log = compile_client(project["name"], build)
        write(f"{out}/logs/{project['name']}.txt", log)
        if not compiles:
            failed = True
            say("  does not compile: " + ", ".join(f"{symbol} ({count})" for symbol, count in symbols_of(errors)[:40]))
            continue
        if options.build_only:
            continue
        fine, said = draw(project, out, options)
        failed = failed or not fine
        for line in said.splitlines():
            say("  " + line)
        if not fine:
            say(f"  {project['name']} failed")
    write(out + "/report.txt", "\n".join(lines) + "\n")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
