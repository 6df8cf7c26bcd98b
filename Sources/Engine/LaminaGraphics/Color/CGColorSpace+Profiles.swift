// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CLCMS
public import Foundation
internal import LaminaGeometry

/// The details of a colour space that is given by a profile or a table.
enum ColorSpaceDetails: Hashable, Sendable {
  /// An ICC profile that can be converted to sRGB.
  case profile([UInt8], CGColorSpaceModel)
  /// The components of a table's colours, 0...255, one colour after the other.
  case table([UInt8])

  var model: CGColorSpaceModel {
    switch self {
    case .profile(_, let model): model
    case .table: .indexed
    }
  }

  var componentCount: Int {
    switch model {
    case .rgb: 3
    case .cmyk: 4
    default: 1
    }
  }
}

extension CGColorSpace {
  /// The greatest size of a profile, in bytes.
  private static let mostProfileBytes = 16 << 20

  /// Makes the colour space of an ICC profile: of greys, of red, green and blue, or of inks.
  ///
  /// Colours and pictures of it are converted to sRGB when they are made, by Little CMS.
  ///
  /// - Parameter data: The profile's bytes.
  /// - Returns: `nil` for bytes that are no profile, are damaged, are more than 16 MiB, or describe anything else.
  public convenience init?(iccData data: Data) {
    let bytes = Array(data.prefix(Self.mostProfileBytes + 1))
    guard bytes.count <= Self.mostProfileBytes, let model = Self.model(ofProfile: bytes) else { return nil }
    self.init(kind: nil, base: nil, details: .profile(bytes, model))
    // A profile from which colours cannot be converted makes no space.
    let trial = [Double](repeating: 0.5, count: numberOfComponents)
    guard Self.converted(trial, bytes, model) != nil else { return nil }
  }

  private static func model(ofProfile bytes: [UInt8]) -> CGColorSpaceModel? {
    guard let profile = ColorProfile(bytes: bytes) else { return nil }
    return switch cmsGetColorSpace(profile.handle) {
    case cmsSigGrayData: .monochrome
    case cmsSigRgbData: .rgb
    case cmsSigCmykData: .cmyk
    default: nil
    }
  }

  /// The ICC profile: the profile that the space was made of, or a profile of a space of red, green and blue; `nil` for
  /// any other space.
  ///
  /// For the curves of ITU-R and of ROMM RGB the profile has the nearest power curve.
  public func copyICCData() -> Data? {
    switch (details, kind?.description) {
    case (.profile(let bytes, _)?, _): return Data(bytes)
    case (nil, .primaries(let primaries, let transfer)?) where model == .rgb:
      return ColorProfile(primaries: primaries, transfer: transfer)?.data
    case (nil, .sRGB?) where model == .rgb:
      return ColorProfile(primaries: .sRGB, transfer: .sRGB)?.data
    default: return nil
    }
  }

  /// Makes a space of places in a table of colours.
  ///
  /// - Parameters:
  ///   - baseSpace: The space of the table's colours; it must not be a space of patterns or a table.
  ///   - last: The last place, 0...255.
  ///   - colorTable: The components of `last + 1` colours, each 0...255; they are copied.
  /// - Returns: `nil` when the base or `last` is anything else.
  public convenience init?(indexedBaseSpace baseSpace: CGColorSpace, last: Int, colorTable: UnsafePointer<UInt8>) {
    guard (0...255).contains(last), baseSpace.model != .pattern, baseSpace.model != .indexed else { return nil }
    let count = (last + 1) * baseSpace.numberOfComponents
    self.init(
      kind: nil, base: baseSpace, details: .table(Array(UnsafeBufferPointer(start: colorTable, count: count))))
  }

  /// The components of the table's colours, one after the other; `nil` for a space without a table.
  public var colorTable: [UInt8]? {
    if case .table(let bytes)? = details { bytes } else { nil }
  }

  // MARK: Colours and pixels

  /// Straight components, 0...1, as sRGB.
  static func converted(_ components: [Double], _ bytes: [UInt8], _ model: CGColorSpaceModel) -> SIMD3<Double>? {
    let own = components.map { min(max($0, 0), 1) }
    let pixels: StoredPicture.Pixels
    switch model {
    case .monochrome, .rgb:
      let colors = model == .rgb ? own : [own[0], own[0], own[0]]
      pixels = .rgba16((colors + [1]).map { UInt16(clamping: Int(clamping: ($0 * 65535).rounded())) })
    default: pixels = .cmyk8(own.map { UInt8(clamping: Int(clamping: ($0 * 255).rounded())) }, inverted: false)
    }
    var picture = StoredPicture(
      width: 1, height: 1, pixels: pixels, isGray: model == .monochrome, colors: .profile(bytes))
    _ = ColorConversion.convertToSRGB(&picture)
    guard picture.diagnostics.isEmpty else { return nil }
    let (values, greatest): ([Double], Double)
    switch picture.pixels {
    case .rgba16(let words): (values, greatest) = (words.map { Double($0) }, 65535)
    case .rgba8(let bytes): (values, greatest) = (bytes.map { Double($0) }, 255)
    case .cmyk8: return nil
    }
    return SIMD3(values[0], values[1], values[2]) / greatest
  }

  /// The meaning of the components of pixels, as decoders describe it.
  var pixelDescription: ColorDescription {
    if case .profile(let bytes, _)? = details { return .profile(bytes) }
    return kind?.description ?? .sRGB
  }

  /// The colours of a table as sRGB, opaque.
  var tableColors: [SIMD3<UInt8>]? {
    guard case .table(let bytes)? = details, let base = baseColorSpace else { return nil }
    let step = base.numberOfComponents
    return stride(from: 0, to: bytes.count, by: step).map { start in
      let components = bytes[start..<(start + step)].map { CGFloat($0) / 255 }
      let color = CGColor(colorSpace: base, components: components + [1])?.straight ?? [0, 0, 0, 1]
      func byte(_ value: Float) -> UInt8 { UInt8(clamping: Int(clamping: (value * 255).rounded())) }
      return SIMD3(byte(color.x), byte(color.y), byte(color.z))
    }
  }
}

extension CGColor {
  /// A colour of a profile or of a table, as sRGB; black where it cannot be converted.
  init(_ details: ColorSpaceDetails, base: CGColorSpace?, _ components: [CGFloat]) {
    let own = components.prefix(details.componentCount).map { $0.isFinite ? Double($0) : 0 }
    let alpha = components[details.componentCount]
    var color = SIMD3<Double>.zero
    switch details {
    case .profile(let bytes, let model): color = CGColorSpace.converted(own, bytes, model) ?? .zero
    case .table(let bytes):
      let step = base?.numberOfComponents ?? 1
      let start = step * min(max(Int(clamping: own[0].rounded()), 0), bytes.count / step - 1)
      let found = bytes[start..<(start + step)].map { CGFloat($0) / 255 } + [alpha]
      if let base, let made = CGColor(colorSpace: base, components: found) {
        color = SIMD3(Double(made.straight.x), Double(made.straight.y), Double(made.straight.z))
      }
    }
    self.init(srgbRed: CGFloat(color.x), green: CGFloat(color.y), blue: CGFloat(color.z), alpha: alpha)
  }
}

extension ColorProfile {
  /// The profile's bytes; `nil` when there is no memory.
  var data: Data? {
    var count: cmsUInt32Number = 0
    guard cmsSaveProfileToMem(handle, nil, &count) != 0, count > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    guard cmsSaveProfileToMem(handle, &bytes, &count) != 0 else { return nil }
    return Data(bytes)
  }
}
