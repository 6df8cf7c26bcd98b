// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import ArgumentParser
import Foundation
import Lamina

/// Compares Lottie animations with reference pictures made by Apple's renderer.
@main
struct LottieTruth: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lottie-truth",
    abstract: "Compare Lottie animations with the pictures that Apple's renderer made of them, worst first.",
    discussion: """
      Two measures: the share of pixels at most 3 apart in CIE-Lab (wanted: the manifest's precision), and the share more \
      than 12 levels outside the golden's 3 x 3 neighbourhood (wanted: at most 0.005).
      """)

  @Argument(help: "The folder with manifest.json, animations and goldens.")
  var folder = "../shared/truth/lottie"

  @Flag(help: "Draw with OpenGL ES instead of the CPU.")
  var gpu = false

  @Option(help: "Only animations whose name contains this.")
  var only: String?

  @Option(
    help: "Judge the pictures NAME-25.png … in this folder, which another program drew, instead of drawing.")
  var pictures: String?

  @Option(help: "Write a page with all pictures into this folder.")
  var page: String?

  func run() throws {
    let run = TruthRun(
      folder: folder, renderer: try Renderer(gpu ? .gpu(.automatic) : .cpu(threads: nil)), pictures: pictures,
      keepsPictures: page != nil)
    let entries = try readManifest(folder).filter { entry in only.map { entry.name.contains($0) } ?? true }
    var results = entries.map { run.judge($0) }
    results.sort { ($0.agreeing - $0.entry.precision, -$0.outside) < ($1.agreeing - $1.entry.precision, -$1.outside) }
    for result in results { print(line(result)) }
    print("\(results.filter(\.isMet).count) of \(results.count) meet both measures")
    if let page { try TruthPage(folder: page).write(results) }
  }

  private func line(_ result: TruthResult) -> String {
    let frames = result.frames.map { String(format: "%d%%: %.4f/%.4f", $0.progress, $0.agreeing, $0.outside) }
    let head = String(
      format: "%@ %.4f of %.3f, outside %.4f", result.isMet ? "ok " : "BAD", result.agreeing, result.entry.precision,
      result.outside)
    return "\(head)  \(result.entry.name)  [\(frames.joined(separator: "  "))]\(result.failure.map { " \($0)" } ?? "")"
  }
}
