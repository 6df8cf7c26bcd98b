// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry
package import LaminaGraphics

// The interpolation between two values of a property (TIME-7, TIME-9), prepared once for a pair and read at any
// progress.
//
// Numbers, points, sizes and rectangles are mixed component by component. So are colours, on straight sRGB-encoded
// components, as in gradients (GRAD-1): white to clear black passes through a half clear grey. A missing colour counts
// as the other one, made clear. Arrays and paths are mixed element by element where both have the same structure; a
// line is mixed with a curve as the curve whose control points lie at its ends. Values that cannot be mixed hold the
// first value up to half way, and booleans are true as long as either end is true.

/// A fade from one picture to another.
///
/// - Conformance: TIME-9
package struct ContentsFade: Sendable {
  /// The picture that disappears; `nil` for none.
  package var old: CGImage?
  /// The picture that appears; `nil` for none.
  package var new: CGImage?
  /// The share of the new picture; 0...1, without the ends.
  package var progress: Double
}

/// Two values and the interpolation between them.
enum ValueMix {
  case numbers([Double], [Double], LayerValue.Form)
  case transform(TransformMix)
  case bool(Bool, Bool)
  case fade(CGImage?, CGImage?)
  /// Values that cannot be mixed. `isMismatch` says whether values of the same kind with the same structure could be.
  case jump(LayerValue, LayerValue, isMismatch: Bool)

  /// Prepares a pair.
  ///
  /// - Parameter type: The type of the property: sets of bits are not mixed although they are numbers.
  init(_ from: LayerValue, _ to: LayerValue, of type: LayerValueType) {
    if case .number(.bits, _) = type {
      self = .jump(from, to, isMismatch: false)
      return
    }
    switch (from, to) {
    case (.transform(let from), .transform(let to)): self = .transform(TransformMix(from: from, to: to))
    case (.bool(let from), .bool(let to)): self = .bool(from, to)
    case (.image(let from), .image(let to)): self = .fade(from, to)
    case (.image(let from), .none): self = .fade(from, nil)
    case (.none, .image(let to)): self = .fade(nil, to)
    case (.color(let color), .none): self = .numbers(color.components, color.cleared.components, .color)
    case (.none, .color(let color)): self = .numbers(color.cleared.components, color.components, .color)
    case (.path(let one), .path(let two)):
      guard let paths = PathElements.matched(one.elements, two.elements) else {
        self = .jump(from, to, isMismatch: true)
        return
      }
      self = .numbers(paths.one.numbers, paths.two.numbers, .path(paths.two.types))
    default:
      guard let one = from.flattened, let two = to.flattened else {
        self = .jump(from, to, isMismatch: false)
        return
      }
      if one.form == two.form, one.numbers.count == two.numbers.count {
        self = .numbers(one.numbers, two.numbers, two.form)
      } else {
        self = .jump(from, to, isMismatch: true)
      }
    }
  }

  /// Returns the value at a progress; for pictures that fade, the new one.
  func value(at progress: Double) -> LayerValue {
    switch self {
    case .numbers(let from, let to, let form):
      if progress == 0 { return LayerValue(flattened: from, form) }
      if progress == 1 { return LayerValue(flattened: to, form) }
      var mixed = to
      for index in mixed.indices { mixed[index] = from[index] + (to[index] - from[index]) * progress }
      return LayerValue(flattened: mixed, form)
    case .transform(let mix): return .transform(mix(progress))
    case .bool(let from, let to):
      if from == to { return .bool(to) }
      return .bool(to ? progress > 0 : progress < 1)
    case .fade(let from, let to):
      let shown = progress <= 0 ? from : to
      return shown.map(LayerValue.image) ?? .none
    case .jump(let from, let to, _): return progress < 0.5 ? from : to
    }
  }

  /// Returns the fade of pictures at a progress; `nil` where only one of them shows.
  func fade(at progress: Double) -> ContentsFade? {
    guard case .fade(let from, let to) = self, from !== to, progress > 0, progress < 1 else { return nil }
    return ContentsFade(old: from, new: to, progress: progress)
  }

