"""Makes pages of the site from the documents of the checkout: guides.py FOLDER.

The articles of the site are written for somebody who begins; docs/, SECURITY.md and the documents for contributors say everything. DocC reads
Markdown, but knows neither files of a checkout nor footnotes. So links between these documents become links between pages, links to other
files become their paths, footnotes become a list at the end, and pictures are copied. `Guides.md` lists the pages. A link that leads nowhere
ends the program with 1.
"""
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

# Title of a group and the documents in it. Every document of docs/ has to be here; the gallery has a program of its own.
GROUPS = [
    ("Using Lamina", ["docs/command-line.md", "docs/documents.md", "docs/animation.md", "docs/lottie.md", "docs/studio.md"]),
    ("In Swift programs", ["docs/swift.md", "docs/porting.md", "docs/compatibility.md"]),
    ("Films and servers", ["docs/video.md", "docs/scale.md", "docs/service.md", "docs/workers.md", "docs/bundle.md", "docs/gpu.md"]),
    ("What was measured", ["docs/conformance.md", "docs/benchmarks.md", "docs/reliability.md", "SECURITY.md"]),
    ("For contributors", ["CONTRIBUTING.md", "docs/first-steps.md", "ARCHITECTURE.md", "docs/rendering-notes.md", "docs/decisions/README.md"]),
]
ELSEWHERE = {"docs/gallery.md": "Gallery"}
FENCE = re.compile(r"^(```.*?^```[^\n]*\n?)", re.MULTILINE | re.DOTALL)


def pages():
    """The name of each page by the document's path."""
    documents = [path for _, group in GROUPS for path in group]
    missing = {str(path.relative_to(ROOT)) for path in (ROOT / "docs").glob("*.md")} - set(documents) - set(ELSEWHERE)
    if missing:
        raise SystemExit(f"site: error: no group of tools/siting/guides.py has {', '.join(sorted(missing))}")
    names = {path: "Guide-" + ("decisions" if path.endswith("decisions/README.md") else pathlib.Path(path).stem.lower()) for path in documents}
    for path in (ROOT / "docs/decisions").glob("0*.md"):
        names[str(path.relative_to(ROOT))] = "Decision-" + path.name[:4]
    return names | ELSEWHERE


def prose(text, change):
    """A document with `change` applied to all that is no block of code."""
    return "".join(part if index % 2 else change(part) for index, part in enumerate(FENCE.split(text)))


def headings(text):
    """DocC's anchors of a document's headings, by the anchors that readers of repositories make of them."""
    found = {}
    for heading in re.findall(r"^#{1,6} (.+)$", FENCE.sub("", text), re.MULTILINE):
        plain = re.sub(r"[`*]", "", heading)
        found[re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")] = re.sub(r"[^\w\-]", "", plain.replace(" ", "-"))
    return found


class Page:
    """One document on its way to being a page."""

    def __init__(self, path, names, folder):
        self.path, self.names, self.folder = path, names, folder
        self.text = (ROOT / path).read_text()

    def written(self):
        """Writes the page, and returns its name."""
        text = prose(self.footnotes(self.text), self.converted)
        (self.folder / f"{self.names[self.path]}.md").write_text(text)
        return self.names[self.path]

    def converted(self, text):
        text = re.sub(r"!\[([^\]]*)\]\(([^)]+)\)", self.picture, text)
        text = re.sub(r"(?<!!)\[([^\]]+)\]\((?!https?:|doc:)([^)]+)\)", self.link, text)
        # A line that begins so would be one of DocC's directives.
        return re.sub(r"^(\s*)@", r"\1\\@", text, flags=re.MULTILINE)

    def located(self, target):
        """A path of the checkout, from a link in this document."""
        path = (ROOT / self.path).parent.joinpath(target).resolve()
        if not path.exists() or not path.is_relative_to(ROOT):
            raise SystemExit(f"site: error: {self.path} has a link to {target}, which does not exist")
        return str(path.relative_to(ROOT))

    def picture(self, match):
        source = self.located(match[2])
        at_scale = "" if source.endswith(".svg") else "@2x"
        stem = "guide-" + pathlib.Path(source).stem
        shutil.copy(ROOT / source, self.folder / f"{stem}{at_scale}{pathlib.Path(source).suffix}")
        return f"![{match[1]}]({stem})"

    def link(self, match):
        target, _, anchor = match[2].partition("#")
        path = self.located(target) if target else self.path
        if path not in self.names:
            words = match[1] if match[1].startswith("`") else f"*{match[1]}*"
            return words if match[1].strip("`") == path else f"{words} (`{path}`)"
        place = self.names[path]
        if anchor:
            places = headings((ROOT / path).read_text())
            if anchor not in places:
                raise SystemExit(f"site: error: {self.path} has a link to {match[2]}, but no heading there makes that anchor")
            place += f"#{places[anchor]}"
        # Where a document is called by its file's name, the site has the title of the page.
        return f"<doc:{place}>" if match[1].endswith(".md") else f"[{match[1]}](doc:{place})"

    def footnotes(self, text):
        """The document with numbers for footnotes and a list of them at its end."""
        notes = dict(re.findall(r"^\[\^(\w+)\]: (.+)$", text, re.MULTILINE))
        if not notes:
            return text
        text = re.sub(r"^\[\^\w+\]: .+\n?", "", text, flags=re.MULTILINE)
        order = list(dict.fromkeys(re.findall(r"\[\^(\w+)\]", text)))
        text = re.sub(r"\s?\[\^(\w+)\]", lambda match: f" (note {order.index(match[1]) + 1})", text)
        linked = [re.sub(r"(?<![<(])(https?://[^\s;,]+)", r"<\1>", notes[name]) for name in order]
        return text.rstrip() + "\n\n## Notes\n\n" + "\n".join(f"{index}. {note}" for index, note in enumerate(linked, 1)) + "\n"


def main(folder):
    folder = pathlib.Path(folder)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    names = pages()
    made = {path: Page(path, names, folder).written() for path in names if path not in ELSEWHERE}
    listing = ["# In detail\n", "Everything that the documents of a checkout say: each option, each rule, each measurement.\n", "## Topics\n"]
    for title, group in GROUPS:
        listing += [f"### {title}\n", "\n".join(f"- <doc:{made[path]}>" for path in group) + "\n"]
    decisions = sorted(name for name in made.values() if name.startswith("Decision-"))
    listing += ["### Decisions\n", "\n".join(f"- <doc:{name}>" for name in decisions) + "\n"]
    (folder / "Guides.md").write_text("\n".join(listing))
    print(f"site: {len(made)} pages from the documents")


if __name__ == "__main__":
    main(*sys.argv[1:])
