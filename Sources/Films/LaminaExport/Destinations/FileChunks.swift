// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaSystem

/// Reads a file in chunks.
final class FileChunks {
  private let path: String
  private let file: FileHandle
  private let count: Int

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - offset: The number of bytes to skip at the beginning.
  ///   - count: The largest size of a chunk, in bytes.
  /// - Throws: ``FileError/cannotRead(path:reason:)``.
  init(of path: String, from offset: Int = 0, count: Int = 1 << 20) throws(FileError) {
    self.path = path
    self.count = count
    do {
      file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      if offset > 0 { try file.seek(toOffset: UInt64(offset)) }
    } catch {
      throw Self.failure(path, error)
    }
  }

  deinit {
    try? file.close()
  }

  /// Reads the next chunk; empty at the end.
  ///
  /// - Throws: `FileError/cannotRead(path:reason:)`.
  func next() throws(FileError) -> [UInt8] {
    do {
      return [UInt8](try file.read(upToCount: count) ?? Data())
    } catch {
      throw Self.failure(path, error)
    }
  }

  /// Calls a closure with every chunk.
  func forEach(_ body: ([UInt8]) throws(FileError) -> Void) throws(FileError) {
    while true {
      let bytes = try next()
      guard !bytes.isEmpty else { return }
      try body(bytes)
    }
  }

  private static func failure(_ path: String, _ error: any Error) -> FileError {
    let inner = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    let code = inner?.domain == NSPOSIXErrorDomain ? inner?.code : nil
    guard let code else { return .cannotRead(path: path, reason: error.localizedDescription) }
    return .cannotRead(path: path, reason: String(cString: strerror(Int32(truncatingIfNeeded: code))))
  }
}
