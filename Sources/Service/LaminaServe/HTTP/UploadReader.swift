// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import LaminaGeometry
import LaminaGraphics
import LaminaSystem
import Synchronization
import LaminaWorkers
import NIOCore

/// The memory budget of the bodies of all requests together.
final class UploadRoom: Sendable {
  private let taken = Locked(0)
  private let limit: Int

  init(_ limit: Int) {
    self.limit = limit
  }

  /// The size of all bodies, in bytes.
  var byteCount: Int { taken.withLock { $0 } }

  /// Reserves bytes of the budget.
  ///
  /// - Returns: Whether enough was left.
  func take(_ bytes: Int) -> Bool {
    taken.withLock { taken in
      guard taken + bytes <= limit else { return false }
      taken += bytes
      return true
    }
  }

  /// Returns bytes to the budget.
  func give(_ bytes: Int) { taken.withLock { $0 -= bytes } }
}

/// A complete body, in memory.
struct Upload: Sendable {
  /// The bytes.
  var file: MemoryFile
  /// The SHA-256 of the bytes, in hexadecimal.
  var digest: String
  /// Returns the bytes to the budget when the last copy of this value is released.
  fileprivate var share: UploadShare
}

/// A body's share of the budget, which is returned on release.
private final class UploadShare: Sendable {
  private let room: UploadRoom
  private let bytes = Locked(0)

  init(_ room: UploadRoom) {
    self.room = room
  }

  deinit { room.give(bytes.withLock { $0 }) }

  func take(_ count: Int) -> Bool {
    guard room.take(count) else { return false }
    bytes.withLock { $0 += count }
    return true
  }
}

/// Reads bodies of requests into memory, within limits of length and time.
struct UploadReader: Sendable {
  /// The maximum length of a body, in bytes.
  let limit: Int
  /// The maximum time for a body, in seconds.
  let seconds: Double
  /// The budget that all bodies share.
  let room: UploadRoom

  /// Reads a body.
  func read(_ request: Request) async throws -> Upload {
    if let encoding = request.headers[.contentEncoding], encoding.lowercased() != "identity" {
      throw Problem(
        .unsupportedMediaType, .unsupportedType,
        "Content-Encoding: \(encoding) is not understood; send bodies as they are")
    }
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit { throw tooLarge }
    let (body, seconds) = (request.body, seconds)
    return try await withThrowingTaskGroup(of: Upload?.self) { group in
      group.addTask { try await collect(body) }
      group.addTask {
        try await Task.sleep(for: .seconds(seconds))
        return nil
      }
      defer { group.cancelAll() }
      guard let upload = try await group.next() ?? nil else {
        var problem = Problem(.requestTimeout, .bodyTooSlow, "the body took longer than \(seconds) s")
        problem.endsConnection = true
        throw problem
      }
      return upload
    }
  }

  private func collect(_ body: RequestBody) async throws -> Upload {
    guard let writer = MemoryFileWriter() else { throw noMemory }
    let share = UploadShare(room)
    var hash = SHA256()
    for try await buffer in body {
      let count = buffer.readableBytes
      guard writer.byteCount + count <= limit else { throw tooLarge }
      guard share.take(count) else { throw noMemory }
      let isWritten = buffer.withUnsafeReadableBytes { bytes in
        hash.update(bufferPointer: bytes)
        return writer.write(bytes)
      }
      guard isWritten else { throw noMemory }
    }
    guard writer.byteCount > 0 else {
      throw Problem(.badRequest, .badBody, "the body is empty; it is a document")
    }
    guard let file = writer.file() else { throw noMemory }
    return Upload(file: file, digest: Self.text(of: hash.finalize()), share: share)
  }

  /// A digest in hexadecimal.
  static func text(of digest: SHA256.Digest) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private var tooLarge: Problem {
    var problem = Problem(
      .contentTooLarge, .bodyTooLarge, "the body is longer than \(limit) bytes, the most that this service takes")
    problem.endsConnection = true
    return problem
  }

  private var noMemory: Problem {
    var problem = Problem(
      .tooManyRequests, .overloaded, "the bodies of all requests take as much memory as they may; try again")
    problem.headers[.retryAfter] = "1"
    problem.endsConnection = true
    return problem
  }
}
#endif
