// What is measured: a document, or a scene made here, the same on every machine.

import Foundation
import Lamina

/// Something to draw over and over.
struct BenchSubject {
  /// What the report calls it.
  var name: String
  /// The tree.
  var scene: Scene
  /// The size it is drawn at where the arguments name none.
  var size: PixelSize?
  /// The heap that the tree takes, where it was made here.
  ///
  /// - Units: bytes.
  var modelBytes: Int?

  /// Names of the scenes made here, as the help lists them.
  static let builtIn = "@cards[:N], @pictures[:N] (as many different pictures), @fill (one opaque layer)"

  /// Makes the scene that a name with `@` stands for.
  ///
  /// - Returns: `nil` where there is none of that name.
  init?(builtIn argument: String) {
    let parts = argument.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    let count = parts.count == 2 ? Int(parts[1]) : parts.count == 1 ? 1_000 : nil
    guard argument.hasPrefix("@"), let count, (1...1_000_000).contains(count), let kind = parts.first else {
      return nil
    }
    let heap = HeapUse.bytes
    let root: CALayer
    switch kind {
    case "cards": root = CardsScene.make(count: count, pictures: 1)
    case "pictures": root = CardsScene.make(count: count, pictures: count)
    case "fill": root = CardsScene.makeBackground()
    default: return nil
    }
    name = kind == "fill" ? "@fill" : "@\(kind):\(count)"
    scene = Scene(root: root, hostIsFlipped: false)
    modelBytes = HeapUse.bytes - heap
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
