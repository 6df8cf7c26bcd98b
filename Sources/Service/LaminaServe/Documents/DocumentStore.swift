// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Crypto
import Foundation
import HTTPTypes
import HummingbirdCore
import LaminaGraphics
import LaminaPlan
import LaminaSystem
import LaminaWorkers
import Synchronization

/// A document that is kept to be drawn repeatedly, each time with other values.
struct KeptDocument: Sendable {
  /// The name of the document: the SHA-256 of its bytes, or of the names and digests of its files, in hexadecimal.
  var digest: String
  /// The document for workers.
  var document: DocumentUpload

  /// Makes a document and computes its digest, which is the body's if the document is a single file.
  init(_ body: DocumentBody) {
    (document, digest) = (body.document, body.digest)
    guard body.hasParts else { return }
    var hash = SHA256()
    for (path, file) in document.files.sorted(by: { $0.key < $1.key }) {
      let own = UploadReader.text(of: SHA256.hash(data: file.bytes()))
      hash.update(data: Array("\(path.utf8.count):\(path) \(own)\n".utf8))
    }
    hash.update(data: Array(document.document.utf8))
    digest = UploadReader.text(of: hash.finalize())
  }

  /// Whether a text has the form of a digest.
  static func isDigest(_ word: String) -> Bool {
    word.utf8.count == 64
      && word.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
  }
}

/// Documents in memory, by their digests. When the limit is reached, the least recently used documents are removed;
/// clients that need them again send them again.
final class DocumentStore: Sendable {
  private let kept: Locked<BudgetedCache<String, KeptDocument>>
  /// The maximum total size of the documents, in bytes.
  let limit: Int

  init(limit: Int) {
    self.limit = limit
    kept = Locked(BudgetedCache(budget: limit))
  }

  /// The least cost of a file, in bytes: each file is an open descriptor, and the files of all documents together may
  /// take half of those that the process may have.
  private var fileCost: Int {
    var most = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &most) == 0 else { return 4096 }
    return max(4096, limit / max(Int(clamping: most.rlim_cur) / 2, 1))
  }

  /// Keeps a document.
  ///
  /// - Returns: Whether it is new.
  func keep(_ document: KeptDocument) throws(Problem) -> Bool {
    let cost = document.document.byteCount + fileCost * document.document.files.count
    let isNew: Bool? = kept.withLock { kept in
      if kept.value(document.digest) != nil { return false }
      return kept.keep(document, costing: cost, as: document.digest) == nil ? nil : true
    }
    guard let isNew else {
      throw Problem(
        .contentTooLarge, .bodyTooLarge, "the document takes \(cost) bytes, and all that are kept may take \(limit)")
    }
    return isNew
  }

  /// A document that is kept.
  func document(_ digest: String) throws(Problem) -> KeptDocument {
    guard KeptDocument.isDigest(digest), let document = kept.withLock({ $0.value(digest) }) else {
      throw Problem(.notFound, .notFound, "no document of this digest is kept; PUT it to /v1/documents")
    }
    return document
  }

  /// Removes a document.
  func remove(_ digest: String) { kept.withLock { $0.remove(digest) } }

  /// The number of documents and their total size in bytes.
  var load: (count: Int, bytes: Int) { kept.withLock { ($0.count, $0.totalCost) } }
}
#endif
