"""Fills a picture from each line of a table: python3 fill_table.py [URL] [OUT]

Each column of people.csv is a value of badge.caml, by layerName.keyPath; its first is the name of the file. The service is asked for
several at once.
"""

import csv
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from lamina_client import Lamina

here = Path(__file__).parent


def main(url: str = "http://127.0.0.1:8080", out: str = "badges") -> None:
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    with (here / "people.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    with Lamina(url) as lamina, ThreadPoolExecutor(8) as threads:
        badge = lamina.keep((here / "badge.caml").read_bytes())

        def fill(row: dict[str, str]) -> None:
            name = row.pop("file")
            (folder / f"{name}.png").write_bytes(badge.draw(row, scale=2).data)

        list(threads.map(fill, rows))
    print(f"{len(rows)} pictures in {folder}")


if __name__ == "__main__":
    main(*sys.argv[1:])
