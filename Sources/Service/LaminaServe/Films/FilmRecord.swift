// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import GRDB

/// A film that was requested, as stored in the database of films.
struct FilmRecord: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "film"

  /// The state of a film.
  enum State: String, Codable, CaseIterable, Sendable {
    case queued, running, finished, failed
  }

  /// The identifier of the film, which cannot be guessed.
  var id: String
  var state: State
  /// The time of the request, in seconds since 1970.
  var created: Double
  /// The parameters as a JSON array of alternating names and values.
  var query: String
  /// The document's path in the film's folder.
  var document: String
  /// The digest of the document.
  var digest: String
  /// Whether the film was started before, so that finished frames may exist to continue from.
  var isBegun = false
  /// The identifier of the cluster job that makes the film, and the number of shards.
  var job: String?
  var shards: Int?
  /// The number of frames, once it is known, and the number of finished frames.
  var total: Int?
  var finished = 0
  /// The size of the result, in bytes.
  var bytes: Int?
  /// The reason of a failure.
  var detail: String?
  /// The time spent on the film, in seconds.
  var seconds: Double?

  /// The parameters.
  var parameters: QueryText {
    let words = (try? JSONDecoder().decode([String].self, from: Data(query.utf8))) ?? []
    var result = QueryText()
    for index in stride(from: 0, to: words.count - 1, by: 2) { result.append(words[index], words[index + 1]) }
    return result
  }

  /// Encodes parameters for ``query``.
  static func text(of query: QueryText) -> String {
    let words = query.items.flatMap { [$0.name, $0.value] }
    return (try? JSONEncoder().encode(words)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
  }
}
#endif
