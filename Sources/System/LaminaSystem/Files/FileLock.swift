// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Glibc

/// A lock on an open file (`flock`): it ends with the descriptor, and so with its process, however that ends.
///
/// The lock excludes other locks of the same file, on this machine, also in this process, and over NFS, where the
/// server keeps it. It does not prevent reading or writing the file.
package final class FileLock {
  /// The result of trying to take a lock.
  package enum Attempt {
    /// The lock is held as long as the object lives.
    case held(FileLock)
    /// The lock is held by another owner, which `holder` names; empty where the owner is not known.
    case inUse(holder: String)
    /// The file system has no locks.
    case unsupported
  }

  /// The file.
  package let path: String
  private let descriptor: FileDescriptor

  private init(_ path: String, _ descriptor: consuming FileDescriptor) {
    self.path = path
    self.descriptor = descriptor
  }

  /// Releases the lock explicitly. Closing the descriptor is not enough: a process that another thread is just starting
  /// has a copy of the descriptor until it executes its program, and would hold the lock until then.
  deinit { _ = flock(descriptor.number, LOCK_UN) }

  /// Takes a lock without waiting for it; makes the file where there is none.
  ///
  /// - Parameters:
  ///   - path: The file, in a folder that exists.
  ///   - exclusively: Whether there may be no other owner; otherwise the lock is shared with others that also take it
  ///     without this option.
  /// - Throws: ``FileError/cannotWrite(path:step:code:written:total:)`` where the file cannot be opened.
  package static func take(_ path: String, exclusively: Bool) throws(FileError) -> Attempt {
    for _ in 0..<100 {
      let file: FileDescriptor
      do throws(WriteFailure) {
        file = try open(path)
      } catch {
        throw .cannotWrite(path: path, step: error.step, code: error.code, written: 0, total: 0)
      }
      switch Claim(on: file.number, exclusively: exclusively) {
      case .taken: return .inUse(holder: holder(named: file.number))
      case .unsupported: return .unsupported
      case .made:
        // The previous owner may have removed the file after it was opened here; the lock then excludes no other
        // process.
        guard isNamed(file.number, path) else { continue }
        note(exclusively ? "process \(getpid()) on \(hostName)" : "", in: file.number)
        return .held(FileLock(path, file))
      }
    }
    return .inUse(holder: "")
  }

  /// Removes the file, unless it was removed before and another file has its name. Call this only with an exclusive
  /// lock: other owners would go on with a lock that excludes no other process.
  package func remove() {
    if Self.isNamed(descriptor.number, path) { unlink(path) }
  }

  private static func open(_ path: String) throws(WriteFailure) -> FileDescriptor {
    do throws(WriteFailure) {
      return try FileDescriptor(step: .open) { Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666) }
    } catch {
      // For another user's file a descriptor for reading is enough, except on NFS.
      guard error.code == EACCES else { throw error }
      return try FileDescriptor(step: .open) { Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }
    }
  }

  private static func isNamed(_ number: Int32, _ path: String) -> Bool {
    var (mine, there) = (stat(), stat())
    return fstat(number, &mine) == 0 && lstat(path, &there) == 0 && mine.st_ino == there.st_ino
      && mine.st_dev == there.st_dev
  }

  // MARK: Who holds it

  private static let hostName: String = {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return "this machine" }
    return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }()

  /// Writes the owner into the file, for the messages of others that are refused. A failure has no consequences.
  private static func note(_ text: String, in number: Int32) {
    guard ftruncate(number, 0) == 0, !text.isEmpty else { return }
    let bytes = Array(text.utf8)
    _ = pwrite(number, bytes, bytes.count, 0)
  }

  private static func holder(named number: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 400)
    let count = pread(number, &bytes, bytes.count, 0)
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    return text.hasPrefix("process ") && !text.contains(where: \.isNewline) ? text : ""
  }
}

/// The result of locking an open file.
enum Claim {
  case made, taken, unsupported

  /// Locks the open file, without waiting.
  init(on number: Int32, exclusively: Bool = true) {
    while true {
      if flock(number, (exclusively ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0 {
        self = .made
        return
      }
      guard errno == EINTR else { break }
    }
    self = errno == EWOULDBLOCK ? .taken : .unsupported
  }
}
