// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry

/// The functions of `CAValueFunction`, by Apple's names.
enum ValueFunction: String, Sendable, CaseIterable {
  case rotateX, rotateY, rotateZ, scale, scaleX, scaleY, scaleZ, translate, translateX, translateY, translateZ

  /// Whether the function takes three numbers.
  var takesThree: Bool { self == .scale || self == .translate }

  /// The numbers that give the identity.
  var neutral: SIMD4<Double> {
    switch self {
    case .scale: SIMD4(1, 1, 1, 0)
    case .scaleX, .scaleY, .scaleZ: SIMD4(1, 0, 0, 0)
    default: .zero
    }
  }

  /// Returns a caller's value as numbers; a single number is used for all three.
  func numbers(_ value: Any?) -> SIMD4<Double>? {
    if let number = LayerValue(value, as: .number(.double)).flatMap({ Double($0) }) {
      return takesThree ? SIMD4(number, number, number, 0) : SIMD4(number, 0, 0, 0)
    }
    guard case .numbers(let numbers) = LayerValue(value, as: .numbers), let first = numbers.first else { return nil }
    if !takesThree { return SIMD4(first, 0, 0, 0) }
    return numbers.count >= 3 ? SIMD4(numbers[0], numbers[1], numbers[2], 0) : nil
  }

  /// The transform of the numbers.
  func transform(_ numbers: SIMD4<Double>) -> CATransform3D {
    let first = numbers.x
    return switch self {
    case .rotateX: CATransform3DMakeRotation(first, 1, 0, 0)
    case .rotateY: CATransform3DMakeRotation(first, 0, 1, 0)
    case .rotateZ: CATransform3DMakeRotation(first, 0, 0, 1)
    case .scale: CATransform3DMakeScale(numbers.x, numbers.y, numbers.z)
    case .scaleX: CATransform3DMakeScale(first, 1, 1)
    case .scaleY: CATransform3DMakeScale(1, first, 1)
    case .scaleZ: CATransform3DMakeScale(1, 1, first)
    case .translate: CATransform3DMakeTranslation(numbers.x, numbers.y, numbers.z)
    case .translateX: CATransform3DMakeTranslation(first, 0, 0)
    case .translateY: CATransform3DMakeTranslation(0, first, 0)
    case .translateZ: CATransform3DMakeTranslation(0, 0, first)
    }
  }
}
