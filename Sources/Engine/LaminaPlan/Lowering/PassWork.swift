// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry

/// The number of links of each stack of clips of a plan.
package struct ClipLengths: Sendable {
  /// By the innermost clip.
  private var lengths: [Int32] = []
  /// The number of links of the longest stack.
  package private(set) var longest = 0

  package init(_ clips: [ClipShape]) {
    lengths.reserveCapacity(clips.count)
    for (index, clip) in clips.enumerated() {
      // A list that does not lead outward ends, as renderers end it.
      let isOutward = clip.parent.exists && clip.parent.index < index
      lengths.append(isOutward ? lengths[clip.parent.index] + 1 : 1)
      longest = max(longest, Int(lengths[index]))
    }
  }

  /// The number of links from a clip outward; 0 for none.
  package func length(of clip: ClipHandle) -> Int {
    clip.exists && clip.index < lengths.count ? Int(lengths[clip.index]) : 0
  }
}

/// The estimated work of a pass on a device, by draws and in tiles, in evaluations of an operation at a pixel. Pixels
/// that something in front hides are counted by both, and hidden by both.
package struct PassWork: Sendable, Equatable {
  /// A fragment evaluates its operation and all clips of it.
  package private(set) var draws = 0.0
  /// A pixel in a tile evaluates its operation and the clips whose edges cross the tile; the tile looks at the
  /// operations near it, and at their clips once.
  package private(set) var tiles = 0.0

  /// The work of a clip: 110 instructions, where an operation takes some 250.
  private static let clip = 0.44
  /// The work of an operation at a pixel of a tile, which reads its record for each pixel.
  private static let inTile = 2.0
  /// How many times the work of tiles that of draws has to be.
  private static let advantage = 2.0
  /// The least links of a stack of clips with which tiles may be that much less work.
  fileprivate static let leastLinks = (advantage * inTile - 1) / clip
  /// The least work that is worth a dispatch in place of a draw: some 20 microseconds of a card.
  private static let least = Double(1 << 20)

  package init() {}

  /// Whether tiles are so much less work that a device is faster with them, even one that draws as fast as it computes.
  package var favorsTiles: Bool { draws >= Self.advantage * tiles && draws - tiles >= Self.least }

  /// Adds an operation.
  ///
  /// - Parameters:
  ///   - size: The pixels that it may touch, as width and height.
  ///   - pixels: The number of pixels that it touches.
  ///   - unclipped: The pixels that draws know to lie inside of all clips, if they draw them by themselves.
  ///   - links: The number of its clips.
  package mutating func add(_ size: SIMD2<Double>, pixels: Double, unclipped: Double, links: Int) {
    let (links, sides) = (Double(links), size.x + size.y)
    draws += pixels + Self.clip * links * max(0, pixels - unclipped)
    // The edge of a clip crosses about as many tiles of 16 pixels as lie along two sides of the operation.
    let crossed = min(pixels, 16 * sides)
    // The tiles around it in bins of 64 tiles look at it, an invocation each; the tiles and blocks that it touches look
    // at it and its clips.
    let looks = 32 + (pixels / 256 + sides / 16 + 1) * (8 + links)
    tiles += Self.inTile * pixels + Self.clip * links * crossed + looks
  }
}

extension RenderPlan {
  /// Whether a pass of draws is so much less work in tiles that a device is faster with them, even one that draws as
  /// fast as it computes. Without deep stacks of clips, no operation is read.
  ///
  /// - Parameter lengths: The lengths of the stacks of clips of the plan.
  package func favorsTiles(_ index: Int, _ lengths: ClipLengths) -> Bool {
    Double(lengths.longest) >= PassWork.leastLinks && work(of: index, lengths).favorsTiles
  }

  /// The estimated work of a pass of draws; none for a pass of filters.
  ///
  /// - Complexity: O(n) in operations.
  package func work(of index: Int, _ lengths: ClipLengths) -> PassWork {
    var work = PassWork()
    for run in passes[index].draws.runs { add(run, lengths, to: &work) }
    return work
  }

  private func add(_ run: DrawList.Run, _ lengths: ClipLengths, to work: inout PassWork) {
    let draws = run.draws.span
    vertices(of: run).withUnsafeBufferPointer { vertices in
      for index in draws.indices {
        switch draws[index] {
        case .box(let box):
          let inner = box.hidesBehind ? box.innerPolygon(in: vertices).area : 0
          work.add(box.pixelBounds, unclipped: inner, links: lengths.length(of: box.clip))
        case .shadow(let shadow): work.add(shadow.pixelBounds, links: lengths.length(of: shadow.clip))
        case .composite(let composite):
          let links = lengths.length(of: composite.clip) + lengths.length(of: composite.outline)
          work.add(composite.pixelBounds, links: links)
        case .surface(let surface):
          let whole = surface.wholePixels.intersection(surface.pixelBounds).area
          work.add(surface.pixelBounds, unclipped: Double(whole), links: lengths.length(of: surface.clip))
        case .particles(let run):
          let links = lengths.length(of: run.clip)
          for particle in particles[Int(run.particles.lowerBound)..<Int(run.particles.upperBound)] {
            let (size, inverse) = (2 * SIMD2<Double>(particle.reach), SIMD4<Double>(particle.inverse))
            let pixels = 1 / abs(inverse.x * inverse.w - inverse.y * inverse.z)
            work.add(size, pixels: min(pixels, Double(run.pixelBounds.area)), unclipped: 0, links: links)
          }
        }
      }
    }
  }
}

extension PassWork {
  /// Adds an operation that touches the pixels of a rectangle.
  fileprivate mutating func add(_ bounds: PixelRect, unclipped: Double = 0, links: Int) {
    let size = SIMD2(Double(max(0, bounds.width)), Double(max(0, bounds.height)))
    add(size, pixels: size.x * size.y, unclipped: unclipped, links: links)
  }
}

extension UnsafeBufferPointer<SIMD2<Float>> {
  /// The area of a convex polygon.
  fileprivate var area: Double {
    guard var previous = last else { return 0 }
    var sum = 0.0
    for vertex in self {
      sum += Double(previous.x) * Double(vertex.y) - Double(previous.y) * Double(vertex.x)
      previous = vertex
    }
    return abs(sum) / 2
  }
}
