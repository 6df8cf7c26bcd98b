// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaSystem

// The inputs of a film that are not in its document: the pixels of its pictures, and the look of its texts in this
// machine's fonts. The whole tree counts, whether it is visible in a frame or not: parts of a film that were made with
// other pictures or fonts must not be joined, and examining every frame would take as long as making the film.

/// A digest of the pictures and texts of a tree.
struct TreeMaterial {
  private var digest = Digest()
  /// The serial numbers of the pictures in the digest. A decoded picture has the number of its encoded one.
  private var seen: Set<Int> = []
  /// The encoded pictures of the document, by their numbers.
  private let encoded: [Int: EncodedPicture]
  private var textCount = 0

  /// The largest number of texts in the digest; more give no further information about the fonts.
  private static let maximumTexts = 2000

  /// - Parameter encoded: The encoded pictures of the document, which plans may show decoded.
  init(_ encoded: [EncodedPicture]) {
    self.encoded = Dictionary(encoded.map { ($0.serial, $0) }) { first, _ in first }
  }

  /// The digest, in hexadecimal.
  var finished: String { digest.finished() }

  /// Adds a picture; repeated pictures are ignored.
  mutating func add(_ image: CGImage) {
    guard seen.insert(image.serial).inserted else { return }
    if let moving = image.moving { return digest.add(moving.identity) }
    digest.add("\(image.width)x\(image.height)")
    // An encoded picture is compared by its file, without decoding. A file that can no longer be read draws nothing.
    if let encoded = image.encoded ?? encoded[image.serial] { return digest.add((try? encoded.fileBytes()) ?? []) }
    digest.add(image.premultipliedRGBA)
  }

  /// Adds a tree with its masks, emitter cells and values of animations.
  mutating func add(treeOf root: CALayer) {
    var pending = [root]
    while let layer = pending.popLast() {
      // Contents that follow animations are skipped, since they depend on the time that was drawn last.
      if !layer.contentsFollowAnimations, let image = layer.properties.contents { add(image) }
      if let emitter = layer as? CAEmitterLayer { add(cellsOf: emitter) }
      let texts = add(animationsOf: layer)
      if let text = layer as? CATextLayer { add([text.string] + texts, of: text) }
      pending += (layer.sublayers ?? []).reversed()
      if let mask = layer.mask { pending.append(mask) }
    }
  }

  private mutating func add(cellsOf emitter: CAEmitterLayer) {
    var pending = emitter.emitterCells ?? []
    var seenCells: Set<ObjectIdentifier> = []
    while let cell = pending.popLast() {
      guard seenCells.insert(ObjectIdentifier(cell)).inserted else { continue }
      if let image = cell.contents as? CGImage { add(image) }
      pending += cell.emitterCells ?? []
    }
  }

  /// - Returns: Texts among the values.
  private mutating func add(animationsOf layer: CALayer) -> [Any?] {
    var texts: [Any?] = []
    var pending = layer.addedAnimations.map(\.animation)
    var count = 0
    while let animation = pending.popLast(), count < 100_000 {
      count += 1
      var values: [Any?] = []
      switch animation {
      case let group as CAAnimationGroup: pending += group.animations ?? []
      case let basic as CABasicAnimation: values = [basic.fromValue, basic.toValue]
      case let keyframes as CAKeyframeAnimation: values = keyframes.values ?? []
      default: break
      }
      for value in values { if let image = value as? CGImage { add(image) } }
      if (animation as? CAPropertyAnimation)?.keyPath == "string" { texts += values }
    }
    return texts
  }

  /// Adds texts of a layer as they are drawn. A plain text is drawn only if it contains a new letter, since others give
  /// no further information about the font: an animated number has as many texts as frames.
  private mutating func add(_ strings: [Any?], of layer: CATextLayer) {
    var letters: Set<Character> = []
    for case let string? in strings {
      if let plain = string as? String {
        digest.add(plain)
        guard !letters.isSuperset(of: plain) else { continue }
        letters.formUnion(plain)
      }
      add(string, of: layer)
    }
  }

  /// Adds the pixels of a text, drawn upright and alone.
  private mutating func add(_ string: Any?, of layer: CATextLayer) {
    guard textCount < Self.maximumTexts else { return }
    textCount += 1
    let specimen = CATextLayer(layer: layer)
    specimen.string = string
    let size = CGSize(
      width: min(max(layer.bounds.width, 1), 4096), height: min(max(layer.bounds.height, 1), 4096))
    let root = CALayer()
    root.bounds = CGRect(origin: .zero, size: size)
    specimen.bounds = root.bounds
    specimen.position = CGPoint(x: size.width / 2, y: size.height / 2)
    specimen.anchorPoint = CGPoint(x: 0.5, y: 0.5)
    specimen.transform = CATransform3DIdentity
    (specimen.isHidden, specimen.opacity, specimen.shadowOpacity) = (false, 1, 0)
    (specimen.filters, specimen.backgroundFilters, specimen.compositingFilter) = (nil, nil, nil)
    root.addSublayer(specimen)
    guard let plan = try? RenderPlan(root) else { return }
    for image in plan.images { add(image) }
  }
}
