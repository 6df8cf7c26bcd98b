"""Draws with the tool that LAMINA_TOOL or the installed package names. Run by tools/wheel --test."""

import pathlib
import struct
import subprocess
import zlib

import pytest

import lamina

CAML = b"""<caml xmlns="http://www.apple.com/CoreAnimation/1.0">
<CALayer name="root" bounds="0 0 8 6" position="4 3" backgroundColor="1 0 0"><sublayers>
<CALayer name="half" frame="0 0 4 6" bounds="0 0 4 6" position="2 3" backgroundColor="0 0 1"/>
</sublayers></CALayer></caml>"""

LOTTIE = {
    "v": "5.7.0", "fr": 10, "ip": 0, "op": 10, "w": 20, "h": 10, "layers": [{
        "ty": 1, "ip": 0, "op": 10, "st": 0, "sw": 10, "sh": 10, "sc": "#00ff00",
        "ks": {"p": {"a": 1, "k": [
            {"t": 0, "s": [0, 0, 0], "i": {"x": 1, "y": 1}, "o": {"x": 0, "y": 0}}, {"t": 10, "s": [10, 0, 0]}]}},
    }],
}


def draw(document=CAML, **options):
    return lamina.render(document, renderer="cpu", **options)


def test_picture_has_the_size_of_the_canvas_times_the_scale():
    picture = draw(scale=2)
    assert picture.size == (16, 12)
    assert picture.png.startswith(b"\x89PNG")
    assert picture.renderer.startswith("CPU")
    assert repr(picture) == "<lamina.Picture 16 x 12 px>"


def test_size_is_in_pixels():
    assert draw(size=(40, 30)).size == (40, 30)


def test_a_notebook_shows_the_png():
    picture = draw()
    assert picture._repr_png_() == picture.png


def test_a_path_may_be_text_or_a_path(tmp_path):
    file = tmp_path / "page.caml"
    file.write_bytes(CAML)
    assert draw(file).png == draw(str(file)).png == draw(CAML).png


def test_a_picture_is_saved_as_it_is(tmp_path):
    draw().save(tmp_path / "page.png")
    assert (tmp_path / "page.png").read_bytes() == draw().png


def test_array_has_rows_from_the_top_and_rgba():
    pytest.importorskip("numpy")
    pixels = draw(output="array")
    assert pixels.shape == (6, 8, 4) and pixels.dtype == "uint8"
    assert pixels[3, 1].tolist() == [0, 0, 255, 255]
    assert pixels[3, 6].tolist() == [255, 0, 0, 255]


def test_numpy_takes_a_picture():
    numpy = pytest.importorskip("numpy")
    assert numpy.asarray(draw()).sum() == int(draw().array().sum())
    assert numpy.asarray(draw(), dtype="float32").dtype == "float32"


def test_image_of_pillow_has_the_pixels_of_the_array():
    numpy = pytest.importorskip("numpy")
    pytest.importorskip("PIL.Image")
    image = draw(output="image", scale=3)
    assert image.mode == "RGBA"
    assert (numpy.asarray(image) == draw(output="array", scale=3)).all()


@pytest.mark.parametrize("kind", range(5))
@pytest.mark.parametrize("components", [3, 4])
def test_every_filter_of_png_is_undone(kind, components):
    """A PNG file whose rows are filtered by hand, with one filter each."""
    numpy = pytest.importorskip("numpy")
    pixels = numpy.random.default_rng(7).integers(0, 256, (5, 7, components), numpy.uint8)
    rows, above = [], numpy.zeros((7, components), int)
    for row in pixels.astype(int):
        left = numpy.vstack([numpy.zeros((1, components), int), row[:-1]])
        corner = numpy.vstack([numpy.zeros((1, components), int), above[:-1]])
        guess = left + above - corner
        distances = numpy.abs(numpy.stack([guess - left, guess - above, guess - corner]))
        nearest = numpy.choose(distances.argmin(axis=0), [left, above, corner])
        predicted = [0 * row, left, above, (left + above) // 2, nearest][kind]
        rows.append(bytes([kind]) + ((row - predicted) % 256).astype(numpy.uint8).tobytes())
        above = row

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", 7, 5, 8, 6 if components == 4 else 2, 0, 0, 0))
    png = b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(b"".join(rows))) + chunk(b"IEND", b"")
    drawn = lamina.Picture(png).array()
    assert (drawn[:, :, :components] == pixels).all()
    assert components == 4 or (drawn[:, :, 3] == 255).all()


def test_a_lottie_animation_as_a_dictionary_at_its_moments():
    pytest.importorskip("numpy")
    first, last = (draw(LOTTIE, output="array", progress=part) for part in (0, 0.99))
    assert first[5, 2].tolist() == [0, 255, 0, 255] and first[5, 18].tolist() == [0, 0, 0, 0]
    assert last[5, 2].tolist() == [0, 0, 0, 0] and last[5, 18].tolist() == [0, 255, 0, 255]
    assert draw(LOTTIE, frame=5).png == draw(LOTTIE, time=0.5).png


def test_values_replace_those_of_the_document():
    pytest.importorskip("numpy")
    pixels = draw(values={"half.opacity": 0}, output="array")
    assert pixels[3, 1].tolist() == [255, 0, 0, 255]


def test_what_is_not_drawn_is_a_diagnostic():
    picture = draw(CAML.replace(b'name="half"', b'name="half" foo="1"'))
    assert [(told.severity, told.code) for told in picture.diagnostics] == [("warning", "unknown-attribute")]
    assert "foo" in str(picture.diagnostics[0])


def test_strict_makes_it_an_error():
    with pytest.raises(lamina.DocumentError) as caught:
        draw(CAML.replace(b'name="half"', b'name="half" foo="1"'), strict=True)
    assert caught.value.status == 65


def test_a_missing_document_is_a_file_that_is_not_found():
    with pytest.raises(FileNotFoundError) as caught:
        draw("nowhere.ca")
    assert isinstance(caught.value, lamina.InputMissing)
    assert caught.value.status == 66 and "nowhere.ca: no such file or folder" in str(caught.value)


def test_a_malformed_document_says_where():
    with pytest.raises(lamina.DocumentError) as caught:
        draw(b'{"v": "5.5", "w": 10}')
    assert "'h' is missing" in str(caught.value) and caught.value.status == 65


def test_arguments_that_make_no_sense_are_usage_errors():
    with pytest.raises(lamina.UsageError):
        draw(scale=-1)
    with pytest.raises(ValueError):
        draw(output="text")


def test_a_document_whose_name_begins_with_a_dash(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pathlib.Path("-page.caml").write_bytes(CAML)
    assert draw("-page.caml").size == (8, 6)


def test_time_runs_out():
    with pytest.raises(subprocess.TimeoutExpired):
        draw(timeout=0.000001)


def test_a_tool_that_is_not_there(monkeypatch):
    monkeypatch.setenv("LAMINA_TOOL", "/nowhere/lamina")
    with pytest.raises(lamina.LaminaError) as caught:
        draw()
    assert "/nowhere/lamina" in str(caught.value)


def test_version_and_devices():
    assert lamina.version().count(".") >= 2
    assert isinstance(lamina.devices()["devices"], list)
