// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan

/// A clip, and the next one outward.
struct PreparedClip: BitwiseCopyable {
  var shape: PreparedShape
  var parent: UnsafePointer<PreparedClip>?
  /// The gradient whose alpha multiplies.
  var gradient: UnsafePointer<PreparedGradient>?
}

/// What all passes of a plan share: its clips, and its maps of colours.
///
/// Nothing in it changes once it is made.
final class PreparedClips: @unchecked Sendable {
  private let arena = Arena()
  private let links: UnsafeMutableBufferPointer<PreparedClip>
  private let colorMaps: UnsafeBufferPointer<ColorMatrix>

  init(_ plan: RenderPlan) {
    links = arena.room(for: plan.clips.count, of: PreparedClip.self)
    colorMaps = arena.add(plan.colorMatrices)
    for (index, clip) in plan.clips.enumerated() {
      // A list that does not lead outward would never end.
      let parent = clip.parent.index < index ? self[clip.parent] : nil
      links.initializeElement(at: index, to: PreparedClip(shape: PreparedShape(clip.shape), parent: parent))
      if plan.gradients.holds(clip.gradient) {
        let gradient = PreparedGradient(plan.gradients[clip.gradient.index], of: plan, on: clip.shape, in: arena)
        links[index].gradient = UnsafePointer(arena.add(gradient))
      }
    }
  }

  /// A clip of the plan; a plan that nobody has checked may name one that is not there.
  subscript(clip: ClipHandle) -> UnsafePointer<PreparedClip>? {
    guard clip.exists, clip.index < links.count, let start = links.baseAddress else { return nil }
    return UnsafePointer(start + clip.index)
  }

  /// The maps of colours at some places of the plan, as far as there are any.
  func colorMaps(_ range: Range<Int32>) -> UnsafeBufferPointer<ColorMatrix> {
    let places = range.clamped(to: 0..<Int32(colorMaps.count))
    return UnsafeBufferPointer(rebasing: colorMaps[Int(places.lowerBound)..<Int(places.upperBound)])
  }
}
