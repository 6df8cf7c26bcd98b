// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import PackagePlugin

/// Writes the unavailable names that `docs/compatibility.list` gives to a target as one Swift file, with `EmbedTool`.
@main struct UnavailableEmbed: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let list = context.package.directoryURL.appending(path: "docs/compatibility.list")
    let output = context.pluginWorkDirectoryURL.appending(path: "UnavailableNames.swift")
    return [
      .buildCommand(
        displayName: "Declaring the unavailable names of \(target.name)",
        executable: try context.tool(named: "EmbedTool").url,
        arguments: ["unavailable", list.path(percentEncoded: false), target.name, output.path(percentEncoded: false)],
        inputFiles: [list],
        outputFiles: [output])
    ]
  }
}
