// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// One animation of the manifest.
struct LottieTruth: Decodable, Sendable, CustomTestStringConvertible {
  var name: String
  var pixels: [Int]
  var precision: Double
  /// Progress in percent → picture.
  var goldens: [String: String]
  var testDescription: String { name }

  static let folder = PackageFolder.file("../shared/truth/lottie").path

  /// `nil` where the pictures are not.
  static let entries: [LottieTruth]? = (try? Data(contentsOf: URL(fileURLWithPath: folder + "/manifest.json")))
    .flatMap { try? JSONDecoder().decode([LottieTruth].self, from: $0) }
}

/// Lottie animations against pictures that Apple's Core Animation made of them.
@Suite(.enabled(if: LottieTruth.entries != nil, "the pictures are not here"))
struct LottieTruthTests {
  /// The bound for an animation where its player draws something else than After Effects means.
  struct Floor {
    var agreeing: Double
    var outside: Double
  }

  /// Each with its cause in docs/conformance.md.
  private static let floors: [String: Floor] = [
    "Issues-issue_2066": Floor(agreeing: 0.55, outside: 0.44),
    "Issues-pr_1632_1": Floor(agreeing: 0.75, outside: 0.24),
    "Issues-issue_1125": Floor(agreeing: 0.945, outside: 0.045),
    "Issues-issue_1717": Floor(agreeing: 0.94, outside: 0.051),
  ]

  @Test("both measures, at every moment, on the CPU", arguments: LottieTruth.entries ?? [])
  func cpu(_ entry: LottieTruth) throws {
    try judge(entry, at: entry.goldens.keys.sorted(), on: .cpu)
  }

  @Test("both measures, half way, on the GPU", arguments: LottieTruth.entries ?? [])
  func gpu(_ entry: LottieTruth) throws {
    guard SharedRenderers.hasGPU else { return }
    try judge(entry, at: ["50"], on: .gpu)
  }

  @Test("as a Core Animation document, an animation shows the same", arguments: LottieTruth.entries ?? [])
  func converted(_ entry: LottieTruth) throws {
    let folder = try TemporaryFolder()
    let scene = try DocumentReader(lottieMotion: .coreAnimation).read("\(LottieTruth.folder)/\(entry.name).json")
    let notWritten = try SceneWriter().write(scene, to: folder.path("copy.ca"))
    #expect(notWritten == [])
    let copy = try DocumentReader().read(folder.path("copy.ca"))
    let timeline = try #require(scene.timeline)
    #expect(copy.timeline == timeline)
    for progress in [0.05, 0.35, 0.6, 0.95] {
      let time = timeline.time(atProgress: progress)
      let pictures = try [scene, copy].map {
        try SharedRenderers.draw($0.root, at: time, hostIsFlipped: $0.hostIsFlipped, on: .cpu).image
      }
      let comparison = try #require(ImageComparison(pictures[0], pictures[1]))
      #expect(comparison.largest <= 2, "at \(progress)")
    }
  }

  private func judge(_ entry: LottieTruth, at progresses: [String], on backEnd: BackEnd) throws {
    let scene = try DocumentReader(lottieMotion: .coreAnimation).read("\(LottieTruth.folder)/\(entry.name).json")
    let timeline = try #require(scene.timeline)
    let floor = Self.floors[entry.name] ?? Floor(agreeing: entry.precision, outside: 0.005)
    var options = PlanOptions()
    options.size = PixelSize(width: entry.pixels[0], height: entry.pixels[1])
    for progress in progresses {
      guard let percent = Double(progress), let file = entry.goldens[progress] else { continue }
      let time = timeline.time(atProgress: percent / 100)
      let drawn = try SharedRenderers.draw(scene.root, at: time, options: options, on: backEnd).image
      let golden = try ImageDecoder().decode(contentsOf: "\(LottieTruth.folder)/\(file)").image
      let comparison = try #require(PerceptualComparison(drawn, reference: golden))
      #expect(comparison.agreeing >= floor.agreeing, "\(backEnd) at \(progress) %")
      #expect(comparison.outside <= floor.outside, "\(backEnd) at \(progress) %")
    }
  }
}
