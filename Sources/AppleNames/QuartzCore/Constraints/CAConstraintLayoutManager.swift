// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import LaminaLayers

/// Places sublayers by their `constraints`.
///
///     let page = CALayer()
///     page.layoutManager = CAConstraintLayoutManager()
///     let left = CALayer()
///     left.addConstraint(CAConstraint(attribute: .minX, relativeTo: "superlayer", attribute: .minX))
///     left.addConstraint(
///       CAConstraint(attribute: .width, relativeTo: "superlayer", attribute: .width, scale: 0.5, offset: 0))
///     page.addSublayer(left)
///
/// Two constraints fix a frame along an axis. With one constraint on an edge or the middle the frame keeps its length,
/// with one on the length it keeps its minimum, without any it stays. Of more than two, the first two on different
/// attributes count. A constraint to a layer that does not exist is ignored. In a cycle of constraints, one attribute
/// is taken from the present frame.
///
/// - Complexity: O(*n*) in the number of sublayers and their constraints.
open class CAConstraintLayoutManager: NSObject, CALayoutManager, NSSecureCoding {
  /// Makes a manager. It has no state, so one manager can serve any number of layers.
  public override init() {
    super.init()
  }

  /// Makes a manager; archives contain no values of it.
  public required init?(coder: NSCoder) {
    super.init()
  }

  /// Whether archives may demand that managers are decoded securely: always.
  open class var supportsSecureCoding: Bool { true }

  /// Writes nothing: a manager has no state.
  open func encode(with coder: NSCoder) {}

  /// Sets the frames of the sublayers that have constraints.
  open func layoutSublayers(of layer: CALayer) {
    let sublayers = layer.sublayers ?? []
    guard sublayers.contains(where: { $0.constraints?.isEmpty == false }) else { return }
    var solution = ConstraintSolution(of: sublayers, in: layer.bounds)
    for (index, sublayer) in sublayers.enumerated() where sublayer.constraints?.isEmpty == false {
      let frame = solution.frame(of: index)
      if frame != sublayer.frame { sublayer.frame = frame }
    }
  }
}
