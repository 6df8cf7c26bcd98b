// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The same picture by another way (techniques.md, "Testing"): each variant wraps the tree, or draws it otherwise,
// and says which change of the reference's pixels that must come to. No variant needs a picture of its own.

import Foundation
import Lamina
import LaminaTestSupport

/// A way to draw a scene whose outcome is known from drawing it plainly.
enum SceneVariant: String, CaseIterable, Sendable {
  /// Back to front instead of opaque parts first.
  case painter
  /// Every pixel by the full formula, none taken to be covered wholly.
  case formula
  /// In four pieces of unequal size.
  case tiles
  /// One layer deeper, inside layers that change nothing.
  case identity
  /// Inside a rounded clip that cuts nothing.
  case clip
  /// Moved by whole pixels on a larger canvas.
  case shifted
  /// On a canvas of 16,000 pixels a side, near its far corner.
  case far
  /// Left and right exchanged.
  case mirrored
  /// Turned clockwise by a quarter.
  case quarterTurn = "quarter-turn"
  /// Twice as large: by the options, and by a transform.
  case doubled
  /// The tree begins later and is drawn as much later.
  case later

  /// How far the other way is moved in ``shifted``.
  private static let shift = (x: 5, y: 3)
  /// Seconds, in ``later``; exact in binary, so that no rounding hides a mistake.
  private static let delay = 3.5

  /// The scene drawn this way.
  func draw(_ scene: SceneCase, on backEnd: BackEnd) throws -> PixelGrid {
    switch self {
    case .painter: return PixelGrid(try scene.draw(on: backEnd, strategy: .painter).image)
    case .formula:
      let tree = try scene.read()
      let snapshot = TreeSnapshot(of: tree.root, hostIsFlipped: tree.hostIsFlipped)
      return PixelGrid(try SharedRenderers.draw(try Planner().plan(snapshot).withoutInnerPolygons, on: backEnd).image)
    case .tiles: return try tiles(scene, on: backEnd)
    case .later:
      let tree = try scene.read()
      tree.root.beginTime += Self.delay
      return PixelGrid(
        try SharedRenderers.draw(tree.root, at: Self.delay, hostIsFlipped: tree.hostIsFlipped, on: backEnd).image)
    case .far: return try far(scene, on: backEnd)
    case .identity, .clip, .shifted, .mirrored, .quarterTurn, .doubled:
      let stage = SceneStage(try scene.read())
      arrange(stage)
      let drawn = PixelGrid(try SharedRenderers.draw(stage.canvas, on: backEnd).image)
      guard self == .shifted else { return drawn }
      return drawn.cropped(
        x: Self.shift.x, y: Self.shift.y, width: Int(stage.pixelSize.width), height: Int(stage.pixelSize.height))
    }
  }

  /// The expected picture, made of the scene drawn plainly on the same renderer.
  func expectation(_ scene: SceneCase, on backEnd: BackEnd) throws -> PixelGrid {
    var options = PlanOptions()
    if self == .doubled { options.scale = 2 }
    let plain = PixelGrid(try scene.draw(on: backEnd, options: options).image)
    return switch self {
    case .mirrored: plain.mirrored
    case .quarterTurn: plain.turned
    default: plain
    }
  }

