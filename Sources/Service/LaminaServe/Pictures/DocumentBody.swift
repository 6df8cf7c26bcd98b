// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import LaminaWorkers

/// A document in the body of a request; its kind is recognized by its content, not by its name.
struct DocumentBody: Sendable {
  /// The document for workers.
  var document: DocumentUpload
  /// Parameters that came as parts of the body.
  var parameters: [(name: String, value: String)] = []

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

  /// The media type of a request in lowercase, without parameters; `nil` where it gives none.
  static func mediaType(of request: Request) -> String? {
    request.headers[.contentType].map { text in
      text.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
    }
  }

  /// Fails for a media type that no document has.
  static func check(_ request: Request) throws(Problem) {
    guard let type = mediaType(of: request), type != parts, !types.contains(type),
      !type.hasSuffix("+xml"), !type.hasSuffix("+json"), !type.hasSuffix("+zip")
    else { return }
    throw Problem(
      .unsupportedMediaType, .unsupportedType,
      "\(type): a document is CAML, a keyed archive, Lottie, a zip of them, or multipart/form-data with its pictures")
  }

  /// Recognizes the document in a body.
  init(_ upload: MemoryFile, _ request: Request) throws(Problem) {
    guard Self.mediaType(of: request) == Self.parts else {
      guard let name = Self.name(of: upload.bytes(count: 256)) else { throw Self.noDocument("the body") }
      document = DocumentUpload(upload, named: name)
      return
    }
    guard let boundary = request.headers[.contentType].flatMap(MultipartText.boundary) else {
      throw Problem(.badRequest, .badBody, "multipart/form-data names no boundary of 1 to 70 characters")
    }
    let bytes = upload.bytes()
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

  private static func noDocument(_ what: String) -> Problem {
    Problem(
      .unsupportedMediaType, .unsupportedType,
      "\(what) is no document by its first bytes: neither CAML, nor a keyed archive, nor Lottie, nor a zip")
  }
}
#endif
