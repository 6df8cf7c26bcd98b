// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CLCMS

/// ICC profiles made for the tests.
enum TestProfile {
  static let sRGB = bytes(of: cmsCreate_sRGBProfile(), name: "A name that says nothing")

  static let displayP3: [UInt8] = {
    var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
    var primaries = cmsCIExyYTRIPLE(
      Red: cmsCIExyY(x: 0.680, y: 0.320, Y: 1), Green: cmsCIExyY(x: 0.265, y: 0.690, Y: 1),
      Blue: cmsCIExyY(x: 0.150, y: 0.060, Y: 1))
    let curve = cmsBuildParametricToneCurve(nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
    defer { cmsFreeToneCurve(curve) }
    return bytes(of: cmsCreateRGBProfile(&white, &primaries, [curve, curve, curve]), name: "Test P3")
  }()

  /// Grey whose light is the sample itself.
  static let linearGray: [UInt8] = {
    let curve = cmsBuildGamma(nil, 1)
    defer { cmsFreeToneCurve(curve) }
    return bytes(of: cmsCreateGrayProfile(cmsD50_xyY(), curve), name: "Linear grey")
  }()

  /// Inks that all darken to grey: lightness is (1 - black) * (1 - mean of the others).
  static let inks: [UInt8] = {
    let profile = cmsCreateProfilePlaceholder(nil)
    cmsSetProfileVersion(profile, 2.1)
    cmsSetDeviceClass(profile, cmsSigOutputClass)
    cmsSetColorSpace(profile, cmsSigCmykData)
    cmsSetPCS(profile, cmsSigLabData)
    let table = cmsStageAllocCLut16bit(nil, 9, 4, 3, nil)
    cmsStageSampleCLut16bit(
      table,
      { input, output, _ in
        guard let input, let output else { return 0 }
        let colors = (Double(input[0]) + Double(input[1]) + Double(input[2])) / 3 / 65535
        output[0] = UInt16((1 - Double(input[3]) / 65535) * (1 - colors) * 65280)  // Lab of version 2
        output[1] = 0x8000
        output[2] = 0x8000
        return 1
      }, nil, 0)
    let pipeline = cmsPipelineAlloc(nil, 4, 3)
    cmsPipelineInsertStage(pipeline, cmsAT_END, table)
    cmsWriteTag(profile, cmsSigAToB0Tag, pipeline.map(UnsafeRawPointer.init))
    cmsPipelineFree(pipeline)
    return bytes(of: profile, name: "Test inks")
  }()

  private static func bytes(of profile: cmsHPROFILE?, name: String) -> [UInt8] {
    defer { cmsCloseProfile(profile) }
    let text = cmsMLUalloc(nil, 1)
    cmsMLUsetASCII(text, "en", "US", name)
    cmsWriteTag(profile, cmsSigProfileDescriptionTag, text.map(UnsafeRawPointer.init))
    cmsMLUfree(text)
    var size: cmsUInt32Number = 0
    cmsSaveProfileToMem(profile, nil, &size)
    var bytes = [UInt8](repeating: 0, count: Int(size))
    cmsSaveProfileToMem(profile, &bytes, &size)
    return bytes
  }
}

/// A Display P3 colour as sRGB, by the definition of both, clipped.
func sRGBFromDisplayP3(_ red: Double, _ green: Double, _ blue: Double) -> StraightColor {
  func light(_ value: Double) -> Double { value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055, 2.4) }
  func encoded(_ light: Double) -> Double {
    let value = min(max(light, 0), 1)
    return value <= 0.0031308 ? value * 12.92 : 1.055 * power(value, 1 / 2.4) - 0.055
  }
  let (r, g, b) = (light(red), light(green), light(blue))
  return (
    encoded(1.2249401763 * r - 0.2249401763 * g), encoded(-0.0420569547 * r + 1.0420569547 * g),
    encoded(-0.0196375546 * r - 0.0786360456 * g + 1.0982736001 * b), 1
  )
}
