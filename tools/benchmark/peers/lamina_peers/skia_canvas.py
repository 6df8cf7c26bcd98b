"""Replays operations on a Skia canvas; the same code records the picture for the raster and the GL peer."""

from __future__ import annotations

from collections.abc import Callable

import numpy
import skia

from . import outlines
from .changes import Moments, Step
from .drawing import (
    Backdrop,
    Border,
    Cast,
    Drawing,
    DrawShape,
    DrawText,
    Fill,
    GradientPaint,
    Operation,
    Outline,
    Paint,
    PicturePaint,
    Pop,
    PushClip,
    PushGroup,
    PushMask,
    PushShadow,
    Solid,
)
from .matrices import Matrix3, mean_scale
from .pictures import Picture
from .scene import Color, Path2D, Rect, Shape, Unsupported
from .text import FontFile

# Pixels by which pictures inside a clip are grown.
_PADDING = 2
ImageMaker = Callable[[skia.Image], skia.Image]
_CAPS = {"butt": skia.Paint.kButt_Cap, "round": skia.Paint.kRound_Cap, "square": skia.Paint.kSquare_Cap}
_JOINS = {"miter": skia.Paint.kMiter_Join, "round": skia.Paint.kRound_Join, "bevel": skia.Paint.kBevel_Join}


