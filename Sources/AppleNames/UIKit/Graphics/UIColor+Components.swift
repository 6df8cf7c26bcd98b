// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

extension UIColor {
  /// Red, green, blue and alpha in extended sRGB, greys included.
  private var channels: [CGFloat] {
    let color = cgColor
    let space = CGColorSpace(name: CGColorSpace.extendedSRGB)
    let converted = space.flatMap { color.converted(to: $0, intent: .defaultIntent, options: nil) }
    return (converted ?? color).components ?? [0, 0, 0, 0]
  }

  /// Returns the components in extended sRGB.
  ///
  /// - Returns: `false` for a pattern, which has no components; the pointers' targets then stay unchanged.
  @discardableResult public func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
    blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    guard pattern == nil else { return false }
    let values = channels
    red?.pointee = values[0]
    green?.pointee = values[1]
    blue?.pointee = values[2]
    alpha?.pointee = values[3]
    return true
  }

  /// Returns the hue in turns, the saturation and the brightness of the colour in extended sRGB.
  ///
  /// - Returns: `false` for a pattern, which has no components; the pointers' targets then stay unchanged.
  @discardableResult public func getHue(
    _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?,
    brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    guard pattern == nil else { return false }
    let values = channels
    let (r, g, b) = (values[0], values[1], values[2])
    let (most, least) = (max(r, g, b), min(r, g, b))
    let span = most - least
    var sixth: CGFloat = 0
    if span > 0 {
      sixth = most == r ? (g - b) / span : most == g ? (b - r) / span + 2 : (r - g) / span + 4
    }
    hue?.pointee = (sixth < 0 ? sixth + 6 : sixth) / 6
    saturation?.pointee = most > 0 ? span / most : 0
    brightness?.pointee = most
    alpha?.pointee = values[3]
    return true
  }

  /// Returns the grey with the colour's luminance.
  ///
  /// - Returns: `false` for a pattern, which has no components; the pointers' targets then stay unchanged.
  @discardableResult public func getWhite(
    _ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    guard pattern == nil else { return false }
    let color = cgColor
    let space = CGColorSpace(name: CGColorSpace.extendedGray)
    let gray =
      color.numberOfComponents == 2
      ? color : space.flatMap { color.converted(to: $0, intent: .defaultIntent, options: nil) }
    guard let components = gray?.components, components.count == 2 else { return false }
    white?.pointee = components[0]
    alpha?.pointee = components[1]
    return true
  }
}
