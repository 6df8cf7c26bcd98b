// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Glibc
internal import LaminaNumbers

/// The kind of file that a path to write to stands for.
enum OutputTarget {
  /// A descriptor that is open already.
  case descriptor(Int32)
  /// A device, FIFO or socket.
  case special(path: String)
  /// A regular file, or none yet. No symbolic link.
  case regular(path: String, existing: stat?)

  /// Finds the kind of file that `path` stands for, following symbolic links.
  init(_ path: String) throws(WriteFailure) {
    if path == "-" {
      self = .descriptor(STDOUT_FILENO)
      return
    }
    var path = path
    // The number of links that Linux follows.
    for _ in 0..<40 {
      if let number = OutputTarget.descriptorNumber(path) {
        self = .descriptor(number)
        return
      }
      guard let next = try OutputTarget.linkTarget(of: path) else {
        self = try OutputTarget(linkless: path)
        return
      }
      path = next
    }
    throw WriteFailure(.resolve, code: ELOOP)
  }

  private init(linkless path: String) throws(WriteFailure) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT, !path.isEmpty, !path.hasSuffix("/") else { throw WriteFailure(.resolve) }
      self = .regular(path: path, existing: nil)
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      // The permissions of the folder may allow replacing a write-protected file, but its owner intends it to stay.
      guard faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 else { throw WriteFailure(.open) }
      self = .regular(path: path, existing: status)
    case S_IFDIR:
      throw WriteFailure(.open, code: EISDIR)
    default:
      self = .special(path: path)
    }
  }

  /// The number in `/dev/stdout`, `/dev/fd/3` and `/proc/self/fd/3`.
  ///
  /// The target of the link may have no name, or be a file whose beginning others have written.
  private static func descriptorNumber(_ path: String) -> Int32? {
    switch path {
    case "/dev/stdout": return STDOUT_FILENO
    case "/dev/stderr": return STDERR_FILENO
    default: break
    }
    for folder in ["/dev/fd/", "/proc/self/fd/", "/proc/\(getpid())/fd/"] where path.hasPrefix(folder) {
      if let number = Int32(path.dropFirst(folder.count)), number >= 0 { return number }
    }
    return nil
  }

  /// Where the symbolic link at `path` points; `nil` when there is no link.
  private static func linkTarget(of path: String) throws(WriteFailure) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink(path, &bytes, bytes.count)
    guard length >= 0 else {
      // The path is not a link, or nothing is there.
      guard errno == EINVAL || errno == ENOENT else { throw WriteFailure(.resolve) }
      return nil
    }
    let target = String(decoding: bytes.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return target.hasPrefix("/") ? target : FilePath.folder(of: path) + "/" + target
  }
}

/// The parts of a path.
enum FilePath {
  /// The part before the last `/`: `.` when there is none, and never empty.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
