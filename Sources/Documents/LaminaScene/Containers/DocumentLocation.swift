// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics

/// The place of one document: a file by itself, or the root document of a package.
///
/// - Conformance: caml.md 1.8, 2.1
struct DocumentLocation {
  /// The name of the document in messages.
  let document: String
  /// The file.
  let file: ResourceFile
  /// The files that the document may name.
  let resources: ResourceFolder
  /// The name of the folder of its pictures in messages.
  let baseDirectory: String
  /// Whether the document was named by a package, not by the user.
  let isInPackage: Bool
  /// The values of the index, or the defaults.
  let index: PackageIndex
  /// The diagnostics of reading the package.
  let diagnostics: [Diagnostic]

  /// The names of the index file, the usual one first; hand-made packages use the others.
  static let indexNames = ["index.xml", "Index.xml", "index.plist", "Index.plist"]

  /// A document by itself.
  init(file: ResourceFile, resources: ResourceFolder, named path: String) {
    self.file = file
    self.resources = resources
    document = path
    baseDirectory = path.contains("/") ? (path as NSString).deletingLastPathComponent : "."
    index = PackageIndex()
    diagnostics = []
    isInPackage = false
  }

  /// The root document of a package.
  init(_ package: PackageFolder, limits: SceneLimits) throws(SceneError) {
    baseDirectory = package.path
    resources = package.resources
    let folder = package.path.hasSuffix("/") ? package.path : package.path + "/"
    if let name = Self.indexNames.first(where: package.hasFile) {
      let file = try Self.file(name, called: "index", in: package)
      let source = SourceText(
        file: folder + name, bytes: try documentBytes(file, named: folder + name, isInPackage: true, limits: limits))
      do {
        index = try PackageIndex(source)
      } catch {
        throw SceneError(error, in: source)
      }
      diagnostics = []
    } else {
      index = PackageIndex()
      diagnostics = [
        Diagnostic(
          .note, code: "no-index", message: "\(package.path) has no index.xml; \(index.rootDocument) is read")
      ]
    }
    file = try Self.file(index.rootDocument, called: "root document", in: package)
    document = folder + index.rootDocument
    isInPackage = true
  }

  /// Returns a file that must lie in the package.
  private static func file(_ name: String, called role: String, in package: PackageFolder) throws(SceneError)
    -> ResourceFile
  {
    do {
      return try package.resources.file(named: name, asWritten: true)
    } catch {
      let reason = "its \(role) '\(shortened(name))' \(error.reason)"
      if error.code == "refused-file" {
        throw .refused(at: Diagnostic.Location(file: package.path, line: 1, column: 1), reason: reason)
      }
      throw .unreadable(path: package.path, reason: reason)
    }
  }
}

/// Reads a document or an index whole. A file that the user names may be a pipe, a file that a package names may not.
func documentBytes(_ file: ResourceFile, named name: String, isInPackage: Bool, limits: SceneLimits)
  throws(SceneError) -> [UInt8]
{
  do {
    return try file.read(limit: limits.effectiveDocumentBytes, regularOnly: isInPackage)
  } catch {
    switch error {
    case .notFound: throw .notFound(path: name)
    case .tooLong: throw .documentTooLarge(path: name, limit: limits.effectiveDocumentBytes)
    case .notRegular: throw .unreadable(path: name, reason: "not a file")
    case .shortage(let reason), .system(let reason): throw .unreadable(path: name, reason: reason)
    }
  }
}
