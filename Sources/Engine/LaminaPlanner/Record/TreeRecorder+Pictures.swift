// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaSystem

// Decoding of the pictures of documents. A picture is decoded when a layer that shows it is recorded, and so is neither
// hidden nor out of sight.

extension TreeRecorder {
  /// The picture with decoded pixels; `nil`, with a diagnostic, if it cannot be decoded.
  mutating func decoded(_ image: CGImage, of node: Int32) -> CGImage? {
    guard image.encoded != nil else { return image }
    var problems: [Diagnostic] = []
    do throws(EncodedPicture.Problem) {
      let result = try resources.images.decoded(image) { problems = $0 }
      if !problems.isEmpty { diagnostics.add(problems, node: Int(node), in: snapshot) }
      return result
    } catch {
      meter.noteShortage()
      return nil
    }
  }

  /// Replaces the picture that the layer shows by the decoded one.
  @inline(never) mutating func decodeContents(of style: inout ResolvedStyle) {
    guard let image = style.image?.takeUnretainedValue() else { return }
    // The table keeps the picture alive.
    style.image = decoded(image, of: style.node).map { .passUnretained($0) }
    if style.image == nil { style.contents = nil }
  }

  /// Counts the pictures that a chunk decoded, and refuses the plan if all chunks together exceed the limit of memory.
  ///
  /// - Parameter isNew: Whether the pictures were decoded for this plan.
  mutating func countPictures(of chunk: PlanResources, isNew: Bool = true) {
    resources.images.count(chunk.images, isNew: isNew)
    let (bytes, limit) = (resources.images.decodedBytes, resources.images.decodedLimit)
    guard bytes > limit else { return }
    meter.refuse(
      LimitExceeded(.memory, allowed: Double(limit), needed: Double(bytes), what: "the pictures of one moment"))
  }

  /// The cells of an emitter with decoded pictures.
  mutating func decoded(_ cells: [EmitterCellContent], of node: Int32) -> [EmitterCellContent] {
    guard cells.contains(where: { $0.image?.encoded != nil }) else { return cells }
    return cells.map { cell in
      var result = cell
      result.image = cell.image.flatMap { decoded($0, of: node) }
      return result
    }
  }
}
