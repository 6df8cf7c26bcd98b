// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Fonts whose bytes a program has in memory. Fontconfig and FreeType accept only files, so the bytes are written to a
// file without a name in any folder, which is removed with the process.

internal import CPango
package import Foundation
internal import Glibc
internal import LaminaGeometry
import LaminaSystem

/// A font file in memory.
struct FontData {
  /// The largest font, in bytes.
  static let maximumBytes = 1 << 28

  /// The path of the file, valid as long as the process lives.
  let path: String
  /// The PostScript name of its first font.
  let name: String

  /// Writes bytes to a file of their own.
  ///
  /// - Returns: `nil` for bytes that are no TrueType or OpenType font, for too many, and without memory or descriptors
  ///   for them.
  init?(_ bytes: Data) {
    guard !bytes.isEmpty, bytes.count <= Self.maximumBytes else { return nil }
    let descriptor = lamina_memory_file("lamina-font")
    guard descriptor >= 0 else { return nil }
    let path = "/proc/self/fd/\(descriptor)"
    guard Self.write(bytes, to: descriptor), let name = Self.postScriptName(ofFile: path) else {
      close(descriptor)
      return nil
    }
    (self.path, self.name) = (path, name)
  }

  private static func write(_ bytes: Data, to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let count = Glibc.write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        written += count
      }
      return true
    }
  }

  /// The PostScript name of the first font of a file; `nil` where there is none of a format that Pango draws.
  private static func postScriptName(ofFile path: String) -> String? {
    var count: Int32 = 0
    guard let pattern = FcFreeTypeQuery(path, 0, nil, &count) else { return nil }
    defer { FcPatternDestroy(pattern) }
    func string(_ property: String) -> String? {
      var value: UnsafeMutablePointer<FcChar8>?
      guard FcPatternGetString(pattern, property, 0, &value) == FcResultMatch, let value else { return nil }
      return String(cString: value)
    }
    guard let format = string(FC_FONTFORMAT), ["TrueType", "CFF"].contains(format) else { return nil }
    return string(FC_POSTSCRIPT_NAME)
  }

  /// A digest that identifies bytes without keeping them.
  struct Digest: Hashable {
    private let count: Int
    private let first: Int
    private let second: Int

    init(_ bytes: Data) {
      func hash(_ seed: UInt8) -> Int {
        var hasher = Hasher()
        hasher.combine(seed)
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        return hasher.finalize()
      }
      (count, first, second) = (bytes.count, hash(1), hash(2))
    }
  }
}

extension FontLibrary {
  /// Makes a font in memory available to this process.
  ///
  /// - Returns: Its PostScript name; `nil` for bytes that are no font.
  package func add(_ bytes: Data) -> String? {
    let digest = FontData.Digest(bytes)
    return withState { state in
      if let known = state.namesOfData[digest] { return known }
      guard let font = FontData(bytes), state.register(lasting: font.path) else { return nil }
      state.namesOfData[digest] = font.name
      return font.name
    }
  }
}
