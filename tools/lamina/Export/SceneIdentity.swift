// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaExport

/// The identity of a scene in manifests: a digest of its document or of the archive that contains it, of the files in
/// its folder, and of assigned values.
struct SceneIdentity {
  /// The digest in hexadecimal.
  let digest: String

  /// Reads the files of a scene again and computes the digest.
  ///
  /// For a single `.caml` file, the digest covers only its own bytes; the pictures that it draws are compared by their
  /// pixels.
  init(of request: SceneRequest, _ values: TemplateOptions) {
    var digest = Digest()
    for file in Self.files(of: request.document) {
      digest.add(file.name)
      digest.add(Self.fileDigest(file.path))
    }
    if let file = values.values { digest.add(Self.fileDigest(file)) }
    for assignment in values.assignments { digest.add(assignment) }
    if let file = values.captions { digest.add("captions " + Self.fileDigest(file)) }
    // Added only if they are given, so that films of unmodified scenes keep their identity.
    if let state = request.state { digest.add("state " + state) }
    if let state = request.fromState { digest.add("from state " + state) }
    if let tilt = request.tilt { digest.add("tilt \(tilt.x) \(tilt.y)") }
    if request.lottieMotion != .length { digest.add("motion \(request.lottieMotion.rawValue)") }
    self.digest = digest.finished()
  }

  private static func files(of path: String) -> [(name: String, path: String)] {
    let url = URL(fileURLWithPath: path).standardizedFileURL
    let isInside = url.deletingLastPathComponent().pathExtension == "ca"
    let folder = isInside ? url.deletingLastPathComponent() : url
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue else {
      return [archive(around: url) ?? ("", path)]
    }
    let names = (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []).sorted()
    return names.map { ($0, folder.appendingPathComponent($0).path) }
  }

  /// The archive file that a path continues into, with the rest of the path as its name; `nil` if there is none.
  private static func archive(around url: URL) -> (name: String, path: String)? {
    var outer = url
    var inside: [String] = []
    while outer.pathComponents.count > 1 {
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: outer.path, isDirectory: &isFolder) {
        return isFolder.boolValue ? nil : (inside.joined(separator: "/"), outer.path)
      }
      inside.insert(outer.lastPathComponent, at: 0)
      outer.deleteLastPathComponent()
    }
    return nil
  }

  /// The digest of a file; the digest of no bytes if the file cannot be read, as for folders.
  private static func fileDigest(_ path: String) -> String {
    var digest = Digest()
    if let data = FileManager.default.contents(atPath: path) { digest.add([UInt8](data)) }
    return digest.finished()
  }
}
