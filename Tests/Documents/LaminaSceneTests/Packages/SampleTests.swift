// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics
import LaminaLayers
import LaminaScene
import Testing

/// Real documents, where the machine has them: beside the package, or where `LAMINA_SAMPLES` points.
@Suite struct SampleTests {
  static let folder: String? = {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let candidates: [String?] = [
      ProcessInfo.processInfo.environment["LAMINA_SAMPLES"],
      package.appendingPathComponent("../shared/samples/caml").standardized.path,
      package.appendingPathComponent("../../shared/samples/caml").standardized.path,
    ]
    return candidates.compactMap { $0 }.first { FileManager.default.fileExists(atPath: $0) }
  }()

  static let packages: [String] = {
    guard let folder, let all = FileManager.default.enumerator(atPath: folder) else { return [] }
    var names: [String] = []
    for case let name as String in all where name.hasSuffix(".ca") { names.append(name) }
    return names.sorted()
  }()

  @Test(
    "loads", .enabled(if: folder != nil, "no folder with samples; set LAMINA_SAMPLES"), arguments: packages)
  func loads(_ name: String) throws {
    let folder = try #require(Self.folder)
    let path = folder + "/" + name
    if name.contains("malformed") {
      do {
        _ = try SceneReader().read(path)
        Issue.record("a malformed document was read")
      } catch {
        guard case .malformed(let location, _) = error else { return #expect(Bool(false), "\(error)") }
        #expect(location.line == 7 && location.file.hasSuffix("main.caml"))
      }
      return
    }
    let scene = try SceneReader().read(path)
    // All content of real documents is known, but for one picture that was left out on purpose.
    let expected: Set<String> = [
      "skipped-animation", "skipped-behavior",
      "unknown-key-path", "missing-target", "unsupported-property",
      "missing-file",
    ]
    #expect(Set(scene.codes).subtracting(expected).isEmpty, "\(scene.diagnostics)")
    if !name.contains("Foreground") { #expect(scene.root.bounds.width > 0 || scene.root.sublayers == nil) }
  }

  @Test(.enabled(if: folder != nil, "no folder with samples; set LAMINA_SAMPLES"))
  func theChestStandsInAFlippedHost() throws {
    let folder = try #require(Self.folder)
    let name = try #require(Self.packages.first { $0.contains("minecraft") && $0.contains("Floating") })
    let scene = try SceneReader().read(folder + "/" + name)
    #expect(scene.hostIsFlipped && !scene.root.isGeometryFlipped)
    #expect(scene.root.bounds == CGRect(x: 0, y: 0, width: 390, height: 844))
    let lid = try #require(scene.root.sublayers?.first { $0.name == "Top_chest.png" })
    let box = try #require(scene.root.sublayers?.first { $0.name == "Bottom_chest.png" })
    #expect(lid.position.y > box.position.y && lid.contents != nil && box.contents != nil)
  }
}
