// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan

/// A surface, ready to draw.
struct PreparedSurface: BitwiseCopyable {
  /// The finished pass.
  var source: PixelSource
  /// As in `ShapeGeometry`, but to pixels of the pass, the first pixel's corner at 0.
  var row0: SIMD4<Float>
  var row1: SIMD4<Float>
  var row2: SIMD4<Float>
  /// Whether P.z is 1 everywhere.
  var isAffine: Bool
  var isNearest: Bool
  /// Whether only the source's alpha counts.
  var isSilhouette: Bool
  /// Premultiplied, 0...1.
  var tint: PixelColor
  /// The innermost clip.
  var clip: UnsafePointer<PreparedClip>?
  /// Pixels that lie wholly inside all clips.
  var wholePixels: PixelRect
  /// Whether the whole surface is opaque, apart from clips.
  var isOpaque: Bool

  /// Whether the surface shows colours, with rows parallel to the target's and without reduction.
  @inline(__always) var isUprightPicture: Bool {
    !isSilhouette && isAffine && !isNearest && row0.y == 0 && row0.x > 0 && row0.x <= 1 && source.layout != .alpha
  }

  /// Whether the surface is a silhouette without clips, with rows parallel to the target's and without reduction.
  @inline(__always) var isUprightSilhouette: Bool {
    isSilhouette && isAffine && !isNearest && clip == nil && row0.y == 0 && row0.x > 0 && row0.x <= 1
      && source.layout == .alpha
  }

  /// - Returns: `nil` if a value is not a number.
  init?(_ surface: SurfaceOperation, source: PixelSource, clip: UnsafePointer<PreparedClip>?) {
    self.source = source
    self.clip = clip
    let (right, down, start) = surface.texelRows(of: source.region)
    let sum = right + down + start
    guard sum - sum == .zero, abs(right.w) < 0x1p30, abs(down.w) < 0x1p30 else { return nil }
    (row0, row1, row2) = (right, down, start)
    isAffine = right.z == 0 && down.z == 0 && start.z == 1
    isNearest = surface.isNearest
    wholePixels = clip == nil ? surface.pixelBounds : surface.wholePixels
    isOpaque = surface.isOpaque && source.layout != .alpha
    isSilhouette = surface.isSilhouette
    var color = surface.tint
    for index in 0..<4 where !(color[index] >= 0 && color[index] <= 1) { color[index] = color[index] > 1 ? 1 : 0 }
    tint = color
  }
}
