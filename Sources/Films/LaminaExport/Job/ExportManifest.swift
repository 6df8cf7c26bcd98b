// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaSystem

/// All inputs that determine the frames of a film and their storage, as text.
///
/// Parts with equal manifests belong together, whichever process made them. The file is JSON: one object with sorted
/// keys.
package struct ExportManifest: Codable, Equatable, Sendable {
  /// The values to compare, by name.
  package var entries: [String: String] = [:]

  /// The value of a name; empty if there is none.
  package subscript(_ name: String) -> String {
    get { entries[name] ?? "" }
    set { entries[name] = newValue }
  }

  /// A description of the first entry, by name, that differs from another manifest; `nil` if none does.
  package func difference(from other: ExportManifest) -> String? {
    for name in Set(entries.keys).union(other.entries.keys).sorted() where entries[name] != other.entries[name] {
      return "\(name) is '\(entries[name] ?? "not there")', and was '\(other.entries[name] ?? "not there")'"
    }
    return nil
  }

  /// Reads a manifest; `nil` if there is none, or it is incomplete.
  package static func read(_ path: String) -> ExportManifest? {
    guard let data = FileManager.default.contents(atPath: path),
      let entries = try? JSONDecoder().decode([String: String].self, from: data)
    else { return nil }
    return ExportManifest(entries: entries)
  }

  /// Writes the manifest, completely or not at all.
  package func write(to path: String) throws(ExportError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(entries) else { preconditionFailure("text that JSON cannot hold") }
    try converting(to: ExportError.file) { () throws(FileError) in try OutputFile(path).write(Array(data) + [0x0A]) }
  }
}

/// The folder beside an output for lists of finished frames, and for the parts of unfinished films.
///
/// `film.mp4.parts` for a film or a stream, `.%05d.png.parts` in the folder of a sequence. If the film's name is a
/// symbolic link, the folder is beside the target of the link, so that all exports to that file share it.
package struct ExportFolder: Sendable {
  /// The path of the folder.
  package let path: String
  /// The part of the film that this process makes; `nil` for the whole film.
  package let shard: Shard?

  /// Makes the folder's description for a destination.
  package init(_ destination: ExportDestination, shard: Shard?) {
    self.shard = shard
    switch destination {
    case .pictures(let pattern):
      let folder = PathParts.folder(of: pattern.path(of: 0))
      path = PathParts.joined(folder, ".\(pattern.family).parts")
    case .stream(let output, _), .film(let output, _): path = StreamedFile.resolved(output) + ".parts"
    }
  }

  private var suffix: String { shard.map { ".\($0.index)-of-\($0.count)" } ?? "" }

  /// The path of a file in the folder.
  package func file(_ name: String) -> String { PathParts.joined(path, name) }
  /// The manifest of the frames.
  package var manifest: String { file("manifest\(suffix).json") }
  /// The list of finished frames of a sequence.
  package var journal: String { file("finished\(suffix).txt") }
  /// The file that marks a shard as complete.
  package var completion: String { file("complete\(suffix)") }

  /// A shard of a raw stream.
  package var stream: String { file("stream\(suffix)") }
  /// Whether the shard is complete.
  package var isComplete: Bool { access(completion, F_OK) == 0 }

  /// Marks the shard as complete.
  package func complete() throws(ExportError) {
    try converting(to: ExportError.file) { () throws(FileError) in try OutputFile(completion).write([]) }
  }

  /// Removes the folder with its content. The caller must hold the exclusive lock, so that no other export is using it.
  package func remove() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] where name != ExportLock.name {
      try? FileManager.default.removeItem(atPath: file(name))
    }
    // From here on another export may begin; if one has, the folder stays.
    unlink(file(ExportLock.name))
    rmdir(path)
  }

  /// Makes the folder and its parents.
  package func make() throws(ExportError) {
    try Self.makeFolders(path)
  }

  /// Makes a folder and its parents.
  static func makeFolders(_ path: String) throws(ExportError) {
    var missing: [String] = []
    var next = path
    while !next.isEmpty, access(next, F_OK) != 0 {
      missing.append(next)
      next = PathParts.folder(of: next)
    }
    // Another shard may be making the same folders.
    for folder in missing.reversed() where mkdir(folder, 0o777) != 0 && errno != EEXIST {
      throw .file(.cannotWrite(path: folder, step: .open, code: errno, written: 0, total: 0))
    }
  }
}
