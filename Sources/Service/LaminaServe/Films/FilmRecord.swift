// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import GRDB

/// One film that was asked for, as the list of films has it.
struct FilmRecord: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "film"

  /// How far a film is.
  enum State: String, Codable, CaseIterable, Sendable {
    case queued, running, finished, failed
  }

  /// What names it; nobody guesses it.
  var id: String
  var state: State
  /// When it was asked for. Seconds since 1970.
  var created: Double
  /// The parameters, names and values by turns, as JSON.
  var query: String
  /// The document's path in the film's folder.
  var document: String
  /// The digest of the document.
  var digest: String
  /// Whether it was begun before, so that there may be frames to go on with.
  var isBegun = false
  /// The job of a cluster that makes it, and how many shards it is cut into.
  var job: String?
  var shards: Int?
  /// How many frames it has, once that is known, and how many are made.
  var total: Int?
  var finished = 0
  /// The size of the result. Bytes.
  var bytes: Int?
  /// Why it failed.
  var detail: String?
  /// How long it was made. Seconds.
  var seconds: Double?

  /// The parameters.
  var parameters: QueryText {
    let words = (try? JSONDecoder().decode([String].self, from: Data(query.utf8))) ?? []
    var result = QueryText()
    for index in stride(from: 0, to: words.count - 1, by: 2) { result.append(words[index], words[index + 1]) }
    return result
  }

  /// Writes parameters down.
  static func text(of query: QueryText) -> String {
    let words = query.items.flatMap { [$0.name, $0.value] }
    return (try? JSONEncoder().encode(words)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
  }
}
#endif
