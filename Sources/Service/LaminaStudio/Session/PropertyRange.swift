// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers

/// The values that the page accepts: finite ones, in the range in which the property has a meaning.
///
/// Documents may hold other values, which are drawn as always; only values that are typed in are refused.
enum PropertyRange {
  /// The maximum distance of coordinates and lengths from 0.
  static let furthest = 1e9

  private static let notNegative: Set = [
    "cornerRadius", "borderWidth", "shadowRadius", "lineWidth", "miterLimit", "fontSize", "birthRate", "lifetime",
    "instanceCount", "duration", "repeatCount", "repeatDuration", "emitterSize", "emitterDepth", "levelsOfDetail",
    "levelsOfDetailBias", "inputRadius", "tileSize",
  ]
  private static let aboveNone: Set = ["contentsScale", "rasterizationScale"]
  private static let share: Set = ["opacity", "shadowOpacity", "strokeStart", "strokeEnd"]
  private static let mayBeInfinite: Set = ["duration", "repeatCount", "repeatDuration"]

  /// The reason why a value is refused for a property, as the end of a sentence that begins with the value; `nil` if it
  /// is accepted.
  static func problem(with value: LayerValue, of name: String) -> String? {
    let numbers = numbers(of: value)
    for number in numbers {
      if number.isInfinite, number > 0, mayBeInfinite.contains(name) { continue }
      guard number.isFinite else { return "is not finite; it takes finite numbers" }
      guard abs(number) <= furthest else { return "is too large; it takes numbers from -1000000000 to 1000000000" }
      if share.contains(name), !(0...1).contains(number) { return "is out of range; it is from 0 to 1" }
      if notNegative.contains(name), number < 0 { return "is negative; it is 0 or more" }
      if aboveNone.contains(name), number <= 0 { return "is out of range; it is above 0" }
    }
    return nil
  }

  private static func numbers(of value: LayerValue) -> [Double] {
    switch value {
    case .number(let number): return [number]
    case .point(let point): return [Double(point.x), Double(point.y)]
    case .size(let size): return [Double(size.width), Double(size.height)]
    case .rect(let rect):
      return [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height].map { Double($0) }
    case .transform(let transform):
      return [transform.row1, transform.row2, transform.row3, transform.row4].flatMap { row in (0..<4).map { row[$0] } }
    case .numbers(let numbers): return numbers
    case .path(let path):
      let box = path.boundingBox
      return path.isEmpty ? [] : [box.minX, box.minY, box.maxX, box.maxY].map { Double($0) }
    case .none, .bool, .color, .image, .string, .colors, .object: return []
    }
  }
}
#endif
