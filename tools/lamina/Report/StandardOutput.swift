// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina

/// Standard output, which is used only for results, so that they can be piped.
enum StandardOutput {
  /// Writes text, or fails with 73, such as for a full disk behind a redirection. If the reader has closed the pipe,
  /// fails with 141 and without a message.
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

  /// Reserves the descriptors of standard input, output and error if the program was started without them: otherwise a
  /// file opened later would take their numbers, and receive output meant for them. Using them fails, as it should.
  static func secure() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
      // Opened for the opposite direction, so that use fails; `open` returns the lowest free number.
      _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
