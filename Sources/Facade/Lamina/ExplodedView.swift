// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// A layer tree pulled apart along z. The result is another layer tree that shows the first one.
//
// Every layer becomes a card: a copy of it without its sublayers. The card's homography places it in the root's plane,
// from which it is lifted to a level; an outline and the layer's name are added. Levels are as low as paint order
// allows: above the superlayer, and above every layer that is painted earlier and overlaps. All cards stand in one
// space, seen from the side by a camera whose picture is measured and fitted.

public import Foundation
internal import LaminaGeometry
public import LaminaGraphics
public import LaminaLayers
public import LaminaScene

/// A layer tree pulled apart along z in perspective, as view debuggers show it: drawn like any other tree.
///
///     let view = ExplodedView(of: scene)
///     let picture = try Renderer().render(view.root).image
///
/// Clips of superlayers, masks and group opacity are left out, so that everything can be seen; hidden layers are
/// not shown. Layers that differ only in depth stand in paint order.
public struct ExplodedView {
  /// The most layers that are shown.
  public static let maximumLayers = 2_000

  /// The tree to draw; its bounds are the picture's size in points.
  public let root: CALayer
  /// Diagnostics of layers and features that are not shown.
  public let diagnostics: [Diagnostic]

  /// The position of one layer's card in the picture.
  package struct Face {
    /// The layer of the tree that was pulled apart.
    package let layer: CALayer
    /// The corners of the visible part of the layer, in points of ``root``.
    package let corners: [SIMD2<Double>]
  }

  /// All cards, back to front: higher levels are nearer to the eye, wherever the camera stands.
  package let faces: [Face]

  /// The direction of view, and the distance between levels.
  package struct Camera: Sendable, Equatable {
    /// The rotation of the stage about its vertical axis (`yaw`) and its horizontal axis (`pitch`).
    ///
    /// - Units: radians.
    /// - Range: -1.5...1.5; other values are clamped.
    /// - Default: from the right and from above, so that every level shows its left and upper edge.
    package var yaw = 0.72
    package var pitch = -0.36
    /// The distance between levels, as a multiple of the usual distance.
    ///
    /// - Range: 0...8; other values are clamped.
    package var spacing = 1.0

    /// The usual camera.
    package init() {}

    fileprivate var usable: Camera {
      func cut(_ value: Double, _ low: Double, _ high: Double) -> Double {
        value.isFinite ? min(max(value, low), high) : low
      }
      var result = self
      (result.yaw, result.pitch) = (cut(yaw, -1.5, 1.5), cut(pitch, -1.5, 1.5))
      result.spacing = cut(spacing, 0, 8)
      return result
    }
  }

  /// Pulls a scene apart.
  ///
  /// - Parameters:
  ///   - scene: The scene; it is not changed.
  ///   - size: The size of the picture, in points.
  public init(of scene: Scene, size: CGSize = CGSize(width: 1200, height: 900)) {
    self.init(of: scene.root, size: size, hostIsFlipped: scene.hostIsFlipped)
  }

  /// Pulls a layer tree apart.
  ///
  /// - Parameters:
  ///   - tree: The root of the tree; it is not changed.
  ///   - size: The size of the picture, in points. Without a usable one, 1 x 1.
  ///   - hostIsFlipped: Whether the root's superspace is y-up.
  public init(of tree: CALayer, size: CGSize, hostIsFlipped: Bool = false) {
    self.init(of: tree, size: size, hostIsFlipped: hostIsFlipped, camera: Camera())
  }

  /// Pulls a layer tree apart, as a camera sees it.
  ///
  /// - Parameters:
  ///   - tree: The root of the tree; it is not changed.
  ///   - size: The size of the picture, in points. Without a usable one, 1 x 1.
  ///   - hostIsFlipped: Whether the root's superspace is y-up.
  ///   - camera: The direction of view, and the distance between levels.
  package init(of tree: CALayer, size: CGSize, hostIsFlipped: Bool, camera: Camera) {
    var cards = ExplodedCards(of: tree, hostIsFlipped: hostIsFlipped, limit: Self.maximumLayers)
    cards.assignLevels()
    root = CALayer()
    let (width, height) = (Self.usable(size.width), Self.usable(size.height))
    root.bounds = CGRect(x: 0, y: 0, width: width, height: height)
    root.backgroundColor = CGColor(straight: [0.16, 0.17, 0.2, 1])
    let (stage, faces) = Stage(cards, camera.usable).makeLayer(fitting: root.bounds)
    root.addSublayer(stage)
    self.faces = faces
    diagnostics = cards.diagnostics
  }

  private static func usable(_ side: CGFloat) -> CGFloat { side >= 1 ? min(side, 1e6) : 1 }
}

/// The cards in space, and the camera that looks at them.
private struct Stage {
  private let cards: ExplodedCards
  /// The root's box, and the distance between its levels, in points of the root.
  private let box: CGRect
  private let gap: Double
  private let camera: CATransform3D
  /// Root points per point of text.
  private let textScale: Double

  init(_ cards: ExplodedCards, _ view: ExplodedView.Camera) {
    self.cards = cards
    box = cards.rootBox
    let side = Double(max(box.width, box.height))
    let levels = Double(max(cards.levelCount - 1, 1))
    gap = min(side * 0.9 / levels, side * 0.22) * view.spacing
    var eye = CATransform3DIdentity
    eye.m34 = -1 / CGFloat(side * 3.2)
    let tilted = CATransform3DRotate(eye, CGFloat(view.pitch), 1, 0, 0)
    camera = CATransform3DTranslate(
      CATransform3DRotate(tilted, CGFloat(view.yaw), 0, 1, 0), -box.midX, -box.midY, CGFloat(-gap * levels / 2))
    textScale = side / 900
  }

