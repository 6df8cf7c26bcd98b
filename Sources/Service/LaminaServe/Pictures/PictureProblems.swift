// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import HTTPTypes
import Lamina
import LaminaSystem
import LaminaWorkers

extension Problem {
  /// The problem for a failure of drawing.
  init(_ failure: DrawingFailure) {
    switch failure {
    case .isolation(let error): self.init(error)
    case .encoding(let error): self.init(.unprocessableContent, .documentFailed, "\(error)")
    case .full(let seconds):
      self.init(.tooManyRequests, .overloaded, "as many pictures wait for a worker as may; try again in \(seconds) s")
      headers[.retryAfter] = "\(seconds)"
    case .waitedTooLong(let seconds):
      self.init(.serviceUnavailable, .overloaded, "no worker was free for \(seconds) s; try again")
      headers[.retryAfter] = "1"
    case .ending:
      self.init(.serviceUnavailable, .unavailable, "the service is ending; another one may draw the picture")
      headers[.retryAfter] = "1"
    case .noSuchRenderer(let asked, let there):
      self = .badParameter("renderer", "nothing here draws by \(asked), only by \(there)")
    }
  }

  private init(_ error: IsolationError) {
    switch error {
    case .failed(let failure):
      switch failure.kind {
      case .usage: self.init(.badRequest, .badParameter, failure.message)
      case .badData, .noInput:
        self.init(
          .unprocessableContent, failure.limit == nil ? .documentFailed : .limitExceeded,
          failure.message + Self.advice(failure.limit))
      case .noDevice: self.init(.serviceUnavailable, .unavailable, failure.message)
      case .cannotWrite, .internalError: self.init(.internalServerError, .internalError, failure.message)
      }
      limit = failure.limit?.rawValue
    case .timedOut:
      self.init(.unprocessableContent, .limitExceeded, "\(error)\(Self.advice(.time))")
      limit = LimitExceeded.Kind.time.rawValue
    case .crashed, .exited, .misbehaved: self.init(.unprocessableContent, .workerLost, "\(error)")
    case .cancelled: self.init(.badRequest, .clientLeft, "the client has closed its side of the connection")
    case .cannotStart, .notIsolated: self.init(.serviceUnavailable, .unavailable, "\(error)")
    }
  }

  /// A hint at the header that sets a limit, within the service's own limit.
  private static func advice(_ limit: LimitExceeded.Kind?) -> String {
    guard let limit, let header = LimitHeader.all.first(where: { $0.kind == limit }) else { return "" }
    return "; the header \(header.name) sets it, within the service's own limit"
  }
}
#endif
