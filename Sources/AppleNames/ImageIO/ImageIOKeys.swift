// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The keys of Image I/O's dictionaries, and reading their values.

internal import Foundation
internal import LaminaCoreFoundation
internal import LaminaGeometry
internal import LaminaGraphics

/// The length of the longer side of a thumbnail, in pixels.
public let kCGImageSourceThumbnailMaxPixelSize = "kCGImageSourceThumbnailMaxPixelSize"
/// Whether thumbnails are made from the picture, whatever the file holds.
public let kCGImageSourceCreateThumbnailFromImageAlways = "kCGImageSourceCreateThumbnailFromImageAlways"
/// Whether thumbnails are made from the picture where the file holds none.
public let kCGImageSourceCreateThumbnailFromImageIfAbsent = "kCGImageSourceCreateThumbnailFromImageIfAbsent"
/// Whether thumbnails are turned upright: always, like all pictures.
public let kCGImageSourceCreateThumbnailWithTransform = "kCGImageSourceCreateThumbnailWithTransform"
/// Whether decoded pixels are kept: always.
public let kCGImageSourceShouldCache = "kCGImageSourceShouldCache"
/// Whether pictures are decoded when they are made: always.
public let kCGImageSourceShouldCacheImmediately = "kCGImageSourceShouldCacheImmediately"
/// Whether components of more than 8 bits are kept: never.
public let kCGImageSourceShouldAllowFloat = "kCGImageSourceShouldAllowFloat"
/// The probable type of the data; the data itself decides.
public let kCGImageSourceTypeIdentifierHint = "kCGImageSourceTypeIdentifierHint"

/// The quality of the picture, 0...1, for lossy formats.
public let kCGImageDestinationLossyCompressionQuality = "kCGImageDestinationLossyCompressionQuality"
/// The colour behind transparent pictures in formats without alpha.
public let kCGImageDestinationBackgroundColor = "kCGImageDestinationBackgroundColor"
/// The length of the longer side of the written picture, in pixels.
public let kCGImageDestinationImageMaxPixelSize = "kCGImageDestinationImageMaxPixelSize"

/// The number of pixels in a row.
public let kCGImagePropertyPixelWidth = "PixelWidth"
/// The number of rows.
public let kCGImagePropertyPixelHeight = "PixelHeight"
/// The bits of a component.
public let kCGImagePropertyDepth = "Depth"
/// Whether any pixel is not opaque.
public let kCGImagePropertyHasAlpha = "HasAlpha"
/// The kind of the components.
public let kCGImagePropertyColorModel = "ColorModel"
/// Red, green and blue.
public let kCGImagePropertyColorModelRGB = "RGB"
/// Grey.
public let kCGImagePropertyColorModelGray = "Gray"
/// The orientation of the picture, 1 to 8 by the numbers of Exif; 1 is upright.
public let kCGImagePropertyOrientation = "Orientation"
/// The name of the colour profile that the picture was converted from.
public let kCGImagePropertyProfileName = "ProfileName"

extension ImageFormat {
  /// The type of the format in Apple's frameworks.
  var typeIdentifier: String {
    switch self {
    case .png: "public.png"
    case .jpeg: "public.jpeg"
    case .webp: "org.webmproject.webp"
    }
  }

  init?(typeIdentifier: String) {
    guard let format = Self.allCases.first(where: { $0.typeIdentifier == typeIdentifier }) else { return nil }
    self = format
  }
}

extension CFDictionary {
  /// The number for a key, of any type.
  func number(_ key: String) -> Double? {
    switch self[key] {
    case let value as Double: value
    case let value as CGFloat: Double(value)
    case let value as Float: Double(value)
    case let value as Int: Double(value)
    case let value as Int32: Double(value)
    case let value as UInt32: Double(value)
    case let value as NSNumber: value.doubleValue
    default: nil
    }
  }

  /// The Boolean value for a key.
  func flag(_ key: String) -> Bool? {
    switch self[key] {
    case let value as Bool: value
    case let value as NSNumber: value.boolValue
    default: nil
    }
  }
}

extension CGImage {
  /// Returns the picture with its longer side reduced to a length; the picture itself where the side is not longer.
  ///
  /// - Returns: `nil` for a length below a pixel, and when there is no memory.
  func reduced(toSide side: Double) -> CGImage? {
    guard side >= 1 else { return nil }
    let longest = Double(max(width, height))
    guard longest > side else { return self }
    let target = (
      width: max(Int(clamping: (Double(width) * side / longest).rounded()), 1),
      height: max(Int(clamping: (Double(height) * side / longest).rounded()), 1)
    )
    guard
      let context = CGContext(
        width: target.width, height: target.height, isOpaque: isOpaque,
        deviceFromBase: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(target.height)))
    else { return nil }
    context.interpolationQuality = .high
    context.draw(self, in: CGRect(x: 0, y: 0, width: target.width, height: target.height))
    return context.makeImage()
  }
}
