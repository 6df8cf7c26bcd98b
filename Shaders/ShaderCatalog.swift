// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// One shader program: two stages that the device links.
package struct ShaderSource: Sendable {
  /// The name in labels and messages.
  package let name: String
  /// The family of `operations`, the pair of files that the program is made from.
  package let family: String
  /// The features that the program has, which its sources test by `#ifdef`.
  package let features: [String]
  /// The name of the vertex stage.
  package let vertex: String
  /// The name of the fragment stage.
  package let fragment: String
}

extension ShaderCatalog {
  /// The text of a stage.
  ///
  /// - Precondition: There is a stage of that name; a test checks all programs.
  package static func stage(_ name: String) -> ShaderStage {
    guard let stage = embeddedShaderStages[name] else { preconditionFailure("no shader stage '\(name)'") }
    return stage
  }
}
