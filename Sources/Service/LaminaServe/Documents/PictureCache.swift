// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import HTTPTypes
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

  /// Draws a picture and keeps it, or waits for it if it is being drawn already.
  func picture(
    _ key: String, draw: () async -> Result<DrawnPicture, Problem>
  ) async -> Result<DrawnPicture, Problem> {
    while true {
      let begins = drawing.withLock { drawing in
        guard drawing[key] == nil else { return false }
        drawing[key] = []
        return true
      }
      guard !begins else { return await finish(key, await draw()) }
      let result = await withCheckedContinuation { (waiter: Waiter) in
        let isDrawn = drawing.withLock { drawing in
          drawing[key]?.append(waiter)
          return drawing[key] == nil
        }
        if isDrawn { waiter.resume(returning: picture(key).map { .success($0) } ?? .failure(.left)) }
      }
      // The client of the request that drew has left, so another request has to draw.
      if case .failure(let problem) = result, problem.code == .clientLeft { continue }
      return result
    }
  }

  private func finish(_ key: String, _ result: Result<DrawnPicture, Problem>) async -> Result<DrawnPicture, Problem> {
    if case .success(let picture) = result {
      kept.withLock { _ = $0.keep(picture, costing: picture.body.readableBytes + 2048, as: key) }
    }
    let waiters = drawing.withLock { $0.removeValue(forKey: key) ?? [] }
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
#endif
