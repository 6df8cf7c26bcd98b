// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A record of the table that shaders read by index: a struct of `records.list`, with the same layout in GLSL.
///
/// A test compares the offsets in `layout`: where Swift put each field, and where the shaders read it.
package protocol ShaderRecord: BitwiseCopyable, Sendable {
  /// The size of the record in texels of 16 bytes.
  static var texels: Int { get }

  /// The fields: the name, the offset in Swift, and the offset that the shaders read; bytes.
  static var layout: [(name: String, offset: Int?, expected: Int)] { get }
}

extension ShaderRecord {
  /// The size of the record in Swift, bytes: whole texels.
  package static var bytes: Int { MemoryLayout<Self>.size }
}
