"""Puts the generated man pages in order: manual.py FOLDER VERSION SECONDS SCRIPT

The generator writes a page for each command, and names neither the version nor the page above. The page of SCRIPT, a shell script,
is made from the comment at its head.
"""

import datetime
import pathlib
import re
import sys


def escaped(line):
    """A line of text as roff takes it: nothing in it is a request."""
    line = line.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + line if line.startswith((".", "'")) else line


def finish(page, version, commands):
    """Names the version at the foot, the page after its command, and the page of the tool in those of its commands."""
    text = page.read_text()
    text = re.sub(r"^\.Os.*$", f".Os Lamina {version}", text, count=1, flags=re.M)
    for command in commands:
        text = text.replace(f"lamina.{command} 1", f"lamina-{command} 1").replace(f"LAMINA.{command.upper()} 1", f"LAMINA-{command.upper()} 1")
        text = text.replace(f'.Nm "lamina {command}"', f".Nm lamina-{command}")
    # The generator quotes texts with spaces; the index of man pages takes the quotes for part of the sentence.
    text = re.sub(r'^\.Nd "(.*?)\.?"$', r".Nd \1", text, count=1, flags=re.M)
    # An empty line is a paragraph; groff asks for the word. No line may end in blanks, which it counts.
    lines = [line.rstrip() or ".Pp" for line in text.rstrip().splitlines()]
    if page.name != "lamina.1":
        lines += [".Sh SEE ALSO", ".Xr lamina 1"] if ".Sh SEE ALSO" not in text and '.Sh "SEE ALSO"' not in text else []
    else:
        # The list ends without a comma, and has the page that is made here.
        lines += [".Pp", "The bundle's", ".Xr lamina-gpu-check 1", "checks and measures on a machine with a graphics device."]
    page.write_text("\n".join(lines) + "\n")
    command = page.name.removesuffix(".1").partition(".")[2]
    if command:
        page.rename(page.with_name(f"lamina-{command}.1"))


def page_of_script(script, version, day):
    """A man page of the comment at the head of a shell script."""
    lines = []
    for line in pathlib.Path(script).read_text().splitlines()[1:]:
        if not line.startswith("#"):
            break
        lines.append(line.removeprefix("#").removeprefix(" "))
    name = pathlib.Path(script).name
    first = lines[0].rstrip(".")
    summary = first[0].lower() + first[1:]
    text = [f'.TH {name.upper()} 1 "{day}" "Lamina {version}" "User Commands"', ".SH NAME", f"{name} \\- {escaped(summary)}"]
    text += [".SH DESCRIPTION", ".nf", *(escaped(line) for line in lines), ".fi", ".SH SEE ALSO", ".BR lamina (1)"]
    return "\n".join(text) + "\n"


def main():
    folder, version, seconds, script = sys.argv[1:]
    day = datetime.datetime.fromtimestamp(int(seconds), datetime.timezone.utc).strftime("%Y-%m-%d")
    pages = sorted(pathlib.Path(folder).glob("*.1"))
    if not any(page.name == "lamina.1" for page in pages):
        sys.exit(f"package: error: there is no lamina.1 among {[page.name for page in pages]}")
    commands = [page.name.removesuffix(".1").partition(".")[2] for page in pages if page.name != "lamina.1"]
    for page in pages:
        finish(page, version, commands)
    (pathlib.Path(folder) / (pathlib.Path(script).name + ".1")).write_text(page_of_script(script, version, day))


main()
