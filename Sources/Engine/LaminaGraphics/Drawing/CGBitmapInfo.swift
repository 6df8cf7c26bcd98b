// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The types that describe Apple's bitmaps and pictures.

/// The position of the alpha in a bitmap's pixels.
///
/// Contexts use premultiplied pixels of 8 bits internally; a bitmap's memory has the requested form.
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
  /// The bits of the number type of components.
  public static let floatInfoMask = CGBitmapInfo(rawValue: 0xF00)
  /// Components are floating-point numbers.
  public static let floatComponents = CGBitmapInfo(rawValue: 1 << 8)
  /// The bits of the order of bytes.
  public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
  /// Components in their order, each with its highest byte first.
  public static let byteOrderDefault: CGBitmapInfo = []
  /// Components of 16 bits, lowest byte first.
  public static let byteOrder16Little = CGBitmapInfo(rawValue: 1 << 12)
  /// Words of 32 bits, lowest byte first: the last component of four comes first.
  public static let byteOrder32Little = CGBitmapInfo(rawValue: 2 << 12)
  /// Components of 16 bits, highest byte first.
  public static let byteOrder16Big = CGBitmapInfo(rawValue: 3 << 12)
  /// Words of 32 bits, highest byte first.
  public static let byteOrder32Big = CGBitmapInfo(rawValue: 4 << 12)

  /// The alpha info in the bits; ``CGImageAlphaInfo/none`` for bits without a valid value.
  var alphaInfo: CGImageAlphaInfo { CGImageAlphaInfo(rawValue: rawValue & Self.alphaInfoMask.rawValue) ?? .none }
}

extension CGBitmapInfo {
  /// Makes a description from its parts.
  ///
  ///     let info = CGBitmapInfo(alpha: .premultipliedFirst, byteOrder: .order32Little)
  ///
  /// - Parameters:
  ///   - alpha: The position of the alpha.
  ///   - component: The number type of components.
  ///   - byteOrder: The order of bytes.
  ///   - pixelFormat: The division of a pixel into components.
  public init(
    alpha: CGImageAlphaInfo = .none, component: CGImageComponentInfo = .integer,
    byteOrder: CGImageByteOrderInfo = .orderDefault, pixelFormat: CGImagePixelFormatInfo = .packed
  ) {
    self.init(rawValue: alpha.rawValue | component.rawValue | byteOrder.rawValue | pixelFormat.rawValue)
  }

  /// The position of the alpha; ``CGImageAlphaInfo/none`` for bits without a valid value.
  public var alpha: CGImageAlphaInfo {
    get { alphaInfo }
    set { replace(Self.alphaInfoMask.rawValue, by: newValue.rawValue) }
  }

  /// The number type of components.
  public var component: CGImageComponentInfo {
    get { contains(.floatComponents) ? .float : .integer }
    set { replace(Self.floatInfoMask.rawValue, by: newValue.rawValue) }
  }

  /// The order of bytes; ``CGImageByteOrderInfo/orderDefault`` for bits without a valid value.
  public var byteOrder: CGImageByteOrderInfo {
    get {
      let order = CGImageByteOrderInfo(rawValue: rawValue & Self.byteOrderMask.rawValue) ?? .orderDefault
      return order == .orderMask ? .orderDefault : order
    }
    set { replace(Self.byteOrderMask.rawValue, by: newValue.rawValue) }
  }

  /// The division of a pixel into components; ``CGImagePixelFormatInfo/packed`` for bits without a valid value.
  public var pixelFormat: CGImagePixelFormatInfo {
    get {
      let format = CGImagePixelFormatInfo(rawValue: rawValue & CGImagePixelFormatInfo.mask.rawValue) ?? .packed
      return format == .mask ? .packed : format
    }
    set { replace(CGImagePixelFormatInfo.mask.rawValue, by: newValue.rawValue) }
  }

  private mutating func replace(_ mask: UInt32, by bits: UInt32) {
    self = CGBitmapInfo(rawValue: rawValue & ~mask | bits)
  }
}

/// The number type of the components of a bitmap; the same bits as in ``CGBitmapInfo``.
public enum CGImageComponentInfo: UInt32, Sendable {
  /// Whole numbers.
  case integer = 0
  /// Floating-point numbers.
  case float = 0x100
}

/// The division of a pixel into components; the same bits as in ``CGBitmapInfo``. Bitmaps and pictures are made of
/// ``packed`` pixels alone.
public enum CGImagePixelFormatInfo: UInt32, Sendable {
  /// The bits of the pixel format.
  case mask = 0xF0000
  /// Each component has as many bits as the others, one after the other.
  case packed = 0
  /// Three components of 5 bits in 16.
  case RGB555 = 0x10000
  /// 5, 6 and 5 bits in 16.
  case RGB565 = 0x20000
  /// Three components of 10 bits in 32.
  case RGB101010 = 0x30000
  /// Three components of 10 bits in 32, for values beyond 0...1.
  case RGBCIF10 = 0x40000
}

/// The order of bytes in a bitmap; the same numbers as in ``CGBitmapInfo``.
public enum CGImageByteOrderInfo: UInt32, Sendable {
  /// The bits of the order.
  case orderMask = 0x7000
  /// Components in their order, each with its highest byte first.
  case orderDefault = 0
  /// Components of 16 bits, lowest byte first.
  case order16Little = 0x1000
  /// Words of 32 bits, lowest byte first.
  case order32Little = 0x2000
  /// Components of 16 bits, highest byte first.
  case order16Big = 0x3000
  /// Words of 32 bits, highest byte first.
  case order32Big = 0x4000
}

/// Words of 32 bits as this machine has them: lowest byte first.
public var kCGBitmapByteOrder32Host: CGBitmapInfo { .byteOrder32Little }

/// Components of 16 bits as this machine has them: lowest byte first.
public var kCGBitmapByteOrder16Host: CGBitmapInfo { .byteOrder16Little }

/// The sampling of pictures that are drawn larger or smaller.
public enum CGInterpolationQuality: Int32, Sendable {
  /// The context's choice: like ``medium``.
  case `default` = 0
  /// The nearest pixel.
  case none = 1
  /// The four pixels around the point.
  case low = 2
  /// As ``low`` when enlarging; when reducing, the mean of the picture's pixels under a pixel.
  case medium = 4
  /// The best quality available.
  case high = 3
}

/// The parts of a path that are drawn.
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