  /// The layer that holds all cards, placed so that its visible content fills `frame`, and the position of each card.
  func makeLayer(fitting frame: CGRect) -> (layer: CALayer, faces: [ExplodedView.Face]) {
    let stage = CALayer()
    var quads: [(card: ExplodedCards.Card, corners: [SIMD2<Double>])] = []
    stage.anchorPoint = .zero
    stage.sublayerTransform = camera
    var (low, high) = (SIMD2<Double>(repeating: .infinity), SIMD2<Double>(repeating: -.infinity))
    for card in cards.cards {
      let level = Double(card.level) * gap
      stage.addSublayer(makeCard(card, level: level))
      let corners = cards.shownCorners(of: card)
      var quad: [SIMD2<Double>] = []
      for corner in corners {
        guard let place = project(corner, level) else { continue }
        quad.append(place)
        low.replace(with: place, where: place .< low)
        high.replace(with: place, where: place .> high)
      }
      quads.append((card, quad))
      stage.addSublayer(makeOutline(card, level: level))
      if let label = makeLabel(card, at: corners, level: level) { stage.addSublayer(label) }
    }
    // Names stand above the first corner.
    let (spread, room) = (high - low, SIMD2(Double(frame.width), Double(frame.height)) * 0.9)
    let scale = min(room.x / max(spread.x, 1e-6), room.y / max(spread.y, 1e-6))
    guard scale.isFinite, scale > 0, spread.x >= 0 else { return (stage, []) }
    let middle = (low + high) / 2 * scale
    stage.transform = CATransform3DMakeScale(CGFloat(scale), CGFloat(scale), 1)
    stage.position = CGPoint(x: frame.midX - CGFloat(middle.x), y: frame.midY - CGFloat(middle.y))
    let offset = SIMD2(Double(stage.position.x), Double(stage.position.y))
    let order = quads.indices.sorted { (quads[$0].card.level, $0) < (quads[$1].card.level, $1) }
    let faces = order.map { index in
      ExplodedView.Face(layer: quads[index].card.layer, corners: quads[index].corners.map { $0 * scale + offset })
    }
    return (stage, faces)
  }

  private func project(_ point: SIMD2<Double>, _ level: Double) -> SIMD2<Double>? {
    let row = camera.row1 * point.x + camera.row2 * point.y + camera.row3 * level + camera.row4
    return row.w > 1e-3 ? SIMD2(row.x, row.y) / row.w : nil
  }

  private func makeCard(_ card: ExplodedCards.Card, level: Double) -> CALayer {
    let copy = cards.copy(of: card)
    place(copy, card, level)
    return copy
  }

  private func makeOutline(_ card: ExplodedCards.Card, level: Double) -> CALayer {
    let outline = CALayer()
    outline.bounds = card.layer.bounds.standardized
    outline.cornerRadius = card.layer.cornerRadius
    outline.cornerCurve = card.layer.cornerCurve
    outline.maskedCorners = card.layer.maskedCorners
    let scale = cards.scale(of: card)
    outline.borderWidth = CGFloat(1.4 * textScale / max(scale, 1e-6))
    outline.borderColor = card.draws ? Self.outlineColor : Self.emptyOutlineColor
    // The outline is also shown when it is seen from behind.
    place(outline, card, level)
    return outline
  }

  private func place(_ layer: CALayer, _ card: ExplodedCards.Card, _ level: Double) {
    layer.anchorPoint = .zero
    layer.anchorPointZ = 0
    layer.position = .zero
    layer.zPosition = 0
    let map = cards.rootFromOutline(of: card, isFlipped: layer.isGeometryFlipped)
    // The depth after the division by w is the level.
    layer.transform = CATransform3D(
      rows: (
        SIMD4(map.x.x, map.x.y, level * map.x.z, map.x.z), SIMD4(map.y.x, map.y.y, level * map.y.z, map.y.z),
        SIMD4(0, 0, 1, 0),
        SIMD4(map.translation.x, map.translation.y, level * map.translation.z, map.translation.z)
      ))
  }

  // MARK: names

  private static let outlineColor = CGColor(straight: [0.36, 0.72, 1, 0.95])
  private static let emptyOutlineColor = CGColor(straight: [0.36, 0.72, 1, 0.45])

  /// The layer with the name. It stands on the upper edge of the visible part of the card, in the card's level.
  private func makeLabel(_ card: ExplodedCards.Card, at corners: [SIMD2<Double>], level: Double) -> CALayer? {
    guard let image = cards.label(of: card) else { return nil }
    var corner = SIMD2<Double>(repeating: .infinity)
    for point in corners { corner.replace(with: point, where: point .< corner) }
    guard corner.x.isFinite, corner.y.isFinite else { return nil }
    let label = CALayer()
    label.contents = image
    label.minificationFilter = .trilinear
    label.anchorPoint = CGPoint(x: 0, y: 1)
    let scale = textScale / ExplodedCards.labelScale
    label.bounds = CGRect(x: 0, y: 0, width: Double(image.width) * scale, height: Double(image.height) * scale)
    label.position = CGPoint(x: corner.x, y: corner.y)
    label.zPosition = CGFloat(level)
    return label
  }
}
