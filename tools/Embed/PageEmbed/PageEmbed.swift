// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import PackagePlugin

/// Embeds the files in a target's folder `Page` into one Swift file, with `EmbedTool`.
@main struct PageEmbed: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = target.directoryURL.appending(path: "Page")
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedPage.swift")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
    let files = names.filter { !$0.hasPrefix(".") }.sorted().map { folder.appending(path: $0) }
    return [
      .buildCommand(
        displayName: "Embedding \(files.count) files of a page",
        executable: try context.tool(named: "EmbedTool").url,
        arguments: ["page", output.path(percentEncoded: false)] + files.map { $0.path(percentEncoded: false) },
        inputFiles: files,
        outputFiles: [output])
    ]
  }
}
