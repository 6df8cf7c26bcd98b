// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import Testing

/// Parameters at lengths from a table, against those that are measured anew.
@Suite struct ArcLengthTableTests {
  static let curves: [(name: String, segment: PathSegment)] = [
    ("quarter circle", PathSegment(from: [1, 0], control1: [1, 0.5523], control2: [0.5523, 1], to: [0, 1])),
    ("long handles", PathSegment(from: [0, 0], control1: [900, 10], control2: [-700, 30], to: [100, 0])),
    ("starts at rest", PathSegment(from: [0, 0], control1: [0, 0], control2: [40, 90], to: [100, 0])),
    ("loop", PathSegment(from: [0, 0], control1: [300, 200], control2: [-200, 200], to: [100, 0])),
    ("nearly a line", PathSegment(from: [0, 0], control1: [1, 1e-7], control2: [2, 0], to: [3, 0])),
  ]

  @Test("the same parameters", arguments: curves.indices)
  func times(_ index: Int) {
    let (name, segment) = Self.curves[index]
    let length = segment.length
    guard let table = ArcLengthTable(segment, length: length) else {
      // Curves that turn sharply are measured anew every time.
      #expect(["starts at rest", "long handles"].contains(name), "\(name)")
      return
    }
    for step in 0...200 {
      let distance = length * Double(step) / 200
      let (quick, slow) = (table.time(atLength: distance), segment.time(atLength: distance, of: length))
      let apart = segment.point(at: quick) - segment.point(at: slow)
      #expect((apart * apart).sum().squareRoot() <= 1e-8 * length, "\(name) at \(step)")
    }
    #expect(table.time(atLength: -1) == 0 && table.time(atLength: 2 * length) == 1)
  }

  @Test("no table of lines, points and cusps")
  func none() {
    let line = PathSegment(from: [0, 0], to: [3, 4])
    let point = PathSegment(from: [1, 1], control1: [1, 1], control2: [1, 1], to: [1, 1])
    let cusp = PathSegment(from: [0, 0], control1: [1, 1], control2: [0, 1], to: [1, 0])
    for segment in [line, point] { #expect(ArcLengthTable(segment, length: segment.length) == nil) }
    if let table = ArcLengthTable(cusp, length: cusp.length) {
      let place = cusp.point(at: table.time(atLength: cusp.length / 2)) - cusp.point(at: 0.5)
      #expect((place * place).sum().squareRoot() < 0.01 * cusp.length)
    }
  }
}
