"""Compiles public programs for Core Animation against Lamina, lists what is missing, and draws what runs."""

import argparse
import glob
import json
import os
import re
import shutil
import subprocess
import sys

KIT = os.path.dirname(os.path.abspath(__file__))
PROJECT = os.path.dirname(os.path.dirname(KIT))
# What programs import.
PRODUCTS = ["QuartzCore", "UIKit", "CoreGraphics", "CoreText", "ImageIO"]


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    """Writes a file where it says something else, so that nothing is compiled again without need."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if not os.path.exists(path) or read(path) != text:
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


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


def prepare(project, tree, out):
    """Copies a client's own sources, with the edits that it alone needs. Returns where to, and how many edits were made of each."""
    folder, changes = f"{out}/sources/{project['name']}", {}
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)

    def count(kind, number):
        if number:
            changes[kind] = changes.get(kind, 0) + number

    for path in files_of(project, tree):
        text = read(path)
        for edit in project.get("edits", []):
            text, number = re.subn(edit["find"], edit["put"], text, flags=re.S)
            count(edit["why"], number)
        write(f"{folder}/{os.path.relpath(path, tree)}", text)
    return folder, changes


def assemble(project, tree, out):
    """Writes a client's target: its own sources through tools/port, and our program that shows it. Returns what was said of it."""
    target, ported = f"{out}/Sources/{project['name']}", f"{out}/ported/{project['name']}"
    folder, changes = prepare(project, tree, out)
    shutil.rmtree(ported, ignore_errors=True)
    os.makedirs(os.path.dirname(ported), exist_ok=True)
    result = subprocess.run([PROJECT + "/tools/port", folder, ported], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode not in (0, 1):
        sys.exit(f"clients: tools/port of {project['name']}: {result.stdout[-2000:]}")
    wanted = set()
    for path in sorted(glob.glob(ported + "/**/*.swift", recursive=True)):
        name = "Client" + os.path.relpath(path, ported).replace(os.sep, "_")
        write(f"{target}/{name}", read(path))
        wanted.add(name)
    for path in [KIT + "/programs/ContactSheet.swift"] + sorted(glob.glob(f"{KIT}/programs/{project['name']}*.swift")):
        name = "main.swift" if path.endswith(f"/{project['name']}.swift") else os.path.basename(path)
        write(f"{target}/{name}", read(path))
        wanted.add(name)
    resources = os.path.join(tree, project.get("resources", "."))
    write(f"{target}/Resources.swift", f'let resourceFolder = "{resources}"\n')
    wanted.add("Resources.swift")
    for name in set(os.listdir(target)) - wanted:
        os.remove(f"{target}/{name}")
    edits = ", ".join(f"{kind} {number}" for kind, number in sorted(changes.items()))
    return [f"edits of its own: {edits or 'none'}"] + result.stdout.strip().splitlines()


def write_modules(project, out):
    """Writes the system modules that a client's own package has."""
    for module in project.get("modules", []):
        folder = f"{out}/Modules/{module['name']}"
        write(folder + "/shim.h", f"#include <{module['header']}>\n")
        write(folder + "/module.modulemap",
              f'module {module["name"]} [system] {{ header "shim.h" link "{module["library"]}" export * }}\n')


def write_package(out, projects):
    identity = os.path.basename(PROJECT)
    products = [f'.product(name: "{name}", package: "{identity}")' for name in PRODUCTS]
    targets = []
    for project in projects:
        modules = [module["name"] for module in project.get("modules", [])]
        targets += [f'.systemLibrary(name: "{name}", path: "Modules/{name}")' for name in modules]
        depends = ", ".join(products + [f'"{name}"' for name in modules])
        defines = ", ".join(f'.define("{name}", to: "1")' for name in project.get("defines", []))
        settings = f"cSettings: [{defines}], swiftSettings: [.swiftLanguageMode(.v5)]"
        targets.append(f'.executableTarget(name: "{project["name"]}", dependencies: [{depends}], {settings})')
    lines = ",\n  ".join(targets)
    write(out + "/Package.swift", f"""// swift-tools-version: 6.2
import PackageDescription
let package = Package(name: "Clients", dependencies: [.package(path: "{PROJECT}")], targets: [
  {lines}
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
        description="Ports public programs for Core Animation with tools/port, compiles them against Lamina, lists by symbol "
        "what is missing, and draws what runs. Nothing is fetched.")
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
    def build(target):
        print(f"clients: compiling {target}", file=sys.stderr, flush=True)
        return subprocess.run(["swift", "build", "-c", "release", "--product", target, "--package-path", out],
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
    build = builder(out)
    every = json.loads(read(KIT + "/projects.json"))
    for project in found:
        # A target must not be empty, and the manifest stays the same, so that nothing is compiled again for it.
        if not os.path.exists(f"{out}/Sources/{project['name']}/main.swift"):
            write(f"{out}/Sources/{project['name']}/main.swift", "// Comes with the client.\n")
    ours = [p for p in every if os.path.isdir(f"{out}/Sources/{p['name']}") or p in found]
    for project in ours:
        write_modules(project, out)
    write_package(out, ours)
    lines = []
    failed = False

    def say(line):
        lines.append(line)
        print(line, flush=True)

    for project in found:
        say(f"{project['name']} ({project['project']})")
        for line in assemble(project, trees[project["name"]], out):
            say("  " + line)
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
