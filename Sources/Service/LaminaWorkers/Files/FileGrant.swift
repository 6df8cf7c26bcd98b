// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CSandbox
internal import Foundation
import Lamina
import LaminaGeometry
internal import LaminaScene
import LaminaSystem

/// The files that a worker may read while it draws one document, and the parent's answers to its questions.
///
/// These are the document itself, by exactly the path that the caller gave, files that the caller named as values, and
/// files in the document's folder. The reader in the worker checks names as it does in process; they are checked again
/// here, since a document may have taken over the worker: a path must lie in the folder as written, and again after all
/// links are resolved; it is opened relative to the folder's own descriptor, through no link; and it must be a regular
/// file.
package final class FileGrant: FileAnswers {
  /// A folder: its path as given, its path without links, and its open descriptor.
  private struct Folder {
    var path: String
    var realPath: String
    var place: OpenFile
  }

  private let named: Set<String>
  /// The paths in `named` that are pictures, which must be regular files.
  private let pictures: Set<String>
  private let folder: Folder?
  /// The states of files that other workers have opened; `nil` where no other worker opens the same document.
  private let record: FileRecord?
  package let videos: VideoDesk
  /// The maximum number of a folder's entries in an answer, as many as a survey examines.
  private static let entryLimit = 100_000

  /// - Parameters:
  ///   - document: The path that the caller gave: of a file, of a folder, or one that continues into an archive.
  ///   - pictures: Paths that the caller may have meant by values of contents.
  ///   - record: The states of files that other workers have opened, which must be unchanged.
  ///   - videos: The desk that decodes the videos that the document refers to.
  package init(
    document: String, pictures: Set<String> = [], record: FileRecord? = nil,
    videos: VideoDesk = VideoDesk(RenderLimits())
  ) {
    self.videos = videos
    self.pictures = pictures
    self.record = record
    var named = pictures
    var path = document
    var status = stat()
    // A path may continue into an archive: its longest prefix that exists is the file to read.
    while stat(path, &status) != 0, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
      path = String(path[..<slash])
    }
    named.insert(path)
    self.named = named
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    if isFolder, path == document {
      folder = Self.folder(path)
    } else if path == document {
      folder = Self.folder(path.contains("/") ? (path as NSString).deletingLastPathComponent : ".")
    } else {
      folder = nil
    }
  }

  /// Grants the files that a request names.
  convenience init(_ request: SceneRequest, record: FileRecord? = nil, videos: VideoDesk? = nil) {
    self.init(
      document: request.document,
      pictures: Set(request.assignments.filter(\.isPicture).map(\.value) + [request.captions].compactMap(\.self)),
      record: record, videos: videos ?? VideoDesk(request.options.limits))
  }

  private static func folder(_ path: String) -> Folder? {
    let path = path.isEmpty ? "/" : path
    guard let real = SystemFiles().resolved(path),
      let place = OpenFile(Glibc.open(real, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    else { return nil }
    return Folder(path: path, realPath: real, place: place)
  }

  /// Answers a question.
  package func answer(_ question: FileQuestion) -> (answer: FileAnswer, file: OpenFile?) {
    switch question {
    case .kind(let path):
      guard isGranted(path) else { return (FileAnswer(), nil) }
      return (FileAnswer(kind: SystemFiles().kind(of: path)), nil)
    case .resolved(let path):
      guard isGranted(path), let real = SystemFiles().resolved(path) else { return (FileAnswer(), nil) }
      // The target of a link out of the folder is not revealed, only that the link leaves it: `/` lies in no folder.
      return (FileAnswer(path: named.contains(path) || below(real) != nil ? real : "/"), nil)
    case .names(let path):
      guard let inner = inner(path), let list = list(inner) else { return (FileAnswer(code: ENOENT), nil) }
      return (FileAnswer(), list)
    case .open(let path, let way):
      let (file, code) = openUnchanged(path, way)
      return (FileAnswer(code: code), file)
    }
  }

  package func video(at path: String) -> (file: OpenFile?, code: Int32) { openUnchanged(path, .withoutWaiting) }

  // MARK: Rules

  /// Whether a path was named by the caller, or lies in the folder as written.
  private func isGranted(_ path: String) -> Bool {
    guard !path.unicodeScalars.contains("\0") else { return false }
    if named.contains(path) { return true }
    guard let folder else { return false }
    for root in [folder.path, folder.realPath] {
      if path == root { return true }
      let prefix = root.hasSuffix("/") ? root : root + "/"
      guard path.hasPrefix(prefix) else { continue }
      var depth = 0
      for part in path.dropFirst(prefix.count).split(separator: "/") {
        if part == ".." { depth -= 1 } else if part != "." { depth += 1 }
        if depth < 0 { return false }
      }
      return true
    }
    return false
  }

  /// A path without links, relative to the folder, `.` for the folder itself; `nil` outside the folder.
  private func below(_ real: String) -> String? {
    guard let folder else { return nil }
    if real == folder.realPath { return "." }
    let prefix = folder.realPath.hasSuffix("/") ? folder.realPath : folder.realPath + "/"
    return real.hasPrefix(prefix) ? String(real.dropFirst(prefix.count)) : nil
  }

  /// The location of a path relative to the folder after links are resolved; `nil` if it is outside or does not exist.
  private func inner(_ path: String) -> String? {
    guard isGranted(path), let real = SystemFiles().resolved(path) else { return nil }
    return below(real)
  }

  // MARK: Opening

  private func openUnchanged(_ path: String, _ way: DocumentFileOpening) -> (file: OpenFile?, code: Int32) {
    let (file, code) = open(path, way)
    if let file, let record, !record.isSame(file, at: path) { return (nil, ESTALE) }
    return (file, code)
  }

  private func open(_ path: String, _ way: DocumentFileOpening) -> (OpenFile?, Int32) {
    if named.contains(path), way != .resolved {
      // The caller's own choice, which may be a pipe; a folder is read by asking for its names instead.
      if SystemFiles().kind(of: path) == .folder { return (nil, EISDIR) }
      if pictures.contains(path) {
        var status = stat()
        guard stat(path, &status) == 0 else { return (nil, errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { return (nil, EACCES) }
      }
      let number = Glibc.open(path, way.flags)
      return (OpenFile(number), number < 0 ? errno : 0)
    }
    guard isGranted(path), let folder else { return (nil, EACCES) }
    guard let real = SystemFiles().resolved(path) else { return (nil, errno) }
    guard let inner = below(real) else { return (nil, EACCES) }
    // Checked before it is opened, as opening a device may have an effect, and again afterwards, as it may have
    // changed.
    for flags in [LAMINA_OPEN_PLACE, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW] {
      guard let file = OpenFile(lamina_open_beneath(folder.place.number, inner, flags)) else { return (nil, errno) }
      var status = stat()
      guard fstat(file.number, &status) == 0 else { return (nil, errno) }
      // The reader treats this error as an entry that is not a file.
      guard status.st_mode & S_IFMT == S_IFREG else { return (nil, ELOOP) }
      if flags != LAMINA_OPEN_PLACE { return (file, 0) }
    }
    return (nil, EACCES)
  }

  /// Writes the names in a folder below the document's folder to memory, each ended by a zero byte.
  private func list(_ inner: String) -> OpenFile? {
    guard let folder,
      let place = OpenFile(lamina_open_beneath(folder.place.number, inner, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    else { return nil }
    let own = place.duplicate()
    guard own >= 0, let stream = fdopendir(own) else {
      if own >= 0 { close(own) }
      return nil
    }
    defer { closedir(stream) }
    var bytes: [UInt8] = []
    var count = 0
    while count < Self.entryLimit, let entry = readdir(stream) {
      count += 1
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name != [0x2E], name != [0x2E, 0x2E] { bytes += name + [0] }
    }
    guard let memory = OpenFile(lamina_shared_memory("lamina-names", UInt64(max(bytes.count, 1)))) else { return nil }
    return bytes.withUnsafeBytes { memory.write($0) } ? memory : nil
  }

  /// The names that ``list(_:)`` has written.
  package static func names(in list: OpenFile) -> [String] {
    var status = stat()
    guard fstat(list.number, &status) == 0, status.st_size <= 64 << 20 else { return [] }
    return list.bytes(count: Int(status.st_size)).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }
}
