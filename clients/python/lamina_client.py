"""A client of Lamina's render service: `lamina serve`. One file, which needs httpx and nothing else.

    from lamina_client import Lamina

    with Lamina("http://127.0.0.1:8080") as lamina:
        picture = lamina.draw(open("scene.caml", "rb").read(), scale=2)
        open("scene.png", "wb").write(picture.data)

        template = lamina.keep(open("card.caml", "rb").read())
        for name in names:
            open(f"{name}.png", "wb").write(template.draw({"title.string": name}).data)

Whoever runs the service wrote where it is, and gives out tokens where it takes any.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx

__all__ = ["Film", "Lamina", "Picture", "Problem", "Template"]


class Problem(Exception):
    """Why a request has no other answer, as the service says it (RFC 9457)."""

    def __init__(self, status: int, code: str, detail: str, document: Mapping[str, Any]) -> None:
        super().__init__(f"{status} {code}: {detail}")
        self.status = status
        self.code = code
        self.detail = detail
        self.document = document

    @classmethod
    def of(cls, response: httpx.Response) -> Problem:
        """What is wrong, also where a proxy answered in the service's place."""
        try:
            document = response.json()
        except ValueError:
            document = {}
        if not isinstance(document, dict):
            document = {}
        code = str(document.get("code", "http-error"))
        detail = str(document.get("detail", response.reason_phrase))
        return cls(response.status_code, code, detail, document)


@dataclass(frozen=True)
class Picture:
    """A picture, and what there is to say of it."""

    data: bytes
    media_type: str
    width: int
    height: int
    diagnostics: tuple[str, ...] = ()
    """What the document asks for and the picture does not show."""
    etag: str | None = None

    @classmethod
    def of(cls, response: httpx.Response) -> Picture:
        """The picture of an answer."""
        width, height = (int(side) for side in response.headers["Lamina-Size"].split("x"))
        return cls(
            response.content,
            response.headers["Content-Type"],
            width,
            height,
            tuple(response.headers.get_list("Lamina-Diagnostic")),
            response.headers.get("ETag"),
        )


@dataclass(frozen=True)
class Film:
    """How far a film is."""

    id: str
    state: str
    finished: int
    total: int | None = None
    detail: str | None = None

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> Film:
        """What an answer says of a film."""
        return cls(
            document["id"], document["state"], document["finished"], document.get("total"), document.get("detail")
        )


def _parameters(values: Mapping[str, object], options: Mapping[str, object]) -> dict[str, str]:
    """Values of the scene by their names, and options, whose underscores stand for hyphens."""
    result = {name.replace("_", "-"): _text(value) for name, value in options.items() if value is not None}
    for name, value in values.items():
        if "." not in name:
            raise ValueError(f"{name!r} names no value of a scene: it takes layerName.keyPath")
        result[name] = _text(value)
    return result


