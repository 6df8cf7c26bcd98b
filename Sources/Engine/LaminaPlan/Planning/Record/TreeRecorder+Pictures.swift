// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaLayers

// Pictures of documents are decoded when a layer is recorded that shows them: it is neither hidden nor out of sight.

extension TreeRecorder {
  /// A picture with its pixels; `nil`, with a diagnostic, where it has none.
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

  /// Puts the decoded picture in the place of the one that the layer shows.
  @inline(never) mutating func decodeContents(of style: inout ResolvedStyle) {
    guard let image = style.image?.takeUnretainedValue() else { return }
    // The table keeps it alive.
    style.image = decoded(image, of: style.node).map { .passUnretained($0) }
    if style.image == nil { style.contents = nil }
  }

  /// Counts what a chunk decoded, and refuses what all chunks together have taken too much.
  mutating func countPictures(of chunk: PlanResources) {
    resources.images.count(chunk.images)
    let (bytes, limit) = (resources.images.decodedBytes, resources.images.decodedLimit)
    guard bytes > limit else { return }
    meter.refuse(
      LimitExceeded(.memory, allowed: Double(limit), needed: Double(bytes), what: "the pictures of one moment"))
  }

  /// The cells of an emitter with the pixels of their pictures.
  mutating func decoded(_ cells: [EmitterCellContent], of node: Int32) -> [EmitterCellContent] {
    guard cells.contains(where: { $0.image?.encoded != nil }) else { return cells }
    return cells.map { cell in
      var result = cell
      result.image = cell.image.flatMap { decoded($0, of: node) }
      return result
    }
  }
}
