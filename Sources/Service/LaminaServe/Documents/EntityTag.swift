// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Crypto
import LaminaExport
import Lamina

/// What names a picture of a kept document: two with the same name have the same bytes, on every server of the same
/// version and renderer whose processor compresses alike.
package enum EntityTag {
  /// The name, with its quotation marks.
  ///
  /// - Parameters:
  ///   - digest: Of the document.
  ///   - query: All parameters.
  ///   - form: What the picture is handed over as.
  ///   - renderer: What draws.
  static func name(_ digest: String, _ query: QueryText, form: String, renderer: String) -> String {
    // Values are set in their order; all else has none.
    let assignments = query.items.filter { $0.name.contains(".") }
    let others = query.items.filter { !$0.name.contains(".") && $0.name != "format" }.sorted { $0.name < $1.name }
    var hash = SHA256()
    let server = [LaminaVersion.current, BuildIdentity.note, PNGEncoder.processorKind, renderer]
    for text in ["picture"] + server + [digest, form] + (others + assignments).flatMap({ [$0.name, $0.value] }) {
      hash.update(data: Array("\(text.utf8.count):\(text)".utf8))
    }
    return "\"\(UploadReader.text(of: hash.finalize()).prefix(32))\""
  }

  /// Whether a client that says `If-None-Match` has it.
  package static func matches(_ header: String?, _ tag: String) -> Bool {
    guard let header else { return false }
    return header.split(separator: ",").contains { part in
      let known = part.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
      return known == "*" || known == tag[...] || known == "W/\(tag)"
    }
  }
}
#endif
