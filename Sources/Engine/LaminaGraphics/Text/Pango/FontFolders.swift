// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CPango
internal import LaminaGeometry

/// The folders of fonts in the system's configuration.
package enum FontFolders {
  /// The folders of fonts and of Fontconfig's caches, by the present configuration. Nothing is kept, and no font is
  /// read.
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
