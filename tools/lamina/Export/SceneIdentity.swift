import Foundation
import Lamina
import LaminaExport

/// What names a scene in manifests: the bytes of its document, of the files in its folder, and of what replaces values.
struct SceneIdentity {
  /// In hexadecimal.
  let digest: String

  /// Reads the files of a scene once more.
  ///
  /// A `.caml` file that stands alone is named by its own bytes; the pictures it draws are compared by their pixels.
  init(of path: String, _ values: TemplateOptions) {
    var digest = Digest()
    for file in Self.files(of: path) {
      digest.add(file.name)
      digest.add(Self.fileDigest(file.path))
    }
    if let file = values.values { digest.add(Self.fileDigest(file)) }
    for assignment in values.assignments { digest.add(assignment) }
    self.digest = digest.finished()
  }

  private static func files(of path: String) -> [(name: String, path: String)] {
    let url = URL(fileURLWithPath: path).standardizedFileURL
    let isInside = url.deletingLastPathComponent().pathExtension == "ca"
    let folder = isInside ? url.deletingLastPathComponent() : url
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder), isFolder.boolValue else {
      return [("", path)]
    }
    let names = (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []).sorted()
    return names.map { ($0, folder.appendingPathComponent($0).path) }
  }

  /// The digest of one file; of nothing where it cannot be read, as for folders.
  private static func fileDigest(_ path: String) -> String {
    var digest = Digest()
    if let data = FileManager.default.contents(atPath: path) { digest.add([UInt8](data)) }
    return digest.finished()
  }
}
