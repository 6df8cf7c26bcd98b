// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport

/// The files that a failed comparison leaves: both pictures, their difference, and the worst pixels.
enum FailureArtefacts {
  static let folder = ".build/render-failures"

  /// The worst pixels, as the JSON file lists them.
  private struct Report: Encodable {
    struct Pixel: Encodable {
      var x: Int
      var y: Int
      var actual: [UInt8]
      var expected: [UInt8]
    }
    var check: String
    var largestDifference: Int
    var differingPixels: Int
    var worst: [Pixel]
  }

  /// Writes the files and returns where, for the message.
  static func write(_ actual: PixelGrid, _ expected: PixelGrid, check: String) -> String {
    let name = check.map { $0 == "/" || $0 == " " ? "-" : $0 }.reduce(into: "") { $0.append($1) }
    let stem = PackageFolder.file("\(folder)/\(name)").path
    do {
      try FileManager.default.createDirectory(
        at: PackageFolder.file(folder), withIntermediateDirectories: true)
      try save(actual, to: "\(stem).actual.png")
      try save(expected, to: "\(stem).expected.png")
      guard actual.width == expected.width, actual.height == expected.height else { return "\(folder)/\(name).*" }
      try save(picture(of: actual, expected), to: "\(stem).difference.png")
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      try encoder.encode(report(actual, expected, check)).write(to: URL(fileURLWithPath: "\(stem).json"))
    } catch {
      return "(not saved: \(error))"
    }
    return "\(folder)/\(name).*"
  }

  private static func save(_ grid: PixelGrid, to path: String) throws {
    guard let image = grid.image else { return }
    try PNGEncoder().write(image, to: path)
  }

  private static func distance(_ a: SIMD4<UInt8>, _ b: SIMD4<UInt8>) -> Int {
    (0..<4).map { abs(Int(a[$0]) - Int(b[$0])) }.max() ?? 0
  }

  /// Black where equal, brighter the more they differ: a difference of 1 is plain to see.
  private static func picture(of actual: PixelGrid, _ expected: PixelGrid) -> PixelGrid {
    PixelGrid(width: actual.width, height: actual.height) { x, y in
      let difference = distance(actual[x, y], expected[x, y])
      let grey = UInt8(difference == 0 ? 0 : min(255, 63 + difference))
      return SIMD4(grey, grey, grey, 255)
    }
  }

  private static func report(_ actual: PixelGrid, _ expected: PixelGrid, _ check: String) -> Report {
    let differing = actual.pixels.indices.filter { actual.pixels[$0] != expected.pixels[$0] }
      .sorted { distance(actual.pixels[$0], expected.pixels[$0]) > distance(actual.pixels[$1], expected.pixels[$1]) }
    let worst = differing.prefix(20).map { index in
      let (a, b) = (actual.pixels[index], expected.pixels[index])
      return Report.Pixel(
        x: index % actual.width, y: index / actual.width, actual: [a.x, a.y, a.z, a.w], expected: [b.x, b.y, b.z, b.w])
    }
    let largest = worst.first.map { first in (0..<4).map { abs(Int(first.actual[$0]) - Int(first.expected[$0])) } }
    return Report(
      check: check, largestDifference: largest?.max() ?? 0, differingPixels: differing.count, worst: worst)
  }
}
