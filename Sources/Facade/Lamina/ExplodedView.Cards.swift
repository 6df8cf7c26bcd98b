// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
import LaminaLayers

/// The layers of a tree, each with its place in the root's plane and its level above it.
struct ExplodedCards {
  /// One layer.
  struct Card {
    var layer: CALayer
    /// The map from the layer to the root, flips included.
    var rootFromLayer: Homography
    /// Whether the layer's own space is y-up on the canvas.
    var isFlipped: Bool
    /// The index of the card of the nearest superlayer that has a card, or -1.
    var parent: Int
    var name: String
    var level = 0
    /// The box that the layer covers in the root's space: minimum x, y, maximum x, y.
    var box: SIMD4<Double>
    /// Whether the layer draws anything besides its sublayers.
    var draws: Bool
  }

  /// Pixels per point in the pictures of names.
  static let labelScale = 4.0
  /// Layers are cut off beyond this distance around the root, in sides of the root.
  private static let reach = 1.0

  private(set) var cards: [Card] = []
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var levelCount = 1
  /// The root's bounds, or a box of 100 by 100 points where the bounds are unusable.
  let rootBox: CGRect
  private var shown: SIMD4<Double>
  private var labels: [String: CGImage] = [:]

  init(of root: CALayer, hostIsFlipped: Bool, limit: Int) {
    let bounds = root.bounds.standardized
    let side = max(bounds.width, bounds.height)
    let isUsable = side > 0 && side.isFinite && bounds.origin.x.isFinite && bounds.origin.y.isFinite
    rootBox = isUsable ? bounds : CGRect(x: 0, y: 0, width: 100, height: 100)
    let (low, high) = (
      SIMD2(Double(rootBox.minX), Double(rootBox.minY)), SIMD2(Double(rootBox.maxX), Double(rootBox.maxY))
    )
    let margin = (high - low) * Self.reach
    shown = SIMD4(lowHalf: low - margin, highHalf: high + margin)
    collect(root, hostIsFlipped, limit)
    for name in Set(cards.map(\.name)) { labels[name] = Self.makeLabel(name) }
  }

  // MARK: walking

  /// A layer whose sublayers are to be visited, in paint order.
  private struct Open {
    var layer: CALayer
    /// The plane into which the sublayers are flattened, as a map to the root.
    var rootFromPlane: Homography
    /// From the sublayers' superspace to that plane; `nil` where the layer flattens its sublayers itself.
    var planeFromSublayers: CATransform3D?
    var isFlipped: Bool
    var card: Int
    /// The number of sublayers before this one, for the name.
    var index: Int
  }

  private mutating func collect(_ root: CALayer, _ hostIsFlipped: Bool, _ limit: Int) {
    let flipsCanvas = hostIsFlipped
    let middle = 2 * Double(rootBox.midY)
    let host = flipsCanvas ? Homography(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: middle) : .identity
    let own = root.isGeometryFlipped ? LayerProperties.flip(about: rootBox).concatenating(host) : host
    var stack = [
      Open(layer: root, rootFromPlane: own, planeFromSublayers: nil, isFlipped: hostIsFlipped, card: -1, index: 0)
    ]
    var left = 0
    while let next = stack.popLast() {
      guard cards.count < limit else {
        left += 1
        continue
      }
      visit(next, isRoot: next.card < 0 && cards.isEmpty, &stack)
    }
    guard left > 0 else { return }
    diagnostics.append(
      Diagnostic(code: "too-many-layers", message: "only the first \(limit) layers are shown, in paint order"))
  }

  /// Adds a layer's card and pushes its sublayers. `open.rootFromPlane` is the plane of the superlayer.
  private mutating func visit(_ open: Open, isRoot: Bool, _ stack: inout [Open]) {
    let layer = open.layer
    guard !layer.isHidden else { return }
    let flags = layer.properties.flags
    var (rootFromLayer, matrix) = (open.rootFromPlane, CATransform3DIdentity)
    if !isRoot {
      guard let own = layer.properties.superlayerMatrix() else { return skip(layer) }
      matrix = open.planeFromSublayers.map { CATransform3DConcat(own, $0) } ?? own
      rootFromLayer = Homography(matrix).concatenating(open.rootFromPlane)
    }
    guard rootFromLayer.isFinite else { return skip(layer) }
    let isFlipped = open.isFlipped != flags.contains(.geometryFlipped)
    var card = open.card
    let keepsDepth = flags.contains(.keepsDepth) && !isRoot
    if !keepsDepth {
      card = cards.count
      append(layer, rootFromLayer, isFlipped, parent: open.card, index: open.index)
    }
    let space = layer.properties.sublayerSpace
    let inner: CATransform3D? =
      keepsDepth ? space.map { CATransform3DConcat($0, matrix) } ?? matrix : space
    let sublayers = (layer.sublayers ?? []).enumerated().sorted {
      ($0.element.zPosition, $0.offset) < ($1.element.zPosition, $1.offset)
    }
    for (index, sublayer) in sublayers.reversed() {
      stack.append(
        Open(
          layer: sublayer, rootFromPlane: keepsDepth ? open.rootFromPlane : rootFromLayer, planeFromSublayers: inner,
          isFlipped: isFlipped, card: card, index: index))
    }
  }

