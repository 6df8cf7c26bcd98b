// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina

/// Standard output: results only, so that it can be piped.
enum StandardOutput {
  /// Writes text, or fails with 73, as where the disk behind a redirection is full. A reader that has gone wants to
  /// hear nothing: that fails with 141 and without a word.
  static func write(_ text: String, _ console: Console = Console()) throws(CommandFailure) {
    do throws(FileError) {
      try OutputFile("-").write(Array(text.utf8))
    } catch {
      guard case .cannotWrite(_, _, let code, let written, let total) = error, code != EPIPE else {
        throw CommandFailure(.readerGone, nil, console: console)
      }
      let reason = String(cString: strerror(code))
      throw CommandFailure(
        .cannotWrite, "cannot write to standard output: \(reason) (\(written) of \(total) bytes)", console: console)
    }
  }

  /// Keeps files that are opened from becoming standard input, output or error where the program was started without
  /// these: what is written there fails, as it should, instead of landing in a file.
  static func secure() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
      // Opened for the other direction; the lowest free number is taken.
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
