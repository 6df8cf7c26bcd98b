// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Conversion of single colours between spaces, in double precision: component to light, light through CIE XYZ to other
// primaries, light to component. Where the white of a space is not that of sRGB, light is adapted by the Bradford
// method, as ICC profiles and Little CMS do: white stays white.

internal import Foundation

extension ColorSpaceKind {
  /// Converts straight components of this space, without alpha, to extended sRGB.
  ///
  /// - Precondition: There are ``componentCount`` of them.
  func sRGB(_ components: [Double]) -> SIMD3<Double> {
    switch model {
    case .gray:
      return SIMD3(repeating: ComponentCurve.sRGB.same(as: transfer, components[0]))
    case .rgb(let primaries):
      let given = SIMD3(components[0], components[1], components[2])
      if primaries == .sRGB, transfer == .sRGB { return given }
      // White is white in every space, and all colours between white and black are exactly grey.
      if given.x == given.y, given.y == given.z {
        return SIMD3(repeating: ComponentCurve.sRGB.same(as: transfer, given.x))
      }
      let light = given.map(transfer.light)
      return primaries.linearSRGB(light).map(ComponentCurve.sRGB.component)
    case .inks:
      // The conversion uses no ink profile.
      let light = 1 - components[3]
      return SIMD3((1 - components[0]) * light, (1 - components[1]) * light, (1 - components[2]) * light)
    case .pattern:
      return .zero
    }
  }

  /// Converts extended sRGB to components of this space. For inks there is no conversion: their colours are reported as
  /// sRGB.
  func components(sRGB color: SIMD3<Double>) -> [Double] {
    switch model {
    case .gray:
      // A colour that is no grey is the grey of its luminance.
      if color.x == color.y, color.y == color.z { return [transfer.same(as: .sRGB, color.x)] }
      return [transfer.component((color.map(ComponentCurve.sRGB.light) * ColorPrimaries.luminance).sum())]
    case .rgb(let primaries):
      if primaries == .sRGB, transfer == .sRGB { return [color.x, color.y, color.z] }
      let light = primaries.fromLinearSRGB(color.map(ComponentCurve.sRGB.light))
      let own = light.map(transfer.component)
      return [own.x, own.y, own.z]
    case .inks:
      return [color.x, color.y, color.z]
    case .pattern:
      return []
    }
  }
}

extension ComponentCurve {
  /// The component under this curve with the same light as a component under another curve.
  fileprivate func same(as other: ComponentCurve, _ value: Double) -> Double {
    self == other ? value : component(other.light(value))
  }
}

extension SIMD3<Double> {
  fileprivate func map(_ change: (Double) -> Double) -> SIMD3<Double> { SIMD3(change(x), change(y), change(z)) }
}

extension ColorPrimaries {
  /// The primaries of Adobe RGB (1998).
  static let adobeRGB = ColorPrimaries(
    white: [0.3127, 0.3290], red: [0.64, 0.33], green: [0.21, 0.71], blue: [0.15, 0.06])

  /// The primaries of the Generic RGB profile: its colorants, adapted from D50 to D65.
  static let genericRGB = ColorPrimaries(
    white: [0.3127, 0.3290], red: [0.63, 0.34], green: [0.295, 0.605], blue: [0.155, 0.077])

  /// The primaries of ROMM RGB (ISO 22028-2), known as ProPhoto, whose white is D50.
  static let romm = ColorPrimaries(
    white: [0.3457, 0.3585], red: [0.7347, 0.2653], green: [0.1596, 0.8404], blue: [0.0366, 0.0001])

  /// The primaries of ACEScg (Academy S-2014-004), AP1.
  static let acescg = ColorPrimaries(
    white: [0.32168, 0.33767], red: [0.713, 0.293], green: [0.165, 0.830], blue: [0.128, 0.044])

  /// The primaries of cinema projectors (SMPTE RP 431-2): Display P3's, with a greener white.
  static let dciP3 = ColorPrimaries(
    white: [0.314, 0.351], red: [0.680, 0.320], green: [0.265, 0.690], blue: [0.150, 0.060])

  /// The weight of each linear component of sRGB in luminance.
  static let luminance: SIMD3<Double> = LightMatrix(toXYZ: .sRGB).row(1)