  private mutating func skip(_ layer: CALayer) {
    diagnostics.append(
      Diagnostic(
        code: "invalid-geometry",
        message: "a layer's geometry holds values that are not finite numbers; it is not shown",
        layerPath: layer.name))
  }

  private mutating func append(
    _ layer: CALayer, _ rootFromLayer: Homography, _ isFlipped: Bool, parent: Int, index: Int
  ) {
    let className = LayerKeyTable.of(layer).className
    let name = layer.name.map { "\($0)" } ?? (parent < 0 ? className : "\(className)[\(index)]")
    let draws =
      layer.backgroundColor != nil || layer.contents != nil || layer.borderWidth > 0 || layer.properties.kind != .layer
    var card = Card(
      layer: layer, rootFromLayer: rootFromLayer, isFlipped: isFlipped, parent: parent, name: name, box: .zero,
      draws: draws)
    let corners = shownCorners(of: card)
    var (low, high) = (SIMD2<Double>(repeating: .infinity), SIMD2<Double>(repeating: -.infinity))
    for corner in corners {
      low.replace(with: corner, where: corner .< low)
      high.replace(with: corner, where: corner .> high)
    }
    card.box = SIMD4(lowHalf: low, highHalf: high)
    cards.append(card)
  }

  // MARK: levels

  /// Lifts every card above its superlayer's card, and above every card that is painted earlier and overlaps it.
  mutating func assignLevels() {
    for index in cards.indices {
      let box = cards[index].box
      var level = cards[index].parent >= 0 ? cards[cards[index].parent].level + 1 : 0
      for other in 0..<index where cards[other].level >= level {
        let under = cards[other].box
        if box.x < under.z, under.x < box.z, box.y < under.w, under.y < box.w { level = cards[other].level + 1 }
      }
      cards[index].level = level
      levelCount = max(levelCount, level + 1)
    }
  }

  // MARK: questions

  /// The corners of the visible part of a card: its quad in front of the eye, clipped to the surroundings of the root.
  func shownCorners(of card: Card) -> [SIMD2<Double>] {
    let bounds = card.layer.bounds.standardized
    let low = SIMD2(Double(bounds.minX), Double(bounds.minY))
    let high = SIMD2(Double(bounds.maxX), Double(bounds.maxY))
    var polygon = card.rootFromLayer.image(ofBoxFrom: low, to: high)
    polygon.clip(to: ConvexPolygon(boxFrom: shown.lowHalf, to: shown.highHalf))
    return polygon.vertices.filter { $0 - $0 == .zero }
  }

  /// The number of root points per point of the layer, at the middle of its bounds.
  func scale(of card: Card) -> Double {
    let bounds = card.layer.bounds.standardized
    let image = card.rootFromLayer.homogeneous(SIMD2(Double(bounds.midX), Double(bounds.midY)))
    // The determinant of the Jacobian of a homography is the homography's determinant over w cubed.
    let area = abs(card.rootFromLayer.determinant / (image.z * image.z * image.z))
    return area.isFinite ? area.squareRoot() : 1
  }

  /// The map that places a layer whose anchor is the origin of its bounds, for use as its `transform`.
  ///
  /// - Parameter isFlipped: Whether the layer flips its own space, in which case the map leaves out the flip.
  func rootFromOutline(of card: Card, isFlipped: Bool) -> Homography {
    let bounds = card.layer.bounds
    let toOrigin = Homography(
      a: 1, b: 0, c: 0, d: 1, tx: Double(bounds.standardized.minX), ty: Double(bounds.standardized.minY))
    let flip = isFlipped ? LayerProperties.flip(about: bounds).concatenating(card.rootFromLayer) : card.rootFromLayer
    return toOrigin.concatenating(flip)
  }

  /// A copy of the layer without its sublayers, its mask and its placement.
  func copy(of card: Card) -> CALayer {
    let copy = card.layer.properties.kind.makeLayer()
    let left: Set = ["sublayers", "mask", "hidden", "transform", "sublayerTransform", "compositingFilter"]
    for key in LayerKeyTable.of(card.layer).keys where key.isWritten && !left.contains(key.name) {
      key.set(key.value(of: card.layer), on: copy)
    }
    copy.contents = card.layer.contents
    copy.isGeometryFlipped = card.isFlipped
    copy.bounds = card.layer.bounds.standardized
    copy.masksToBounds = card.layer.masksToBounds
    return copy
  }

  /// The picture of a card's name.
  func label(of card: Card) -> CGImage? { labels[card.name] }

  private static func makeLabel(_ name: String) -> CGImage? {
    let shortened = name.count > 40 ? name.prefix(39) + "…" : name[...]
    let text = NSAttributedString(
      string: String(shortened),
      attributes: [
        .font: CTFont.systemFont(ofSize: 11 * labelScale), .foregroundColor: CGColor(straight: [0.93, 0.96, 1, 1]),
      ])
    let size = text.size()
    let (width, height) = (Int(clamping: size.width.rounded(.up)) + 16, Int(clamping: size.height.rounded(.up)) + 4)
    guard width < 8192, height < 1024, let context = CGContext(width: width, height: height) else { return nil }
    // A dark background keeps the name readable over light layers.
    context.setFillColor(CGColor(straight: [0.1, 0.11, 0.13, 0.62]))
    context.fill(CGRect(x: 0, y: 0, width: width, height: height))
    text.draw(at: CGPoint(x: 8, y: 2), in: context)
    return context.makeImage()
  }
}
