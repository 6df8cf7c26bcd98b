// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry
internal import LaminaLayers

/// Finds the frames of sublayers that satisfy their constraints.
///
/// The unknowns are eight numbers per sublayer, one for each attribute. Each depends on others: a constrained attribute
/// on its source, any other one on the constrained attributes of the axis. They are found depth first, with an explicit
/// stack, since constraints may form chains as long as there are sublayers.
struct ConstraintSolution {
  /// One attribute of one sublayer.
  private struct Unknown: Hashable {
    var layer: Int
    var attribute: CAConstraintAttribute
  }

  /// The constraints of a sublayer along an axis: at most two, on different attributes.
  private struct Relations {
    var first: CAConstraint?
    var second: CAConstraint?
  }

  private enum State {
    case open
    case known(CGFloat)
  }

  private let bounds: CGRect
  private let frames: [CGRect]
  private let indices: [String: Int]
  private var relations: [Relations] = []
  private var states: [Unknown: State] = [:]

  /// - Parameters:
  ///   - sublayers: The sublayers, with their present frames.
  ///   - bounds: The bounds of their superlayer.
  init(of sublayers: [CALayer], in bounds: CGRect) {
    self.bounds = bounds
    frames = sublayers.map(\.frame)
    indices = Dictionary(
      sublayers.enumerated().compactMap { index, layer in layer.name.map { ($0, index) } },
      uniquingKeysWith: { first, _ in first })
    relations = Array(repeating: Relations(), count: 2 * sublayers.count)
    for (index, layer) in sublayers.enumerated() {
      for constraint in layer.constraints ?? [] { add(constraint, to: index) }
    }
  }

  private mutating func add(_ constraint: CAConstraint, to layer: Int) {
    guard constraint.scale.isFinite, constraint.offset.isFinite,
      constraint.sourceName == "superlayer" || indices[constraint.sourceName] != nil
    else { return }
    let place = 2 * layer + (constraint.attribute.isVertical ? 1 : 0)
    if relations[place].first == nil {
      relations[place].first = constraint
    } else if relations[place].second == nil, relations[place].first?.attribute != constraint.attribute {
      relations[place].second = constraint
    }
  }

  /// The frame of a sublayer.
  mutating func frame(of layer: Int) -> CGRect {
    CGRect(
      x: value(Unknown(layer: layer, attribute: .minX)), y: value(Unknown(layer: layer, attribute: .minY)),
      width: value(Unknown(layer: layer, attribute: .width)), height: value(Unknown(layer: layer, attribute: .height)))
  }

  /// Finds an attribute, after the attributes that it depends on.
  private mutating func value(_ wanted: Unknown) -> CGFloat {
    var pending = [wanted]
    while let next = pending.last {
      if case .known = states[next] {
        pending.removeLast()
        continue
      }
      let isBack = states[next] != nil
      states[next] = .open
      var isWaiting = false
      if !isBack {
        for source in sources(of: next) {
          switch states[source] {
          case .known: break
          // A cycle: this attribute keeps its present value.
          case .open: states[source] = .known(current(source))
          case nil:
            pending.append(source)
            isWaiting = true
          }
        }
      }
      if isWaiting { continue }
      // Otherwise the attribute was found meanwhile, to break a cycle.
      if case .known = states[next] {} else { states[next] = .known(derived(next)) }
      pending.removeLast()
    }
    return known(wanted)
  }

  /// The attributes that an attribute depends on.
  private func sources(of unknown: Unknown) -> [Unknown] {
    let relations = relations[2 * unknown.layer + (unknown.attribute.isVertical ? 1 : 0)]
    let both = [relations.first, relations.second].compactMap(\.self)
    if let own = both.first(where: { $0.attribute == unknown.attribute }) {
      return indices[own.sourceName].map { index in
        own.sourceName == "superlayer" ? [] : [Unknown(layer: index, attribute: own.sourceAttribute)]
      } ?? []
    }
    return both.map { Unknown(layer: unknown.layer, attribute: $0.attribute) }
  }

  private func known(_ unknown: Unknown) -> CGFloat {
    if case .known(let value) = states[unknown] { value } else { current(unknown) }
  }

  private func current(_ unknown: Unknown) -> CGFloat { unknown.attribute.value(in: frames[unknown.layer]) }

  /// The value of an attribute all of whose sources are known.
  private func derived(_ unknown: Unknown) -> CGFloat {
    let relations = relations[2 * unknown.layer + (unknown.attribute.isVertical ? 1 : 0)]
    let both = [relations.first, relations.second].compactMap(\.self)
    if let own = both.first(where: { $0.attribute == unknown.attribute }) {
      let source =
        own.sourceName == "superlayer"
        ? own.sourceAttribute.value(in: bounds)
        : indices[own.sourceName].map { known(Unknown(layer: $0, attribute: own.sourceAttribute)) }
      return own.scale * (source ?? 0) + own.offset
    }
    guard let first = both.first else { return current(unknown) }
    func part(_ constraint: CAConstraint) -> (part: ConstraintPart, value: CGFloat) {
      (constraint.attribute.part, known(Unknown(layer: unknown.layer, attribute: constraint.attribute)))
    }
    let (one, frame) = (part(first), frames[unknown.layer])
    let isVertical = unknown.attribute.isVertical
    let start = isVertical ? frame.minY : frame.minX
    let length = isVertical ? frame.height : frame.width
    let two =
      both.count > 1
      ? part(both[1]) : one.part == .length ? (ConstraintPart.start, start) : (ConstraintPart.length, length)
    return unknown.attribute.part.value(from: one, and: two)
  }
}

/// The position of an attribute along its axis: the start, middle or end of a frame, or its length.
private enum ConstraintPart {
  case start, middle, end, length

  /// The distance from the start, in lengths; `nil` for the length itself.
  private var fraction: CGFloat? {
    switch self {
    case .start: 0
    case .middle: 0.5
    case .end: 1
    case .length: nil
    }
  }

  /// The value of this part of a frame, from the values of two other parts.
  func value(from one: (part: ConstraintPart, value: CGFloat), and two: (part: ConstraintPart, value: CGFloat))
    -> CGFloat
  {
    let length: CGFloat
    switch (one.part.fraction, two.part.fraction) {
    case (nil, _): length = one.value
    case (_, nil): length = two.value
    case (let a?, let b?): length = a == b ? 0 : (two.value - one.value) / (b - a)
    }
    guard let wanted = fraction else { return length }
    let known = one.part == .length ? two : one
    return known.value + (wanted - (known.part.fraction ?? 0)) * length
  }
}

extension CAConstraintAttribute {
  fileprivate var isVertical: Bool { rawValue >= CAConstraintAttribute.minY.rawValue }

  fileprivate var part: ConstraintPart {
    switch self {
    case .minX, .minY: .start
    case .midX, .midY: .middle
    case .maxX, .maxY: .end
    case .width, .height: .length
    }
  }

  /// The value of the attribute in a rectangle.
  fileprivate func value(in rect: CGRect) -> CGFloat {
    switch self {
    case .minX: rect.minX
    case .midX: rect.midX
    case .maxX: rect.maxX
    case .width: rect.width
    case .minY: rect.minY
    case .midY: rect.midY
    case .maxY: rect.maxY
    case .height: rect.height
    }
  }
}
