// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// One stage of a shader program: GLSL with its includes resolved.
package struct ShaderStage: Sendable {
  /// The files the stage was assembled from; a driver's message names them by their index in this list.
  package let files: [String]
  /// The text without the definitions that depend on the device; see ``text(_:)``.
  package let source: String

  init(files: [String], source: String) {
    self.files = files
    self.source = source
  }

  /// The text for the driver of a device that reads records in the given way.
  package func text(_ reading: RecordReading) -> String {
    let version = source.prefix { $0 != "\n" }
    return "\(version)\n\(reading.definitions)#line 2 0\(source.dropFirst(version.count))"
  }
}

/// How shaders read the table of records: the definitions that `lib/record.glsl` needs.
package enum RecordReading: Sendable, Hashable {
  /// From a texture, whose rows have 2,048 texels.
  case texture
  /// From a buffer, by an extension of the language.
  case buffer(extension: String)

  fileprivate var definitions: String {
    switch self {
    case .texture:
      """
      #define RECORDS usampler2D
      #define RECORD_TEXEL(index) texelFetch(u_records, ivec2((index) & 2047, (index) >> 11), 0)

      """
    case .buffer(let name):
      """
      #extension \(name) : require
      #define RECORDS usamplerBuffer
      #define RECORD_TEXEL(index) texelFetch(u_records, index)

      """
    }
  }
}
