// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The scenes that `lamina bench` measures without a document: generated, and the same on every machine. Every command
// that takes a scene accepts them, so that a measured scene can be viewed, exported and given to other programs.

import Foundation
package import Lamina

/// A kind of generated scene.
package struct Workload: Sendable {
  /// A tree, and the function that changes it for a frame, if a program rather than an animation does.
  typealias Tree = (root: CALayer, change: ((Int) -> Void)?)

  /// The name, after the `@`.
  let name: String
  /// A description of the scene; `N` stands for its size.
  let summary: String
  /// The size, unless one is given.
  let defaultCount: Int
  /// Whether frames differ by their times rather than by changes of the tree: bench advances the time, frame by frame.
  var isAnimated = false
  /// Whether a program changes the tree from frame to frame.
  var isChanged = false
  /// Makes the pictures of the scene, separately from the tree so that its memory can be measured without them.
  var makePictures: @Sendable (Int) -> [CGImage] = { _ in [] }
  /// Makes the tree for a size, with the pictures.
  let make: @Sendable (Int, [CGImage]) -> Tree

  /// A scene without motion.
  private static func still(
    _ name: String, _ summary: String, count: Int = 1_000,
    pictures: @escaping @Sendable (Int) -> [CGImage] = { _ in [] },
    _ make: @escaping @Sendable (Int, [CGImage]) -> CALayer
  ) -> Workload {
    Workload(name: name, summary: summary, defaultCount: count, makePictures: pictures) { (make($0, $1), nil) }
  }

  /// A scene with animations.
  private static func animated(
    _ name: String, _ summary: String, count: Int,
    pictures: @escaping @Sendable (Int) -> [CGImage] = { _ in [] },
    _ make: @escaping @Sendable (Int, [CGImage]) -> CALayer
  ) -> Workload {
    Workload(name: name, summary: summary, defaultCount: count, isAnimated: true, makePictures: pictures) {
      (make($0, $1), nil)
    }
  }

  /// A scene that a program changes.
  private static func changing(
    _ name: String, _ summary: String, count: Int = 1_000,
    _ make: @escaping @Sendable (Int) -> (root: CALayer, change: (Int) -> Void)
  ) -> Workload {
    Workload(name: name, summary: summary, defaultCount: count, isChanged: true) { count, _ in make(count) }
  }

  private static let onePicture: @Sendable (Int) -> [CGImage] = { _ in CardsScene.makePictures(count: 1) }

  /// The scenes that represent typical uses of Lamina, and that peers are measured with too.
  static let named: [Workload] = [
    still("cards", "N turned rounded cards with a picture each", pictures: onePicture) {
      CardsScene.make(count: $0, pictures: $1)
    },
    still("cards-alike", "the same, all of one size", pictures: onePicture) {
      CardsScene.makeAlike(count: $0, pictures: $1)
    },
    still("shadows", "the cards, each casting a shadow", pictures: onePicture) {
      ShadowScene.makeCards(count: $0, pictures: $1, areAlike: false)
    },
    still("text-page", "a table of N short lines of text", count: 600) { count, _ in TextPageScene.make(count: count) },
    still(
      "photo-wall", "N photographs, made small trilinearly", count: 200,
      pictures: { PhotoWallScene.makePhotographs(count: min($0, 16)) }
    ) {
      PhotoWallScene.make(count: $0, pictures: $1)
    },
    animated(
      "glass", "N panes of frosted, masked glass that move over photographs", count: 12,
      pictures: { _ in GlassScene.makePhotographs() }
    ) {
      GlassScene.make(count: $0, pictures: $1)
    },
    animated("cube-field", "N turning cubes in one space", count: 1_000) { count, _ in
      CubeFieldScene.make(count: count)
    },
    animated("chart", "N series of shapes that change, with axes and labels", count: 20) { count, _ in
      ChartScene.make(count: count)
    },
    still("deep", "N layers, each inside the one before", count: 1_000) { count, _ in DeepScene.make(count: count) },
    animated(
      "scroll-list", "a list of N rows that scrolls", count: 1_000, pictures: { _ in CardsScene.makePictures(count: 8) }
    ) {
      ScrollListScene.make(count: $0, pictures: $1)
    },
    animated("particles", "N living particles", count: 10_000) { count, _ in SpecialScene.makeParticles(count: count) },
    changing("edit", "N cards of which three change in every frame", count: 10_000) { ChangeScene.makeEdit(count: $0) },
    changing("scroll", "a list of N rows that is three points further in every frame") {
      ChangeScene.makeScroll(count: $0)
    },
    changing("ticker", "a still with N lines of text and a number that runs", count: 20) {
      ChangeScene.makeTicker(count: $0)
    },
    changing("template", "N cards behind a panel of which three values are set", count: 200) {
      ChangeScene.makeTemplate(count: $0)
    },
  ]

  /// Scenes for single figures in docs/benchmarks.md.
  static let special: [Workload] = [
    still("pictures", "the cards with N different pictures", pictures: CardsScene.makePictures) {
      CardsScene.make(count: $0, pictures: $1)
    },
    still("fill", "one opaque layer", count: 1) { _, _ in CardsScene.makeBackground() },
    still("space", "the cards at different depths of one space", pictures: onePicture) {
      SpaceScene.makeCards(count: $0, pictures: $1)
    },
    still("crossing", "N planes through one another", count: 100) { count, _ in SpaceScene.makeCrossing(count: count) },
    still("shadows-alike", "the cards with shadows, all of one size", pictures: onePicture) {
      ShadowScene.makeCards(count: $0, pictures: $1, areAlike: true)
    },
    still("subtree", "a layer of N cards", pictures: onePicture) {
      ShadowScene.makeSubtree(count: $0, pictures: $1, castsShadow: false)
    },
    still("subtree-shadow", "a layer of N cards with a shadow of the whole", pictures: onePicture) {
      ShadowScene.makeSubtree(count: $0, pictures: $1, castsShadow: true)
    },
    still("groups", "N faded layers whose sublayers overlap") { count, _ in ShadowScene.makeGroups(count: count) },
    still("clips", "N rounded cards that clip sublayers at their edges") { count, _ in ClipScene.make(count: count) },
    still("boxes", "N upright rounded rectangles") { count, _ in DrawingScene.makeBoxes(count: count) },
    still("shapes", "N upright paths") { count, _ in DrawingScene.makePlainShapes(count: count) },
    changing("shapes-moving", "N paths of 100 segments that turn") {
      DrawingScene.makeShapes(count: $0, changing: .transform)
    },
    changing("shapes-coloring", "the same, changing their colour") {
      DrawingScene.makeShapes(count: $0, changing: .color)
    },
    changing("shapes-stroking", "the same, changing strokeEnd") {
      DrawingScene.makeShapes(count: $0, changing: .strokeEnd)
    },
    changing("shapes-morphing", "the same, changing all points") {
      DrawingScene.makeShapes(count: $0, changing: .path)
    },
    still("page", "one wrapped text of N glyphs", count: 5_000) { count, _ in DrawingScene.makePage(count: count) },
    still("replicator", "N cards by a replicator") { count, _ in SpecialScene.makeReplicator(count: count) },
    still("copies", "the same as layers") { count, _ in SpecialScene.makeCopies(count: count) },
    changing("reorder", "N cards of which one changes its place among the others in every frame", count: 10_000) {
      ChangeScene.makeReorder(count: $0)
    },
    changing("backdrop", "N cards before a background that changes in every frame", count: 10_000) {
      ChangeScene.makeBackdrop(count: $0)
    },
    changing("still", "N small layers") { AnimatedScene.make(count: $0, .still) },
    changing("animated", "the same with four basic animations each") { AnimatedScene.make(count: $0, .basic) },
    changing("animated-mixed", "the same with four animations of other kinds") {
      AnimatedScene.make(count: $0, .mixed)
    },
    changing("cards-moving", "N cards that a program moves and turns") { CardsScene.makeMoving(count: $0) },
  ]

  /// All scenes.
  static let all = named + special

  /// The scenes for help texts, one per line.
  package static var list: String {
    all.map { "  @\($0.name)[:N] - \($0.summary) (\($0.defaultCount))" }.joined(separator: "\n")
  }
}

