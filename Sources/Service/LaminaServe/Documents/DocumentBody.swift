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
import LaminaWorkers
import NIOCore
import Synchronization

/// A document in the body of a request; its kind is recognized by its content, not by its name.
struct DocumentBody: Sendable {
  /// The document for workers.
  let document: DocumentUpload
  /// Parameters that came as parts of the body.
  private(set) var parameters: [(name: String, value: String)] = []
  /// The SHA-256 of the body, in hexadecimal.
  let digest: String
  /// A name for the bytes of the document, unique to them: a body of several parts is another document under another
  /// boundary.
  let name: String
  /// Whether the body has several parts.
  let hasParts: Bool
  /// Returns the bytes to the budget of all bodies when the last copy of this value is released.
  private let share: UploadShare

  /// The media type of a document with its files.
  static let parts = "multipart/form-data"
  /// The accepted media types of documents; others are refused before the body is read.
  private static let types: Set<String> = [
    "application/octet-stream", "application/x-www-form-urlencoded", "application/xml", "text/xml", "text/plain",
    "application/json", "text/json", "application/zip", "application/x-zip-compressed", "application/zip+dotlottie",
    "application/vnd.lamina.document", "application/x-plist",
  ]

  /// The request body in the OpenAPI description.
  static let description: JSONLiteral = [
    "required": true,
    "content": [
      "application/octet-stream": ["schema": .bytes], "application/xml": ["schema": .bytes],
      "application/json": ["schema": .anything], "application/zip": ["schema": .bytes],
      "multipart/form-data": [
        "schema": ["type": "object", "required": ["document"], "properties": ["document": .bytes]]
      ],
    ],
  ]

  /// Fails for a media type that no document has.
  ///
  /// - Returns: Whether the body has several parts.
  fileprivate static func check(_ request: Request) throws(Problem) -> Bool {
    let header = request.headers[.contentType] ?? "application/octet-stream"
    let type = header.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    if type == parts { return true }
    guard !types.contains(type), !type.hasSuffix("+xml"), !type.hasSuffix("+json"), !type.hasSuffix("+zip") else {
      return false
    }
    throw Problem(
      .unsupportedMediaType, .unsupportedType,
      "\(type): a document is CAML, a keyed archive, Lottie, a zip of them, or multipart/form-data with its pictures")
  }

  /// Recognizes the document in a body.
  fileprivate init(
    _ body: MemoryFile, _ request: Request, hasParts: Bool, digest: String, _ share: UploadShare
  ) throws(Problem) {
    let type = request.headers[.contentType]
    (self.hasParts, self.digest, self.share) = (hasParts, digest, share)
    name = hasParts ? digest + " " + (type ?? "") : digest
    guard hasParts else {
      guard let name = Self.name(of: body.bytes(count: 256)) else {
        throw Problem(
          .unsupportedMediaType, .unsupportedType,
          "the body is no document by its first bytes: neither CAML, nor a keyed archive, nor Lottie, nor a zip")
      }
      document = DocumentUpload(body, named: name)
      return
    }
    guard let boundary = type.flatMap(MultipartText.boundary) else {
      throw Problem(.badRequest, .badBody, "multipart/form-data names no boundary of 1 to 70 characters")
    }
    let bytes = body.bytes()
    var files: [String: MemoryFile] = [:]
    var main: String?
    for part in try MultipartText(bytes, boundary: boundary).parts {
      guard let path = part.fileName else {
        guard part.range.count <= 65536, let value = String(validating: bytes[part.range], as: UTF8.self) else {
          throw Problem(.badRequest, .badBody, "multipart/form-data: a value is not UTF-8, or over 65536 bytes")
        }
        parameters.append((part.name, value))
        continue
      }
      guard files[path] == nil else {
        throw Problem(.badRequest, .badBody, "multipart/form-data: two files are called '\(path.prefix(64))'")
      }
      guard let file = MemoryFile(Array(bytes[part.range])) else {
        throw Problem(.tooManyRequests, .overloaded, "there is no memory for the files of the document")
      }
      files[path] = file
      if part.name == "document" { main = path }
    }
    document = try Self.document(files, main)
  }

  /// The document among files: the one in the field `document`, the package that the files make up, or the only file
  /// that is a document.
  private static func document(_ files: [String: MemoryFile], _ named: String?) throws(Problem) -> DocumentUpload {
    var main = named
    let isPackage = files["index.xml"] != nil || files["Info.plist"] != nil
    if main == nil, !isPackage, files["main.caml"] != nil { main = "main.caml" }
    if main == nil, !isPackage {
      let documents = files.filter { name(of: $0.value.bytes(count: 256)) != nil }
      guard documents.count == 1 else {
        throw Problem(
          .badRequest, .badBody,
          "multipart/form-data: \(documents.count) of \(files.count) files are documents; call the field of one 'document'"
        )
      }
      main = documents.first?.key
    }
    if isPackage, main == "main.caml" { main = nil }
    guard let document = DocumentUpload(files, document: main) else {
      throw Problem(
        .badRequest, .badBody,
        "multipart/form-data: names of files are paths below a folder, without '.', '..' or a '/' in the beginning")
    }
    return document
  }

  /// A file name that matches the kind of a document, by its first bytes; `nil` if they are no document's.
  static func name(of head: [UInt8]) -> String? {
    if head.starts(with: [0x50, 0x4B]) { return "document.zip" }
    if head.starts(with: Array("bplist00".utf8)) { return "document.caar" }
    if head.starts(with: [0x1F, 0x8B]) { return "document.tgs" }
    let text = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
    // UTF-16 has a zero byte beside each ASCII character, and a byte order mark in front.
    let signs = text.filter { ![0x20, 0x09, 0x0A, 0x0D, 0x00, 0xFE, 0xFF].contains($0) }
    switch signs.first {
    case UInt8(ascii: "{"): return "document.json"
    case UInt8(ascii: "<"): return "document.caml"
    default: return nil
    }
  }
}

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

/// Reads documents in bodies of requests into memory, within limits of length and time.
struct UploadReader: Sendable {
  /// The maximum length of a body, in bytes.
  let limit: Int
  /// The maximum time for a body, in seconds.
  let seconds: Double
  /// The budget that all bodies share.
  let room: UploadRoom

  /// Reads the document in a body.
  func read(_ request: Request) async throws -> DocumentBody {
    let hasParts = try DocumentBody.check(request)
    if let encoding = request.headers[.contentEncoding], encoding.lowercased() != "identity" {
      throw Problem(
        .unsupportedMediaType, .unsupportedType,
        "Content-Encoding: \(encoding) is not understood; send bodies as they are")
    }
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit { throw tooLarge }
    let seconds = seconds
    let body = try await withThrowingTaskGroup(of: Body?.self) { group in
      group.addTask { try await collect(request.body) }
      group.addTask {
        try await Task.sleep(for: .seconds(seconds))
        return nil
      }
      defer { group.cancelAll() }
      guard let body = try await group.next() ?? nil else {
        var problem = Problem(.requestTimeout, .bodyTooSlow, "the body took longer than \(seconds) s")
        problem.endsConnection = true
        throw problem
      }
      return body
    }
    // Not in the time that the client has for sending it.
    return try DocumentBody(body.file, request, hasParts: hasParts, digest: body.digest, body.share)
  }

  /// The bytes of a body, their SHA-256 in hexadecimal, and their share of the budget.
  private typealias Body = (file: MemoryFile, digest: String, share: UploadShare)

  private func collect(_ body: RequestBody) async throws -> Body {
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
    return (file, Self.text(of: hash.finalize()), share)
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
