// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CLCMS
internal import LaminaGeometry

/// The sole owner of an open ICC profile.
struct ColorProfile: ~Copyable {
  /// lcms's handle, never null.
  let handle: cmsHPROFILE

  /// Opens the bytes of a profile; `nil` when lcms refuses them.
  init?(bytes: [UInt8]) {
    guard let handle = cmsOpenProfileFromMem(bytes, cmsUInt32Number(bytes.count)) else { return nil }
    self.handle = handle
  }

  /// Makes a profile from chromaticities; `nil` when they describe no colour space.
  init?(primaries: ColorPrimaries, transfer: ColorTransfer) {
    func point(_ xy: SIMD2<Double>) -> cmsCIExyY { cmsCIExyY(x: xy.x, y: xy.y, Y: 1) }
    var white = point(primaries.white)
    var triple = cmsCIExyYTRIPLE(Red: point(primaries.red), Green: point(primaries.green), Blue: point(primaries.blue))
    let curve =
      switch transfer {
      case .power(let exponent): cmsBuildGamma(nil, exponent)
      // IEC 61966-2-1 as lcms's parametric type 4: exponent, a, b, c, d.
      case .sRGB: cmsBuildParametricToneCurve(nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
      }
    guard let curve else { return nil }
    defer { cmsFreeToneCurve(curve) }
    guard let handle = cmsCreateRGBProfile(&white, &triple, [curve, curve, curve]) else { return nil }
    self.handle = handle
  }

  /// The sRGB profile built into lcms.
  init?(sRGB: Void) {
    guard let handle = cmsCreate_sRGBProfile() else { return nil }
    self.handle = handle
  }

  deinit {
    cmsCloseProfile(handle)
  }

  /// The profile's description, printable characters only.
  var name: String {
    var text = [CChar](repeating: 0, count: 128)
    let length = cmsGetProfileInfoASCII(handle, cmsInfoDescription, "en", "US", &text, cmsUInt32Number(text.count))
    let printable = text.prefix(Int(length)).filter { $0 >= 32 && $0 < 127 }.map { UInt8(bitPattern: $0) }
    return printable.isEmpty ? "unnamed profile" : String(decoding: printable, as: UTF8.self)
  }
}

/// The sole owner of an lcms transform to sRGB.
struct ColorTransform: ~Copyable {
  private let handle: cmsHTRANSFORM
  /// Whether only the first component of a pixel is read.
  let readsGrayOnly: Bool

  /// Makes the transform from `profile`; `nil` when lcms cannot connect the two.
  ///
  /// - Parameters:
  ///   - profile: The profile of the pixels.
  ///   - input: lcms's format of the pixels.
  ///   - output: lcms's format of the result.
  ///   - isExact: Whether to compute each pixel, which takes .25 microseconds. Otherwise lcms prepares tables: exact to
  ///     a level of 255 for 8-bit pixels, but up to 14 levels off for 16-bit ones.
  init?(
    from profile: borrowing ColorProfile, input: cmsUInt32Number, output: cmsUInt32Number, isExact: Bool
  ) {
    let flags = isExact ? cmsUInt32Number(cmsFLAGS_NOOPTIMIZE) : 0
    guard let target = ColorProfile(sRGB: ()),
      let handle = cmsCreateTransform(
        profile.handle, input, target.handle, output, cmsUInt32Number(INTENT_PERCEPTUAL), flags)
    else { return nil }
    self.handle = handle
    readsGrayOnly = cmsGetColorSpace(profile.handle) == cmsSigGrayData
  }

  deinit {
    cmsDeleteTransform(handle)
  }

  /// Converts pixels in place; the two formats have the same size. Alpha stays.
  func convert<Component>(_ pixels: inout [Component]) {
    pixels.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      apply(from: base, to: base, pixelCount: buffer.count / 4, bytesPerPixel: 4 * MemoryLayout<Component>.stride)
    }
  }

  /// Converts four bytes a pixel to RGBA. The result's alpha is 255.
  func opaqueRGBA(from pixels: [UInt8]) -> [UInt8] {
    var result = [UInt8](repeating: 255, count: pixels.count)
    pixels.withUnsafeBufferPointer { source in
      result.withUnsafeMutableBufferPointer { destination in
        guard let from = source.baseAddress, let to = destination.baseAddress else { return }
        apply(from: from, to: to, pixelCount: source.count / 4, bytesPerPixel: 4)
      }
    }
    return result
  }

  private func apply(
    from: UnsafeRawPointer, to: UnsafeMutableRawPointer, pixelCount: Int, bytesPerPixel: Int
  ) {
    // lcms counts pixels in 32 bits.
    let piece = 1 << 20
    for first in stride(from: 0, to: pixelCount, by: piece) {
      let offset = first * bytesPerPixel
      cmsDoTransform(handle, from + offset, to + offset, cmsUInt32Number(min(piece, pixelCount - first)))
    }
  }
}
