import Foundation
import Lamina
import LaminaGeometry
import LaminaPlan
import Synchronization

/// Where a tree draws in each segment of a film over videos: what lies outside stays in the video's own planes.
///
/// The thread that exports finds it out by planning the frames of a segment before the first of them goes into the farm; encoders and the
/// writer ask for it afterwards.
final class FilmExtent: Sendable {
  private let found = Locked<[Int: PixelRect]>([:])
  private let film: Range<Int>
  private let canvas: PixelSize
  private let length: Int

  init(film: Range<Int>, canvas: PixelSize, length: Int) {
    (self.film, self.canvas, self.length) = (film, canvas, length)
  }

  /// The whole canvas, its sides made even.
  private var all: PixelRect { Self.aligned(PixelRect(size: canvas)) }

  /// Where the tree draws in a segment; everywhere, where nobody has found it out.
  func rectangle(of segment: FilmSegment) -> PixelRect { found.withLock { $0[segment.index] } ?? all }

  /// Whether a frame is the first of a segment that nobody has looked at.
  func isUnknown(_ frame: Int) -> Bool {
    let index = FilmSegment(of: frame, in: film, length: length).index
    return found.withLock { $0[index] == nil }
  }

  /// Finds out where the tree draws in the segment of a frame.
  ///
  /// - Parameter extent: Asked for each frame; `nil` where it may be all.
  /// - Returns: Whether something in it blends with what is behind it.
  func find(around frame: Int, _ extent: (Int) throws(ExportError) -> FrameExtent?) throws(ExportError) -> Bool {
    let segment = FilmSegment(of: frame, in: film, length: length)
    var (bounds, blends) = (PixelRect.empty, false)
    for number in segment.range {
      guard let own = try extent(number) else {
        bounds = all
        break
      }
      blends = blends || own.blends
      bounds = bounds.union(own.pixels)
      if bounds.area >= canvas.area { break }
    }
    let rectangle = bounds.isEmpty ? .empty : Self.aligned(bounds)
    found.withLock { $0[segment.index] = rectangle }
    return blends
  }

  /// Chroma has half of the columns and rows: a rectangle begins and ends between them. At an odd canvas's end it goes beyond.
  static func aligned(_ rectangle: PixelRect) -> PixelRect {
    PixelRect(
      minX: rectangle.minX & ~1, minY: rectangle.minY & ~1, maxX: (rectangle.maxX + 1) & ~1,
      maxY: (rectangle.maxY + 1) & ~1)
  }
}

/// Where a frame draws over a clear canvas.
struct FrameExtent {
  /// The pixels that it may touch.
  var pixels: PixelRect
  /// Whether something in it blends with what is behind it otherwise than by lying over it.
  var blends: Bool

  /// Of what is to be drawn.
  init(of plan: RenderPlan) {
    (pixels, blends) = (.empty, false)
    guard let canvasPass = plan.passes.last else { return }
    switch canvasPass.content {
    case .filters: pixels = canvasPass.region
    case .draws(let draws):
      for draw in draws {
        pixels = pixels.union(draw.pixelBounds.intersection(canvasPass.region))
        if let composite = draw.composite, composite.blend != .normal { blends = true }
      }
    }
  }
}
