// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Glibc

/// The failure of a file that is read or written.
public enum FileError: Error, Equatable, Sendable {
  /// A file could not be read. `reason` is the system's text, or names the kind of file where that is no regular one.
  case cannotRead(path: String, reason: String)
  /// A file could not be written, and no part of it is left behind. `written` of `total` bytes had been accepted when
  /// the step failed with the system's error `code`. Where the intended length of the file is not known, `total` is 0.
  case cannotWrite(path: String, step: WriteStep, code: Int32, written: Int, total: Int)

  /// A step of writing a file.
  public enum WriteStep: String, Sendable {
    /// Following symbolic links to the target file.
    case resolve
    /// Making the temporary file beside the target, or opening a device.
    case open
    /// Giving the temporary file the owner and mode of the file it replaces.
    case setMode = "set the mode"
    /// Writing the bytes.
    case write
    /// Waiting until the bytes are on the disk.
    case sync
    /// Giving the complete file its name.
    case rename
  }
}

extension FileError: CustomStringConvertible {
  /// A message of one line, with the names and numbers.
  public var description: String {
    switch self {
    case .cannotRead(let path, let reason):
      "cannot read '\(path)': \(reason)"
    case .cannotWrite(let path, let step, let code, let written, let total):
      "cannot write '\(path)': \(String(cString: strerror(code))) (\(step.rawValue)"
        + (total > 0 ? ", \(written) of \(total) bytes)" : step == .write ? " after \(written) bytes)" : ")")
    }
  }
}