  /// Converts light in these primaries to light in sRGB's primaries.
  func linearSRGB(_ light: SIMD3<Double>) -> SIMD3<Double> {
    self == .sRGB ? light : LightMatrix.toSRGB(from: self) * light
  }

  /// Converts light in sRGB's primaries to light in these.
  func fromLinearSRGB(_ light: SIMD3<Double>) -> SIMD3<Double> {
    self == .sRGB ? light : LightMatrix.toSRGB(from: self).inverse * light
  }
}

/// A 3 x 3 matrix between kinds of light.
struct LightMatrix: Equatable {
  /// The columns.
  var x: SIMD3<Double>
  var y: SIMD3<Double>
  var z: SIMD3<Double>

  init(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) { (self.x, self.y, self.z) = (x, y, z) }

  /// Makes the map from light in primaries to CIE XYZ: the primaries are scaled so that their sum is white.
  init(toXYZ primaries: ColorPrimaries) {
    let pure = LightMatrix(
      Self.light(of: primaries.red), Self.light(of: primaries.green), Self.light(of: primaries.blue))
    let amounts = pure.inverse * Self.light(of: primaries.white)
    self.init(pure.x * amounts.x, pure.y * amounts.y, pure.z * amounts.z)
  }

  /// CIE XYZ of a chromaticity, of luminance 1.
  private static func light(of xy: SIMD2<Double>) -> SIMD3<Double> {
    SIMD3(xy.x / xy.y, 1, (1 - xy.x - xy.y) / xy.y)
  }

  /// The Bradford matrix: from CIE XYZ to the responses in which the eye adapts; columns for X, Y and Z.
  private static let bradford = LightMatrix(
    [0.8951, -0.7502, 0.0389], [0.2664, 1.7135, -0.0685], [-0.1614, 0.0367, 1.0296])

  /// Makes the map from CIE XYZ under one white to the colours of the same appearance under another.
  private init(adapting white: SIMD2<Double>, to other: SIMD2<Double>) {
    let (cone, back) = (Self.bradford, Self.bradford.inverse)
    let scale = (cone * Self.light(of: other)) / (cone * Self.light(of: white))
    self.init(back * (scale * cone.x), back * (scale * cone.y), back * (scale * cone.z))
  }

  /// From light in some primaries to light in sRGB's.
  static func toSRGB(from primaries: ColorPrimaries) -> LightMatrix {
    switch primaries {
    case .displayP3: displayP3
    case .genericRGB: genericRGB
    default: LightMatrix(toSRGBFrom: primaries)
    }
  }

  private static let displayP3 = LightMatrix(toSRGBFrom: .displayP3)
  private static let genericRGB = LightMatrix(toSRGBFrom: .genericRGB)

  private init(toSRGBFrom primaries: ColorPrimaries) {
    let fromXYZ = LightMatrix(toXYZ: .sRGB).inverse
    let toXYZ = LightMatrix(toXYZ: primaries)
    guard primaries.white != ColorPrimaries.sRGB.white else {
      self.init(fromXYZ * toXYZ.x, fromXYZ * toXYZ.y, fromXYZ * toXYZ.z)
      return
    }
    let adaptation = LightMatrix(adapting: primaries.white, to: ColorPrimaries.sRGB.white)
    self.init(
      fromXYZ * (adaptation * toXYZ.x), fromXYZ * (adaptation * toXYZ.y), fromXYZ * (adaptation * toXYZ.z))
  }

  func row(_ index: Int) -> SIMD3<Double> { SIMD3(x[index], y[index], z[index]) }

  static func * (matrix: LightMatrix, light: SIMD3<Double>) -> SIMD3<Double> {
    matrix.x * light.x + matrix.y * light.y + matrix.z * light.z
  }

  /// The inverse, by cofactors.
  var inverse: LightMatrix {
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    let rows = (cross(y, z), cross(z, x), cross(x, y))
    let determinant = (x * rows.0).sum()
    let scaled = (rows.0 / determinant, rows.1 / determinant, rows.2 / determinant)
    return LightMatrix(
      SIMD3(scaled.0.x, scaled.1.x, scaled.2.x), SIMD3(scaled.0.y, scaled.1.y, scaled.2.y),
      SIMD3(scaled.0.z, scaled.1.z, scaled.2.z))
  }
}
