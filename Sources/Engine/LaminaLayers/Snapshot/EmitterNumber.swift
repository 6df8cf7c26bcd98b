// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A number of an emitter cell, by the name of its key; the table of keys reads it from the cell (`LayerKey.cellKeys`).
///
/// - Conformance: EMIT-1
@usableFromInline package enum EmitterNumber: Int, CaseIterable, Sendable {
  case birthRate, lifetime, lifetimeRange, emissionLatitude, emissionLongitude, emissionRange, velocity, velocityRange
  case xAcceleration, yAcceleration, zAcceleration, scale, scaleRange, scaleSpeed, rotation, rotationRange
  case spin, spinRange, contentsFramesPerSecond, beginTime, speed, timeOffset

  /// The numbers of the timing of a cell and of its frames, which every particle shows as they are now.
  package static let timing: [EmitterNumber] = [.contentsFramesPerSecond, .beginTime, .speed, .timeOffset]

  /// Every number with its key.
  static let keys: [(number: EmitterNumber, key: LayerKey)] = allCases.map { number in
    guard let key = LayerKeyTable.cell.key("\(number)") else {
      preconditionFailure("there is no key '\(number)' of emitter cells")
    }
    return (number, key)
  }

  /// Whether the sign of the number has no meaning.
  var isWidth: Bool { self == .lifetimeRange || self == .emissionRange }

  /// The layer's number by which the number of a cell is multiplied, and its number that is added.
  func factor(of layer: CAEmitterLayer) -> (factor: Double, bias: Double) {
    switch self {
    case .birthRate: (Double(layer.birthRate), 0)
    case .lifetime, .lifetimeRange: (Double(layer.lifetime), 0)
    case .velocity, .velocityRange: (Double(layer.velocity), 0)
    case .scale, .scaleRange, .scaleSpeed: (Double(layer.scale), 0)
    case .spin: (Double(layer.spin), Double(layer.spinBias))
    case .spinRange: (Double(layer.spin), 0)
    default: (1, 0)
    }
  }
}

/// The numbers of one emitter cell. The compiler sees into its subscript from other modules, since every particle is
/// made with some twenty of them.
@usableFromInline package struct EmitterNumbers: Sendable {
  @usableFromInline var values: InlineArray<22, Double>

  /// Makes numbers that are all 0.
  init() { values = InlineArray(repeating: 0) }

  @inlinable package subscript(number: EmitterNumber) -> Double {
    get { values[number.rawValue] }
    set { values[number.rawValue] = newValue }
  }
}