def _text(value: object) -> str:
    """A value as documents write it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return " ".join(_text(item) for item in value)
    return str(value)


@dataclass
class Lamina:
    """A service, asked over one pool of connections. Threads may share it."""

    url: str = "http://127.0.0.1:8080"
    token: str | None = None
    timeout: float = 60.0
    attempts: int = 5
    """How often a request is sent that the service has no room for, or that a server lost which ended."""
    transport: httpx.BaseTransport | None = None
    """How it is reached, such as `httpx.HTTPTransport(uds="lamina.sock")`."""
    _client: httpx.Client = field(init=False, repr=False)

    def __post_init__(self) -> None:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        self._client = httpx.Client(
            base_url=self.url, headers=headers, timeout=self.timeout, transport=self.transport
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes all connections."""
        self._client.close()

    def draw(
        self,
        document: bytes,
        values: Mapping[str, object] | None = None,
        *,
        files: Mapping[str, bytes] | None = None,
        **options: object,
    ) -> Picture:
        """Draws a document.

        `files` are pictures that it names, by their paths beside it. Options are those of `lamina render`: `size`, `scale`, `time`,
        `format` and so on.
        """
        parameters = _parameters(values or {}, options)
        return Picture.of(self._send("POST", "/v1/pictures", parameters, **_body(document, files)))

    def keep(self, document: bytes, *, files: Mapping[str, bytes] | None = None) -> Template:
        """Has a document kept, to be drawn with other values each time."""
        digest = self._send("PUT", "/v1/documents", {}, **_body(document, files)).json()["digest"]
        return Template(self, document, files, digest)

    def film(
        self,
        document: bytes,
        values: Mapping[str, object] | None = None,
        *,
        files: Mapping[str, bytes] | None = None,
        **options: object,
    ) -> Film:
        """Begins a film. Options are those of `lamina export`: `format`, `fps`, `to` and so on; `from_` is its `--from`."""
        if "from_" in options:
            options["from"] = options.pop("from_")
        parameters = _parameters(values or {}, options)
        return Film.of(self._send("POST", "/v1/films", parameters, **_body(document, files)).json())

    def progress(self, film: Film) -> Film:
        """How far a film is now."""
        return Film.of(self._send("GET", f"/v1/films/{film.id}", {}).json())

    def wait(self, film: Film, interval: float = 0.5) -> Film:
        """Waits until a film is made; raises `RuntimeError` where it cannot be."""
        while film.state in ("queued", "running"):
            time.sleep(interval)
            film = self.progress(film)
        if film.state != "finished":
            raise RuntimeError(f"film {film.id}: {film.detail or film.state}")
        return film

    def save(self, film: Film, path: str | Path) -> None:
        """Writes a film that is made to a file."""
        with Path(path).open("wb") as file, self._client.stream("GET", f"/v1/films/{film.id}/result") as response:
            if response.is_error:
                response.read()
                raise Problem.of(response)
            for piece in response.iter_bytes():
                file.write(piece)

    def remove(self, film: Film) -> None:
        """Ends a film and removes all of it."""
        self._send("DELETE", f"/v1/films/{film.id}", {})

    def _send(self, method: str, path: str, parameters: Mapping[str, str], **body: Any) -> httpx.Response:
        """Sends a request, and again where another moment or another server may do better."""
        for pause in [*self._pauses(), None]:
            again: float | None = pause
            try:
                response = self._client.request(method, path, params=parameters, **body)
            except httpx.TransportError:
                # Nothing is begun twice by a second request, but for films.
                if pause is None or path == "/v1/films" and method == "POST":
                    raise
            else:
                if not response.is_error:
                    return response
                if pause is None or response.status_code not in (429, 502, 503):
                    raise Problem.of(response)
                again = float(response.headers.get("Retry-After", pause))
            time.sleep(again or 0.0)
        raise AssertionError("the last attempt returns or raises")

    def _pauses(self) -> Iterator[float]:
        """Seconds between attempts."""
        return (0.1 * 2**index for index in range(max(self.attempts, 1) - 1))


def _body(document: bytes, files: Mapping[str, bytes] | None) -> dict[str, Any]:
    """A document by itself, or with its pictures."""
    if not files:
        return {"content": document, "headers": {"Content-Type": "application/octet-stream"}}
    parts = [("document", ("main.caml", document))]
    return {"files": parts + [("file", (path, data)) for path, data in files.items()]}


@dataclass
class Template:
    """A document that the service keeps."""

    service: Lamina
    document: bytes
    files: Mapping[str, bytes] | None
    digest: str

    def draw(self, values: Mapping[str, object] | None = None, **options: object) -> Picture:
        """Draws the document with values set, by `layerName.keyPath`. One that was let go of meanwhile is sent again."""
        path = f"/v1/documents/{self.digest}/picture"
        parameters = _parameters(values or {}, options)
        service = self.service
        try:
            return Picture.of(service._send("GET", path, parameters))
        except Problem as problem:
            if problem.code != "not-found":
                raise
        service.keep(self.document, files=self.files)
        return Picture.of(service._send("GET", path, parameters))
