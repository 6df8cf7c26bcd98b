// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import HTTPTypes
import Lamina
import LaminaSystem
import LaminaWorkers

extension Problem {
  /// Why a picture could not be had, as an answer.
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

  /// Which header sets a limit, within the service's own.
  private static func advice(_ limit: LimitExceeded.Kind?) -> String {
    guard let limit, let name = LimitHeader.allCases.first(where: { $0.kind == limit }) else { return "" }
    return "; the header \(name.rawValue) sets it, within the service's own limit"
  }
}

/// Headers by which a request sets limits of its own, which count where they are narrower than the service's.
enum LimitHeader: String, CaseIterable {
  case time = "Lamina-Max-Time"
  case pixels = "Lamina-Max-Pixels"
  case touched = "Lamina-Max-Touched"
  case elements = "Lamina-Max-Elements"
  case depth = "Lamina-Max-Depth"
  case memory = "Lamina-Max-Memory"

  /// Which limit it is.
  var kind: LimitExceeded.Kind {
    switch self {
    case .time: .time
    case .pixels: .pixels
    case .touched: .touchedPixels
    case .elements: .elements
    case .depth: .depth
    case .memory: .memory
    }
  }

  /// The service's limits, narrowed by what a request says.
  static func narrowed(_ limits: RenderLimits, by headers: HTTPFields) throws(Problem) -> RenderLimits {
    var limits = limits
    for name in allCases {
      guard let text = headers[.of(name.rawValue)] else { continue }
      do throws(ParameterProblem) {
        switch name {
        case .time: limits.time = min(limits.time, try ParameterText.positiveNumber(text))
        case .pixels: limits.pixels = min(limits.pixels, try whole(text))
        case .touched: limits.touchedPixels = min(limits.touchedPixels, try whole(text))
        case .elements: limits.elements = min(limits.elements, try whole(text))
        case .depth: limits.depth = min(limits.depth, try whole(text))
        case .memory: limits.memory = min(limits.memory, try ParameterText.byteCount(text))
        }
      } catch {
        var problem = Problem(.badRequest, .badHeader, "\(name.rawValue): \(error.reason)")
        problem.parameter = name.rawValue
        throw problem
      }
    }
    return limits
  }

  private static func whole(_ text: String) throws(ParameterProblem) -> Int {
    try ParameterText.wholeNumber(text, in: 1...Int.max)
  }
}
#endif