  private func arrange(_ stage: SceneStage) {
    let size = stage.pixelSize
    switch self {
    case .identity:
      stage.wrap(in: CALayer())
      stage.wrap(in: CALayer())
    case .clip:
      let clip = CALayer()
      // Corners of 6 lie wholly outside when the clip reaches 8.5 beyond the canvas.
      clip.frame = CGRect(origin: .zero, size: size).insetBy(dx: -8.5, dy: -8.5)
      clip.bounds.origin = CGPoint(x: -8.5, y: -8.5)
      clip.cornerRadius = 6
      clip.masksToBounds = true
      stage.wrap(in: clip)
    case .shifted:
      stage.canvas.bounds.size = CGSize(width: size.width + 11, height: size.height + 7)
      stage.carrier.position.x += CGFloat(Self.shift.x)
      stage.carrier.position.y += CGFloat(Self.shift.y)
    case .mirrored:
      stage.carrier.setAffineTransform(CGAffineTransform(scaleX: -1, y: 1))
      stage.carrier.position.x = size.width - stage.carrier.position.x
    case .quarterTurn:
      stage.canvas.bounds.size = CGSize(width: size.height, height: size.width)
      // Exact, unlike the cosine of pi/2.
      stage.carrier.setAffineTransform(CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0))
      let position = stage.carrier.position
      stage.carrier.position = CGPoint(x: size.height - position.y, y: position.x)
    case .doubled:
      let points = stage.carrier.bounds.size
      stage.canvas.bounds.size = CGSize(
        width: (2 * points.width).rounded(.up), height: (2 * points.height).rounded(.up))
      stage.carrier.setAffineTransform(CGAffineTransform(scaleX: 2, y: 2))
      stage.carrier.position = CGPoint(x: points.width, y: points.height)
    case .painter, .formula, .tiles, .far, .later: break
    }
  }

  private func far(_ scene: SceneCase, on backEnd: BackEnd) throws -> PixelGrid {
    let stage = SceneStage(try scene.read())
    let (x, y) = (15_000, 14_000)
    stage.canvas.bounds.size = CGSize(width: 16_000, height: 16_000)
    stage.carrier.position.x += CGFloat(x)
    stage.carrier.position.y += CGFloat(y)
    var options = PlanOptions()
    options.region = PixelRect(
      minX: Int32(x), minY: Int32(y), maxX: Int32(x + Int(stage.pixelSize.width)),
      maxY: Int32(y + Int(stage.pixelSize.height)))
    return PixelGrid(try SharedRenderers.draw(stage.canvas, options: options, on: backEnd).image)
  }

  private func tiles(_ scene: SceneCase, on backEnd: BackEnd) throws -> PixelGrid {
    let tree = try scene.read()
    let snapshot = TreeSnapshot(of: tree.root, hostIsFlipped: tree.hostIsFlipped)
    let canvas = try Planner().plan(snapshot).canvas
    var result = PixelGrid(width: canvas.width, height: canvas.height) { _, _ in .zero }
    let (cutX, cutY) = (Int32(canvas.width * 2 / 5 + 1), Int32(canvas.height * 3 / 5 + 2))
    let whole = PixelRect(size: canvas)
    for (minX, maxX) in [(0, cutX), (cutX, whole.maxX)] {
      for (minY, maxY) in [(0, cutY), (cutY, whole.maxY)] {
        var options = PlanOptions()
        let region = PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
        options.region = region
        let drawn = PixelGrid(
          try SharedRenderers.draw(try Planner(options: options).plan(snapshot), on: backEnd).image)
        for y in 0..<region.height {
          for x in 0..<region.width { result[Int(minX) + x, Int(minY) + y] = drawn[x, y] }
        }
      }
    }
    return result
  }
}

extension RenderPlan {
  /// The same plan with every inner polygon taken out: slower, and the same picture.
  var withoutInnerPolygons: RenderPlan {
    var plan = self
    for index in plan.passes.indices {
      guard case .draws(let draws) = plan.passes[index].content else { continue }
      plan.passes[index].draws = DrawList(
        draws.map { operation in
          guard case .box(var box) = operation else { return operation }
          box.innerCount = 0
          box.isInnerOpaque = false
          return .box(box)
        })
    }
    return plan
  }
}

/// A scene's tree as a sublayer of a canvas of ours, where it can be moved.
struct SceneStage {
  /// A y-down root of the size of the scene's picture.
  let canvas = CALayer()
  /// Holds the scene's root; has the host's direction of y.
  let carrier = CALayer()
  /// The size of the scene's picture: its root's, in whole pixels.
  let pixelSize: CGSize

  init(_ scene: Scene) {
    let root = scene.root
    let bounds = root.bounds.standardized
    pixelSize = CGSize(width: bounds.width.rounded(.up), height: bounds.height.rounded(.up))
    canvas.bounds = CGRect(origin: .zero, size: pixelSize)
    carrier.bounds = CGRect(origin: .zero, size: bounds.size)
    carrier.position = CGPoint(x: bounds.width / 2, y: bounds.height / 2)
    carrier.isGeometryFlipped = scene.hostIsFlipped
    // A root is drawn in its own space, so what places it in a superlayer must not count here either.
    root.transform = CATransform3DIdentity
    root.zPosition = 0
    root.position = CGPoint(x: root.anchorPoint.x * bounds.width, y: root.anchorPoint.y * bounds.height)
    carrier.addSublayer(root)
    canvas.addSublayer(carrier)
  }

  /// Puts a layer between the canvas and what is on it.
  func wrap(in layer: CALayer) {
    layer.sublayers = canvas.sublayers
    canvas.addSublayer(layer)
  }
}
