// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina

/// Which frames of a sequence are finished, a line each, noted after the file has its name.
///
/// A frame whose line is missing or cut off is made again, which does no harm.
final class FrameJournal {
  private let file: AppendedFile

  init(_ path: String, isEmptied: Bool) throws(ExportError) {
    do throws(GraphicsError) {
      file = try AppendedFile(path, isEmptied: isEmptied)
      // Ends a line that was cut off, so that it is no number.
      if !isEmptied { try file.append("-") }
    } catch {
      throw .file(error)
    }
  }

  /// Notes that a frame is finished.
  func note(_ frame: Int) throws(ExportError) {
    do throws(GraphicsError) {
      try file.append("\(frame)")
    } catch {
      throw .writing(frame: frame, error)
    }
  }

  /// The frames that a journal lists.
  static func frames(in path: String) -> Set<Int> {
    // What follows the last line's end was cut off.
    guard let data = FileManager.default.contents(atPath: path), let end = data.lastIndex(of: 0x0A) else { return [] }
    return Set(data[..<end].split(separator: 0x0A).compactMap { Int(String(decoding: $0, as: UTF8.self)) })
  }
}
