internal import Foundation
internal import LaminaScene

/// A document in memory, with the files that it may name: what a worker reads as it would read a folder.
///
///     let upload = DocumentUpload(MemoryFile(bytes)!, named: "document.caml")
///     let picture = try renderer.draw(PictureRequest(upload))
///
/// Nothing on the disk can be reached from it: neither by the document nor by values that are set.
public final class DocumentUpload: Sendable {
  /// What ``PictureRequest/document`` is: the file's name, or ``folder``.
  public let document: String
  /// The files, by their paths below ``folder``.
  public let files: [String: MemoryFile]
  /// How long all of them are.
  public var byteCount: Int { files.values.reduce(0) { $0 + $1.byteCount } }
  /// What messages call the folder that all files lie in.
  public static let folder = "document.ca"

  /// Makes a document of one file.
  public init(_ file: MemoryFile, named name: String) {
    (document, files) = (name, [name: file])
  }

  /// Makes a document of files; `nil` where one of their paths is none that a folder has: empty, absolute, with `.` or `..`, a file below
  /// another file.
  ///
  /// - Parameters:
  ///   - files: By their paths.
  ///   - document: The path of the one that is drawn; `nil` for the folder itself, as of a package.
  public init?(_ files: [String: MemoryFile], document: String?) {
    for path in files.keys {
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      guard path.utf8.count <= 1024, !path.unicodeScalars.contains("\0"), !["", Self.folder[...]].contains(parts[0]),
        parts.allSatisfy({ !["", ".", ".."].contains($0) })
      else { return nil }
      for count in 1..<max(parts.count, 1) where files[parts[..<count].joined(separator: "/")] != nil { return nil }
    }
    if let document, files[document] == nil { return nil }
    (self.document, self.files) = (document ?? Self.folder, files)
  }
}

/// What a worker may read of a document in memory.
final class UploadGrant: FileAnswers {
  private let upload: DocumentUpload

  init(_ upload: DocumentUpload) {
    self.upload = upload
  }

  func answer(_ question: FileQuestion) -> (answer: FileAnswer, file: OpenFile?) {
    switch question {
    case .kind(let path):
      guard let inner = inner(path) else { return (FileAnswer(), nil) }
      return (FileAnswer(kind: upload.files[inner] != nil ? .file : isFolder(inner) ? .folder : nil), nil)
    case .resolved(let path):
      guard let inner = inner(path), upload.files[inner] != nil || isFolder(inner) else { return (FileAnswer(), nil) }
      return (FileAnswer(path: "/" + DocumentUpload.folder + (inner.isEmpty ? "" : "/" + inner)), nil)
    case .names(let path):
      guard let inner = inner(path), isFolder(inner), let list = MemoryFile(names(in: inner)) else {
        return (FileAnswer(code: ENOENT), nil)
      }
      return (FileAnswer(), list.opened())
    case .open(let path, _):
      guard let inner = inner(path) else { return (FileAnswer(code: ENOENT), nil) }
      guard let file = upload.files[inner] else { return (FileAnswer(code: isFolder(inner) ? EISDIR : ENOENT), nil) }
      guard let opened = file.opened() else { return (FileAnswer(code: errno), nil) }
      return (FileAnswer(), opened)
    }
  }

  /// A path below the folder, without `.` and `..`; empty for the folder itself, `nil` for what leaves it.
  private func inner(_ path: String) -> String? {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." {
        guard parts.popLast() != nil else { return nil }
      } else {
        parts.append(part)
      }
    }
    // The folder's own name leads to it, from wherever a path begins.
    if parts.first == DocumentUpload.folder[...] { parts.removeFirst() }
    return parts.joined(separator: "/")
  }

  private func isFolder(_ inner: String) -> Bool {
    inner.isEmpty || upload.files.keys.contains { $0.hasPrefix(inner + "/") }
  }

  /// The names in a folder, ended by a zero each.
  private func names(in inner: String) -> [UInt8] {
    let prefix = inner.isEmpty ? "" : inner + "/"
    var names: Set<Substring> = []
    for path in upload.files.keys where path.hasPrefix(prefix) {
      if let name = path.dropFirst(prefix.count).split(separator: "/").first { names.insert(name) }
    }
    return names.sorted().flatMap { Array($0.utf8) + [0] }
  }
}
