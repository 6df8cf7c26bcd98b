// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
internal import LaminaGeometry

extension NSAttributedString {
  /// The size of the unbroken text, in points.
  public func size() -> CGSize {
    TextLayout(StyledText(self, defaults: .plain)).size
  }

  /// Draws the text unbroken, upright, its top left at a point of user space with y down (bottom left with y up).
  public func draw(at point: CGPoint, in context: CGContext) {
    let layout = TextLayout(StyledText(self, defaults: .plain))
    let turn = context.isYUp ? CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: layout.size.height) : .identity
    let place = CGAffineTransform(translationX: point.x, y: point.y)
    layout.draw(in: context, userFromText: turn.concatenating(place))
  }

  /// Draws the text upright in a rectangle of user space, broken at its width; lines that begin below it are left out.
  public func draw(in rect: CGRect, context: CGContext) {
    let box = rect.standardized
    let options = TextLayout.Options(width: box.width, height: box.height, isWrapped: true)
    let layout = TextLayout(StyledText(self, defaults: .plain), options: options)
    let turn =
      context.isYUp
      ? CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: box.minX, ty: box.maxY)
      : CGAffineTransform(translationX: box.minX, y: box.minY)
    layout.draw(in: context, userFromText: turn)
  }
}

extension CGContext {
  /// Whether user space began with y up.
  fileprivate var isYUp: Bool { deviceFromBase.d < 0 }
}

extension TextAttributes {
  /// The look of attributed text without attributes: Helvetica 12 in the context's colour.
  static let plain = TextAttributes(font: CTFont(fontName: "Helvetica", pointSize: CTFont.defaultSize))

  /// The look of the same text where Core Text draws it: black.
  static let coreText = TextAttributes(font: plain.font, foregroundColor: .black)
}
