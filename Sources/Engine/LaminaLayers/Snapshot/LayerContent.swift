// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaGraphics

/// The content that a layer of a special class draws besides the drawing of every layer, as values that any thread may
/// read.
package enum LayerContent: Sendable {
  case gradient(GradientContent)
  case shape(ShapeContent)
  // Indirect: they are large and rare, and a content is as large as its largest case.
  indirect case replicator(ReplicatorContent)
  indirect case emitter(EmitterContent)
  case tiles(TilesContent)
  case text(TextContent)
}
