// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import GRDB
import LaminaWorkers

/// The films of a service: their list, which survives its end, and a folder for each.
final class FilmStore: Sendable {
  private let database: DatabaseQueue
  private let folder: String

  /// Opens the list in a folder, which is made where it is not there.
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
    // What was being made when the service ended is made on.
    try database.write { database in
      try database.execute(sql: "UPDATE film SET state = 'queued' WHERE state = 'running'")
    }
  }

  /// Where a film's files are.
  func path(_ film: FilmRecord, _ name: String) -> String { "\(folder)/\(film.id)/\(name)" }

  /// Writes a document into the folder of a new film.
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

  /// A film; `nil` for one that there is not.
  func film(_ id: String) throws -> FilmRecord? { try database.read { try FilmRecord.fetchOne($0, key: id) } }

  /// All films, the latest first.
  func films(limit: Int) throws -> [FilmRecord] {
    try database.read { try FilmRecord.order(Column("created").desc).limit(limit).fetchAll($0) }
  }

  /// How many there are.
  func count() throws -> Int { try database.read { try FilmRecord.fetchCount($0) } }

  /// The film that is to be made next, which counts as begun from now on.
  func begin() throws -> FilmRecord? {
    try database.write { database in
      guard
        let film = try FilmRecord.filter(Column("state") == FilmRecord.State.queued.rawValue)
          .order(Column("created")).fetchOne(database)
      else { return nil }
      var begun = film
      (begun.state, begun.isBegun) = (.running, true)
      try begun.update(database)
      // Whoever makes it asks whether there was an attempt before.
      begun.isBegun = film.isBegun
      return begun
    }
  }

  /// Notes how far a film is; does nothing for one that was removed.
  func update(_ film: FilmRecord) throws {
    try database.write { database in
      if try film.exists(database) { try film.update(database) }
    }
  }

  /// Removes a film and all its files.
  ///
  /// A node of a cluster may write for a moment after its job has ended; it does not find the folder any more. What
  /// cannot be removed then is removed when a service begins.
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

  /// What is written after the name of a film's folder that is being removed.
  private static let removed = ".removed"
}
#endif
