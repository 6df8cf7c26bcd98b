// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Crypto
import LaminaExport
import Lamina

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
