// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Conversion of stored colours to sRGB, by Little CMS. Profiles that give the values of sRGB leave the pixels
// unchanged, whatever their names; a profile that cannot be used is named in a diagnostic and the values are taken as
// sRGB.

internal import CLCMS

/// The conversion of stored colours to sRGB.
enum ColorConversion {
  /// Converts a picture's pixels to sRGB.
  ///
  /// - Returns: The name of the profile it was converted from; `nil` when nothing had to change.
  static func convertToSRGB(_ picture: inout StoredPicture) -> String? {
    switch picture.colors {
    case .sRGB:
      if case .cmyk8 = picture.pixels {
        picture.diagnostics.append(
          Diagnostic(.note, code: "cmyk-without-profile", message: "ink colours without a profile are approximated"))
      }
      return nil
    case .primaries(let primaries, let transfer):
      guard !(primaries.areSRGB && transfer == .sRGB) else { return nil }
      guard let profile = ColorProfile(primaries: primaries, transfer: transfer) else {
        return ignore("the gamma and chromaticities describe no colour space", in: &picture)
      }
      return convert(&picture, from: profile, name: "gamma and chromaticities of the file")
    case .profile(let bytes):
      guard let profile = ColorProfile(bytes: bytes) else {
        return ignore("the colour profile of \(bytes.count) bytes is damaged", in: &picture)
      }
      return convert(&picture, from: profile, name: profile.name)
    }
  }

  /// Converts inks to opaque RGBA by `(1 - ink) * (1 - black)`.
  static func withoutProfile(inks: [UInt8], inverted: Bool) -> [UInt8] {
    let flip: UInt8 = inverted ? 0 : 255
    return [UInt8](unsafeUninitializedCapacity: inks.count) { bytes, count in
      for pixel in stride(from: 0, to: inks.count, by: 4) {
        let light = inks[pixel + 3] ^ flip
        for component in pixel..<(pixel + 3) {
          bytes[component] = Premultiplication.premultiplied(inks[component] ^ flip, alpha: light)
        }
        bytes[pixel + 3] = 255
      }
      count = inks.count
    }
  }

  private static func ignore(_ problem: String, in picture: inout StoredPicture) -> String? {
    picture.diagnostics.append(
      Diagnostic(code: "color-profile", message: "\(problem); the colours are taken as sRGB"))
    return nil
  }

  private static func convert(
    _ picture: inout StoredPicture, from profile: borrowing ColorProfile, name: String
  ) -> String? {
    guard let input = inputFormat(of: picture, for: cmsGetColorSpace(profile.handle)) else {
      return ignore("the colour profile '\(name)' is for another kind of picture", in: &picture)
    }
    var is16 = false
    if case .rgba16 = picture.pixels { is16 = true }
    let output = is16 ? lamina_lcms_rgba16 : lamina_lcms_rgba8
    guard let transform = ColorTransform(from: profile, input: input, output: output, isExact: is16) else {
      return ignore("the colour profile '\(name)' cannot be converted", in: &picture)
    }
    let pixels = picture.pixels
    picture.pixels = .rgba8([])  // so that each array below has one owner and changes in place
    switch consume pixels {
    case .cmyk8(let inks, _):
      picture.pixels = .rgba8(transform.opaqueRGBA(from: inks))
    case .rgba8(var bytes):
      let changes = !isIdentity(transform, sample: UInt8.self)
      if changes { transform.convert(&bytes) }
      picture.pixels = .rgba8(bytes)
      guard changes else { return nil }
    case .rgba16(var values):
      let changes = !isIdentity(transform, sample: UInt16.self)
      if changes { transform.convert(&values) }
      picture.pixels = .rgba16(values)
      guard changes else { return nil }
    }
    return name
  }

  /// lcms's format of the pixels when read as colours of `space`; `nil` when the pixels are of another kind.
  private static func inputFormat(of picture: StoredPicture, for space: cmsColorSpaceSignature) -> cmsUInt32Number? {
    switch (picture.pixels, space) {
    case (.cmyk8(_, let inverted), cmsSigCmykData): inverted ? lamina_lcms_cmyk8_inverted : lamina_lcms_cmyk8
    case (.rgba8, cmsSigRgbData): lamina_lcms_rgba8
    case (.rgba16, cmsSigRgbData): lamina_lcms_rgba16
    case (.rgba8, cmsSigGrayData) where picture.isGray: lamina_lcms_gray_in_rgba8
    case (.rgba16, cmsSigGrayData) where picture.isGray: lamina_lcms_gray_in_rgba16
    default: nil
    }
  }

  /// Whether a transform changes no component of a grid of colours by more than one level of 255.
  private static func isIdentity<Component: FixedWidthInteger>(
    _ transform: borrowing ColorTransform, sample: Component.Type
  ) -> Bool {
    let steps = 9
    let level = Component.max / 255
    func value(_ step: Int) -> Component { Component(step * 255 / (steps - 1)) * level }
    var greys: [Component] = []
    for grey in 0...255 {
      let value = Component(grey) * level
      greys += [value, value, value, Component.max]
    }
    var colors: [Component] = []
    for red in 0..<steps {
      for green in 0..<steps {
        for blue in 0..<steps { colors += [value(red), value(green), value(blue), Component.max] }
      }
    }
    func isUnchanged(_ before: [Component]) -> Bool {
      var after = before
      transform.convert(&after)
      return zip(before, after).allSatisfy { max($0, $1) - min($0, $1) <= level }
    }
    return isUnchanged(greys) && (transform.readsGrayOnly || isUnchanged(colors))
  }
}
