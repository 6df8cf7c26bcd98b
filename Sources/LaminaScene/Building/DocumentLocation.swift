import Foundation
import LaminaGraphics

/// Finds the document in what the user named: a file, or a folder with an index.
///
/// - Conformance: caml.md 1.8, 2.1
struct DocumentLocation {
  /// What messages call the document.
  let document: String
  /// The path it is read from: in a folder, with every symbolic link resolved.
  let file: String
  /// The folder that its pictures are in.
  let baseDirectory: String
  /// Whether the document was named by a package, not by the user.
  let isInPackage: Bool
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
      file = path
      baseDirectory = path.contains("/") ? NSString(string: path).deletingLastPathComponent : "."
      index = PackageIndex()
      diagnostics = []
      isInPackage = false
      return
    }
    baseDirectory = path
    let folder = path.hasSuffix("/") ? path : path + "/"
    if let name = Self.indexNames.first(where: { FileManager.default.fileExists(atPath: folder + $0) }) {
      let file = try Self.realPath(of: name, called: "index", in: folder)
      let source = SourceText(
        file: folder + name, bytes: try documentBytes(file, named: folder + name, isInPackage: true, limits: limits))
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
    file = try Self.realPath(of: index.rootDocument, called: "root document", in: folder)
    document = folder + index.rootDocument
    isInPackage = true
  }

  /// The real path of a file that must lie in the package.
  private static func realPath(of name: String, called role: String, in folder: String) throws(SceneError) -> String {
    do {
      return try ResourceFolder(folder).file(named: name, asWritten: true)
    } catch {
      let reason = "its \(role) '\(shortened(name))' \(error.reason)"
      if error.code == "refused-file" {
        throw .refused(at: Diagnostic.Location(file: folder, line: 1, column: 1), reason: reason)
      }
      throw .unreadable(path: folder, reason: reason)
    }
  }
}

/// Reads a document or an index whole. What the user names may be a pipe, what a package names may not.
func documentBytes(_ path: String, named name: String, isInPackage: Bool, limits: SceneLimits) throws(SceneError)
  -> [UInt8]
{
  do {
    return try BoundedFile.read(path, limit: limits.effectiveDocumentBytes, regularOnly: isInPackage)
  } catch {
    switch error {
    case .notFound: throw .notFound(path: name)
    case .tooLong: throw .documentTooLarge(path: name, limit: limits.effectiveDocumentBytes)
    case .notRegular: throw .unreadable(path: name, reason: "not a file")
    case .system(let reason): throw .unreadable(path: name, reason: reason)
    }
  }
}
