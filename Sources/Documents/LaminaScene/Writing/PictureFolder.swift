// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGraphics

/// The origin of a picture of a scene, so that a writer can copy the file instead of encoding the picture again.
struct PictureSource {
  /// The picture, retained so that no other object takes its identity.
  var image: CGImage
  var file: ResourceFile
}

/// Assigns names in `assets` to the pictures of a document, each once.
struct PictureFolder {
  /// The pictures to write: a name in `assets`, and the picture or the file that is copied.
  private(set) var files: [(name: String, image: CGImage, copied: ResourceFile?)] = []
  private var names: [ObjectIdentifier: String] = [:]
  private var taken: Set<String> = []
  private let sources: [ObjectIdentifier: PictureSource]
  /// Whether some pictures move, and have no file that shows them moving.
  private(set) var hasUnwritten = false

  init(sources: [ObjectIdentifier: PictureSource]) {
    self.sources = sources
  }

  /// Returns the value of `src` for a picture.
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

  /// Returns a name, or the name with a number behind it where it is taken.
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

  /// The characters that are not escaped in `src`.
  private static let plain = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~()@+,")
}
