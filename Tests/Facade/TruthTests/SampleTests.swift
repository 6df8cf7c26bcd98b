// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Real documents, found on the net, which are not part of the package: each is read and drawn by both renderers.

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// A document of the samples.
struct Sample: Sendable, CustomTestStringConvertible {
  /// The path from the samples' folder: a `.ca` folder.
  var path: String
  var testDescription: String { path.split(separator: "/").suffix(2).joined(separator: "/") }
  var isMalformed: Bool { path.contains("malformed") }
  var fullPath: String { Self.folder.map { $0.appendingPathComponent(path).path } ?? path }

  static let folder = PackageFolder.shared("samples/caml")

  static let all: [Sample] = {
    guard let folder, let names = FileManager.default.enumerator(atPath: folder.path) else { return [] }
    return names.compactMap { $0 as? String }.filter { $0.hasSuffix(".ca/main.caml") }
      .map { Sample(path: String($0.dropLast("/main.caml".count))) }.sorted { $0.path < $1.path }
  }()
}

@Suite(.enabled(if: Sample.folder != nil, "no ../shared/samples beside the package"))
struct SampleTests {
  @Test(
    "well-formed documents are read and drawn, the same by both renderers",
    arguments: Sample.all.filter { !$0.isMalformed })
  func draws(_ sample: Sample) throws {
    let scene = try SceneReader().read(sample.fullPath)
    let snapshot = TreeSnapshot(of: scene.root, hostIsFlipped: scene.hostIsFlipped)
    guard scene.root.bounds.width > 0 else {
      // Planes that are not used have no root object and no size.
      #expect(throws: PlanError.self) { try Planner().plan(snapshot) }
      return
    }
    var options = PlanOptions()
    // The planes for tablets are 3,176 pixels wide.
    if scene.root.bounds.width > 1000 { options.scale = 0.25 }
    let plan = try Planner(options: options).plan(snapshot)
    let drawn = try SharedRenderers.draw(plan, on: .cpu).image
    #expect(drawn.width == plan.canvas.width && drawn.height == plan.canvas.height)
    guard SharedRenderers.hasGPU else { return }
    let other = try SharedRenderers.draw(plan, on: .gpu).image
    #expect(PictureExpectation.mismatch(other, drawn, tolerance: 2) == nil)
  }

  @Test("there are samples to read")
  func found() {
    #expect(Sample.all.count >= 20)
    #expect(Sample.all.filter(\.isMalformed).count == 1)
  }

  @Test("the malformed document names its line", arguments: Sample.all.filter(\.isMalformed))
  func malformed(_ sample: Sample) {
    do throws(SceneError) {
      _ = try SceneReader().read(sample.fullPath)
      Issue.record("it was read")
    } catch {
      guard case .malformed(let location, _) = error else {
        Issue.record("another error: \(error)")
        return
      }
      #expect(location.line > 1)
    }
  }

  @Test("the chest stands at the bottom of its screen, lid above box", arguments: SharedRenderers.available)
  func chest(on backEnd: BackEnd) throws {
    let sample = try #require(Sample.all.first { $0.path.contains("minecraft-chest") && $0.path.contains("Floating") })
    let scene = try SceneReader().read(sample.fullPath)
    #expect(scene.hostIsFlipped)
    /// The rows that a layer alone covers, from the top of the screen, and the height of the screen.
    func rows(of name: String) throws -> (ClosedRange<Int>, height: Int) {
      for layer in scene.root.sublayers ?? [] { layer.isHidden = layer.name != name }
      let image = try SharedRenderers.draw(scene.root, hostIsFlipped: scene.hostIsFlipped, on: backEnd).image
      let covered = (0..<image.height).filter { y in (0..<image.width).contains { image.pixel($0, y)[3] > 128 } }
      let first = try #require(covered.first)
      let last = try #require(covered.last)
      return (first...last, image.height)
    }
    let (box, height) = try rows(of: "Bottom_chest.png")
    let (lid, _) = try rows(of: "Top_chest.png")
    // A screen is 844 points high; the box's position is 139 from its lower edge, the lid's 334.
    #expect(height == 844)
    #expect(box.upperBound >= height - 2, "the box stands on the lower edge: rows \(box)")
    #expect(lid.upperBound < (box.lowerBound + box.upperBound) / 2, "lid \(lid), box \(box)")
    #expect(lid.lowerBound < box.lowerBound)
    #expect(abs((lid.lowerBound + lid.upperBound) / 2 - (844 - 334)) <= 6, "lid \(lid)")
    #expect(abs((box.lowerBound + box.upperBound) / 2 - (844 - 139)) <= 6, "box \(box)")
  }
}