  /// Whether the two values are of one kind but differ in structure, which is worth a report.
  var isMismatch: Bool {
    if case .jump(_, _, let isMismatch) = self { isMismatch } else { false }
  }
}

extension CGColor {
  fileprivate var components: [Double] { (0..<4).map { Double(straight[$0]) } }
  fileprivate var cleared: CGColor { CGColor(straight: straight.replacing(with: 0, where: [0, 0, 0, 1] .> 0.5)) }
}

extension LayerValue {
  /// The type of a value that is given as a list of numbers.
  enum Form: Equatable, Sendable {
    case number, point, size, rect, color, numbers, colors
    case path([CGPathElementType])
  }

  /// The transform, where the value is one.
  var transform: CATransform3D? { if case .transform(let transform) = self { transform } else { nil } }

  /// The value as a list of numbers; `nil` for values that are not made of numbers.
  var flattened: (numbers: [Double], form: Form)? {
    switch self {
    case .number(let number): ([number], .number)
    case .point(let point): ([Double(point.x), Double(point.y)], .point)
    case .size(let size): ([Double(size.width), Double(size.height)], .size)
    case .rect(let rect):
      ([rect.origin.x, rect.origin.y, rect.size.width, rect.size.height].map { Double($0) }, .rect)
    case .color(let color): (color.components, .color)
    case .numbers(let numbers): (numbers, .numbers)
    case .colors(let colors): (colors.flatMap(\.components), .colors)
    case .path(let path): (path.elements.numbers, .path(path.elements.types))
    case .none, .bool, .transform, .image, .string, .object: nil
    }
  }

  /// Makes a value from a list of numbers that ``flattened`` made.
  init(flattened numbers: [Double], _ form: Form) {
    func color(_ at: Int) -> CGColor {
      CGColor(straight: SIMD4(numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3]).singles)
    }
    switch form {
    case .number: self = .number(numbers[0])
    case .point: self = .point(CGPoint(x: numbers[0], y: numbers[1]))
    case .size: self = .size(CGSize(width: numbers[0], height: numbers[1]))
    case .rect: self = .rect(CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
    case .color: self = .color(color(0))
    case .numbers: self = .numbers(numbers)
    case .colors: self = .colors(stride(from: 0, to: numbers.count, by: 4).map(color))
    case .path(let types):
      let points = stride(from: 0, to: numbers.count, by: 2).map { CGPoint(x: numbers[$0], y: numbers[$0 + 1]) }
      self = .path(CGPath(elements: PathElements(types: types, points: points)))
    }
  }

  /// Returns the value in the form that the property takes: integers rounded, and bits kept in their range.
  func fitted(to type: LayerValueType) -> LayerValue {
    guard case .number(let number) = self, case .number(let kind, _) = type else { return self }
    switch kind {
    case .integer: return .number(min(max(number.rounded(), -9e15), 9e15))
    case .bits: return .number(min(max(number.rounded(), 0), Double(UInt32.max)))
    case .double, .float: return self
    }
  }

  /// Returns the sum, as additive animations form it; `nil` for values that cannot be added.
  func adding(_ other: LayerValue) -> LayerValue? {
    if case .transform(let one) = self, case .transform(let two) = other {
      return .transform(CATransform3DConcat(two, one))
    }
    guard let one = flattened, let two = other.flattened, one.form == two.form,
      one.numbers.count == two.numbers.count
    else { return nil }
    return LayerValue(flattened: zip(one.numbers, two.numbers).map { $0 + $1 }, one.form)
  }

  /// Returns the value multiplied by a factor; `nil` for values that cannot be multiplied.
  func times(_ factor: Double) -> LayerValue? {
    if case .transform(let transform) = self { return .transform(transform.power(factor)) }
    guard let one = flattened else { return nil }
    return LayerValue(flattened: one.numbers.map { $0 * factor }, one.form)
  }
}

extension PathElements {
  /// The coordinates of all points in order.
  fileprivate var numbers: [Double] { points.flatMap { [Double($0.x), Double($0.y)] } }
}

extension SIMD4<Double> {
  /// As single-precision numbers.
  @inline(__always) var singles: SIMD4<Float> { SIMD4<Float>(self) }
}
