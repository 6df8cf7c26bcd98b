// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaLayers
import Testing

/// Suggestions for a name that does not exist.
@Suite struct NearNamesTests {
  /// The distance by its definition.
  private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
    var table = [[Int]](repeating: [Int](repeating: 0, count: other.count + 1), count: one.count + 1)
    for i in 0...one.count { table[i][0] = i }
    for j in 0...other.count { table[0][j] = j }
    for i in 0..<one.count {
      for j in 0..<other.count {
        var best = min(table[i][j] + (one[i] == other[j] ? 0 : 1), table[i][j + 1] + 1, table[i + 1][j] + 1)
        if i > 0, j > 0, one[i] == other[j - 1], one[i - 1] == other[j] { best = min(best, table[i - 1][j - 1] + 1) }
        table[i + 1][j + 1] = best
      }
    }
    return table[one.count][other.count]
  }

  private static func nearest(to name: String, in names: [String]) -> [String] {
    let wanted = Array(name.lowercased().utf8.prefix(256))
    let all = Set(names).subtracting([name]).map { (distance(wanted, Array($0.lowercased().utf8.prefix(256))), $0) }
    let near = all.filter { $0.0 <= max(2, wanted.count / 3) }
    return near.sorted { $0.0 != $1.0 ? $0.0 < $1.0 : $0.1 < $1.1 }.prefix(4).map(\.1)
  }

  @Test("suggestions are those of the distance's definition, for random words of few letters and for key paths")
  func definition() {
    var random = SystemRandomNumberGenerator()
    func word(_ letters: String, _ longest: Int) -> String {
      String(
        (0..<Int.random(in: 0...longest, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" })
    }
    for _ in 0..<300 {
      let (letters, longest) = Bool.random(using: &random) ? ("abAB.", 9) : ("abcdéÄß", 40)
      let names = (0..<30).map { _ in word(letters, longest) }
      let name = word(letters, longest)
      #expect(NearNames.nearest(to: name, in: names) == Self.nearest(to: name, in: names), "'\(name)' in \(names)")
    }
    let paths = Array(LayerKeyTable.of(CAShapeLayer()).pathNames)
    for path in paths {
      var letters = Array(path)
      letters.swapAt(0, letters.count - 1)
      letters.insert("q", at: letters.count / 2)
      let name = String(letters)
      #expect(NearNames.nearest(to: name, in: paths) == Self.nearest(to: name, in: paths), "'\(name)'")
    }
  }

  @Test("names that are long, empty, the same or not there")
  func edges() {
    let long = String(repeating: "a", count: 1000)
    #expect(NearNames.nearest(to: long, in: [long, long + "b", "a"]) == [long + "b"])
    #expect(NearNames.nearest(to: "", in: ["a", "ab", "abc", ""]) == ["a", "ab"])
    #expect(NearNames.nearest(to: "x", in: [String]()) == [])
    #expect(NearNames.nearest(to: "Opacity", in: ["opacity", "opacity"]) == ["opacity"])
  }
}
