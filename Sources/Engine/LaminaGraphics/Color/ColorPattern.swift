// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
internal import LaminaGeometry
import LaminaSystem
internal import Synchronization

/// A pattern as a colour, with the colour or opacity that it is drawn in.
///
/// A `CGColor` consists of a few numbers and counts no references, so a colour that is a pattern holds the number of a
/// `ColorPattern`. Objects that draw the colour later hold this object: a layer the pattern of its colour, `UIColor`
/// its own pattern. The patterns made last are kept alive for a while, so that a colour keeps its pattern from its
/// creation until it is set.
package final class ColorPattern: @unchecked Sendable {
  /// The paint for fills and strokes. It belongs to the thread that draws.
  let paint: PatternPaint
  /// The opacity.
  let alpha: CGFloat
  private let number: UInt64

  private init(_ paint: PatternPaint, alpha: CGFloat, number: UInt64) {
    (self.paint, self.alpha, self.number) = (paint, alpha, number)
  }

  /// The colour that stands for this pattern. It draws nothing in code that does not know patterns.
  package var color: CGColor {
    // The bits of the number make tiny components, which stay black even in a blend with another colour.
    let (low, high) = (UInt32(truncatingIfNeeded: number & 0x3FFFFF), UInt32(truncatingIfNeeded: number >> 22))
    return CGColor(straight: [Float(bitPattern: low), Float(bitPattern: high & 0x3FFFFF), 0, 0], space: .pattern)
  }

  // MARK: Which ones there are

  private struct Entry {
    weak var pattern: ColorPattern?
  }

  private struct Table {
    var last: UInt64 = 0
    var entries: [UInt64: Entry] = [:]
    /// The patterns made last, kept alive.
    var recent: [ColorPattern] = []
    var limit = 256
  }

  /// The number of patterns that are kept alive without another owner.
  package static let recentCount = 64
  private static let table = Locked(Table())
  private static let hasMade = Atomic<Bool>(false)

  /// Whether this process has made any pattern: otherwise no colour has to be looked up.
  package static var wereMade: Bool { hasMade.load(ordering: .relaxed) }

  static func make(_ paint: PatternPaint, alpha: CGFloat) -> ColorPattern {
    nonisolated(unsafe) let paint = paint
    hasMade.store(true, ordering: .relaxed)
    let made = table.withLock { table -> Made in
      table.last += 1
      let made = ColorPattern(paint, alpha: alpha, number: table.last)
      table.entries[table.last] = Entry(pattern: made)
      table.recent.append(made)
      var gone: [ColorPattern] = []
      if table.recent.count > recentCount { gone.append(table.recent.removeFirst()) }
      if table.entries.count > table.limit {
        // The references are returned, so that a pattern that loses its last other reference here is freed outside of
        // the lock.
        for (number, entry) in table.entries {
          if let alive = entry.pattern { gone.append(alive) } else { table.entries[number] = nil }
        }
        table.limit = max(256, 2 * table.entries.count)
      }
      return Made(pattern: made, gone: gone)
    }
    return made.pattern
  }

  private struct Made {
    let pattern: ColorPattern
    let gone: [ColorPattern]
  }

  /// The pattern of a colour; `nil` for a colour that is no pattern, and for a pattern that is not alive any more.
  package static func of(_ color: CGColor) -> ColorPattern? {
    guard color.isPattern else { return nil }
    let number = UInt64(color.straight.x.bitPattern) | UInt64(color.straight.y.bitPattern) << 22
    return table.withLock { $0.entries[number]?.pattern }
  }

  // MARK: Pictures

  /// The greatest number of pixels of a pattern's picture: 64 MiB.
  static let mostPixels: CGFloat = 16_777_216

  /// Draws the pattern over a rectangle, beginning at the origin of the pattern's space.
  ///
  /// - Parameters:
  ///   - bounds: The rectangle.
  ///   - scale: The number of pixels per unit; reduced where there would be too many.
  ///   - isFlipped: Whether minimum y is at the picture's bottom.
  /// - Returns: `nil` for a rectangle without a size or with numbers that are not finite, and when there is no memory.
  package func picture(of bounds: CGRect, scale: CGFloat, isFlipped: Bool) -> CGImage? {
    let box = bounds.standardized
    let numbers = [box.minX, box.minY, box.width, box.height]
    guard numbers.allSatisfy(\.isFinite), box.width > 0, box.height > 0 else { return nil }
    var scale = scale > 0 && scale.isFinite ? scale : 1
    scale = min(scale, (Self.mostPixels / box.width / box.height).squareRoot(), 16384 / max(box.width, box.height))
    guard let context = try? CGContext.drawing(bounds: box, scale: scale, isOpaque: false) else { return nil }
    if isFlipped {
      context.concatenate(CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: box.minY + box.maxY))
    }
    context.setFillColor(color)
    context.fill(box)
    return context.makeImage()
  }
}

extension CGColor {
  /// Whether the colour stands for a pattern.
  @inlinable package var isPattern: Bool { space == .pattern }

  /// The pattern of a colour; `nil` for any other colour, and for a pattern that is not alive any more.
  ///
  /// A colour is a value that holds no object. Its pattern stays alive while a layer has the colour as its background,
  /// while a `UIColor` of the colour exists, and as long as it is among the last sixty-four patterns that were made.
  public var pattern: CGPattern? { ColorPattern.of(self)?.paint.pattern }

  /// Makes a colour that is a pattern, as the background of layers and to fill and stroke with.
  ///
  ///     layer.backgroundColor = CGColor(patternSpace: space, pattern: stripes, components: [1])
  ///
  /// - Parameters:
  ///   - space: A space of patterns.
  ///   - pattern: The pattern; see ``pattern`` for how long it stays.
  ///   - components: For a pattern with colours of its own, the alpha; otherwise the components in the space's base, or
  ///     in sRGB where there is none, and the alpha.
  /// - Returns: `nil` when the space is not a space of patterns.
  public init?(patternSpace space: CGColorSpace, pattern: CGPattern, components: UnsafePointer<CGFloat>) {
    guard space.model == .pattern else { return nil }
    if pattern.isColored {
      let alpha = CGFloat(CGColor.finite(min(max(components[0], 0), 1)))
      self =
        ColorPattern.make(PatternPaint(pattern: pattern, color: CGColor(gray: 0, alpha: alpha)), alpha: alpha).color
    } else {
      guard let color = CGColor(colorSpace: space.baseColorSpace ?? .known(.sRGB), components: components) else {
        return nil
      }
      self = ColorPattern.make(PatternPaint(pattern: pattern, color: color), alpha: color.alpha).color
    }
  }

  /// The same pattern with another opacity.
  func patternCopy(alpha: CGFloat) -> CGColor? {
    guard let own = ColorPattern.of(self) else { return self }
    let color = own.paint.color.copy(alpha: alpha) ?? own.paint.color
    return ColorPattern.make(PatternPaint(pattern: own.paint.pattern, color: color), alpha: color.alpha).color
  }
}
