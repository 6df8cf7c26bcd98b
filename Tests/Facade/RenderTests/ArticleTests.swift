// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaTestSupport
import Testing

/// The articles, the tutorial and the reference of the site show code that compiles and runs, and the pictures that it
/// draws.
@Suite struct ArticleTests {
  private static let catalog = "Sources/Facade/Lamina/Lamina.docc"

  /// All files of the modules' catalogs.
  private static let catalogFiles = PackageFolder.files(under: "Sources").filter { $0.contains(".docc/") }

  /// Pieces of the programs in `Examples/articles` that stand between `// snippet: NAME` and `// end`, without their
  /// indentation.
  private static func snippets() throws -> [String: String] {
    var found: [String: String] = [:]
    for path in PackageFolder.files(under: "Examples/articles") where path.hasSuffix(".swift") {
      var name: String?
      var lines: [Substring] = []
      for line in try PackageFolder.text(path).split(separator: "\n", omittingEmptySubsequences: false) {
        let words = line.drop { $0 == " " }
        if words.hasPrefix("// snippet: ") {
          name = String(words.dropFirst(12))
          lines = []
        } else if words == "// end", let open = name {
          let indentation = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
          found[open] = lines.map { $0.dropFirst(indentation) }.joined(separator: "\n")
          name = nil
        } else {
          lines.append(line)
        }
      }
    }
    return found
  }

  @Test("every piece of Swift in an article or step is a piece of a program that is run, and each of those is shown")
  func code() throws {
    let snippets = try Self.snippets()
    var shown: Set<String> = []
    let pages = Self.catalogFiles.filter { $0.contains(".docc/Articles/") || $0.contains(".docc/Symbols/") }
    for path in pages where path.hasSuffix(".md") {
      for match in try PackageFolder.text(path).matches(of: /```swift\n(?<code>(?s:.*?))\n```/) {
        let name = snippets.first { $0.value == match.code }?.key
        #expect(name != nil, "\(path) shows Swift that is nowhere in Examples/articles:\n\(match.code)")
        if let name { shown.insert(name) }
      }
    }
    for path in PackageFolder.files(under: "\(Self.catalog)/Resources") where path.hasSuffix(".swift") {
      let name = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
      let text = try PackageFolder.text(path)
      let snippet = try #require(snippets[name], "\(path) is no piece of Examples/articles")
      #expect(text.hasPrefix("import QuartzCore\n"))
      #expect(text.hasSuffix("\n\(snippet)\n"), "\(path) is not snippet \(name)")
      shown.insert(name)
    }
    #expect(shown == Set(snippets.keys), "these are shown nowhere: \(Set(snippets.keys).subtracting(shown).sorted())")
  }

  @Test("the pictures of articles and steps are those that the code draws")
  func pictures() throws {
    let folder = try TemporaryFolder()
    let program = LaminaTool.url.deletingLastPathComponent().appendingPathComponent("example-articles")
    let process = try Process.run(program, arguments: [folder.path(".")])
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let recorded = Self.catalogFiles.filter { $0.hasSuffix(".png") && $0.contains(".docc/Resources/") }
    let drawn = try FileManager.default.contentsOfDirectory(atPath: folder.path(".")).filter { $0.hasSuffix(".png") }
    #expect(Set(recorded.map { ($0 as NSString).lastPathComponent }) == Set(drawn))
    for name in drawn.sorted() {
      let path = PackageFolder.file(try Self.place(of: name)).path
      let picture = try ImageDecoder().decode(contentsOf: folder.path(name)).image
      guard FileManager.default.fileExists(atPath: path), Recording.mode == .never else {
        try Recording.check(picture, path: path, scene: "articles/\(name)")
        continue
      }
      // The program takes whichever renderer there is.
      let mismatch = PictureExpectation.mismatch(
        picture, try ImageDecoder().decode(contentsOf: path).image, tolerance: ParityTests.standard.levels)
      #expect(mismatch == nil, "\(name): \(mismatch ?? "")")
    }
    let frames = try FileManager.default.contentsOfDirectory(atPath: folder.path("frames"))
    #expect(frames.filter { $0.hasSuffix(".png") }.count == 25)
  }

  /// Where a picture belongs: into the catalog of the page that shows it.
  private static func place(of picture: String) throws -> String {
    let name = (picture as NSString).deletingPathExtension
    let page = try catalogFiles.first { path in
      guard path.hasSuffix(".md") || path.hasSuffix(".tutorial") else { return false }
      let text = try PackageFolder.text(path)
      return text.contains("](\(name))") || text.contains(": \(picture)")
    }
    let found = try #require(page, "\(picture) is shown nowhere")
    let end = try #require(found.range(of: ".docc/")).upperBound
    return found[..<end] + "Resources/" + picture
  }

  @Test("pages and pictures that articles and tutorials name are there, those that are made of documents included")
  func links() throws {
    let files = Self.catalogFiles
    let folder = try TemporaryFolder()
    // Fails where one of the documents has a link that leads nowhere.
    let guides = try LaminaTool.shell(
      "PYTHONDONTWRITEBYTECODE=1 python3 tools/siting/guides.py '\(folder.path("guides"))'", in: PackageFolder.root)
    #expect(guides.status == 0, "\(guides.errors)")
    let made = try FileManager.default.contentsOfDirectory(atPath: folder.path("guides"))
    #expect(made.contains("Guides.md") && made.contains("Guide-command-line.md"))
    let paths = files + made + ["Gallery.md"]
    let names = Set(paths.map { ((($0 as NSString).lastPathComponent) as NSString).deletingPathExtension })
    for path in files where path.hasSuffix(".md") || path.hasSuffix(".tutorial") {
      let text = try PackageFolder.text(path)
      var targets = text.matches(of: /<?doc:(?:tutorials\/)?(?<name>[A-Za-z-]+)/).map { String($0.name) }
      targets += text.matches(of: /!\[[^\]]+\]\((?<name>[^)]+)\)/).map { String($0.name) }
      targets += text.matches(of: /(?:source|file): (?<name>[a-z0-9-]+)\./).map { String($0.name) }
      for target in targets { #expect(names.contains(target), "\(path) names \(target), which is not there") }
    }
  }
}
