// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGeometry

/// A filter that makes a pass from an earlier one: at half its size, or blurred along one axis.
///
/// A Gaussian is separable, so a horizontal and a vertical step give the exact two-dimensional one. While sigma is
/// above four pixels, the picture is halved first, which loses no detail that the blur would keep.
///
/// - Conformance: SHADOW-2, GROUP-4
@usableFromInline package struct BlurFilter: Sendable, Hashable {
  /// The operation of a blur on its source.
  package enum Step: UInt8, Sendable {
    /// Each pixel is the mean of two by two: (x, y) of this pass holds (2x, 2y) to (2x + 1, 2y + 1) of the source.
    case halve
    /// Each pixel is the mean of four by four: the source is halved twice.
    case quarter
    /// A pixel is the weighted mean by a Gaussian along x.
    case horizontal
    /// A pixel is the weighted mean by a Gaussian along y.
    case vertical
  }

  /// The index of the pass in `RenderPlan.passes`, before the one that holds this operation.
  @usableFromInline package var source: PassHandle
  package var step: Step
  /// The standard deviation in pixels of the source, 0...`maximumSigma`; 0 copies. Not used by halving.
  package var pixelSigma: Float
  /// Whether the source's edge pixels continue outside of it; otherwise the outside is transparent.
  package var extendsEdges: Bool
  /// The pixels to make.
  package var pixelBounds: PixelRect
  /// The snapshot node of the effect, for printing.
  @usableFromInline package var node: Int32

  /// The standard deviation above which the source is halved first; pixels.
  package static let halvingSigma: Float = 4
  /// The greatest standard deviation that renderers blur with: halving ends a little below twice `halvingSigma`.
  package static let maximumSigma: Float = 8
  /// The reach of a Gaussian in standard deviations: 0.7 thousandths of it lie beyond.
  package static let reach: Float = 3.4

  package init(
    source: PassHandle, step: Step, pixelSigma: Float, extendsEdges: Bool, pixelBounds: PixelRect, node: Int32
  ) {
    self.source = source
    self.step = step
    self.pixelSigma = pixelSigma
    self.extendsEdges = extendsEdges
    self.pixelBounds = pixelBounds
    self.node = node
  }

  /// The number of times the step halves its source.
  package var halvings: Int {
    switch step {
    case .halve: 1
    case .quarter: 2
    case .horizontal, .vertical: 0
    }
  }

  /// The number of pixels that are read on either side of a pixel.
  package var taps: Int {
    let sigma = min(max(pixelSigma, 0), Self.maximumSigma)
    return sigma > 0 ? Int(clamping: (sigma * Self.reach).rounded(.up)) : 0
  }
}

extension BlurFilter: HandleHolder {
  @inlinable @inline(__always) package mutating func visitHandles<Visitor: HandleVisitor>(
    beside other: BlurFilter, _ visitor: inout Visitor
  ) {
    visitor.visit(&source, other.source, .anyPixels)
    visitor.visit(node: &node, other.node)
  }
}

extension BlurFilter {
  /// The pixels of the source that contribute to some pixels of the result.
  func pixelsRead(for pixels: PixelRect) -> PixelRect {
    let reach = Int32(clamping: taps)
    return switch step {
    case .halve, .quarter:
      PixelRect(
        minX: pixels.minX << Int32(halvings), minY: pixels.minY << Int32(halvings),
        maxX: pixels.maxX << Int32(halvings), maxY: pixels.maxY << Int32(halvings))
    case .horizontal:
      PixelRect(minX: pixels.minX - reach, minY: pixels.minY, maxX: pixels.maxX + reach, maxY: pixels.maxY)
    case .vertical:
      PixelRect(minX: pixels.minX, minY: pixels.minY - reach, maxX: pixels.maxX, maxY: pixels.maxY + reach)
    }
  }

  /// The pixels of the result to which some pixels of the source contribute.
  ///
  /// - Parameter source: All pixels of the source; if its edges are extended, pixels at its edges also contribute to
  ///   results outside of it.
  func pixelsReached(by pixels: PixelRect, of source: PixelRect) -> PixelRect {
    guard !pixels.isEmpty else { return .empty }
    let reach = Int32(clamping: taps)
    let reached: PixelRect
    switch step {
    case .halve, .quarter:
      let (scale, round) = (Int32(halvings), (Int32(1) << Int32(halvings)) - 1)
      reached = PixelRect(
        minX: pixels.minX >> scale, minY: pixels.minY >> scale, maxX: (pixels.maxX + round) >> scale,
        maxY: (pixels.maxY + round) >> scale)
    case .horizontal:
      reached = PixelRect(minX: pixels.minX - reach, minY: pixels.minY, maxX: pixels.maxX + reach, maxY: pixels.maxY)
    case .vertical:
      reached = PixelRect(minX: pixels.minX, minY: pixels.minY - reach, maxX: pixels.maxX, maxY: pixels.maxY + reach)
    }
    return extendsEdges ? reached.stretched(where: pixels.sides(on: source)) : reached
  }
}

/// The sides of a rectangle.
private struct RectSides: OptionSet {
  let rawValue: UInt8
  static let left = RectSides(rawValue: 1)
  static let top = RectSides(rawValue: 2)
  static let right = RectSides(rawValue: 4)
  static let bottom = RectSides(rawValue: 8)
}

extension PixelRect {
  /// The sides on which the rectangle touches or passes the same side of another rectangle.
  fileprivate func sides(on other: PixelRect) -> RectSides {
    var sides: RectSides = []
    if minX <= other.minX { sides.insert(.left) }
    if minY <= other.minY { sides.insert(.top) }
    if maxX >= other.maxX { sides.insert(.right) }
    if maxY >= other.maxY { sides.insert(.bottom) }
    return sides
  }

  /// The rectangle, extended without bound on some sides.
  fileprivate func stretched(where sides: RectSides) -> PixelRect {
    PixelRect(
      minX: sides.contains(.left) ? .min / 2 : minX, minY: sides.contains(.top) ? .min / 2 : minY,
      maxX: sides.contains(.right) ? .max / 2 : maxX, maxY: sides.contains(.bottom) ? .max / 2 : maxY)
  }
}
