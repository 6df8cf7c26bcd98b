// As much lexing as the checks need: comments and string literals are blanked, so that what is left is code.

import LaminaTestSupport

/// A source file of the package, line by line.
struct SourceFile {
  /// From the package's root.
  let path: String
  /// The lines as they are.
  let lines: [Substring]
  /// The lines with comments and the insides of string literals replaced by blanks.
  let code: [Substring]

  init(_ path: String) throws {
    let text = try PackageFolder.text(path)
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var blanking = Blanking(Array(text))
    code = String(blanking.run()).split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// `path:line`, as editors and compilers write it; `index` counts from 0.
  func place(_ index: Int) -> String { "\(path):\(index + 1)" }

  /// All Swift sources, those of tests included.
  static func swift() throws -> [SourceFile] {
    try PackageFolder.files().filter { $0.hasSuffix(".swift") }.map { try SourceFile($0) }
  }
}

/// Replaces comments and string literals of Swift by blanks, keeping every line break.
private struct Blanking {
  let characters: [Character]
  var result: [Character]
  var position = 0

  init(_ characters: [Character]) {
    self.characters = characters
    result = characters
  }

  mutating func run() -> [Character] {
    while position < characters.count {
      if starts("//") {
        blank { $0.starts("\n") }
      } else if starts("/*") {
        blankBlockComment()
      } else if let (open, hashes) = stringStart() {
        blankString(open, hashes)
      } else {
        position += 1
      }
    }
    return result
  }

  private func starts(_ text: String) -> Bool {
    characters.dropFirst(position).starts(with: text)
  }

  /// The quotes and the hash signs of a string literal that starts here.
  private func stringStart() -> (open: String, hashes: String)? {
    let hashes = String(characters[position...].prefix { $0 == "#" })
    let rest = characters.dropFirst(position + hashes.count)
    guard rest.first == "\"" else { return nil }
    return (rest.starts(with: "\"\"\"") ? "\"\"\"" : "\"", hashes)
  }

  private mutating func blankString(_ quotes: String, _ hashes: String) {
    position += hashes.count + quotes.count
    while position < characters.count, !starts(quotes + hashes), quotes.count == 3 || characters[position] != "\n" {
      if starts("\\" + hashes) {
        eraseCharacter()
        for _ in hashes { eraseCharacter() }
        // An interpolation may hold literals of its own.
        if starts("(") { blankInterpolation() } else { eraseCharacter() }
      } else {
        eraseCharacter()
      }
    }
    position = min(position + quotes.count + hashes.count, characters.count)
  }

  /// Leaves the code of an interpolation standing.
  private mutating func blankInterpolation() {
    var depth = 0
    while position < characters.count {
      if let (open, hashes) = stringStart() {
        blankString(open, hashes)
        continue
      }
      if characters[position] == "(" { depth += 1 }
      if characters[position] == ")" { depth -= 1 }
      position += 1
      if depth == 0 { return }
    }
  }

  private mutating func blankBlockComment() {
    var depth = 0
    repeat {
      let change = starts("/*") ? 1 : starts("*/") ? -1 : 0
      depth += change
      eraseCharacter()
      if change != 0 { eraseCharacter() }
    } while depth > 0 && position < characters.count
  }

  private mutating func blank(until isEnd: (Blanking) -> Bool) {
    while position < characters.count, !isEnd(self) { eraseCharacter() }
  }

  private mutating func eraseCharacter() {
    guard position < characters.count else { return }
    if characters[position] != "\n" { result[position] = " " }
    position += 1
  }
}
