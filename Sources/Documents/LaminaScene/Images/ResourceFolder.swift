// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// The folder of a document, with the rule for the files that the document may name.
///
/// - Conformance: caml.md 1.3, CGImage
struct ResourceFolder {
  private enum Place {
    /// On the disk, with every symbolic link resolved.
    case disk(String)
    /// In an archive, by its path there, which is empty for the archive's root.
    case packed(ZipArchive, path: String)
  }

  /// The place; `nil` without a folder, so that no file can be named.
  private let place: Place?

  /// The folder of pictures in packages.
  private static let assetFolder = "assets"
  /// Endings that are tried in place of the written one: tools convert pictures without updating the document.
  private static let alternatives = ["png", "jpg", "jpeg", "webp", "heic"]

  /// A folder on the disk.
  init(_ path: String?) {
    place = path.flatMap { DocumentAccess.files.resolved($0.isEmpty ? "." : $0) }.map(Place.disk)
  }

  /// A folder in an archive.
  init(_ archive: ZipArchive, path: String) {
    place = .packed(archive, path: path)
  }

  /// Returns the file that a document calls `name`.
  ///
  /// The name is tried percent-decoded and literally, then its last component in `assets`, then both with the usual
  /// other endings.
  ///
  /// - Parameter asWritten: Whether only the first two are tried, for files that are not pictures.
  /// - Throws: `refused-file` when the name leads outside the folder, by itself or through a symbolic link;
  ///   `missing-file` when there is no such file.
  func file(named name: String, asWritten: Bool = false) throws(ValueProblem) -> ResourceFile {
    if name.isEmpty { throw ValueProblem("names no file", code: "missing-file") }
    let decoded = name.removingPercentEncoding ?? name
    for spelling in [decoded, name] where !isInside(spelling) {
      throw ValueProblem("names a file outside the document's folder, which is refused", code: "refused-file")
    }
    let candidates = asWritten ? [decoded, name] : Self.candidates(decoded, name)
    switch place {
    case .disk(let root): return .disk(try file(oneOf: candidates, in: root))
    case .packed(let archive, let folder):
      for candidate in candidates {
        let path = Self.joined(folder, candidate)
        if archive.files[path] != nil { return .packed(archive, path: path) }
      }
    case nil: break
    }
    throw ValueProblem("names a file that does not exist", code: "missing-file")
  }

  private func file(oneOf candidates: [String], in root: String) throws(ValueProblem) -> String {
    var leadsOutside = false
    for candidate in candidates {
      guard let path = DocumentAccess.files.resolved(absolute(candidate, in: root)) else { continue }
      if contains(path) { return path }
      leadsOutside = true
    }
    throw leadsOutside
      ? ValueProblem("leads outside the document's folder by a symbolic link, which is refused", code: "refused-file")
      : ValueProblem("names a file that does not exist", code: "missing-file")
  }

  /// Returns a path in an archive, without `.` and `..`, for a name that does not leave the folder.
  private static func joined(_ folder: String, _ name: String) -> String {
    var parts = folder.split(separator: "/")
    for part in name.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }

  private func contains(_ path: String) -> Bool {
    guard case .disk(let root) = place else { return false }
    return path.hasPrefix(root.hasSuffix("/") ? root : root + "/")
  }

  private func absolute(_ name: String, in root: String) -> String {
    name.hasPrefix("/") ? name : root + "/" + name
  }

  /// Whether a name stays in the folder, judged without the file system.
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
}
