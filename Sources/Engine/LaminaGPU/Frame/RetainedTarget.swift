// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan

/// A frame's canvas in the device's memory with the plan it was drawn from, so that the next frame can begin with it.
struct RetainedTarget {
  let plan: RenderPlan
  let strategy: RenderStrategy
  /// The passes that were drawn in tiles.
  let computed: ComputedPasses
  /// The canvas as it was accumulated: in floats if its plan has a canvas of floats.
  let canvas: RenderTarget
  /// The canvas in 8 bits; the same target if it was accumulated in 8 bits.
  let bytes: RenderTarget
  /// The canvas as planes, if these were requested.
  let packed: PackedCanvas?
  /// The picture that was read back, if any.
  var image: CGImage?
  /// The number of the frame among the frames that are read back while others are drawn; `nil` for a frame that is not
  /// among them.
  var number: Int?

  /// The pixels of another plan's canvas that may differ; `nil` if the canvas has to be drawn completely.
  func damage(of plan: RenderPlan, strategy: RenderStrategy, computed: ComputedPasses) -> PixelRegion? {
    strategy == self.strategy && computed == self.computed ? plan.damage(since: self.plan) : nil
  }

  /// The pixels of the next frame that may differ from this frame's, if both come back in the same form.
  ///
  /// - Parameters:
  ///   - packing: How the next frame is packed into planes; `nil` for RGBA.
  ///   - changed: The pixels of its canvas that may differ, counted from its top left corner; `nil` if all may differ.
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
  /// The target of the packed planes; `nil` if each frame stores its planes where they are read.
  let target: RenderTarget?
}

/// The packing of a canvas into planes.
struct PlanePacking {
  let planes: PackedPlanes
  /// The planes of the frame before, over which these are drawn; `nil` if that frame has none in the same layout, or
  /// they are in no target.
  let before: RenderTarget?
  /// The pixels of the target that differ from that frame; `nil` for all.
  let parts: PixelRegion?

  /// - Parameters:
  ///   - before: The packed canvas of the frame before.
  ///   - changed: The pixels of the canvas that may differ from that frame's, counted from its top left corner; `nil`
  ///     where all may.
  init(_ planes: PackedPlanes, over before: PackedCanvas?, changed: PixelRegion?) {
    let known = before?.planes == planes ? before : nil
    self.planes = planes
    self.before = known?.target
    parts = known == nil ? nil : changed.flatMap { planes.parts(touchedBy: $0.scissored).part(of: planes.targetSize) }
  }
}

/// The pixels of a frame that may differ from an earlier one.
struct FrameDifference {
  /// The number of the earlier frame among the frames that come back.
  let number: Int
  /// The pixels of the target that are read.
  let parts: PixelRegion
}

/// A frame's canvas in 8 bits, drawn and ready to be read.
struct DrawnCanvas {
  /// The target to be read: the canvas, or the planes it was packed into.
  let target: RenderTarget
  /// Stores the planes into the buffer where they are read; `nil` if the target is read.
  let store: ((PixelBuffer) throws(GPUError) -> Void)?
  /// The picture before, into which only the differing pixels are read; without it, all pixels are read.
  let before: PictureBefore?
  /// The difference from the frame before, if that frame comes back in the same form.
  let difference: FrameDifference?
  let statistics: RenderStatistics
}

/// The picture of the frame before, which becomes the next picture: in the same memory if it has no other owner.
final class PictureBefore {
  private var image: CGImage?
  /// The pixels of the frame that differ from the picture before, counted from its top left corner.
  private let damage: PixelRegion

  init?(_ image: consuming CGImage?, damage: PixelRegion?) {
    guard image != nil, let damage else { return nil }
    self.image = image
    self.damage = damage
  }

  /// The picture with its new parts, which may be requested only once.
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
  /// Changed pixels that lie far apart are drawn together with the pixels between them. And where the canvas begins
  /// with all pixels of an earlier pass, a whole canvas continues the target of that pass, but over the frame before,
  /// these pixels are drawn once more.
  func drawsLess(for damage: PixelRegion) -> Bool {
    guard !damage.isEmpty, let canvas = passes.indices.last else { return true }
    let needed = needs(of: damage, drawn: \.scissored)
    let (part, all) = (needed.reduce(0) { $0 + $1.area }, passes.reduce(0) { $0 + $1.region.area })
    let isContinued = canvas > 0 && continued(by: canvas) != nil
    return part + (isContinued ? needed[canvas].area : 0) < all
  }
}

extension [PixelRect] {
  /// The number of pixels of all rectangles together; pixels in several rectangles count repeatedly.
  var pixelCount: Int { reduce(0) { $0 + $1.area } }
}

extension PixelRegion {
  /// The region that is drawn to cover this one: a few rectangles. Each costs all draw calls of the pass again, and
  /// they must not overlap, since blended operations must be drawn once.
  var scissored: PixelRegion {
    rectangles.count <= 3 && area == rectangles.pixelCount ? self : PixelRegion(bounds)
  }

  /// This region; `nil` if its rectangles have together as many pixels as the whole target, which is then better drawn
  /// and read as a whole.
  func part(of size: PixelSize) -> PixelRegion? {
    rectangles.pixelCount < size.area ? self : nil
  }

  /// The rectangles that a pass is drawn in, one after the other, counted from its corner; `nil` stands for the whole
  /// pass.
  ///
  /// - Parameter drawn: The drawn pixels of the pass, as ``scissored`` returns them.
  static func scissors(_ drawn: PixelRegion?, of pass: PixelRect) -> [PixelRect?] {
    guard let drawn else { return [nil] }
    return drawn.rectangles.map { $0.moved(from: pass) }
  }
}
