// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry
internal import LaminaGraphics

/// The pattern of a layer's background, with the last picture that was made of it.
struct PatternBackground {
  let pattern: ColorPattern
  /// The bounds, scale and orientation of the picture.
  private var bounds = CGRect.zero
  private var scale: CGFloat = 0
  private var isFlipped = false
  private var picture: CGImage?

  init(_ pattern: ColorPattern) { self.pattern = pattern }

  /// Returns the pattern over a layer's bounds, drawn anew where bounds, scale or orientation have changed.
  mutating func picture(of bounds: CGRect, scale: CGFloat, isFlipped: Bool) -> CGImage? {
    if let picture, self.bounds == bounds, self.scale == scale, self.isFlipped == isFlipped { return picture }
    (self.bounds, self.scale, self.isFlipped) = (bounds, scale, isFlipped)
    picture = pattern.picture(of: bounds, scale: scale, isFlipped: isFlipped)
    return picture
  }
}

extension CALayer {
  /// Retains the pattern of the background, or releases the last one.
  final func holdBackground() {
    let pattern = properties.backgroundColor.flatMap { ColorPattern.of($0) }
    if attachments?.copied.background?.pattern === pattern { return }
    attach(pattern.map { PatternBackground($0) }, at: \.copied.background)
  }

  /// Returns a picture of the pattern of the background.
  ///
  /// - Parameters:
  ///   - properties: The layer's present properties.
  ///   - moment: The moment inside the layer.
  /// - Returns: `nil` where the pattern was not retained, and for empty bounds.
  final func backgroundPicture(of properties: LayerProperties, _ moment: SnapshotMoment) -> CGImage? {
    if attachments?.copied.background == nil { holdBackground() }
    // Drawn on a copy: the code that draws the pattern's cells may set the layer's background, or copy the layer.
    guard var background = attachments?.copied.background else { return nil }
    let picture = background.picture(
      of: properties.bounds, scale: backgroundScale(moment), isFlipped: isTurnedOver)
    // Written directly, since it does not count as a change of the layer.
    if attachments?.copied.background?.pattern === background.pattern { attachments?.copied.background = background }
    return picture
  }

  /// The pixels per point: as in the drawn picture, so that a texel is a pixel where nothing is enlarged; where the
  /// layer is enlarged, more by powers of two, so that a growing layer is not drawn anew all the time.
  private func backgroundScale(_ moment: SnapshotMoment) -> CGFloat {
    let needed = (LayerView(of: self, moment)?.pixelsPerPoint ?? 0) / moment.scale
    guard needed > 1.001, needed.isFinite else { return moment.scale }
    return moment.scale * exp2(min(log2(needed).rounded(.up), 3))
  }
}

extension FilterProblem {
  /// A pattern in a colour other than the background's.
  static func pattern(_ name: String) -> FilterProblem {
    FilterProblem(
      code: "pattern-color",
      message: "\(name) is a pattern, which only backgroundColor draws; nothing is drawn with it")
  }

  /// A background whose pattern was released.
  static var lostBackground: FilterProblem {
    FilterProblem(
      code: "pattern-color",
      message: "the pattern of backgroundColor is not there any more, or covers nothing; it is not drawn")
  }
}
