// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// What a scene is called in the names of files that are made of it.
package enum SceneName {
  /// The name of a scene without folder and extension; `a.ca/main.caml` is called `a`.
  package static func stem(of scene: String) -> String {
    let url = URL(fileURLWithPath: scene).standardizedFileURL
    let folder = url.deletingLastPathComponent()
    let isInside = url.lastPathComponent == "main.caml" && folder.pathExtension == "ca"
    return (isInside ? folder : url).deletingPathExtension().lastPathComponent
  }
}
