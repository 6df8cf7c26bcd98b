// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import LaminaGeometry
import LaminaGraphics

/// The alpha of a picture, run-length encoded. While time moves, colours are sent beside it as a JPEG: a PNG of the
/// same size takes several times as long.
///
/// A run is a number of pixels, with seven bits per byte, the least significant first, and the eighth bit set if more
/// bytes follow, and then the alpha of these pixels. Runs continue from row to row.
struct AlphaRuns {
  /// The runs; empty for an opaque picture.
  private(set) var bytes: [UInt8] = []
  /// The maximum number of bytes per pixel that is worth sending.
  private static let most = 0.25

  /// Encodes the alpha; `nil` for a picture whose alpha changes so often that a PNG is better.
  ///
  /// - Complexity: O(n) in pixels.
  init?(of picture: CGImage) {
    if picture.isOpaque { return }
    let count = picture.width * picture.height
    let limit = Int(clamping: Double(count) * Self.most) + 1024
    var runs: [UInt8] = []
    picture.premultipliedRGBA.withUnsafeBufferPointer { pixels in
      var start = 0
      while start < count, runs.count < limit {
        let alpha = pixels[4 * start + 3]
        var end = start + 1
        while end < count, pixels[4 * end + 3] == alpha { end += 1 }
        var length = end - start
        while length >= 128 {
          runs.append(UInt8(truncatingIfNeeded: length & 127 | 128))
          length >>= 7
        }
        runs.append(UInt8(truncatingIfNeeded: length))
        runs.append(alpha)
        start = end
      }
    }
    guard runs.count < limit else { return nil }
    bytes = runs
  }
}
#endif
