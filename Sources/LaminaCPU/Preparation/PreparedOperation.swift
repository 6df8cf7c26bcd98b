import LaminaGeometry
import LaminaGraphics

/// One operation of a pass, as small as what every tile asks of it.
struct PreparedOperation: BitwiseCopyable {
  /// What it draws.
  enum Kind: UInt8 {
    /// Nothing: its numbers make no sense or it lies outside the pass.
    case nothing
    case box
    case shadow
    case composite
    case particles
    case surface
  }

  var kind: Kind
  /// Whether it is a box whose inner polygon hides whatever is behind.
  var isInnerOpaque: Bool
  /// Its index in the buffer of its kind.
  var index: Int32
  /// The pixels it may touch, inside the pass.
  var bounds: PixelRect
}

/// A box, ready to draw.
struct PreparedBox: BitwiseCopyable {
  var shape: PreparedShape
  /// A polygon that holds every pixel it may touch.
  var outer: PreparedPolygon
  /// The polygon of pixels that shape and clips cover wholly and no border reaches.
  var inner: PreparedPolygon
  /// Premultiplied, 0...255.
  var fill: PixelColor
  /// Multiplies the picture or gradient, 0...1; in use only where `isTinted`.
  var tint: PixelColor
  /// Premultiplied, 0...255.
  var border: PixelColor
  /// What the inner polygon shows where it is plain, with opacity.
  var innerColor: PixelColor
  var opacity: Float
  /// The innermost clip, or -1.
  var clip: Int32
  /// The shape inside the border, in the buffer of insets, or -1.
  var inset: Int32
  /// Its picture in the buffer of pictures, or -1.
  var picture: Int32
  /// Its gradient in the buffer of gradients, or -1.
  var gradient: Int32
  var isInnerOpaque: Bool
  /// Whether the inner polygon shows anything at all.
  var isInnerVisible: Bool
  /// Whether every pixel of the inner polygon has the colour `innerColor`.
  var hasPlainInner: Bool
  /// Whether shape and clips cover every pixel of the bounds wholly, and there is no border.
  var coversBounds: Bool
  /// Whether a picture or gradient is multiplied by `tint`.
  var isTinted: Bool
  /// Pixels that the surface right behind it shows with this box on them already.
  var laidPixels = PixelRect.empty

  /// Whether every pixel has the colour `fill`.
  @inline(__always) var isPlain: Bool { picture < 0 && gradient < 0 }
}

extension UnsafePointer<PreparedBox> {
  /// Where its shape is.
  @inline(__always) var shape: UnsafePointer<PreparedShape> {
    let offset = MemoryLayout<PreparedBox>.offset(of: \.shape) ?? 0
    return (UnsafeRawPointer(self) + offset).assumingMemoryBound(to: PreparedShape.self)
  }
}

/// A composite, ready to draw.
struct PreparedComposite: BitwiseCopyable {
  /// The finished pass.
  var source: PixelSource
  var opacity: Float
  /// The innermost clip, or -1.
  var clip: Int32
  /// The finished pass whose alpha multiplies.
  var mask: PixelSource?
  var blend = LayerBlend.normal
  /// The clip inside which an operator clears what is behind, or -1.
  var outline: Int32 = -1
  /// Its maps of colours in the buffer of all, and how many.
  var firstColorMap: Int32 = 0
  var colorMapCount: Int32 = 0

  /// Whether it only lies over what is there.
  @inline(__always) var isSimple: Bool { mask == nil && blend == .normal && colorMapCount == 0 }
}

/// How the pixels of a pass lie in memory.
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
  /// The pixels it holds.
  var region: PixelRect

  /// The first byte of a pixel inside the region.
  @inline(__always) func address(x: Int, y: Int) -> UnsafeRawPointer {
    let pixel = (y - Int(region.minY)) * region.width + (x - Int(region.minX))
    return base + pixel * layout.bytesPerPixel
  }
}
