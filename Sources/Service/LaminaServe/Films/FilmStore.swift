// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import GRDB
import LaminaWorkers

/// The films of a service: their database, which persists when the service ends, and a folder for each film.
final class FilmStore: Sendable {
  private let database: DatabaseQueue
  private let folder: String

  /// Opens the database in a folder, which is created if it does not exist.
  init(_ folder: String) throws {
    self.folder = folder + "/films"
    try FileManager.default.createDirectory(
      atPath: self.folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    database = try DatabaseQueue(path: folder + "/films.sqlite")
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { database in
      try database.create(table: FilmRecord.databaseTableName) { table in
        table.primaryKey("id", .text)
        table.column("state", .text).notNull()
        table.column("created", .double).notNull().indexed()
        for name in ["query", "document", "digest"] { table.column(name, .text).notNull() }
        table.column("isBegun", .boolean).notNull()
        table.column("finished", .integer).notNull()
        for name in ["total", "bytes"] { table.column(name, .integer) }
        table.column("detail", .text)
        table.column("seconds", .double)
      }
    }
    migrator.registerMigration("2") { database in
      try database.alter(table: FilmRecord.databaseTableName) { table in
        table.add(column: "job", .text)
        table.add(column: "shards", .integer)
      }
    }
    try migrator.migrate(database)
    for name in try FileManager.default.contentsOfDirectory(atPath: self.folder) where name.hasSuffix(Self.removed) {
      try? FileManager.default.removeItem(atPath: "\(self.folder)/\(name)")
    }
    // Films that were being made when the service ended are continued.
    try database.write { database in
      try database.execute(sql: "UPDATE film SET state = 'queued' WHERE state = 'running'")
    }
  }

  /// The path of a file in a film's folder.
  func path(_ film: FilmRecord, _ name: String) -> String { "\(folder)/\(film.id)/\(name)" }

  /// Adds a film and writes its document into a new folder.
  func add(_ film: FilmRecord, _ document: DocumentUpload) throws {
    let root = path(film, DocumentUpload.folder)
    for (name, file) in document.files {
      let place = URL(fileURLWithPath: root).appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(file.bytes()).write(to: place)
    }
    try database.write { try film.insert($0) }
  }

  /// The film with an identifier; `nil` if it does not exist.
  func film(_ id: String) throws -> FilmRecord? { try database.read { try FilmRecord.fetchOne($0, key: id) } }

  /// The most recent films, the latest first.
  func films(limit: Int) throws -> [FilmRecord] {
    try database.read { try FilmRecord.order(Column("created").desc).limit(limit).fetchAll($0) }
  }

  /// The number of films.
  func count() throws -> Int { try database.read { try FilmRecord.fetchCount($0) } }

  /// The next queued film, which is marked as running.
  func begin() throws -> FilmRecord? {
    try database.write { database in
      guard
        let film = try FilmRecord.filter(Column("state") == FilmRecord.State.queued.rawValue)
          .order(Column("created")).fetchOne(database)
      else { return nil }
      var begun = film
      (begun.state, begun.isBegun) = (.running, true)
      try begun.update(database)
      // The caller needs to know whether there was an earlier attempt.
      begun.isBegun = film.isBegun
      return begun
    }
  }

  /// Updates the record of a film; has no effect on one that was removed.
  func update(_ film: FilmRecord) throws {
    try database.write { database in
      if try film.exists(database) { try film.update(database) }
    }
  }

  /// Removes a film and all its files.
  ///
  /// A node of a cluster may still write for a moment after its job has ended, so the folder is renamed first, and the
  /// node does not find it any more. Files that cannot be removed now are removed when a service starts.
  func remove(_ film: FilmRecord) throws {
    let name = film.id + Self.removed
    if rename("\(folder)/\(film.id)", "\(folder)/\(name)") == 0 {
      for _ in 0..<20 {
        do {
          try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
          break
        } catch {
          usleep(100_000)
        }
      }
    }
    _ = try database.write { try film.delete($0) }
  }

  /// The suffix of the name of a film's folder that is being removed.
  private static let removed = ".removed"
}
#endif
