// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan

/// A frame's canvas in the device's memory with what it was drawn from, so that the next frame can begin with it.
struct RetainedTarget {
  let plan: RenderPlan
  let strategy: RenderStrategy
  /// The canvas as it was accumulated: in floats where that is how its plan keeps it.
  let canvas: RenderTarget
  /// The canvas in 8 bits; the same target where it was accumulated in these.
  let bytes: RenderTarget
  /// The canvas as planes, where these were wanted.
  let packed: PackedCanvas?
  /// The picture that was read back, where one was.
  var image: CGImage?
  /// Its number among the frames whose pixels come back while others are drawn; `nil` for one that is not among them.
  var number: Int?

  /// The pixels of another plan's canvas that may differ; `nil` where it is to be drawn from nothing.
  func damage(of plan: RenderPlan, strategy: RenderStrategy) -> PixelRegion? {
    strategy == self.strategy ? plan.damage(since: self.plan) : nil
  }

  /// What of the next frame's pixels may differ from this one's, where both come back in the same form.
  ///
  /// - Parameters:
  ///   - packing: How the next frame is packed into planes; `nil` for RGBA.
  ///   - changed: The pixels of its canvas that may differ, from its top left corner; `nil` where all may.
  ///   - size: The size of its canvas.
  func difference(to packing: PlanePacking?, changed: PixelRegion?, size: PixelSize) -> FrameDifference? {
    guard let number, packed?.planes == packing?.planes else { return nil }
    let parts: PixelRegion?
    if let packing { parts = packing.parts } else { parts = changed?.scissored.part(of: size) }
    return parts.map { FrameDifference(number: number, parts: $0) }
  }
}

/// A canvas as planes.
struct PackedCanvas {
  let planes: PackedPlanes
  let target: RenderTarget
}

/// How a canvas is packed into planes.
struct PlanePacking {
  let planes: PackedPlanes
  /// The planes of the frame before, over which these are drawn; `nil` where it has none in the same layout.
  let before: RenderTarget?
  /// The pixels of the target that are drawn; `nil` for all.
  let parts: PixelRegion?

  /// - Parameters:
  ///   - before: What the frame before was packed into.
  ///   - changed: The pixels of the canvas that may differ from that frame's, from its top left corner; `nil` where all
  ///     may.
  init(_ planes: PackedPlanes, over before: PackedCanvas?, changed: PixelRegion?) {
    let known = before?.planes == planes ? before?.target : nil
    self.planes = planes
    self.before = known
    parts = known == nil ? nil : changed.flatMap { planes.parts(touchedBy: $0.scissored).part(of: planes.targetSize) }
  }
}

/// What of a frame may differ from an earlier one.
struct FrameDifference {
  /// The number of that one among the frames that come back.
  let number: Int
  /// Pixels of the target that is read.
  let parts: PixelRegion
}

/// A frame's canvas in 8 bits, drawn and on its way out.
struct DrawnCanvas {
  /// What is to be read: the canvas, or what it was packed into.
  let target: RenderTarget
  /// The picture before, which only the pixels that differ are read into; without one, all are to be read.
  let before: PictureBefore?
  /// What differs from the frame before, where that one comes back in the same form.
  let difference: FrameDifference?
  let statistics: RenderStatistics
}

/// The picture of the frame before, on its way to become the next one: where nobody else looks at it any more, in the
/// same memory.
final class PictureBefore {
  private var image: CGImage?
  /// The pixels of the frame that are not the same as in it, from its top left corner.
  private let damage: PixelRegion

  init?(_ image: consuming CGImage?, damage: PixelRegion?) {
    guard image != nil, let damage else { return nil }
    self.image = image
    self.damage = damage
  }

  /// The picture with what is new in it, which is asked for once.
  ///
  /// - Parameter read: Reads a part of the frame into its place in a picture of the same size.
  func next(reading read: (PixelRect, UnsafeMutableRawBufferPointer) -> Void) -> CGImage? {
    guard let (width, height, wasOpaque) = image.map({ ($0.width, $0.height, $0.isOpaque) }), !damage.isEmpty else {
      return image
    }
    var pixels = CGImage.takeBytes(of: &image) ?? copy()
    let isOpaque = pixels.withUnsafeMutableBytes { buffer in
      for part in damage.rectangles { read(part, buffer) }
      let written = UnsafeRawBufferPointer(buffer)
      guard wasOpaque else { return CGImage.isOpaque(written) }
      return damage.rectangles.allSatisfy { part in
        (Int(part.minY)..<Int(part.maxY)).allSatisfy { row in
          let start = 4 * (row * width + Int(part.minX))
          return CGImage.isOpaque(UnsafeRawBufferPointer(rebasing: written[start..<(start + 4 * part.width)]))
        }
      }
    }
    return CGImage(width: width, height: height, premultipliedRGBA: pixels, isOpaque: isOpaque)
  }

  private func copy() -> [UInt8] {
    guard let bytes = image?.premultipliedRGBA else { return [] }
    return PixelMemory.array(count: bytes.count) { buffer in
      bytes.withUnsafeBytes { buffer.copyMemory(from: $0) }
    }
  }
}

extension RenderPlan {
  /// Whether it is less work to draw some of the canvas over the frame before than to draw all of it, by the pixels of
  /// passes.
  ///
  /// Pixels that lie far apart are drawn with those between them. And where the canvas begins with all pixels of an
  /// earlier pass, a whole one is drawn into the target of that pass, but over the frame before these pixels are drawn
  /// once more.
  func drawsLess(for damage: PixelRegion) -> Bool {
    guard !damage.isEmpty, let canvas = passes.indices.last else { return true }
    let needed = needs(of: damage, drawn: \.scissored)
    let (part, all) = (needed.reduce(0) { $0 + $1.area }, passes.reduce(0) { $0 + $1.region.area })
    let isContinued = canvas > 0 && continued(by: canvas) != nil
    return part + (isContinued ? needed[canvas].area : 0) < all
  }
}

extension [PixelRect] {
  /// How many pixels they have together; those that lie in several count as often.
  var pixelCount: Int { reduce(0) { $0 + $1.area } }
}

extension PixelRegion {
  /// What is drawn where this is needed: a few rectangles, each of which costs all draw calls of the pass again, and
  /// which lie apart from one another, since what blends must be drawn once.
  var scissored: PixelRegion {
    rectangles.count <= 3 && area == rectangles.pixelCount ? self : PixelRegion(bounds)
  }

  /// Itself; `nil` where its rectangles have together as many pixels as all of a target, which is then better drawn and
  /// read as a whole.
  func part(of size: PixelSize) -> PixelRegion? {
    rectangles.pixelCount < size.area ? self : nil
  }

  /// The rectangles that a pass is drawn in, one after the other, counted from its corner; one that is `nil` is all of
  /// it.
  ///
  /// - Parameter drawn: What is drawn of it, as ``scissored`` has it.
  static func scissors(_ drawn: PixelRegion?, of pass: PixelRect) -> [PixelRect?] {
    guard let drawn else { return [nil] }
    return drawn.rectangles.map { $0.moved(from: pass) }
  }
}
