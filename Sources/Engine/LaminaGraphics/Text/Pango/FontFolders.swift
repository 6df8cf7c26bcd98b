// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CPango
internal import LaminaGeometry

/// Where the system's configuration says that fonts are.
package enum FontFolders {
  /// The folders of fonts and of Fontconfig's caches, by the configuration as it is now. Nothing is kept of it, and no
  /// font is looked at.
  package static func configured() -> [String] {
    guard let configuration = FcInitLoadConfig() else { return [] }
    defer { FcConfigDestroy(configuration) }
    return paths(FcConfigGetFontDirs(configuration)) + paths(FcConfigGetCacheDirs(configuration))
  }

  private static func paths(_ list: OpaquePointer?) -> [String] {
    guard let list else { return [] }
    defer { FcStrListDone(list) }
    var paths: [String] = []
    while let path = FcStrListNext(list) { paths.append(String(cString: path)) }
    return paths
  }
}
