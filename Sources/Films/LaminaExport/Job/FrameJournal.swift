// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaSystem

/// A list of the finished frames of a sequence, one per line, each added after the file has its final name.
///
/// A frame whose line is missing or incomplete is made again, which does no harm.
final class FrameJournal {
  private let file: AppendedFile

  init(_ path: String, isEmptied: Bool) throws(ExportError) {
    file = try converting(to: ExportError.file) { () throws(FileError) in
      let file = try AppendedFile(path, isEmptied: isEmptied)
      // Completes a line that was cut off, so that it is not read as a number.
      if !isEmptied { try file.append("-") }
      return file
    }
  }

  /// Adds a finished frame.
  func note(_ frame: Int) throws(ExportError) {
    try ExportError.writing(frame) { () throws(FileError) in try file.append("\(frame)") }
  }

  /// The frames in a list.
  static func frames(in path: String) -> Set<Int> {
    // A last line without its end was cut off.
    guard let data = FileManager.default.contents(atPath: path), let end = data.lastIndex(of: 0x0A) else { return [] }
    return Set(data[..<end].split(separator: 0x0A).compactMap { Int(String(decoding: $0, as: UTF8.self)) })
  }
}
