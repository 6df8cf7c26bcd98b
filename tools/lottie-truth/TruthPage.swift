// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina

/// Writes results as a page: reference, Lamina's picture and difference side by side, worst first.
struct TruthPage {
  var folder: String

  func write(_ results: [TruthResult]) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var page = """
      <!doctype html><meta charset="utf-8"><title>Lottie truth</title>
      <style>body{font:14px sans-serif}img{max-width:32%;border:1px solid #ccc;background:
      repeating-conic-gradient(#eee 0 25%,#fff 0 50%) 0 0/16px 16px}.bad{color:#b00}</style>
      <h1>Lottie truth: \(results.filter(\.isMet).count) of \(results.count)</h1>
      <p>Golden, ours, difference.</p>\n
      """
    for result in results {
      let mark = result.isMet ? "" : " class=\"bad\""
      page += "<h2\(mark)>\(result.entry.name)</h2>\n"
      if let failure = result.failure { page += "<p class=\"bad\">\(escaped(failure))</p>\n" }
      for frame in result.frames { page += try section(frame, result.entry) }
      for diagnostic in result.diagnostics { page += "<p>\(escaped("\(diagnostic)"))</p>\n" }
    }
    try Data(page.utf8).write(to: URL(fileURLWithPath: folder + "/index.html"))
  }

  private func section(_ frame: TruthFrame, _ entry: TruthEntry) throws -> String {
    let stem = "\(entry.name)-\(frame.progress)"
    let encoder = PNGEncoder()
    if let picture = frame.picture { try encoder.write(picture, to: "\(folder)/\(stem).png") }
    if let difference = frame.difference { try encoder.write(difference, to: "\(folder)/\(stem)-difference.png") }
    let golden = "\(stem)-golden.png"
    try? FileManager.default.removeItem(atPath: "\(folder)/\(golden)")
    try FileManager.default.copyItem(atPath: frame.golden, toPath: "\(folder)/\(golden)")
    let numbers = String(
      format: "%d%%: agreeing %.4f (%.4f wanted), outside %.4f", frame.progress, frame.agreeing, entry.precision,
      frame.outside)
    return "<p>\(numbers)</p><img src=\"\(golden)\"><img src=\"\(stem).png\"><img src=\"\(stem)-difference.png\">\n"
  }

  private func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
  }
}
