// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina

/// Everything that decides what the frames of a film look like and how they are kept, as text.
///
/// Parts that were made with equal manifests belong together, whoever made them. JSON, one object with sorted keys.
package struct ExportManifest: Codable, Equatable, Sendable {
  /// What there is to compare, by name.
  package var entries: [String: String] = [:]

  /// An entry.
  package subscript(_ name: String) -> String {
    get { entries[name] ?? "" }
    set { entries[name] = newValue }
  }

  /// The first entry, by name, that differs from those of another manifest, in words; `nil` where none does.
  package func difference(from other: ExportManifest) -> String? {
    for name in Set(entries.keys).union(other.entries.keys).sorted() where entries[name] != other.entries[name] {
      return "\(name) is '\(entries[name] ?? "not there")', and was '\(other.entries[name] ?? "not there")'"
    }
    return nil
  }

  /// Reads a manifest; `nil` where there is none, or half of one.
  package static func read(_ path: String) -> ExportManifest? {
    guard let data = FileManager.default.contents(atPath: path),
      let entries = try? JSONDecoder().decode([String: String].self, from: data)
    else { return nil }
    return ExportManifest(entries: entries)
  }

  /// Writes it, whole or not at all.
  package func write(to path: String) throws(ExportError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(entries) else { preconditionFailure("text that JSON cannot hold") }
    do throws(GraphicsError) {
      try OutputFile(path).write(Array(data) + [0x0A])
    } catch {
      throw .file(error)
    }
  }
}

/// The folder beside an output where it is noted what is finished of it, and where unfinished films have their parts.
///
/// `film.mp4.parts` for a film or a stream, `.%05d.png.parts` in the folder of a sequence. Where the film's name is a
/// symbolic link, it lies beside what that points to, so that all who write there meet.
package struct ExportFolder: Sendable {
  /// Its path.
  package let path: String
  /// Which part of the film this process makes; all where there is none.
  package let shard: Shard?

  /// The folder of a destination.
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

  /// A file in it.
  package func file(_ name: String) -> String { PathParts.joined(path, name) }
  /// What the frames are made of and how.
  package var manifest: String { file("manifest\(suffix).json") }
  /// The frames that are finished, of a sequence.
  package var journal: String { file("finished\(suffix).txt") }
  /// What says that a shard is complete.
  package var completion: String { file("complete\(suffix)") }

  /// A shard of a raw stream.
  package var stream: String { file("stream\(suffix)") }
  /// Whether the shard is complete.
  package var isComplete: Bool { access(completion, F_OK) == 0 }

  /// Says that the shard is complete.
  package func complete() throws(ExportError) {
    do throws(GraphicsError) {
      try OutputFile(completion).write([])
    } catch {
      throw .file(error)
    }
  }

  /// Removes the folder with all that is in it. Who does holds the lock of it all, or nobody else could make the film.
  package func remove() {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] where name != ExportLock.name {
      try? FileManager.default.removeItem(atPath: file(name))
    }
    // From here on another export may begin; the folder stays where one has.
    unlink(file(ExportLock.name))
    rmdir(path)
  }

  /// Makes the folder and those above it.
  package func make() throws(ExportError) {
    try Self.makeFolders(path)
  }

  /// Makes a folder and those above it.
  static func makeFolders(_ path: String) throws(ExportError) {
    var missing: [String] = []
    var next = path
    while !next.isEmpty, access(next, F_OK) != 0 {
      missing.append(next)
      next = PathParts.folder(of: next)
    }
    // Another shard may be making the same ones.
    for folder in missing.reversed() where mkdir(folder, 0o777) != 0 && errno != EEXIST {
      throw .file(.cannotWrite(path: folder, step: .open, code: errno, written: 0, total: 0))
    }
  }
}
