// What is measured: a document, or a scene made here, the same on every machine.

import Foundation
import Lamina

/// Something to draw over and over.
struct BenchSubject {
  /// What the report calls it.
  var name: String
  /// The tree.
  var scene: Scene
  /// The heap that the tree takes without its pictures, where it was made here.
  ///
  /// - Units: bytes.
  var modelBytes: Int?
  /// Changes the tree for a frame, where the scene is about that; not measured.
  var change: ((Int) -> Void)?

  /// Makes one of the tool's own scenes.
  init(_ builtIn: BuiltInScene) {
    let pictures = builtIn.makePictures()
    let heap = HeapUse.bytes
    let tree = builtIn.makeTree(pictures)
    scene = Scene(root: tree.root, hostIsFlipped: false)
    change = tree.change
    modelBytes = HeapUse.bytes - heap
    name = builtIn.name
  }

  /// Takes a document.
  init(path: String, scene: Scene) {
    name = path
    self.scene = scene
  }

  /// How many layers the tree has.
  var layerCount: Int {
    var count = 0
    var open = [scene.root]
    while let layer = open.popLast() {
      count += 1
      open.append(contentsOf: layer.sublayers ?? [])
    }
    return count
  }
}

/// A scene that the tool makes by itself, the same on every machine.
struct BuiltInScene {
  private enum Kind: String {
    case cards, pictures, fill, space, crossing, shadows, subtree, groups, boxes, shapes, page
    case particles, replicator, copies
    case movingCards = "cards-moving"
    case shadowsAlike = "shadows-alike"
    case subtreeShadow = "subtree-shadow"
    case moving = "shapes-moving"
    case coloring = "shapes-coloring"
    case stroking = "shapes-stroking"
    case morphing = "shapes-morphing"
  }

  /// The names, as the help lists them.
  static let names =
    "@cards[:N], @pictures[:N] (as many different pictures), @fill (one opaque layer), "
    + "@space[:N] (the cards at different depths), @crossing[:N] (planes through one another), "
    + "@shadows[:N] (the cards, each casting a shadow), @shadows-alike[:N] (all cards of one size), "
    + "@subtree[:N], @subtree-shadow[:N] (a layer of cards, without and with a shadow of the whole), "
    + "@groups[:N] (faded layers whose sublayers overlap), "
    + "@boxes[:N] and @shapes[:N] (as many rounded rectangles, and paths, that do not change), "
    + "@shapes-moving[:N], @shapes-coloring[:N], @shapes-stroking[:N], @shapes-morphing[:N] (paths of 100 segments of "
    + "which every frame changes the transform, the colour, strokeEnd, or all points), "
    + "@page[:N] (a text of about so many glyphs), @particles[:N] (as many living particles), "
    + "@replicator[:N] and @copies[:N] (as many cards, by a replicator and as layers), "
    + "@cards-moving[:N] (the cards, all of which every frame moves and turns)"

  private let kind: Kind
  private let count: Int

  /// Reads a name with `@`.
  ///
  /// - Returns: `nil` where there is no scene of that name.
  init?(argument: String) {
    let parts = argument.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    let count = parts.count == 2 ? Int(parts[1]) : parts.count == 1 ? 1_000 : nil
    guard argument.hasPrefix("@"), let count, (1...1_000_000).contains(count), let first = parts.first,
      let kind = Kind(rawValue: String(first)), kind != .fill || parts.count == 1
    else { return nil }
    self.kind = kind
    self.count = count
  }

  /// The name with the number of layers that was taken.
  var name: String { kind == .fill ? "@fill" : "@\(kind.rawValue):\(count)" }

  /// Makes the pictures that the layers show.
  func makePictures() -> [CGImage] {
    switch kind {
    case .cards, .space, .shadows, .shadowsAlike, .subtree, .subtreeShadow: CardsScene.makePictures(count: 1)
    case .pictures: CardsScene.makePictures(count: count)
    case .particles, .replicator, .copies: []
    case .movingCards: []
    case .fill, .crossing, .groups, .boxes, .shapes, .page, .moving, .coloring, .stroking, .morphing: []
    }
  }

  /// Makes the tree, and what changes it for a frame.
  func makeTree(_ pictures: [CGImage]) -> (root: CALayer, change: ((Int) -> Void)?) {
    switch kind {
    case .moving: DrawingScene.makeShapes(count: count, changing: .transform)
    case .coloring: DrawingScene.makeShapes(count: count, changing: .color)
    case .stroking: DrawingScene.makeShapes(count: count, changing: .strokeEnd)
    case .morphing: DrawingScene.makeShapes(count: count, changing: .path)
    case .movingCards: CardsScene.makeMoving(count: count)
    default: (makeStillTree(pictures), nil)
    }
  }

  private func makeStillTree(_ pictures: [CGImage]) -> CALayer {
    switch kind {
    case .fill: CardsScene.makeBackground()
    case .cards, .pictures: CardsScene.make(count: count, pictures: pictures)
    case .space: SpaceScene.makeCards(count: count, pictures: pictures)
    case .crossing: SpaceScene.makeCrossing(count: count)
    case .shadows: ShadowScene.makeCards(count: count, pictures: pictures, areAlike: false)
    case .shadowsAlike: ShadowScene.makeCards(count: count, pictures: pictures, areAlike: true)
    case .subtree: ShadowScene.makeSubtree(count: count, pictures: pictures, castsShadow: false)
    case .subtreeShadow: ShadowScene.makeSubtree(count: count, pictures: pictures, castsShadow: true)
    case .groups: ShadowScene.makeGroups(count: count)
    case .boxes: DrawingScene.makeBoxes(count: count)
    case .shapes: DrawingScene.makePlainShapes(count: count)
    case .page: DrawingScene.makePage(count: count)
    case .particles: SpecialScene.makeParticles(count: count)
    case .replicator: SpecialScene.makeReplicator(count: count)
    case .copies: SpecialScene.makeCopies(count: count)
    case .movingCards: CardsScene.makeMoving(count: count).root
    case .moving, .coloring, .stroking, .morphing: DrawingScene.makeShapes(count: count, changing: .nothing).root
    }
  }
}
