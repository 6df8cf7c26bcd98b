// What Apple's bitmap contexts are described with. Lamina has one colour space and two forms of pixels, so these types say
// little; they are here so that code which makes contexts compiles.

/// Where the alpha of a bitmap's pixels is.
///
/// A context keeps premultiplied RGBA; only whether there is alpha makes a difference.
public enum CGImageAlphaInfo: UInt32, Sendable {
  /// There is no alpha: the bitmap is opaque.
  case none = 0
  /// Alpha is last, colours are premultiplied.
  case premultipliedLast = 1
  /// Alpha is first, colours are premultiplied.
  case premultipliedFirst = 2
  /// Alpha is last, colours are straight.
  case last = 3
  /// Alpha is first, colours are straight.
  case first = 4
  /// There is room for an alpha at the end, but the bitmap is opaque.
  case noneSkipLast = 5
  /// There is room for an alpha at the beginning, but the bitmap is opaque.
  case noneSkipFirst = 6
  /// There is alpha only.
  case alphaOnly = 7
}

/// The form of a bitmap's pixels: an alpha info and an order of bytes.
public struct CGBitmapInfo: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// Makes a form from its bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The bits of the alpha info.
  public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
  /// The machine's usual order.
  public static let byteOrderDefault: CGBitmapInfo = []
  /// Words of 32 bits, lowest byte first.
  public static let byteOrder32Little = CGBitmapInfo(rawValue: 2 << 12)
  /// Words of 32 bits, highest byte first.
  public static let byteOrder32Big = CGBitmapInfo(rawValue: 4 << 12)
}

/// A colour space. There is one: sRGB.
public struct CGColorSpace: Hashable, Sendable {
  /// The name of sRGB.
  public static let sRGB = "kCGColorSpaceSRGB"
  /// The name of sRGB with components beyond 0...1.
  public static let extendedSRGB = "kCGColorSpaceExtendedSRGB"

  /// Makes the colour space of a name; every name gives sRGB.
  public init?(name: String) {}

  init() {}
}

/// The one colour space, sRGB.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace() }

/// The one colour space, sRGB: greys are colours of three equal components.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace() }

/// How pictures are sampled when they are drawn larger or smaller.
public enum CGInterpolationQuality: Int32, Sendable {
  /// As the context sees fit: like ``medium``.
  case `default` = 0
  /// The nearest pixel.
  case none = 1
  /// Four pixels around the point.
  case low = 2
  /// As ``low`` enlarged, the mean of what a pixel covers reduced.
  case medium = 4
  /// The best there is.
  case high = 3
}

/// What of a path is drawn.
public enum CGPathDrawingMode: Int32, Sendable {
  /// The inside, by the winding rule.
  case fill = 0
  /// The inside, by the even-odd rule.
  case eoFill = 1
  /// The line.
  case stroke = 2
  /// The inside, by the winding rule, then the line.
  case fillStroke = 3
  /// The inside, by the even-odd rule, then the line.
  case eoFillStroke = 4
}
