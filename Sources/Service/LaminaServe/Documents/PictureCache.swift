// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Crypto
import Foundation
import HTTPTypes
import Lamina
import LaminaExport
import LaminaGraphics
import LaminaPlan
import LaminaSystem
import NIOCore
import Synchronization

/// Recently requested pictures of kept documents, and pictures that are being drawn: further requests for one of these
/// wait for it.
final class PictureCache: Sendable {
  private typealias Waiter = CheckedContinuation<Result<DrawnPicture, Problem>, Never>

  private let kept: Locked<BudgetedCache<String, DrawnPicture>>
  private let drawing = Locked<[String: [Waiter]]>([:])

  /// - Parameter limit: The maximum total size of the pictures, in bytes.
  init(limit: Int) { kept = Locked(BudgetedCache(budget: limit)) }

  /// A picture that is kept; `nil` if it is not.
  func picture(_ key: String) -> DrawnPicture? { kept.withLock { $0.value(key) } }

  /// Draws a picture and keeps it, or waits for it if it is being drawn already under the same limits. Failures depend
  /// on the limits, which a finished picture does not.
  ///
  /// - Parameters:
  ///   - key: The picture's entity tag.
  ///   - limits: A text that is the same for the same limits.
  func picture(
    _ key: String, limitedTo limits: String, draw: () async -> Result<DrawnPicture, Problem>
  ) async -> Result<DrawnPicture, Problem> {
    let work = "\(key) \(limits)"
    while true {
      let begins = drawing.withLock { drawing in
        guard drawing[work] == nil else { return false }
        drawing[work] = []
        return true
      }
      guard !begins else { return await finish(key, work, await draw()) }
      let result = await withCheckedContinuation { (waiter: Waiter) in
        let isDrawn = drawing.withLock { drawing in
          drawing[work]?.append(waiter)
          return drawing[work] == nil
        }
        if isDrawn { waiter.resume(returning: picture(key).map { .success($0) } ?? .failure(.left)) }
      }
      // The client of the request that drew has left, so another request has to draw.
      if case .failure(let problem) = result, problem.code == .clientLeft { continue }
      return result
    }
  }

  private func finish(
    _ key: String, _ work: String, _ result: Result<DrawnPicture, Problem>
  ) async -> Result<DrawnPicture, Problem> {
    if case .success(let picture) = result {
      kept.withLock { _ = $0.keep(picture, costing: picture.body.readableBytes + 2048, as: key) }
    }
    let waiters = drawing.withLock { $0.removeValue(forKey: work) ?? [] }
    for waiter in waiters { waiter.resume(returning: result) }
    return result
  }

  /// The number of pictures and their total size in bytes.
  var load: (count: Int, bytes: Int) { kept.withLock { ($0.count, $0.totalCost) } }
}

extension Problem {
  /// The problem of a request whose client has left.
  fileprivate static var left: Problem {
    Problem(.badRequest, .clientLeft, "the client has closed its side of the connection")
  }
}

/// The entity tag (`ETag`) of a picture of a kept document: pictures with the same tag have the same bytes, on every
/// server with the same version and renderer whose processor compresses identically.
package enum EntityTag {
  /// The tag, with its quotation marks.
  ///
  /// - Parameters:
  ///   - digest: The digest of the document.
  ///   - query: All parameters.
  ///   - form: The file format of the picture, or JSON.
  ///   - renderer: The renderer.
  static func name(_ digest: String, _ query: QueryText, form: String, renderer: String) -> String {
    // Assignments take effect in their order; the order of other parameters has no effect.
    let assignments = query.items.filter { $0.name.contains(".") }
    let others = query.items.filter { !$0.name.contains(".") && $0.name != "format" }.sorted { $0.name < $1.name }
    var hash = SHA256()
    let server = [LaminaVersion.current, BuildIdentity.note, PNGEncoder.processorKind, renderer]
    for text in ["picture"] + server + [digest, form] + (others + assignments).flatMap({ [$0.name, $0.value] }) {
      hash.update(data: Array("\(text.utf8.count):\(text)".utf8))
    }
    return "\"\(UploadReader.text(of: hash.finalize()).prefix(32))\""
  }

  /// Whether the tag matches the `If-None-Match` header of a client.
  package static func matches(_ header: String?, _ tag: String) -> Bool {
    guard let header else { return false }
    return header.split(separator: ",").contains { part in
      let known = part.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
      return known == "*" || known == tag[...] || known == "W/\(tag)"
    }
  }
}
#endif
