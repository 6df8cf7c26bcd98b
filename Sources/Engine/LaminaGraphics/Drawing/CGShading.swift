// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
internal import LaminaGeometry

/// Colours that a function computes, along a line or between circles.
public final class CGShading {
  enum Shape {
    case axial(start: CGPoint, end: CGPoint)
    case radial(start: CGPoint, startRadius: CGFloat, end: CGPoint, endRadius: CGFloat)
  }

  let shape: Shape
  let options: CGGradientDrawingOptions
  let gradient: CGGradient

  /// The number of inputs for which the function is called; between them, colours are mixed.
  private static let places = 2049

  private init?(_ shape: Shape, _ space: CGColorSpace, _ function: CGFunction, extendStart: Bool, extendEnd: Bool) {
    guard space.kind != nil, function.outputCount > space.numberOfComponents else { return nil }
    let (low, high) = function.firstDomain
    let colors = (0..<Self.places).compactMap { place in
      let fraction = CGFloat(place) / CGFloat(Self.places - 1)
      return CGColor(colorSpace: space, components: function.values(at: low + (high - low) * fraction))
    }
    guard colors.count == Self.places, let ramp = GradientRamp(colors: colors, locations: nil) else { return nil }
    self.shape = shape
    var options: CGGradientDrawingOptions = []
    if extendStart { options.insert(.drawsBeforeStartLocation) }
    if extendEnd { options.insert(.drawsAfterEndLocation) }
    self.options = options
    gradient = CGGradient(ramp: ramp)
  }

  /// Makes a shading along a line.
  ///
  /// - Parameters:
  ///   - space: The space of the function's outputs.
  ///   - start: The point where the function's input is least.
  ///   - end: The point where the function's input is greatest.
  ///   - function: Computes the components of the space, and alpha after them. It is called at once for 2,049 inputs;
  ///     between them, colours are mixed.
  ///   - extendStart: Whether the first colour continues before the start.
  ///   - extendEnd: Whether the last colour continues after the end.
  /// - Returns: `nil` when the function has too few outputs, or the space is a space of patterns.
  public convenience init?(
    axialSpace space: CGColorSpace, start: CGPoint, end: CGPoint, function: CGFunction, extendStart: Bool,
    extendEnd: Bool
  ) {
    self.init(.axial(start: start, end: end), space, function, extendStart: extendStart, extendEnd: extendEnd)
  }

  /// Makes a shading between two circles; see ``init(axialSpace:start:end:function:extendStart:extendEnd:)``.
  public convenience init?(
    radialSpace space: CGColorSpace, start: CGPoint, startRadius: CGFloat, end: CGPoint, endRadius: CGFloat,
    function: CGFunction, extendStart: Bool, extendEnd: Bool
  ) {
    self.init(
      .radial(start: start, startRadius: startRadius, end: end, endRadius: endRadius), space, function,
      extendStart: extendStart, extendEnd: extendEnd)
  }
}

extension CGContext {
  /// Draws a shading, within the clip.
  public func drawShading(_ shading: CGShading) {
    switch shading.shape {
    case .axial(let start, let end):
      drawLinearGradient(shading.gradient, start: start, end: end, options: shading.options)
    case .radial(let start, let startRadius, let end, let endRadius):
      drawRadialGradient(
        shading.gradient, startCenter: start, startRadius: startRadius, endCenter: end, endRadius: endRadius,
        options: shading.options)
    }
  }
}
