"""Makes the gallery of the site from docs/gallery.md: gallery.py LAMINA FOLDER.

Every document is drawn by both renderers, on the spot, so that its pictures cannot be out of date; programs draw with the renderer that
they find, and their picture is the one in docs/images, which a test compares with what they draw.
"""
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def draw(lamina, document, renderer, output):
    """Draws a document at two pixels a point."""
    options = ["--progress", "0.7"] if document.suffix == ".json" else []
    subprocess.run(
        [lamina, "render", document, "--scale", "2", "--renderer", renderer, *options, "-o", output], check=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def unlinked(text):
    """A paragraph without links to files, which the site has not: their text stays, and their paths follow."""
    text = re.sub(r"\[(`[^`]+`)\]\(\.\./([^)]+)\)", lambda match: f"{match[1]} (`{match[2]}`)", text)
    return re.sub(r"\[([^\]]+)\]\([^)]+\.md\)", r"*\1*", text)


def picture(lamina, folder, alt, name, paragraph):
    """The part of the page about one picture."""
    document = next((ROOT / path for path in re.findall(r"\(\.\./(Examples/[^)]+)\)", paragraph)
                     if re.search(rf"/{re.escape(name)}\.(ca|wallpaper|json)", path)), None)
    if document is None:
        shutil.copy(ROOT / f"docs/images/{name}.png", folder / f"gallery-{name}@2x.png")
        return f"![{alt}](gallery-{name})\n"
    if document.name == "main.caml":
        document = document.parent
    parts = []
    for renderer, title in [("cpu", "CPU"), ("gpu", "OpenGL ES")]:
        draw(lamina, document, renderer, folder / f"gallery-{name}-{renderer}@2x.png")
        parts.append(f'  @Tab("{title}") {{\n    ![{alt}](gallery-{name}-{renderer})\n  }}\n')
    return "@TabNavigator {\n" + "".join(parts) + "}\n"


def main(lamina, folder):
    folder = pathlib.Path(folder)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    text = (ROOT / "docs/gallery.md").read_text()
    sections = text.split("\n## ")[1:]
    page = [
        "# Gallery\n",
        "What each example draws with both renderers, with the document or the program and the property that it is about.\n",
        "## Overview\n",
        "Each document was drawn twice when this site was made: on the CPU and with OpenGL ES. Tests check that the two pictures differ by at "
        "most two levels of 255. A program draws with the renderer that it finds.\n",
    ]
    count = 0
    for section in sections:
        title, _, body = section.partition("\n")
        page.append(f"### {title}\n")
        paragraphs = [part for part in body.split("\n\n") if part.strip()]
        for index, paragraph in enumerate(paragraphs):
            found = re.fullmatch(r"!\[([^\]]+)\]\(images/([a-z-]+)\.png\)", paragraph.strip())
            if found:
                page.append(picture(lamina, folder, found[1], found[2], paragraphs[index - 1] if index else ""))
                count += 1
            else:
                page.append(unlinked(paragraph.strip()) + "\n")
    (folder / "Gallery.md").write_text("\n".join(page))
    print(f"site: a gallery of {count} pictures")


if __name__ == "__main__":
    main(*sys.argv[1:])
