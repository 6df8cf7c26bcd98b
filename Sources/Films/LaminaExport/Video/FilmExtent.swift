// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
package import Lamina
package import LaminaGeometry
package import LaminaPlan
import LaminaPlanner
import LaminaSystem
import Synchronization

/// Where a tree draws in each segment of a film over videos: pixels outside stay in the video's own planes.
///
/// The thread that exports finds it out by planning the frames of a segment before the first of them goes into the
/// farm; encoders and the writer ask for it afterwards.
final class FilmExtent: Sendable {
  private let found = Locked<[Int: PixelRect]>([:])
  private let film: Range<Int>
  private let canvas: PixelSize
  /// Where rectangles end; `nil` where they may go beyond the canvas.
  private let end: PixelSize?
  private let length: Int

  /// - Parameters:
  ///   - film: The frames of the film.
  ///   - canvas: How large frames are.
  ///   - end: How large the film is encoded, where rectangles may not go beyond that.
  ///   - length: How many frames a segment has.
  init(film: Range<Int>, canvas: PixelSize, end: PixelSize?, length: Int) {
    (self.film, self.canvas, self.end, self.length) = (film, canvas, end, length)
  }

  /// The rectangle for all of the canvas.
  private var all: PixelRect { aligned(PixelRect(size: canvas)) }

  /// Where the tree draws in a segment; everywhere, where nobody has found it out.
  func rectangle(of segment: FilmSegment) -> PixelRect { found.withLock { $0[segment.index] } ?? all }

  /// Whether a frame is the first of a segment that nobody has looked at.
  func isUnknown(_ frame: Int) -> Bool {
    let index = FilmSegment(of: frame, in: film, length: length).index
    return found.withLock { $0[index] == nil }
  }

  /// How many frames are asked for at once, at most.
  static let batch = 64

  /// Finds out where the tree draws in the segment of a frame.
  ///
  /// - Parameter extent: Asked for frames in a row; it may answer for all of them, or for the first ones.
  /// - Returns: Whether something in it blends with what is behind it.
  func find(around frame: Int, _ extent: (Range<Int>) throws(ExportError) -> FrameExtent) throws(ExportError) -> Bool {
    let segment = FilmSegment(of: frame, in: film, length: length)
    var (bounds, blends, number) = (PixelRect.empty, false, segment.range.lowerBound)
    while number < segment.range.upperBound, bounds.area < canvas.area {
      let own = try extent(number..<min(number + Self.batch, segment.range.upperBound))
      blends = blends || own.blends
      bounds = bounds.union(own.pixels)
      if own.isLasting { break }
      number += max(1, own.count)
    }
    bounds = bounds.intersection(PixelRect(size: canvas))
    let rectangle = bounds.isEmpty ? .empty : aligned(bounds)
    found.withLock { $0[segment.index] = rectangle }
    return blends
  }

  /// The rectangle that is laid over the video for pixels that are touched.
  ///
  /// Chroma has half of the columns and rows: a rectangle begins and ends between its samples. Behind the last that are
  /// touched comes one more, as a touched column belongs to the sample to its right as well, and `overlay` weighs the
  /// last samples of what it lays down otherwise than all others: so they are clear, or lie beyond the video.
  private func aligned(_ touched: PixelRect) -> PixelRect {
    let rectangle = PixelRect(
      minX: touched.minX & ~1, minY: touched.minY & ~1, maxX: ((touched.maxX + 1) & ~1) + 2,
      maxY: ((touched.maxY + 1) & ~1) + 2)
    return end.map { rectangle.intersection(PixelRect(size: $0)) } ?? rectangle
  }
}

extension RenderPlan {
  /// Whether what is drawn first covers all of the canvas with one opaque colour.
  package var hasGround: Bool { passes.last.map { ground(of: $0) != nil } ?? false }
}

/// Where frames draw over a clear canvas.
package struct FrameExtent: Sendable, Codable {
  /// The pixels that they may touch.
  package var pixels = PixelRect.empty
  /// Whether something in them blends with what is behind it otherwise than by lying over it.
  package var blends = false
  /// Of how many frames this is told.
  package var count = 0
  /// Whether all frames draw where the first does, as nothing in the tree moves.
  package var isLasting = false

  /// Of no frame.
  package init() {}

  /// Of all frames, which look as one.
  init(of plan: RenderPlan) {
    add(plan)
    isLasting = true
  }

  /// Of frames that may draw anywhere.
  static func anything(count: Int) -> FrameExtent {
    var extent = FrameExtent()
    extent.pixels = PixelRect(minX: 0, minY: 0, maxX: 1 << 24, maxY: 1 << 24)
    extent.count = count
    return extent
  }

  /// Adds what is to be drawn of a frame.
  package mutating func add(_ plan: RenderPlan) {
    count += 1
    guard let canvasPass = plan.passes.last else { return }
    switch canvasPass.content {
    case .filters: pixels = pixels.union(canvasPass.region)
    case .draws(let draws):
      for draw in draws {
        pixels = pixels.union(draw.pixelBounds.intersection(canvasPass.region))
        if let composite = draw.composite, composite.blend != .normal { blends = true }
      }
    }
  }
}

extension FrameSource {
  /// Where frames draw over a clear canvas: the first of them, where the tree stands still.
  ///
  /// - Parameter known: The plan of a frame that is not drawn yet; `nil` for a frame that was not planned. A plan that
  ///   leaves something out, such as a picture that cannot be decoded, is not used: other processes may look at the
  ///   frame without decoding it, and must find the same.
  package func extent(
    of moments: [FrameMoment], options: RenderOptions, known: (FrameMoment) -> RenderPlan? = { _ in nil }
  ) throws(ExportError) -> FrameExtent {
    var extent = FrameExtent()
    for moment in moments {
      if let plan = known(moment), plan.diagnostics.isEmpty {
        extent.add(plan)
        continue
      }
      prepare?(moment.number, moment.time)
      let snapshot = options.snapshot(of: scene, at: moment.time, isExact: false)
      try converting(to: { ExportError.rendering(frame: moment.number, $0) }) { () throws(RenderError) in
        // Marks on what differs lie in a pass as large as the canvas, wherever they are: the frame before need not be
        // planned.
        extent.add(try ReportedPlan(snapshot, since: nil, options: options).plan)
      }
      guard prepare != nil || !snapshot.standsStill else {
        extent.isLasting = true
        break
      }
    }
    return extent
  }
}
