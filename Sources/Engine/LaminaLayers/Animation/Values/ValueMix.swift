// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry
package import LaminaGraphics

// What lies between two values of a property (TIME-7, TIME-9), prepared once for a pair and read at any progress.
//
// Numbers, points, sizes and rectangles are mixed component by component. So are colours, on straight sRGB-encoded
// components, as gradients are (GRAD-1): white to clear black passes through a half clear grey. A colour that is not
// there is the other one, clear. Arrays and paths are mixed element by element where both have the same structure; a
// line meets a curve as the curve whose control points lie at its ends. What cannot be mixed holds the first value up
// to half way, and booleans are on as long as either end wants them on.

/// A picture that gives way to another.
///
/// - Conformance: TIME-9
package struct ContentsFade: Sendable {
  /// The picture that goes; `nil` for none.
  package var old: CGImage?
  /// The picture that comes; `nil` for none.
  package var new: CGImage?
  /// How much of the new one shows; 0...1, without the ends.
  package var progress: Double
}

/// Two values and everything between them.
enum ValueMix {
  case numbers([Double], [Double], LayerValue.Form)
  case transform(TransformMix)
  case bool(Bool, Bool)
  case fade(CGImage?, CGImage?)
  /// Cannot be mixed. `isMismatch` says whether values of the same kind with the same structure could be.
  case jump(LayerValue, LayerValue, isMismatch: Bool)

  /// Prepares a pair.
  ///
  /// - Parameter type: What the property holds: sets of bits are not mixed though they are numbers.
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

  /// The value at a progress; of pictures that fade, the one that comes.
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

  /// How pictures are mixed at a progress; `nil` where only one shows.
  func fade(at progress: Double) -> ContentsFade? {
    guard case .fade(let from, let to) = self, from !== to, progress > 0, progress < 1 else { return nil }
    return ContentsFade(old: from, new: to, progress: progress)
  }

  /// Whether the pair is of one kind and has not the same structure, which is worth a word.
  var isMismatch: Bool {
    if case .jump(_, _, let isMismatch) = self { isMismatch } else { false }
  }
}

extension CGColor {
  fileprivate var components: [Double] { (0..<4).map { Double(straight[$0]) } }
  fileprivate var cleared: CGColor { CGColor(straight: straight.replacing(with: 0, where: [0, 0, 0, 1] .> 0.5)) }
}

extension LayerValue {
  /// What a list of numbers stands for.
  enum Form: Equatable, Sendable {
    case number, point, size, rect, color, numbers, colors
    case path([CGPathElementType])
  }

  /// The transform that it is.
  var transform: CATransform3D? { if case .transform(let transform) = self { transform } else { nil } }

  /// The value as a list of numbers; `nil` where it is none.
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

  /// The value of a list of numbers that ``flattened`` made.
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

  /// The value in the form in which the property takes it: whole numbers rounded, and kept in the range of bits.
  func fitted(to type: LayerValueType) -> LayerValue {
    guard case .number(let number) = self, case .number(let kind, _) = type else { return self }
    switch kind {
    case .integer: return .number(min(max(number.rounded(), -9e15), 9e15))
    case .bits: return .number(min(max(number.rounded(), 0), Double(UInt32.max)))
    case .double, .float: return self
    }
  }

  /// The sum, as additive animations make it; `nil` where there is none.
  func adding(_ other: LayerValue) -> LayerValue? {
    if case .transform(let one) = self, case .transform(let two) = other {
      return .transform(CATransform3DConcat(two, one))
    }
    guard let one = flattened, let two = other.flattened, one.form == two.form,
      one.numbers.count == two.numbers.count
    else { return nil }
    return LayerValue(flattened: zip(one.numbers, two.numbers).map { $0 + $1 }, one.form)
  }

  /// The value so many times; `nil` where there is none.
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
