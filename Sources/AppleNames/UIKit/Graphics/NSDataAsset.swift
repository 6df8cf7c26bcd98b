// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

/// The name of a data asset.
public typealias NSDataAssetName = String

/// The bytes of a file that comes with the program, found by its name.
///
/// There are no asset catalogues. The file with the exact name, or else the first in alphabetical order with that name
/// before its extension, is searched for in ``UIImage/namedImageFolders`` and then in the bundle.
open class NSDataAsset: NSObject {
  /// The name that the data was found by.
  public let name: NSDataAssetName
  /// The bytes.
  public let data: Data
  /// The type of the data: always `public.data`, since files carry no other type.
  public let typeIdentifier = "public.data"

  /// Finds a file of the program's bundle; `nil` where there is none.
  public convenience init?(name: NSDataAssetName) { self.init(name: name, bundle: .main) }

  /// Finds a file of a bundle; `nil` where there is none.
  ///
  /// - Parameters:
  ///   - name: The file's name, with or without its extension; it may begin with folders.
  ///   - bundle: The bundle.
  public init?(name: NSDataAssetName, bundle: Bundle) {
    let folders = UIImage.namedImageFolders + [bundle.resourcePath, bundle.bundlePath].compactMap { $0 }
    guard !name.isEmpty, let data = folders.lazy.compactMap({ Self.data(named: name, in: $0) }).first else {
      return nil
    }
    self.name = name
    self.data = data
    super.init()
  }

  private static func data(named name: String, in folder: String) -> Data? {
    let whole = URL(fileURLWithPath: folder, isDirectory: true).appendingPathComponent(name)
    let last = whole.lastPathComponent
    let beside = (try? FileManager.default.contentsOfDirectory(atPath: whole.deletingLastPathComponent().path)) ?? []
    let files = [last] + beside.filter { ($0 as NSString).deletingPathExtension == last }.sorted()
    return files.lazy.compactMap { file in
      try? Data(contentsOf: whole.deletingLastPathComponent().appendingPathComponent(file))
    }.first
  }
}
