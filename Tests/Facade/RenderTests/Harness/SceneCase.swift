// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// One scene of `Scenes/`, named `area/case`.
struct SceneCase: Hashable, Sendable, CustomTestStringConvertible {
  static let folder = "Tests/Facade/RenderTests/Scenes"

  var name: String

  /// All scenes, in order of their names.
  static let all: [SceneCase] = PackageFolder.files(under: folder)
    .filter { $0.hasSuffix(".caml") }
    .map { SceneCase(name: String($0.dropFirst(folder.count + 1).dropLast(".caml".count))) }

  var testDescription: String { name }
  var documentPath: String { PackageFolder.file("\(Self.folder)/\(name).caml").path }
  var picturePath: String { PackageFolder.file("\(Self.folder)/\(name).png").path }

  /// The tree, freshly read: variants change it.
  func read() throws -> Scene {
    try SceneReader().read(documentPath)
  }

  /// The scene as it is, at scale 1 unless `options` say otherwise.
  func draw(on backEnd: BackEnd, options: PlanOptions = PlanOptions(), strategy: RenderStrategy = .depth) throws
    -> Drawing
  {
    let scene = try read()
    return try SharedRenderers.draw(
      scene.root, hostIsFlipped: scene.hostIsFlipped, options: options, on: backEnd, strategy: strategy)
  }
}
