// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import QuartzCore

/// The name of a data asset.
public typealias NSDataAssetName = String

/// The bytes of a file that comes with the program, by its name.
///
/// There are no asset catalogues: the file of the name, or the first by alphabet that has it before its extension, is
/// looked for in ``UIImage/namedImageFolders``, then in the bundle.
open class NSDataAsset: NSObject {
  /// The name that it was found by.
  public let name: NSDataAssetName
  /// The bytes.
  public let data: Data
  /// What kind of data it is: `public.data`, as nothing says more.
  public let typeIdentifier = "public.data"

  /// Finds a file of the program's bundle; `nil` where there is none.
  public convenience init?(name: NSDataAssetName) { self.init(name: name, bundle: .main) }

  /// Finds a file of a bundle; `nil` where there is none.
  ///
  /// - Parameters:
  ///   - name: The file's name, with its extension or without; folders before it are looked into.
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