class SkiaCanvas:
    """Records drawings as `skia.Picture`.

    Args:
        prepare: Called once for each picture, to bring it where the peer samples it from.
        shades_pictures: Whether rounded pictures are shapes with a shader, or a rectangle inside a clip. Which is
            faster depends on the device; skia-python copies the picture for every shader.
    """

    def __init__(self, prepare: ImageMaker = lambda image: image, shades_pictures: bool = False) -> None:
        self._prepare = prepare
        self._shades_pictures = shades_pictures
        self._images: dict[tuple[int, bool, int], skia.Image] = {}
        self._typefaces: dict[FontFile, skia.Typeface] = {}

    def record(self, drawing: Drawing) -> skia.Picture:
        """The whole drawing as a display list with a bounding-box tree."""
        recorder = skia.PictureRecorder()
        canvas = recorder.beginRecording(skia.Rect.MakeWH(drawing.width, drawing.height), skia.RTreeFactory()())
        opened: list[int] = []
        for operation in drawing.operations:
            if isinstance(operation, Pop):
                canvas.restoreToCount(opened.pop())
            else:
                count = canvas.save()
                if self._opens(canvas, operation):
                    opened.append(count)
                else:
                    self._draw(canvas, operation)
                    canvas.restoreToCount(count)
        return recorder.finishRecordingAsPicture()

    def record_steps(self, moments: Moments) -> list[tuple[Step, skia.Picture]]:
        """The steps of moments, each with the whole drawing that is there after it; one display list a moment."""
        pictures = {id(drawing): self.record(drawing) for drawing in moments.drawings}
        return [(step, pictures[id(step.drawing)]) for step in moments.steps()]

    def _opens(self, canvas: skia.Canvas, operation: Operation) -> bool:
        """Opens a clip or group; says whether it was one."""
        match operation:
            case PushClip(matrix, outline, path):
                canvas.concat(_matrix(matrix))
                _clip(canvas, outline, path)
                canvas.resetMatrix()
            case PushGroup(opacity, bounds):
                canvas.saveLayer(_rect(bounds), skia.Paint(Alphaf=opacity))
            case PushMask():
                canvas.saveLayer(None, skia.Paint(BlendMode=skia.BlendMode.kDstIn))
            case PushShadow(matrix, sigma, offset, color, bounds):
                canvas.clipRect(_rect(bounds))
                canvas.concat(_matrix(matrix))
                shadow = skia.ImageFilters.DropShadow(*offset, sigma, sigma, _color(color).toColor())
                canvas.saveLayer(None, skia.Paint(ImageFilter=shadow))
                canvas.resetMatrix()
            case _:
                return False
        return True

    def _draw(self, canvas: skia.Canvas, operation: Operation) -> None:
        if isinstance(operation, (PushGroup, PushMask, Pop)):
            raise Unsupported(f"{type(operation).__name__} in Skia")
        canvas.concat(_matrix(operation.matrix))
        match operation:
            case Fill(matrix, outline, PicturePaint() as paint, opacity) if not self._shades_pictures:
                self._draw_picture(canvas, outline, paint, opacity, matrix)
            case Fill(matrix, outline, paint, opacity):
                _fill(canvas, outline, self._paint(paint, opacity, matrix))
            case Border(_, outline, width, color, opacity):
                paint = _solid(color, opacity)
                inner = outlines.inset(outline, width)
                if inner is None:
                    _fill(canvas, outline, paint)
                elif outline.continuous:
                    ring = _path(outlines.path(outline))
                    ring.addPath(_path(outlines.path(inner)))
                    ring.setFillType(skia.PathFillType.kEvenOdd)
                    canvas.drawPath(ring, paint)
                else:
                    canvas.drawDRRect(_rounded(outline), _rounded(inner), paint)
            case Cast(_, outline, path, sigma, offset, color):
                paint = _solid(color, 1)
                if sigma > 0:
                    paint.setMaskFilter(skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, sigma, True))
                canvas.translate(*offset)
                if outline is None:
                    canvas.drawPath(_path(path), paint)
                else:
                    _fill(canvas, outline, paint)
            case DrawShape(_, shape, opacity):
                _draw_shape(canvas, shape, opacity)
            case DrawText():
                self._draw_text(canvas, operation)
            case Backdrop(matrix, outline, sigma):
                _clip(canvas, outline, [])
                # A SaveLayerRec only points to its parts: these names keep them.
                bounds, plain = _rect(outline.rect), skia.Paint()
                blur = skia.ImageFilters.Blur(sigma, sigma, skia.TileMode.kClamp)
                canvas.saveLayer(skia.Canvas.SaveLayerRec(bounds, plain, blur, 0))
            case _:
                raise Unsupported(f"{type(operation).__name__} in Skia")

    def _paint(self, paint: Paint, opacity: float, matrix: Matrix3) -> skia.Paint:
        match paint:
            case Solid(color):
                return _solid(color, opacity)
            case PicturePaint():
                result = skia.Paint(AntiAlias=True, Alphaf=opacity)
                result.setShader(self._picture_shader(paint, matrix))
                return result
            case GradientPaint():
                result = skia.Paint(AntiAlias=True, Alphaf=opacity)
                result.setShader(_gradient_shader(paint))
                return result
        raise Unsupported(f"{type(paint).__name__} in Skia")

    def _draw_picture(
        self, canvas: skia.Canvas, outline: Outline, paint: PicturePaint, opacity: float, matrix: Matrix3
    ) -> None:
        """Draws a picture as a rectangle, inside a clip where the outline is not just that rectangle.

        The clip antialiases the edge; so that the rectangle does not do so again, it is larger by `_PADDING` pixels of
        a picture whose edges were repeated outwards.
        """
        upright = paint.target
        fits = outline.is_rectangle and outline.rect == upright
        padding = 0 if fits else _PADDING
        if not fits:
            _clip(canvas, outline, [])
        if paint.upside_down:
            canvas.translate(0, 2 * upright.y + upright.height)
            canvas.scale(1, -1)
        sampling, mipmapped = _sampling(paint, matrix)
        image = self._image(paint.picture, mipmapped, padding)
        across, down = upright.width / paint.source.width, upright.height / paint.source.height
        target = _rect(upright).makeOutset(padding * across, padding * down)
        canvas.drawImageRect(image, target, sampling, skia.Paint(AntiAlias=fits, Alphaf=opacity))

    def _picture_shader(self, paint: PicturePaint, matrix: Matrix3) -> skia.Shader:
        target = paint.target
        across, down = target.width / paint.source.width, target.height / paint.source.height
        sampling, mipmapped = _sampling(paint, matrix)
        local = skia.Matrix().setScale(across, -down if paint.upside_down else down)
        local.postTranslate(target.x, target.y + (target.height if paint.upside_down else 0))
        image = self._image(paint.picture, mipmapped, 0)
        return image.makeShader(skia.TileMode.kClamp, skia.TileMode.kClamp, sampling, local)

    def _image(self, picture: Picture, mipmapped: bool, padding: int) -> skia.Image:
        key = (id(picture), mipmapped, padding)
        if key not in self._images:
            alpha = skia.kOpaque_AlphaType if picture.is_opaque else skia.kPremul_AlphaType
            pixels = picture.premultiplied()[..., [2, 1, 0, 3]]
            pixels = numpy.ascontiguousarray(numpy.pad(pixels, ((padding,) * 2, (padding,) * 2, (0, 0)), "edge"))
            height, width = pixels.shape[:2]
            info = skia.ImageInfo.Make(width, height, skia.kBGRA_8888_ColorType, alpha)
            image = skia.Image.MakeRasterCopy(skia.Pixmap(info, pixels, width * 4))
            self._images[key] = self._prepare(image.withDefaultMipmaps() if mipmapped else image)
        return self._images[key]

    def _draw_text(self, canvas: skia.Canvas, operation: DrawText) -> None:
        line = operation.line
        if line.font not in self._typefaces:
            self._typefaces[line.font] = skia.Typeface.MakeFromFile(line.font.path, line.font.index)
        font = skia.Font(self._typefaces[line.font], line.size)
        font.setSubpixel(True)
        font.setHinting(skia.FontHinting.kNone)
        font.setEdging(skia.Font.Edging.kAntiAlias)
        font.setBaselineSnap(False)
        builder = skia.TextBlobBuilder()
        builder.allocRunPos(font, list(line.glyphs), [skia.Point(*place) for place in line.places])
        width, height = operation.box
        if line.width > width or operation.origin[1] + line.descent > height:
            canvas.clipRect(skia.Rect.MakeWH(width, height), True)
        canvas.drawTextBlob(builder.make(), *operation.origin, _solid(operation.color, operation.opacity))


