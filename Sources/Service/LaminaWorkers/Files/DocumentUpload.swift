// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CSandbox
internal import Foundation
import LaminaGeometry
internal import LaminaScene

/// A document in memory, with the files that it may refer to; a worker reads them as it would read a folder.
///
///     let upload = DocumentUpload(MemoryFile(bytes)!, named: "document.caml")
///     let picture = try renderer.draw(SceneRequest(upload.document), in: upload)
///
/// Neither the document nor assigned values can refer to files on disk.
public final class DocumentUpload: Sendable {
  /// The value of `SceneRequest.document`: the file's name, or ``folder``.
  public let document: String
  /// The files, by their paths below ``folder``.
  public let files: [String: MemoryFile]
  /// The total length of the files, in bytes.
  public var byteCount: Int { files.values.reduce(0) { $0 + $1.byteCount } }
  /// The name that messages give the folder of all files.
  public static let folder = "document.ca"

  /// Makes a document of one file.
  public init(_ file: MemoryFile, named name: String) {
    (document, files) = (name, [name: file])
  }

  /// Makes a document of files; `nil` if one of the paths cannot exist in a folder: if it is empty or absolute,
  /// contains `.` or `..`, or lies below another file.
  ///
  /// - Parameters:
  ///   - files: The files by their paths.
  ///   - document: The path of the file that is drawn; `nil` for the folder itself, as for a package.
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

  /// Converts a path to one below ``folder``, without `.` and `..`: empty for the folder itself, `nil` for a path that
  /// leaves the folder. A path may start with the folder's own name.
  package static func place(of path: String) -> String? {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." {
        guard parts.popLast() != nil else { return nil }
      } else {
        parts.append(part)
      }
    }
    if parts.first == folder[...] { parts.removeFirst() }
    return parts.joined(separator: "/")
  }
}

/// The paths of a document's files in memory, which answer every question except opening a file. The worker has a copy
/// where they are few, and then asks less.
struct UploadNames: Codable {
  private let paths: Set<String>
  /// The maximum total length of the paths that a worker is sent, in bytes.
  private static let longest = 64 << 10

  init(_ upload: DocumentUpload) {
    paths = Set(upload.files.keys)
  }

  /// Whether the paths are short enough in total to be sent to a worker.
  var areFew: Bool { paths.reduce(0) { $0 + $1.utf8.count + 8 } <= Self.longest }

  /// The kind of the file at a path.
  func kind(of path: String) -> DocumentFileKind? {
    guard let inner = DocumentUpload.place(of: path) else { return nil }
    return paths.contains(inner) ? .file : isFolder(inner) ? .folder : nil
  }

  /// A path from the root without `.` and `..`.
  func resolved(_ path: String) -> String? {
    guard let inner = DocumentUpload.place(of: path), paths.contains(inner) || isFolder(inner) else { return nil }
    return "/" + DocumentUpload.folder + (inner.isEmpty ? "" : "/" + inner)
  }

  /// The names in a folder; `nil` if the path is not that of a folder.
  func names(in folder: String) -> [String]? {
    guard let inner = DocumentUpload.place(of: folder), isFolder(inner) else { return nil }
    let prefix = inner.isEmpty ? "" : inner + "/"
    var names: Set<Substring> = []
    for path in paths where path.hasPrefix(prefix) {
      if let name = path.dropFirst(prefix.count).split(separator: "/").first { names.insert(name) }
    }
    return names.sorted().map(String.init)
  }

  private func isFolder(_ inner: String) -> Bool { inner.isEmpty || paths.contains { $0.hasPrefix(inner + "/") } }
}

/// Answers a worker's questions about the files of a document in memory.
final class UploadGrant: FileAnswers {
  private let upload: DocumentUpload
  private let names: UploadNames
  let videos: VideoDesk

  init(_ upload: DocumentUpload, videos: VideoDesk) {
    (self.upload, names, self.videos) = (upload, UploadNames(upload), videos)
  }

  func video(at path: String) -> (file: OpenFile?, code: Int32) {
    (DocumentUpload.place(of: path).flatMap { upload.files[$0]?.opened() }, ENOENT)
  }

  func answer(_ question: FileQuestion) -> (answer: FileAnswer, file: OpenFile?) {
    switch question {
    case .kind(let path): return (FileAnswer(kind: names.kind(of: path)), nil)
    case .resolved(let path): return (FileAnswer(path: names.resolved(path)), nil)
    case .names(let path):
      guard let found = names.names(in: path), let list = MemoryFile(found.flatMap { Array($0.utf8) + [0] }) else {
        return (FileAnswer(code: ENOENT), nil)
      }
      return (FileAnswer(), list.opened())
    case .open(let path, _):
      guard let inner = DocumentUpload.place(of: path) else { return (FileAnswer(code: ENOENT), nil) }
      guard let file = upload.files[inner] else {
        return (FileAnswer(code: names.kind(of: path) == .folder ? EISDIR : ENOENT), nil)
      }
      guard let opened = file.opened() else { return (FileAnswer(code: errno), nil) }
      return (FileAnswer(), opened)
    }
  }
}

/// An immutable file that exists only in memory.
///
/// It is held by one descriptor, and can be handed to workers any number of times; each reads it from the beginning.
public final class MemoryFile: Sendable {
  /// The length of the file, in bytes.
  public let byteCount: Int
  private let memory: OpenFile

  fileprivate init(_ memory: OpenFile, byteCount: Int) {
    (self.memory, self.byteCount) = (memory, byteCount)
  }

  /// Makes a file of bytes; `nil` where memory or descriptors are exhausted.
  public convenience init?(_ bytes: [UInt8]) {
    guard let writer = MemoryFileWriter(), bytes.withUnsafeBytes(writer.write), let memory = writer.finished() else {
      return nil
    }
    self.init(memory, byteCount: bytes.count)
  }

  /// The bytes of the file from an offset on; fewer than `count` where the file ends before.
  public func bytes(from start: Int = 0, count: Int = .max) -> [UInt8] {
    let wanted = min(count, max(byteCount - start, 0))
    return memory.bytes(from: start, count: wanted)
  }

  /// A new descriptor for reading, with an offset of its own.
  func opened() -> OpenFile? { OpenFile(open("/proc/self/fd/\(memory.number)", O_RDONLY | O_CLOEXEC)) }
}

/// Writes a file that exists only in memory.
public final class MemoryFileWriter {
  private let memory: OpenFile
  /// The number of bytes written so far.
  public private(set) var byteCount = 0

  /// Begins an empty file; `nil` where no descriptor is available.
  public init?() {
    guard let memory = OpenFile(lamina_growing_memory("lamina-upload")) else { return nil }
    self.memory = memory
  }

  /// Appends bytes to the file.
  ///
  /// - Returns: Whether there was memory for all of them.
  public func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard memory.write(bytes, at: byteCount) else { return false }
    byteCount += bytes.count
    return true
  }

  /// Ends writing and makes the file immutable; `nil` where the system cannot do that.
  public func file() -> MemoryFile? { finished().map { MemoryFile($0, byteCount: byteCount) } }

  fileprivate func finished() -> OpenFile? { lamina_seal(memory.number) == 0 ? memory : nil }
}
