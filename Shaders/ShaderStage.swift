// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// One stage of a shader program: GLSL with its includes resolved.
package struct ShaderStage: Sendable {
  /// The files the stage was assembled from; a driver's message names them by their index in this list.
  package let files: [String]
  /// The text for the driver.
  package let source: String

  init(files: [String], source: String) {
    self.files = files
    self.source = source
  }
}
