// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import LaminaServe
import NIOCore

/// The files of the page: compiled in, or from a folder for work on the page itself.
struct PageFiles: Sendable {
  private struct File: Sendable {
    var body: ByteBuffer
    var type: String
    var tag: String
  }

  private let files: [String: File]
  private let folder: String?

  /// - Parameter folder: A folder whose files replace the compiled ones; `nil` for none.
  init(folder: String?) {
    self.folder = folder
    var files: [String: File] = [:]
    for (name, text) in EmbeddedPage.files {
      files[name] = text.withUTF8Buffer { Self.file(name, ByteBuffer(bytes: $0)) }
    }
    self.files = files
  }

  private static func file(_ name: String, _ body: ByteBuffer) -> File {
    let digest = SHA256.hash(data: Array(body.readableBytesView)).prefix(12).map { String(format: "%02x", $0) }.joined()
    return File(body: body, type: types[(name as NSString).pathExtension] ?? "text/plain", tag: "\"\(digest)\"")
  }

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
  ]

  private func file(named name: String) -> File? {
    guard let known = files[name] else { return nil }
    // Only the known file names of the page are looked up in the folder.
    guard let folder, let data = FileManager.default.contents(atPath: folder + "/" + name) else { return known }
    return Self.file(name, ByteBuffer(bytes: data))
  }

  /// The response with a file of the page; without a body if the browser has the file cached.
  func answer(_ name: String, _ request: Request) throws(Problem) -> Response {
    guard let file = file(named: name) else {
      throw Problem(.notFound, .notFound, "the page has no file of this name")
    }
    let headers: HTTPFields = [.contentType: file.type, .eTag: file.tag, .cacheControl: "private, no-cache"]
    if EntityTag.matches(request.headers[.ifNoneMatch], file.tag) {
      return Response(status: .notModified, headers: headers)
    }
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: file.body))
  }
}
#endif
