import Foundation
import LaminaGraphics

/// Finds the document in what the user named: a file, or a folder with an index.
///
/// - Conformance: caml.md 1.8, 2.1
struct DocumentLocation {
  /// The path of the document.
  let document: String
  /// The folder that its pictures are in.
  let baseDirectory: String
  /// What the index says, or the defaults.
  let index: PackageIndex
  /// What was noticed on the way.
  let diagnostics: [Diagnostic]

  /// The names of the index, the usual one first; hand-made packages have the others.
  private static let indexNames = ["index.xml", "Index.xml", "index.plist", "Index.plist"]

  init(_ path: String, limits: SceneLimits) throws(SceneError) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { throw .notFound(path: path) }
    if let container = ForeignContainer(path, isFolder: isFolder.boolValue) {
      throw .unsupportedContainer(path: path, kind: container.kind, planes: container.planes)
    }
    guard isFolder.boolValue else {
      document = path
      baseDirectory = path.contains("/") ? NSString(string: path).deletingLastPathComponent : "."
      index = PackageIndex()
      diagnostics = []
      return
    }
    baseDirectory = path
    let folder = path.hasSuffix("/") ? path : path + "/"
    let indexName = Self.indexNames.first { FileManager.default.fileExists(atPath: folder + $0) }
    if let indexName {
      let source = SourceText(
        file: folder + indexName, bytes: try documentBytes(folder + indexName, limits: limits))
      do {
        index = try PackageIndex(source)
      } catch {
        throw SceneError(error, in: source)
      }
      diagnostics = []
    } else {
      index = PackageIndex()
      diagnostics = [
        Diagnostic(.note, code: "no-index", message: "\(path) has no index.xml; \(index.rootDocument) is read")
      ]
    }
    do {
      _ = try ResourceFolder(path).file(named: index.rootDocument)
    } catch {
      throw .unreadable(
        path: path, reason: "its root document '\(shortened(index.rootDocument))' \(error.reason)")
    }
    document = folder + index.rootDocument
  }
}

/// Reads a document or an index whole.
func documentBytes(_ path: String, limits: SceneLimits) throws(SceneError) -> [UInt8] {
  do {
    return try BoundedFile.read(path, limit: limits.effectiveDocumentBytes, regularOnly: false)
  } catch {
    switch error {
    case .notFound: throw .notFound(path: path)
    case .tooLong: throw .documentTooLarge(path: path, limit: limits.effectiveDocumentBytes)
    case .notRegular: throw .unreadable(path: path, reason: "not a file")
    case .system(let reason): throw .unreadable(path: path, reason: reason)
    }
  }
}