def _sampling(paint: PicturePaint, matrix: Matrix3) -> tuple[skia.SamplingOptions, bool]:
    """How a picture is sampled, and whether it needs smaller levels."""
    target = paint.target
    density = (target.width / paint.source.width * target.height / paint.source.height) ** 0.5
    grows = mean_scale(matrix, (target.x + target.width / 2, target.y + target.height / 2)) * density >= 1
    kind = paint.magnification if grows else paint.minification
    mipmapped = paint.minification == "trilinear" and kind != "nearest"
    filtering = skia.FilterMode.kNearest if kind == "nearest" else skia.FilterMode.kLinear
    mipmaps = skia.MipmapMode.kLinear if mipmapped else skia.MipmapMode.kNone
    return skia.SamplingOptions(filtering, mipmaps), mipmapped


def _matrix(matrix: Matrix3) -> skia.Matrix:
    return skia.Matrix.MakeAll(*(float(value) for value in matrix.T.ravel()))


def _color(color: Color) -> skia.Color4f:
    return skia.Color4f(*color)


def _solid(color: Color, opacity: float) -> skia.Paint:
    red, green, blue, alpha = color
    return skia.Paint(AntiAlias=True, Color4f=skia.Color4f(red, green, blue, alpha * opacity))


def _rect(rect: Rect) -> skia.Rect:
    return skia.Rect.MakeXYWH(rect.x, rect.y, rect.width, rect.height)


def _rounded(outline: Outline) -> skia.RRect:
    result = skia.RRect()
    result.setRectRadii(_rect(outline.rect), [skia.Point(radius, radius) for radius in outline.radii])
    return result


def _fill(canvas: skia.Canvas, outline: Outline, paint: skia.Paint) -> None:
    if outline.is_rectangle:
        canvas.drawRect(_rect(outline.rect), paint)
    elif outline.continuous:
        canvas.drawPath(_path(outlines.path(outline)), paint)
    else:
        canvas.drawRRect(_rounded(outline), paint)


def _clip(canvas: skia.Canvas, outline: Outline | None, path: Path2D) -> None:
    if outline is None:
        canvas.clipPath(_path(path), doAntiAlias=True)
    elif outline.is_rectangle:
        canvas.clipRect(_rect(outline.rect), doAntiAlias=True)
    elif outline.continuous:
        canvas.clipPath(_path(outlines.path(outline)), doAntiAlias=True)
    else:
        canvas.clipRRect(_rounded(outline), doAntiAlias=True)


def _path(segments: Path2D) -> skia.Path:
    path = skia.PathBuilder() if hasattr(skia, "PathBuilder") else skia.Path()
    for segment in segments:
        flat = [value for point in segment.points for value in point]
        match segment.verb:
            case "m":
                path.moveTo(*flat)
            case "l":
                path.lineTo(*flat)
            case "q":
                path.quadTo(*flat)
            case "c":
                path.cubicTo(*flat)
            case _:
                path.close()
    return path.detach() if hasattr(path, "detach") else path


def _draw_shape(canvas: skia.Canvas, shape: Shape, opacity: float) -> None:
    path = _path(shape.path)
    if shape.even_odd:
        path.setFillType(skia.PathFillType.kEvenOdd)
    if shape.fill and shape.fill[3] > 0:
        canvas.drawPath(path, _solid(shape.fill, opacity))
    if not shape.stroke or shape.stroke[3] <= 0 or shape.line_width <= 0 or shape.stroke_start >= shape.stroke_end:
        return
    paint = _solid(shape.stroke, opacity)
    paint.setStyle(skia.Paint.kStroke_Style)
    paint.setStrokeWidth(shape.line_width)
    paint.setStrokeCap(_CAPS[shape.line_cap])
    paint.setStrokeJoin(_JOINS[shape.line_join])
    paint.setStrokeMiter(shape.miter_limit)
    if shape.stroke_start > 0 or shape.stroke_end < 1:
        # Skia trims each contour; Core Animation the whole, so one contour is all that may be there.
        if sum(segment.verb == "m" for segment in shape.path) > 1:
            raise Unsupported("strokeStart or strokeEnd of a path of several parts")
        paint.setPathEffect(skia.TrimPathEffect.Make(shape.stroke_start, shape.stroke_end))
    if shape.dash:
        paint.setPathEffect(skia.DashPathEffect.Make(list(shape.dash), shape.dash_phase))
    canvas.drawPath(path, paint)


def _gradient_shader(paint: GradientPaint) -> skia.Shader:
    colors = [_color(color).toColor() for color in paint.colors]
    start, end = skia.Point(*paint.start), skia.Point(*paint.end)
    if paint.kind == "axial":
        return skia.GradientShader.MakeLinear([start, end], colors, paint.locations)
    across, down = abs(paint.end[0] - paint.start[0]), abs(paint.end[1] - paint.start[1])
    if paint.kind == "radial" and across and down:
        local = skia.Matrix().setScale(1, down / across, start.x(), start.y())
        return skia.GradientShader.MakeRadial(start, across, colors, paint.locations, localMatrix=local)
    raise Unsupported(f"a {paint.kind} gradient in Skia")
