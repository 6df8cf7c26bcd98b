// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

// Smooth curves through values: Kochanek and Bartels's splines (TIME-5). The tangents on both sides of every value are
// computed from its neighbours, its tension, its continuity and its bias; with all three 0 the curve is Catmull and
// Rom's. The first and the last value have one neighbour, whose difference is used for both sides.

/// Values with their tangents, as rows of numbers.
struct CubicValues {
  /// The values, row by row.
  private let values: [[Double]]
  /// The tangents of each value: towards the next value, and from the one before.
  private let leaving: [[Double]]
  private let arriving: [[Double]]

  init(_ values: [[Double]], _ animation: CAKeyframeAnimation) {
    self.values = values
    func parameter(_ list: [NSNumber]?, _ index: Int) -> Double {
      guard let list, list.indices.contains(index), list[index].doubleValue.isFinite else { return 0 }
      return list[index].doubleValue
    }
    var leaving: [[Double]] = []
    var arriving: [[Double]] = []
    for index in values.indices {
      let tension = parameter(animation.tensionValues, index)
      let continuity = parameter(animation.continuityValues, index)
      let bias = parameter(animation.biasValues, index)
      let before = values[max(index - 1, 0)]
      let here = values[index]
      let after = values[min(index + 1, values.count - 1)]
      var (out, into) = (here, here)
      for column in here.indices {
        var back = here[column] - before[column]
        var ahead = after[column] - here[column]
        if index == 0 { back = ahead }
        if index == values.count - 1 { ahead = back }
        let (tight, fore, aft) = ((1 - tension) / 2, 1 + bias, 1 - bias)
        out[column] = tight * (fore * (1 + continuity) * back + aft * (1 - continuity) * ahead)
        into[column] = tight * (fore * (1 - continuity) * back + aft * (1 + continuity) * ahead)
      }
      leaving.append(out)
      arriving.append(into)
    }
    self.leaving = leaving
    self.arriving = arriving
  }

  /// Returns the value between one row and the next.
  func value(_ index: Int, _ fraction: Double) -> [Double] {
    guard index + 1 < values.count, fraction != 0 else { return values[min(index, values.count - 1)] }
    let t = fraction
    let (t2, t3) = (t * t, t * t * t)
    let (a, b, c, d) = (2 * t3 - 3 * t2 + 1, 3 * t2 - 2 * t3, t3 - 2 * t2 + t, t3 - t2)
    var result = values[index]
    for column in result.indices {
      result[column] =
        a * values[index][column] + b * values[index + 1][column] + c * leaving[index][column]
        + d * arriving[index + 1][column]
    }
    return result
  }

  /// The approximate length of each piece of the curve.
  var lengths: [Double] {
    (0..<max(values.count - 1, 0)).map { index in
      let steps = 32
      var length = 0.0
      var last = values[index]
      for step in 1...steps {
        let next = step == steps ? values[index + 1] : value(index, Double(step) / Double(steps))
        length += Self.distance(last, next)
        last = next
      }
      return length
    }
  }

  /// Returns the distance between two rows.
  static func distance(_ one: [Double], _ other: [Double]) -> Double {
    zip(one, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
  }
}
