// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import LaminaGeometry
import LaminaGraphics

/// The alpha of a picture as runs, beside which its colours go as a JPEG while time moves: a PNG of as many pixels
/// takes several times as long.
///
/// A run is how many pixels, seven bits a byte with the least first and the eighth bit where more follow, and then
/// their alpha. Runs go on from row to row.
struct AlphaRuns {
  /// The runs; empty for an opaque picture.
  private(set) var bytes: [UInt8] = []
  /// More bytes than this for each pixel are not worth it.
  private static let most = 0.25

  /// Finds the runs; `nil` for a picture whose alpha changes so often that a PNG is better.
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
