// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry

/// Reads files whole, with a limit on their length.
package enum BoundedFile {
  /// The reason why a file was not read.
  package enum Problem: Error {
    case notFound
    case notRegular
    case tooLong
    /// The system lacks a descriptor, memory or a working disk for the file; the text is the system's. A later attempt
    /// may succeed.
    case shortage(String)
    /// Any other error, with the system's text.
    case system(String)
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of bytes.
  ///   - regularOnly: Whether devices, pipes and symbolic links are refused. A name in a document must not make the
  ///     reader wait for a pipe; a name from the user may be a pipe.
  package static func read(_ path: String, limit: Int, regularOnly: Bool) throws(Problem) -> [UInt8] {
    try readStamped(path, limit: limit, regularOnly: regularOnly).bytes
  }

  /// An identification of a file and its state, which differs between files, and after a file was written to.
  struct Stamp: Equatable, Sendable {
    private let numbers: [Int]

    fileprivate init(_ status: stat) {
      numbers = [
        Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino), Int(status.st_size),
        status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
      ]
    }
  }

  /// Reads a file, and returns its stamp.
  static func readStamped(
    _ path: String, limit: Int, regularOnly: Bool
  ) throws(Problem) -> (bytes: [UInt8], stamp: Stamp) {
    let file = try open(path, regularOnly: regularOnly)
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw problem(errno) }
    let isRegular = status.st_mode & S_IFMT == S_IFREG
    guard isRegular || !regularOnly else { throw .notRegular }
    guard !isRegular || Int(status.st_size) <= limit else { throw .tooLong }
    return (try contents(of: file, expected: isRegular ? Int(status.st_size) : 0, limit: limit), Stamp(status))
  }

  private static func open(_ path: String, regularOnly: Bool) throws(Problem) -> Int32 {
    do throws(DocumentFileProblem) {
      return try DocumentAccess.files.open(path, regularOnly ? .resolved : .asNamed)
    } catch {
      // The error of opening a socket.
      throw error.code == ENXIO && regularOnly ? .notRegular : problem(error.code)
    }
  }

  /// Opens a regular file of any length for reading, and closes it afterwards.
  ///
  /// - Parameter body: A closure that gets the descriptor.
  static func reading<Value>(_ path: String, _ body: (Int32) -> Value) throws(Problem) -> Value {
    let file = try open(path, regularOnly: true)
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw problem(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    return body(file)
  }

  /// Reads the beginning of a regular file; an empty array where it cannot be read.
  static func beginning(of path: String, count: Int) -> [UInt8] {
    guard let file = try? DocumentAccess.files.open(path, .withoutWaiting) else { return [] }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    let read = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
    return Array(bytes.prefix(max(0, read)))
  }

  private static func contents(of file: Int32, expected: Int, limit: Int) throws(Problem) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(expected + 1)
    var piece = [UInt8](repeating: 0, count: min(max(expected + 1, 1 << 16), 1 << 24))
    while true {
      let count = piece.withUnsafeMutableBytes { Foundation.read(file, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw problem(errno)
      }
      if count == 0 { return result }
      guard result.count + count <= limit else { throw .tooLong }
      result.append(contentsOf: piece[..<count])
    }
  }

  private static func problem(_ code: Int32) -> Problem {
    switch code {
    case ENOENT, ENOTDIR: .notFound
    case ELOOP: .notRegular
    case EMFILE, ENFILE, ENOMEM, EIO: .shortage(String(cString: strerror(code)))
    default: .system(String(cString: strerror(code)))
    }
  }
}
