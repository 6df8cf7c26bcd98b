// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaTestSupport
import Testing

/// No number that a document or a caller gave becomes a whole number unchecked, which would stop the process.
///
/// The compiler is the real check: `LaminaGeometry` hides the conversions of the standard library behind deprecated
/// ones, and warnings are errors. Here it says that no file is out of the compiler's sight.
@Suite struct ConversionTests {
  /// Where the compiler needs to see nothing, and why.
  private static let free = [
    "Sources/System/LaminaNumbers/": "the checked conversion itself",
    "Sources/System/LaminaSystem/": "below LaminaGeometry: makes whole numbers of texts and of whole numbers alone",
    "tools/Embed/": "runs while the package is built, on our own shaders",
    "tools/porting/Tests/": "tests, of a package that sees nothing of Lamina",
  ]

  @Test("every file that makes whole numbers sees the deprecated conversions")
  func imports() throws {
    var problems: [String] = []
    for file in try Self.sources() where !file.path.hasPrefix("Sources/Engine/LaminaGeometry/") {
      let seesThem = file.code.contains { $0.contains(/\bimport (?:LaminaGeometry|Lamina|QuartzCore)\s*$/) }
      guard !seesThem, let index = file.code.firstIndex(where: Self.converts) else { continue }
      problems.append("\(file.place(index)): makes a whole number, and does not import LaminaGeometry")
    }
    expectNone(problems)
  }

  @Test("vectors become whole numbers one component at a time, where the compiler sees it")
  func vectors() throws {
    var problems: [String] = []
    for file in try Self.sources() {
      for (index, line) in file.code.enumerated()
      where line.contains(/\bSIMD\d+<U?Int\d*>\((?!$|\)|\s*(?:truncatingIfNeeded|repeating|clamping):|[-.\d])/)
        || line.contains(/,\s*rounding:\s*\./)
      {
        problems.append("\(file.place(index)): a vector of whole numbers made of one of others, unchecked")
      }
    }
    expectNone(problems)
  }

  @Test("what is rounded, or said to be a CGFloat, which the compiler does not see, is clamped")
  func rounded() throws {
    var problems: [String] = []
    for file in try Self.sources() {
      for (index, line) in file.code.enumerated() where Self.roundsUnchecked(line) {
        problems.append("\(file.place(index)): makes a whole number of what is no whole number, unchecked")
      }
    }
    expectNone(problems)
  }

  @Test(
    "finds what is rounded and not clamped",
    arguments: [
      ("let a = Int(x.rounded(.down))", true), ("Int32((size.width * scale).rounded())", true),
      ("UInt8(CGFloat(y))", true), ("Int(floor(y))", true), ("Int(clamping: x.rounded(.down))", false),
      ("let b = Int(count) + x.rounded()", false), ("Int(clamping: ceil(x))", false),
    ])
  func roundedForms(_ line: String, _ isUnchecked: Bool) {
    #expect(Self.roundsUnchecked(line[...]) == isUnchecked)
  }

  /// Whether a line makes a whole number of what is rounded, or said to be a `CGFloat`, without the checked conversion.
  private static func roundsUnchecked(_ line: Substring) -> Bool {
    guard line.contains("Int"), line.contains(/rounded\(|CGFloat\(|floor\(|ceil\(/) else { return false }
    for match in line.matches(of: /\bU?Int(?:8|16|32|64)?\((?!\s*(?:clamping|exactly|truncatingIfNeeded|bitPattern)\b)/)
    {
      // The argument ends where its parenthesis does.
      var depth = 1
      let rest = line[match.range.upperBound...]
      let argument = rest.prefix { character in
        if character == "(" { depth += 1 } else if character == ")" { depth -= 1 }
        return depth > 0
      }
      if argument.contains(/rounded\(|CGFloat\(|\bfloor\(|\bceil\(/) { return true }
    }
    return false
  }

  @Test("every whole-number type has its conversions hidden, and a warning is an error")
  func hidden() throws {
    let file = try SourceFile("Sources/Engine/LaminaGeometry/UncheckedConversions.swift")
    for type in ["Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64"] {
      #expect(file.code.contains { $0 == "extension \(type) {" }, "\(file.path): \(type) is not hidden")
    }
    for number in ["Double", "Float"] {
      let hidden = file.code.indices.filter { index in
        file.code[index].contains("init(_ number: \(number))") && file.code[index - 1].contains("deprecated")
      }
      #expect(hidden.count == 10, "\(file.path): conversions of \(number) that are hidden")
    }
    #expect(try PackageFolder.text("Package.swift").contains(".treatAllWarnings(as: .error)"))
  }

  @Test(
    "finds conversions in every form",
    arguments: [
      ("let a = Int(x)", true), ("UInt8(clamping: x)", false), ("[x].map(Int.init)", true),
      ("Int32(truncatingIfNeeded: bits)", false), ("UInt8(ascii: \" \")", false), ("GLsizei(width)", true),
      ("Point(x)", false), ("Int()", false),
    ])
  func forms(_ line: String, _ converts: Bool) {
    #expect(Self.converts(line[...]) == converts)
  }

  /// Whether a line of code makes a whole number of something that may be any number.
  private static func converts(_ line: Substring) -> Bool {
    // Most lines are done with here, which makes this a matter of a second.
    guard line.contains("Int") || line.contains("GL") else { return false }
    return line.contains(
      /(?:^|[^\w.])(?:U?Int(?:8|16|32|64)?|GLint|GLsizei|GLuint|CInt)(?:\((?!\)|\s*(?:ascii|bitPattern|clamping|truncatingIfNeeded|exactly|littleEndian|bigEndian)\b)|\.init\b(?!\())/
    )
  }

  private static func sources() throws -> [SourceFile] {
    try SourceFile.swift().filter { file in
      (file.path.hasPrefix("Sources/") || file.path.hasPrefix("tools/"))
        && !free.keys.contains { file.path.hasPrefix($0) }
    }
  }
}
