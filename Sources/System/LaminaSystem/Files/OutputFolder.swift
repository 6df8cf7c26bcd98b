// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

/// A folder of files that appear together: all of them, or none.
///
/// A new folder is filled under a temporary name and gets its final name when all files are on the disk. In an existing
/// folder, files are written under temporary names, and get their final names one after the other when the last of them
/// is on the disk; other files are left.
package final class OutputFolder {
  private struct Entry {
    var path: String
    var file: StagedFile
  }

  /// The path as the caller named it.
  package let path: String
  /// The name of the folder while it is filled; `nil` where the folder existed before.
  private var staging: String?
  private var stagingLock: FileDescriptor?
  private var staged: [Entry] = []
  /// The folders that were made here, outermost first; they are removed where filling fails.
  private var madeFolders: [String] = []

  /// Begins to fill a folder.
  ///
  /// - Parameter path: The folder. Missing folders above it are made.
  /// - Throws: ``FileError/cannotWrite(path:step:code:written:total:)``.
  package init(_ path: String) throws(FileError) {
    self.path = path
    do throws(WriteFailure) {
      try begin()
    } catch {
      throw failure(error, path, total: 0)
    }
  }

  private func begin() throws(WriteFailure) {
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else { throw WriteFailure(.open, code: ENOTDIR) }
      OutputFile.removeAbandoned(in: path)
      return
    }
    let parent = FilePath.folder(of: path)
    try makeFolders(parent)
    OutputFile.removeAbandoned(in: parent)
    guard let name = TemporaryName.first(in: parent, where: { mkdir($0, 0o777) == 0 }) else {
      throw WriteFailure(.open)
    }
    staging = name
    stagingLock = try? FileDescriptor(step: .open) { open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    if let number = stagingLock?.number { _ = Claim(on: number) }
  }

  deinit {
    staged = []
    if let staging { try? FileManager.default.removeItem(atPath: staging) }
    // Only empty folders are removed.
    for folder in madeFolders.reversed() { rmdir(folder) }
  }

  /// Writes a file under a temporary name.
  ///
  /// - Parameters:
  ///   - bytes: The content of the file.
  ///   - name: The name in the folder, which may include folders.
  /// - Throws: ``FileError/cannotWrite(path:step:code:written:total:)``, with the path that the file was to have.
  package func write(_ bytes: [UInt8], to name: String) throws(FileError) {
    let place = (staging ?? path) + "/" + name
    do throws(WriteFailure) {
      try makeFolders(FilePath.folder(of: place))
      guard staging == nil, case .regular(let regular, let existing) = try OutputTarget(place) else {
        do throws(FileError) {
          try OutputFile(place).write(bytes)
        } catch {
          guard case .cannotWrite(_, let step, let code, let written, _) = error else { throw WriteFailure(.write) }
          throw WriteFailure(step, code: code, written: written)
        }
        return
      }
      staged.append(Entry(path: place, file: try ReplacementFile(regular, replacing: existing).stage(bytes)))
    } catch {
      throw failure(error, path + "/" + name, total: bytes.count)
    }
  }

  /// The number of bytes that are copied at once.
  private static let piece = 1 << 20

  /// Copies a file, piece by piece, so that it may be of any length, under a temporary name.
  ///
  /// - Parameters:
  ///   - source: A descriptor of the file, which is read from its beginning.
  ///   - name: The name in the folder, which may include folders.
  /// - Throws: ``FileError/cannotWrite(path:step:code:written:total:)``, with the path that the file was to have,
  ///   and ``FileError/cannotRead(path:reason:)`` where the source fails.
  package func write(copyOf source: Int32, to name: String) throws(FileError) {
    let place = (staging ?? path) + "/" + name
    var unread: Int32?
    do throws(WriteFailure) {
      try makeFolders(FilePath.folder(of: place))
      guard case .regular(let regular, let existing) = try OutputTarget(place) else {
        throw WriteFailure(.open, code: EEXIST)
      }
      let file = try ReplacementFile(regular, replacing: existing).stage { (file) throws(WriteFailure) in
        var written = 0
        while true {
          let bytes = try Self.read(source, at: written, &unread)
          guard !bytes.isEmpty else { return written }
          try file.write(bytes)
          written += bytes.count
        }
      }
      if staging == nil { staged.append(Entry(path: place, file: file)) } else { try file.commit() }
    } catch {
      if let unread { throw .cannotRead(path: name, reason: String(cString: strerror(unread))) }
      throw failure(error, path + "/" + name, total: 0)
    }
  }

  private static func read(_ source: Int32, at place: Int, _ unread: inout Int32?) throws(WriteFailure) -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: piece) { buffer, count in
      var taken = pread(source, buffer.baseAddress, piece, off_t(place))
      while taken < 0, errno == EINTR { taken = pread(source, buffer.baseAddress, piece, off_t(place)) }
      if taken < 0 { code = errno }
      count = max(0, taken)
    }
    guard code == 0 else {
      unread = code
      throw WriteFailure(.write, code: code)
    }
    return bytes
  }

  /// Gives all files their final names. Afterwards nothing may be written.
  package func finish() throws(FileError) {
    for entry in staged {
      do throws(WriteFailure) {
        try entry.file.commit()
      } catch {
        throw failure(error, entry.path, total: error.written)
      }
    }
    if let staging {
      guard rename(staging, path) == 0 else { throw failure(WriteFailure(.rename), path, total: 0) }
    }
    (staged, staging, madeFolders) = ([], nil, [])
  }

  private func failure(_ failure: WriteFailure, _ path: String, total: Int) -> FileError {
    .cannotWrite(path: path, step: failure.step, code: failure.code, written: failure.written, total: total)
  }

  private func makeFolders(_ path: String) throws(WriteFailure) {
    var missing: [String] = []
    var next = path
    while access(next, F_OK) != 0, missing.count < 1000 {
      missing.append(next)
      next = FilePath.folder(of: next)
    }
    for folder in missing.reversed() {
      if mkdir(folder, 0o777) == 0 {
        madeFolders.append(folder)
      } else if errno != EEXIST {
        throw WriteFailure(.open)
      }
    }
  }
}
