// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The files of a zip archive, for readers of other formats: checked and bounded like all archives.
package final class PackedFiles {
  let archive: ZipArchive

  /// The path of the archive.
  package var path: String { archive.name }

  private init(_ archive: ZipArchive) {
    self.archive = archive
  }

  /// Opens the archive at a path, or the one that the path leads into.
  ///
  /// - Returns: The files, and the rest of the path inside, empty for the archive itself; `nil` for a path that leads
  ///   to no archive.
  /// - Throws: ``SceneError/archive(path:_:)`` for an archive that is refused.
  package static func on(_ path: String, limits: SceneLimits) throws(SceneError) -> (files: PackedFiles, inner: String)?
  {
    if SceneLocation.isZipFile(path) {
      return (PackedFiles(try SceneLocation.open(path, limits: limits)), "")
    }
    return try SceneLocation.archive(on: path, limits: limits).map { (PackedFiles($0.0), $0.1) }
  }

  /// The paths of all files, sorted.
  package var names: [String] { archive.files.keys.sorted() }

  /// Unpacks a file; `nil` where the archive has no file with that path.
  package func read(_ name: String, limits: SceneLimits) throws(SceneError) -> [UInt8]? {
    guard let entry = archive.files[name] else { return nil }
    do {
      return try archive.read(entry, limit: limits.effectiveDocumentBytes)
    } catch {
      switch error {
      case .tooLong: throw .documentTooLarge(path: "\(path)/\(name)", limit: limits.effectiveDocumentBytes)
      case .shortage(let reason), .system(let reason): throw .unreadable(path: "\(path)/\(name)", reason: reason)
      case .notFound, .notRegular: return nil
      }
    }
  }
}