/// A scene of a kind and a size: `@cards:1000`; if a program changes it, also the number of the shown change:
/// `@ticker:20:3`.
package struct WorkloadScene {
  let workload: Workload
  let count: Int
  /// The change that the tree shows; `nil` for the initial tree.
  private let change: Int?

  /// Parses a name with `@`.
  ///
  /// - Returns: `nil` if no scene has the name, a number is not from 1 to 1,000,000, or a change is given for a scene
  ///   that no program changes.
  package init?(argument: String) {
    guard argument.hasPrefix("@") else { return nil }
    let parts = argument.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard let workload = Workload.all.first(where: { $0.name == parts[0] }), parts.count <= 3 else { return nil }
    let numbers = parts.dropFirst().map { Int($0) }
    guard numbers.allSatisfy({ $0.map((1...1_000_000).contains) ?? false }) else { return nil }
    self.workload = workload
    count = (numbers.first ?? nil) ?? workload.defaultCount
    change = numbers.count > 1 ? numbers[1] : nil
    guard change == nil || workload.isChanged else { return nil }
  }

  /// The name with its numbers.
  package var name: String { "@\(workload.name):\(count)" + (change.map { ":\($0)" } ?? "") }

  /// Makes the tree with its pictures, at its first moment.
  package func makeScene() -> Scene { Scene(root: makeTree(makePictures()).root, hostIsFlipped: false) }

  /// Makes the pictures that the layers show.
  func makePictures() -> [CGImage] { workload.makePictures(count) }

  /// Makes the tree, and the function that changes it for a frame.
  func makeTree(_ pictures: [CGImage]) -> Workload.Tree {
    let tree = workload.make(count, pictures)
    if let change { tree.change?(change) }
    return tree
  }

  /// The error message for an invalid name.
  package static func message(for argument: String) -> String {
    let parts = argument.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    let name = String(parts.first ?? "")
    if parts.count > 1, let workload = Workload.all.first(where: { $0.name == name }) {
      let change = workload.isChanged ? ", and so is that of the change it shows, after another colon" : ""
      return "\(argument) is no scene: the number of @\(name) is one from 1 to 1000000\(change)"
    }
    let near = Workload.all.map(\.name).filter { !name.isEmpty && ($0.hasPrefix(name) || name.hasPrefix($0)) }
    let hint = near.isEmpty ? "" : " (perhaps \(near.map { "@\($0)" }.joined(separator: " or ")))"
    let names = Workload.all.map { "@\($0.name)" }.joined(separator: ", ")
    return "no scene is called \(argument)\(hint); there are \(names), each with :N, a number from 1 to 1000000"
  }
}
