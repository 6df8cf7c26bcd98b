// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaGeometry
internal import QuartzCore

/// The pieces of a picture with insets in a rectangle: corners keep their size, the edges and the middle fill the rest.
struct NinePieces {
  /// A part of the picture and its target.
  struct Piece {
    /// The part of the upright picture, in pixels from its top left.
    var pixels: CGRect
    /// The target rectangle, in points.
    var target: CGRect
    var isTiled: Bool

    /// The rectangles of copies that fill the target from its top left.
    ///
    /// - Parameter scale: Pixels per point of the picture. There are at most 4,096 copies; if more are needed, the
    ///   piece is stretched instead.
    func tiles(scale: CGFloat) -> [CGRect] {
      let size = CGSize(width: pixels.width / scale, height: pixels.height / scale)
      let columns = Int(clamping: (target.width / size.width).rounded(.up))
      let rows = Int(clamping: (target.height / size.height).rounded(.up))
      guard columns > 0, rows > 0, columns <= 4096, rows <= 4096, columns * rows <= 4096 else { return [target] }
      return (0..<rows * columns).map { index in
        CGRect(
          x: target.minX + CGFloat(index % columns) * size.width,
          y: target.minY + CGFloat(index / columns) * size.height, width: size.width, height: size.height)
      }
    }
  }

  private(set) var pieces: [Piece] = []

  init(image: UIImage, box: CGRect) {
    let (size, insets, scale) = (image.size, image.capInsets, image.scale)
    let xs = Self.cuts(size.width, box.minX, box.width, insets.left, insets.right)
    let ys = Self.cuts(size.height, box.minY, box.height, insets.top, insets.bottom)
    for row in 0..<3 {
      for column in 0..<3 {
        let (x, y) = (xs[column], ys[row])
        guard x.length > 0, y.length > 0, x.room > 0, y.room > 0 else { continue }
        let pixels = CGRect(x: x.from * scale, y: y.from * scale, width: x.length * scale, height: y.length * scale)
        let isCorner = row != 1 && column != 1
        pieces.append(
          Piece(
            pixels: pixels, target: CGRect(x: x.to, y: y.to, width: x.room, height: y.room),
            isTiled: image.resizingMode == .tile && !isCorner))
      }
    }
  }

  /// Cuts one axis in three parts: start and length of each part in the picture, and its start and length in the
  /// target.
  private static func cuts(
    _ length: CGFloat, _ start: CGFloat, _ room: CGFloat, _ first: CGFloat, _ last: CGFloat
  ) -> [(from: CGFloat, length: CGFloat, to: CGFloat, room: CGFloat)] {
    let first = min(max(first, 0), length)
    let last = min(max(last, 0), length - first)
    // Edges that do not fit share the available room.
    let share = first + last > room ? room / (first + last) : 1
    let (head, tail) = (first * share, last * share)
    return [
      (0, first, start, head),
      (first, length - first - last, start + head, room - head - tail),
      (length - last, last, start + room - tail, tail),
    ]
  }
}
