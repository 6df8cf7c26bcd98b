// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation

/// A layer that keeps the depth of its sublayers instead of flattening them into its own plane.
///
/// The layer draws nothing itself: background, contents, corners, border, masks, shadow and filters are stored and
/// ignored, and `opacity` applies to each sublayer by itself. Its sublayers are placed in the space around it, among
/// its own siblings: they are sorted with these by depth, and cut where they intersect.
///
///     let compass = CATransformLayer()
///     compass.addSublayer(card)
///     compass.addSublayer(needle)
///     needle.zPosition = 30                // floats above the card, and goes behind it when the compass turns over
///     compass.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
///
/// `isDoubleSided` has no effect, since this layer has no sides: each of its sublayers has its own setting.
///
/// - Conformance: D3-6, D3-7
open class CATransformLayer: CALayer {
  /// Makes an empty layer.
  public override init() {
    super.init()
    properties.kind = .transform
    properties.flags.insert(.keepsDepth)
  }

  /// Makes a copy of a layer's own values; see ``CALayer/init(layer:)``.
  public override init(layer: Any) {
    super.init(layer: layer)
    properties.kind = .transform
    properties.flags.insert(.keepsDepth)
  }

  /// Makes a layer from an archive; see ``CALayer/init(coder:)``.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }
}
