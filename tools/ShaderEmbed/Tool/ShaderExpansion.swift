import Foundation

/// The text of one shader with its includes in place.
///
/// A file is included once, however often it is named. Paths are relative to the shader folder.
struct ShaderExpansion {
  /// What is wrong, and where.
  struct Failure: Error {
    var file: String
    var line: Int
    var message: String
  }

  let root: String
  /// The files that went in, in order of their `#line` numbers; the first is the shader itself.
  private(set) var files: [String] = []
  private(set) var text = ""

  init(root: String) {
    self.root = root
  }

  /// Appends the file `name`, and what it includes.
  mutating func expand(_ name: String, from includer: (file: String, line: Int)? = nil) throws {
    guard !files.contains(name) else { return }
    let number = files.count
    files.append(name)
    guard let contents = try? String(contentsOfFile: root + name, encoding: .utf8) else {
      throw Failure(
        file: includer?.file ?? name, line: includer?.line ?? 1, message: "cannot read \"\(name)\"")
    }
    if includer != nil { text += "#line 1 \(number)\n" }
    let lines = contents.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      guard line.hasPrefix("#include") else {
        if index + 1 < lines.count || !line.isEmpty { text += line + "\n" }
        continue
      }
      let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[2].allSatisfy(\.isWhitespace) else {
        throw Failure(file: name, line: index + 1, message: "expected #include \"lib/name.glsl\"")
      }
      try expand(String(parts[1]), from: (name, index + 1))
      text += "#line \(index + 2) \(number)\n"
    }
  }
}
