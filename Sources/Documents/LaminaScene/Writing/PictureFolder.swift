// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics

/// Where a picture of a scene came from, so that a writer can copy the file instead of encoding it again.
struct PictureSource {
  /// Keeps the picture alive, so that no other takes its identity.
  var image: CGImage
  var file: ResourceFile
}

/// Gives the pictures of a document their names in `assets`, each once.
struct PictureFolder {
  /// The pictures to write: a name in `assets`, and the picture or the file that is copied.
  private(set) var files: [(name: String, image: CGImage, copied: ResourceFile?)] = []
  private var names: [ObjectIdentifier: String] = [:]
  private var taken: Set<String> = []
  private let sources: [ObjectIdentifier: PictureSource]
  /// Whether some of them move, and no file shows them as they do.
  private(set) var hasUnwritten = false

  init(sources: [ObjectIdentifier: PictureSource]) {
    self.sources = sources
  }

  /// What `src` says for a picture.
  mutating func reference(to image: CGImage) -> String {
    let identity = ObjectIdentifier(image)
    if let known = names[identity] { return known }
    let source = sources[identity]?.file ?? image.moving?.file.map(ResourceFile.disk)
    if source == nil, image.moving != nil { hasUnwritten = true }
    let wanted = source?.lastComponent ?? "picture.png"
    let name = unused(wanted)
    files.append((name, image, source))
    let reference = "assets/" + (name.addingPercentEncoding(withAllowedCharacters: Self.plain) ?? name)
    names[identity] = reference
    return reference
  }

  /// The name, or one with a number behind it.
  private mutating func unused(_ wanted: String) -> String {
    let path = wanted as NSString
    var name = wanted
    var number = 2
    while !taken.insert(name.lowercased()).inserted {
      name =
        path.pathExtension.isEmpty
        ? "\(wanted)-\(number)" : "\(path.deletingPathExtension)-\(number).\(path.pathExtension)"
      number += 1
    }
    return name
  }

  /// The characters that stand for themselves in `src`.
  private static let plain = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~()@+,")
}
