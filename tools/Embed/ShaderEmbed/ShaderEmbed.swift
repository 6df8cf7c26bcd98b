// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import PackagePlugin

/// Embeds the GLSL files of a target, and the list of its programs, into one Swift file, with `EmbedTool`.
///
/// Every shader and every included file is an input of the single command, so that an edit of any of them, or a new
/// file, causes a rebuild.
@main struct ShaderEmbed: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let root = target.directoryURL
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedShaders.swift")
    let shaders = try shaderFiles(below: root)
    return [
      .buildCommand(
        displayName: "Expanding \(shaders.count) shader files",
        executable: try context.tool(named: "EmbedTool").url,
        arguments: ["shaders", root.path(percentEncoded: false), output.path(percentEncoded: false)]
          + shaders.map { $0.path(percentEncoded: false) },
        inputFiles: shaders,
        outputFiles: [output])
    ]
  }

  private func shaderFiles(below root: URL) throws -> [URL] {
    guard let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil) else { return [] }
    return files.compactMap { $0 as? URL }
      .filter { ["vert", "frag", "comp", "glsl", "list"].contains($0.pathExtension) }
      .sorted { $0.path(percentEncoded: false) < $1.path(percentEncoded: false) }
  }
}
