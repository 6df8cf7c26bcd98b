// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics

/// One operation of a pass, reduced to the values that every tile reads.
struct PreparedOperation: BitwiseCopyable {
  /// The kinds of operations.
  enum Kind: UInt8 {
    /// Nothing: the operation has invalid numbers or lies outside the pass.
    case nothing
    case box
    case shadow
    case composite
    case particles
    case surface
  }

  let kind: Kind
  /// Whether the operation is a box whose inner polygon hides everything behind it.
  let isInnerOpaque: Bool
  /// The pixels that the operation may touch, inside the pass.
  let bounds: PixelRect
  private let record: UnsafeRawPointer?

  /// An operation that draws nothing.
  static var nothing: PreparedOperation {
    PreparedOperation(kind: .nothing, isInnerOpaque: false, bounds: .empty, record: nil)
  }

  private init(kind: Kind, isInnerOpaque: Bool, bounds: PixelRect, record: UnsafeRawPointer?) {
    (self.kind, self.isInnerOpaque, self.bounds, self.record) = (kind, isInnerOpaque, bounds, record)
  }

  init(_ box: UnsafePointer<PreparedBox>, bounds: PixelRect) {
    self.init(kind: .box, isInnerOpaque: box.pointee.isInnerOpaque, bounds: bounds, record: box)
  }

  init(_ shadow: UnsafePointer<PreparedShadow>, bounds: PixelRect) {
    self.init(kind: .shadow, isInnerOpaque: false, bounds: bounds, record: shadow)
  }

  init(_ composite: UnsafePointer<PreparedComposite>, bounds: PixelRect) {
    self.init(kind: .composite, isInnerOpaque: false, bounds: bounds, record: composite)
  }

  init(_ particles: UnsafePointer<PreparedParticles>, bounds: PixelRect) {
    self.init(kind: .particles, isInnerOpaque: false, bounds: bounds, record: particles)
  }

  init(_ surface: UnsafePointer<PreparedSurface>, bounds: PixelRect) {
    self.init(kind: .surface, isInnerOpaque: false, bounds: bounds, record: surface)
  }

  // MARK: the data of each kind; debug builds check that the operation is of that kind

  @inline(__always) var box: UnsafePointer<PreparedBox> { record(.box) }
  @inline(__always) var shadow: UnsafePointer<PreparedShadow> { record(.shadow) }
  @inline(__always) var composite: UnsafePointer<PreparedComposite> { record(.composite) }
  @inline(__always) var particles: UnsafePointer<PreparedParticles> { record(.particles) }
  @inline(__always) var surface: UnsafePointer<PreparedSurface> { record(.surface) }

  @inline(__always) private func record<Record>(_ kind: Kind) -> UnsafePointer<Record> {
    assert(self.kind == kind, "an operation that draws \(self.kind) was asked for \(kind)")
    return record.unsafelyUnwrapped.assumingMemoryBound(to: Record.self)
  }
}

/// A box, ready to draw.
struct PreparedBox: BitwiseCopyable {
  var shape: PreparedShape
  /// A polygon that contains every pixel the operation may touch.
  var outer: PreparedPolygon
  /// The polygon of pixels that the shape and the clips cover wholly, without the border.
  var inner: PreparedPolygon
  /// Premultiplied, 0...255.
  var fill: PixelColor
  /// The factor of the picture or gradient, 0...1; used only if `isTinted`.
  var tint: PixelColor
  /// Premultiplied, 0...255.
  var border: PixelColor
  /// The colour of the inner polygon where it is plain, with opacity.
  var innerColor: PixelColor
  var opacity: Float
  /// The innermost clip.
  var clip: UnsafePointer<PreparedClip>?
  /// The shape inside the border, if there is a border.
  var inset: UnsafePointer<PreparedShape>?
  var picture: UnsafePointer<PreparedPicture>?
  var gradient: UnsafePointer<PreparedGradient>?
  var isInnerOpaque: Bool
  /// Whether the inner polygon shows anything at all.
  var isInnerVisible: Bool
  /// Whether every pixel of the inner polygon has the colour `innerColor`.
  var hasPlainInner: Bool
  /// Whether shape and clips cover every pixel of the bounds wholly, and there is no border.
  var coversBounds: Bool
  /// Whether a picture or gradient is multiplied by `tint`.
  var isTinted: Bool

  /// Whether every pixel has the colour `fill`.
  @inline(__always) var isPlain: Bool { picture == nil && gradient == nil }
}

/// A composite, ready to draw.
struct PreparedComposite: BitwiseCopyable {
  /// The finished pass.
  var source: PixelSource
  var opacity: Float
  /// The innermost clip.
  var clip: UnsafePointer<PreparedClip>?
  /// The finished pass whose alpha multiplies.
  var mask: PixelSource?
  var blend = LayerBlend.normal
  /// The clip inside which an operator clears the backdrop.
  var outline: UnsafePointer<PreparedClip>?
  var colorMaps: UnsafeBufferPointer<ColorMap>

  /// Whether the composite is plain source-over.
  @inline(__always) var isSimple: Bool { mask == nil && blend == .normal && colorMaps.isEmpty }
}

/// The layout of a pass's pixels in memory.
enum PixelLayout: UInt8 {
  /// Four bytes.
  case bytes
  /// Four 32-bit floats, 0...255.
  case floats
  /// One 32-bit float, 0...255: alpha alone.
  case alpha

  var bytesPerPixel: Int {
    switch self {
    case .bytes, .alpha: 4
    case .floats: 16
    }
  }
}

/// The pixels of a finished pass, to be read.
struct PixelSource: BitwiseCopyable {
  var base: UnsafeRawPointer
  var layout: PixelLayout
  /// The pixels of the source.
  var region: PixelRect

  /// Pixels of one row, from a pixel inside the region on.
  @inline(__always) func row(x: Int, y: Int) -> SourceRow {
    assert(region.contains(column: x, row: y), "pixel (\(x), \(y)) lies outside of \(region)")
    return line(y - Int(region.minY)).from(x - Int(region.minX))
  }

  /// All pixels of one row, counted from the first.
  @inline(__always) func line(_ row: Int) -> SourceRow {
    assert(row >= 0 && row < region.height, "row \(row) of \(region)")
    let bytes = region.width * layout.bytesPerPixel
    return SourceRow(texels: Texels(start: base + row * bytes, count: bytes), layout: layout)
  }
}

/// Pixels of one row of a finished pass.
struct SourceRow {
  let texels: Texels
  let layout: PixelLayout

  /// The pixels from an index on.
  @inline(__always) func from(_ index: Int) -> SourceRow {
    SourceRow(texels: texels.from(index &* layout.bytesPerPixel), layout: layout)
  }

  /// A colour; alpha alone counts as white.
  @inline(__always) subscript(index: Int) -> PixelColor {
    switch layout {
    case .bytes: texels.color(at: 4 &* index)
    case .floats: texels.load(16 &* index, as: PixelColor.self)
    case .alpha: PixelColor(repeating: alpha(index))
    }
  }

  /// The alpha of a pixel in a row that keeps alpha alone.
  @inline(__always) func alpha(_ index: Int) -> Float { texels.load(4 &* index, as: Float.self) }
}

extension PixelRect {
  /// Whether a pixel is inside.
  @inline(__always) func contains(column: Int, row: Int) -> Bool {
    column >= Int(minX) && column < Int(maxX) && row >= Int(minY) && row < Int(maxY)
  }
}
