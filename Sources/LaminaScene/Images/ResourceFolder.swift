import Foundation

/// The folder of a document, and the rule which files in it a document may name.
///
/// - Conformance: caml.md 1.3, CGImage
struct ResourceFolder {
  /// The folder with every symbolic link resolved; `nil` when there is none, so that no file can be named.
  private let root: String?

  /// Where packages keep their pictures.
  private static let assetFolder = "assets"
  /// Endings that are tried in place of the one that is written: tools convert pictures and forget the document.
  private static let alternatives = ["png", "jpg", "jpeg", "webp", "heic"]

  init(_ path: String?) {
    root = path.flatMap { Self.realPath($0.isEmpty ? "." : $0) }
  }

  /// The real path of the file that a document calls `name`.
  ///
  /// The name is tried percent-decoded and literally, then its last part in `assets`, then both with the usual
  /// other endings.
  ///
  /// - Parameter asWritten: Whether only the first two are tried, for files that are no pictures.
  /// - Throws: `refused-file` when the name leads outside the folder, by itself or through a symbolic link;
  ///   `missing-file` when there is no such file.
  func file(named name: String, asWritten: Bool = false) throws(ValueProblem) -> String {
    if name.isEmpty { throw ValueProblem("names no file", code: "missing-file") }
    let decoded = name.removingPercentEncoding ?? name
    for spelling in [decoded, name] where !isInside(spelling) {
      throw ValueProblem("names a file outside the document's folder, which is refused", code: "refused-file")
    }
    var leadsOutside = false
    for candidate in asWritten ? [decoded, name] : Self.candidates(decoded, name) {
      guard let root, let path = Self.realPath(absolute(candidate, in: root)) else { continue }
      if contains(path) { return path }
      leadsOutside = true
    }
    throw leadsOutside
      ? ValueProblem("leads outside the document's folder by a symbolic link, which is refused", code: "refused-file")
      : ValueProblem("names a file that does not exist", code: "missing-file")
  }

  private func contains(_ path: String) -> Bool {
    guard let root else { return false }
    return path.hasPrefix(root.hasSuffix("/") ? root : root + "/")
  }

  private func absolute(_ name: String, in root: String) -> String {
    name.hasPrefix("/") ? name : root + "/" + name
  }

  /// Whether a name stays in the folder as far as can be told without looking at the file system.
  private func isInside(_ name: String) -> Bool {
    if name.unicodeScalars.contains("\0") { return false }
    if name.hasPrefix("/") {
      guard contains(name) else { return false }
    } else if let colon = name.firstIndex(of: ":"), name[..<colon].allSatisfy({ $0.isLetter || $0.isNumber }),
      name[colon...].hasPrefix("://") || name[..<colon] == "file"
    {
      return false
    }
    var depth = 0
    for part in name.split(separator: "/") {
      if part == ".." { depth -= 1 } else if part != "." { depth += 1 }
      if depth < 0 { return false }
    }
    return true
  }

  private static func candidates(_ decoded: String, _ literal: String) -> [String] {
    var names = [decoded, literal]
    names += names.compactMap { $0.split(separator: "/").last.map { assetFolder + "/" + $0 } }
    for name in names {
      guard let dot = name.lastIndex(of: "."), !name[dot...].contains("/") else { continue }
      names += alternatives.map { name[...dot] + $0 }
    }
    var seen = Set<String>()
    return names.filter { seen.insert($0).inserted }
  }

  /// The corresponding C call is `realpath`.
  private static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
