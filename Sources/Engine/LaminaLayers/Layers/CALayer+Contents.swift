// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics

// The names for placing and sampling a layer's picture.

extension CALayer {
  /// Keeps a name that the snapshot's enumerations cannot hold, or forgets the previous one.
  final func keepUnknown<Name>(
    _ name: Name, at path: WritableKeyPath<UnknownNames, Name?>, isKnown: Bool
  ) {
    if isKnown {
      attachments?.copied.unknownNames[keyPath: path] = nil
    } else {
      self[attachment: \.copied.unknownNames, else: UnknownNames()][keyPath: path] = name
    }
  }
}

extension ContentsGravity {
  private static let byName: [CALayerContentsGravity: ContentsGravity] = [
    .center: .center, .top: .top, .bottom: .bottom, .left: .left, .right: .right, .topLeft: .topLeft,
    .topRight: .topRight, .bottomLeft: .bottomLeft, .bottomRight: .bottomRight, .resize: .resize,
    .resizeAspect: .resizeAspect, .resizeAspectFill: .resizeAspectFill,
  ]

  /// Makes the gravity with a name, if it is one of the twelve.
  init?(name: CALayerContentsGravity) {
    guard let gravity = Self.byName[name] else { return nil }
    self = gravity
  }

  /// The gravity's public name.
  var name: CALayerContentsGravity {
    CALayerContentsGravity(rawValue: "\(self)")
  }
}

extension ContentsFilter {
  /// Makes the filter with a name, if it is one of the three.
  init?(name: CALayerContentsFilter) {
    switch name {
    case .nearest: self = .nearest
    case .linear: self = .linear
    case .trilinear: self = .trilinear
    default: return nil
    }
  }

  /// The filter's public name.
  var name: CALayerContentsFilter {
    switch self {
    case .nearest: .nearest
    case .linear: .linear
    case .trilinear: .trilinear
    }
  }
}
