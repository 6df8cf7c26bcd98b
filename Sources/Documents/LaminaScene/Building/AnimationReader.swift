// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics
import LaminaLayers

/// Reads animations, which may be groups of animations.
///
/// One walk with an explicit stack, since groups may be nested more deeply than any call stack. Several references may
/// name an animation by its `id`; a reference finds only complete animations, so that no group contains itself. The
/// number of animations inside one is limited, as references could double it at every level.
///
/// - Conformance: caml.md 1.5
struct AnimationReader {
  /// A complete animation.
  struct Built {
    var animation: CAAnimation
    /// The number of animations, itself included, each as often as it occurs.
    var count: Int
  }

  private struct Frame {
    /// The open animation; `nil` for the list of animations in the group below it on the stack.
    var animation: CAAnimation?
    var element: Int
    var end: Int
    /// The complete animations of a list; for an open group, the animations of its list.
    var inside: [Built] = []
    /// The sum of their counts.
    var count = 0
  }

  /// The maximum number of a layer's animations, and of nested ones. Real layers have up to a dozen; adding an
  /// animation visits all present ones.
  private static let layerLimit = 10_000
  private static let countLimit = 100_000

  private let source: ValueSource
  private let properties: AnimationProperties
  private var stack: [Frame] = []
  private var result: Built?

  private var table: ElementTable { source.table }

  private init(source: ValueSource, layer: CALayer) {
    self.source = source
    properties = AnimationProperties(source: source, layer: layer)
  }

  /// Reads `<animations>` of a layer and adds them to it.
  ///
  /// The key of an animation is its `key`, else the name of its element. Of two animations with one key, the later
  /// replaces the earlier, as on a layer.
  static func read(_ list: Int, into layer: CALayer, from source: ValueSource) {
    var count = 0
    var keys: Set<String> = []
    for element in source.table.children(of: list) {
      count += 1
      guard count <= layerLimit else {
        source.log.report(.warning, "animation-limit", about: "", at: source.table.offset(of: element)) {
          "a layer has more than \(layerLimit) animations; those beyond are skipped"
        }
        return
      }
      guard let animation = animation(element, of: layer, from: source) else { continue }
      let key = source.text(of: .key, in: element) ?? source.table.name(of: element)
      if !keys.insert(key).inserted {
        source.log.report(.warning, "duplicate-animation", about: key, at: source.table.offset(of: element)) {
          "a layer has several animations with the key '\(shortened(key))'; the last one counts"
        }
      }
      layer.add(animation, forKey: key)
    }
  }

  /// Returns the animation of an element, or the one to which it refers; `nil`, with a report, for other elements.
  static func animation(_ element: Int, of layer: CALayer, from source: ValueSource) -> CAAnimation? {
    var reader = AnimationReader(source: source, layer: layer)
    reader.walk(element)
    return reader.result?.animation
  }

  private mutating func walk(_ root: Int) {
    var element = takeAnimation(root)
    var steps = 0
    while element < table.end(of: root) {
      steps += 1
      if steps % ReadingTime.stride == 0, ReadingTime.isOver { break }
      close(upTo: element)
      element = take(element)
    }
    close(upTo: table.end(of: root))
  }

  /// Reads one element, whole or only its start, and returns the next one to read.
  private mutating func take(_ element: Int) -> Int {
    let end = table.end(of: element)
    guard let animation = stack.last?.animation else { return takeAnimation(element) }
    if table.nameNumber(of: element) == ReservedName.animations.rawValue, animation is CAAnimationGroup {
      stack.append(Frame(animation: nil, element: element, end: end))
      return element + 1
    }
    properties.apply(.element(element), named: table.name(of: element), to: animation)
    return end
  }

  private mutating func takeAnimation(_ element: Int) -> Int {
    let end = table.end(of: element)
    if let reference = source.text(of: .object, in: element) {
      if let known = source.element(withID: reference).flatMap({ source.animations[$0] }) {
        add(known, at: element)
      } else {
        source.log.report(.warning, "bad-reference", about: reference, at: table.offset(of: element)) {
          "the animation '\(shortened(reference))' is not complete before this reference, which is ignored"
        }
      }
      return end
    }
    let name = source.text(of: .type, in: element) ?? table.name(of: element)
    guard let animation = AnimationProperties.make(name) else {
      source.log.report(.warning, "skipped-animation", about: name, at: table.offset(of: element)) {
        "\(shortened(name)) is no animation that is read; it is skipped"
      }
      return end
    }
    properties.applyAttributes(of: element, to: animation)
    stack.append(Frame(animation: animation, element: element, end: end))
    return element + 1
  }

  private mutating func add(_ built: Built, at element: Int) {
    guard !stack.isEmpty else {
      result = built
      return
    }
    let count = built.count + stack[stack.count - 1].count
    guard count <= Self.countLimit else {
      return source.log.report(.warning, "animation-limit", about: "", at: table.offset(of: element)) {
        "a group holds more than \(Self.countLimit) animations; those beyond are skipped"
      }
    }
    stack[stack.count - 1].inside.append(built)
    stack[stack.count - 1].count = count
  }

  /// Takes all animations off the stack that end before an element, and adds each to its group or to the result.
  private mutating func close(upTo element: Int) {
    while let frame = stack.last, frame.end <= element {
      stack.removeLast()
      guard let animation = frame.animation else {
        stack[stack.count - 1].inside += frame.inside
        stack[stack.count - 1].count += frame.count
        continue
      }
      if let group = animation as? CAAnimationGroup { group.animations = frame.inside.map(\.animation) }
      let built = Built(animation: animation, count: 1 + frame.count)
      if table.attribute(ReservedName.id.rawValue, of: frame.element) != nil {
        source.animations[frame.element] = built
      }
      add(built, at: frame.element)
    }
  }
}
