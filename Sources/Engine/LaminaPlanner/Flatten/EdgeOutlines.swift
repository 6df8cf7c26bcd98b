// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan

/// The outlines at which draws of a pass end, numbered in the order in which they were added.
struct EdgeOutlines {
  private var outlines: [ShapeGeometry] = []
  /// The numbers of the outlines, each at the first free place from its hash on; -1 at free places.
  private var places: [Int32] = Array(repeating: -1, count: 16)

  /// Reserves memory for a number of outlines.
  mutating func reserve(_ count: Int) { outlines.reserveCapacity(count) }

  /// The number of an outline; `nil` for an outline that was not added.
  func number(of shape: ShapeGeometry) -> Int? {
    let mask = places.count - 1
    var place = Int(shape.outlineHash) & mask
    while places[place] >= 0 {
      let number = Int(places[place])
      if outlines[number].box == shape.box, outlines[number] == shape { return number }
      place = (place + 1) & mask
    }
    return nil
  }

  /// Adds an outline that has no number.
  mutating func add(_ shape: ShapeGeometry) {
    outlines.append(shape)
    guard outlines.count * 2 <= places.count else {
      places = Array(repeating: -1, count: places.count * 4)
      for number in outlines.indices { enter(number) }
      return
    }
    enter(outlines.count - 1)
  }

  private mutating func enter(_ number: Int) {
    let mask = places.count - 1
    var place = Int(outlines[number].outlineHash) & mask
    while places[place] >= 0 { place = (place + 1) & mask }
    places[place] = Int32(truncatingIfNeeded: number)
  }
}

/// An outline as the edges outward of it leave it.
struct FittedOutline {
  var shape: ShapeGeometry
  /// The part of a clip outward of it whose coverage is included in the coverage of the shape.
  var divisor: ShapeGeometry?
  /// The place of the clip that it fills to the corners.
  var equal: Int?
  /// Whether no draw ends at it.
  var isOpen = false

  init(_ shape: ShapeGeometry) { self.shape = shape }

  /// Takes into account that edges lie along the edges of a clip outward: both measure one edge, which counts once.
  ///
  /// - Parameters:
  ///   - place: The place of the clip.
  ///   - common: The edges of the outline that lie along the edges of the clip.
  ///   - hasBorder: Whether the outline may not be grown, since a border is measured from it.
  mutating func fit(to clip: ShapeGeometry, at place: Int, common: UInt8, hasBorder: Bool) {
    let own = common & shape.softEdges
    guard !isOpen, divisor == nil, own != 0, common & ~clip.softEdges == 0 else { return }
    let isEqual = shape.radii == clip.radii
    if own == 15, isEqual { equal = place }
    if !hasBorder {
      // Corners that are less round than the corners of the clip lie outside of it.
      let isOutside = isEqual || shape.radii.max() <= clip.radii.min()
      if shape.radii == .zero || (own == 15 && isOutside && shape.corner == clip.corner) {
        shape = shape.grown(own)
        isOpen = own == 15
        return
      }
    }
    let isInside = isEqual || shape.radii.min() >= clip.radii.max()
    guard isInside, clip.radii == .zero || shape.corner == clip.corner else { return }
    divisor = clip.grown(~common & 15)
  }
}

extension ShapeGeometry {
  /// Which edges lie along the same edges of another shape on the same plane, within 1/64 pixel: bits 1 minX, 2 minY,
  /// 4 maxX, 8 maxY. 0 for shapes on different planes.
  func commonEdges(with other: ShapeGeometry) -> UInt8 {
    /// The points of a pixel, up to a factor of about 3.
    let scale = abs(row0.x) + abs(row0.y) + abs(row1.x) + abs(row1.y)
    var slopes = magnitudes(row0 - other.row0) + magnitudes(row1 - other.row1)
    slopes.w = 0
    // Over 4,096 pixels, larger differences than this move an edge by more than 1/64 pixel.
    guard all(slopes .<= SIMD4(repeating: scale * 0x1p-18)) else { return 0 }
    // In steps, since the compiler is slow with sums of vectors.
    var shift = row2 - other.row2
    shift -= other.row0 * (row0.w - other.row0.w)
    shift -= other.row1 * (row1.w - other.row1.w)
    shift.w = 0
    guard isAffine && other.isAffine || magnitudes(shift).max() <= scale * 0x1p-7 else { return 0 }
    let apart = magnitudes(box - other.box - SIMD4(shift.x, shift.y, shift.x, shift.y))
    let along = apart .<= SIMD4(repeating: scale * 0x1p-7)
    var bits: UInt8 = 0
    for edge in 0..<4 where along[edge] { bits |= 1 << UInt8(edge) }
    return bits
  }

  private func magnitudes(_ values: SIMD4<Float>) -> SIMD4<Float> {
    values.replacing(with: -values, where: values .< 0)
  }

  /// The shape with edges moved beyond all pixels that it may touch.
  ///
  /// - Parameter edges: Bits 1 minX, 2 minY, 4 maxX, 8 maxY.
  func grown(_ edges: UInt8) -> ShapeGeometry {
    var result = self
    let side = max(box.z - box.x, box.w - box.y) * 64
    let distances = SIMD4(-side, -side, side, side)
    for edge in 0..<4 where edges & 1 << UInt8(edge) != 0 { result.box[edge] += distances[edge] }
    if edges == 15 { result.radii = .zero }
    return result
  }

  /// The shape some points inside.
  func inset(by width: Float) -> ShapeGeometry {
    var result = self
    result.box += SIMD4(width, width, -width, -width)
    result.radii -= width
    result.radii.replace(with: 0, where: result.radii .< 0)
    return result
  }

  /// Creates the shape of whole pixels, with hard edges on some sides, and endless on the others.
  init(_ pixels: PixelRect, alongSides sides: SIMDMask<SIMD4<Int32>>) {
    let (far, low, high) = (
      SIMD4<Float>(-0x1p24, -0x1p24, 0x1p24, 0x1p24), SIMD2(Float(pixels.minX), Float(pixels.minY)),
      SIMD2(Float(pixels.maxX), Float(pixels.maxY))
    )
    self.init(
      row0: SIMD4(1, 0, 0, 0), row1: SIMD4(0, 1, 0, 0), row2: SIMD4(0, 0, 1, 0),
      box: far.replacing(with: SIMD4(lowHalf: low, highHalf: high), where: sides), radii: .zero, corner: 0,
      antialiased: .zero)
  }
}
