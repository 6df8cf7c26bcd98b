// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGraphics
import LaminaLayers

/// Reads animations, which may be groups of animations.
///
/// One walk with an explicit stack, since groups may nest deeper than any call stack. An animation may be referred to
/// by its `id` from several places; a reference only reaches animations that are complete, so that no group holds
/// itself. How many animations stand below one is limited, as references could double them at every step.
///
/// - Conformance: caml.md 1.5
struct AnimationReader {
  /// A complete animation.
  struct Built {
    var animation: CAAnimation
    /// The number of animations, itself included, each as often as it stands there.
    var count: Int
  }

  private struct Frame {
    /// The open animation; `nil` for the list of animations in the group below it on the stack.
    var animation: CAAnimation?
    var element: Int
    var end: Int
    /// The complete animations of a list; of an open group, those of its list.
    var inside: [Built] = []
    /// The sum of their counts.
    var count = 0
  }

  /// Real layers have up to a dozen; adding one looks at all of them.
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
  /// The key of an animation is its `key`, else the name of its element. Of two with one key, the later replaces the
  /// earlier, as it does on a layer.
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

  /// The animation that an element is, or refers to; `nil`, with a report, for what is none.
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

  /// Takes one element, whole or only its start, and returns the next one to look at.
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

  /// Takes everything off the stack that ends before an element, and puts each in its place.
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
