// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation

/// The name of a scene in the names of output files.
package enum SceneName {
  /// The name of a scene without folder and extension; `a.ca/main.caml` becomes `a`.
  package static func stem(of scene: String) -> String {
    let url = URL(fileURLWithPath: scene).standardizedFileURL
    let folder = url.deletingLastPathComponent()
    let isInside = url.lastPathComponent == "main.caml" && folder.pathExtension == "ca"
    return (isInside ? folder : url).deletingPathExtension().lastPathComponent
  }
}
