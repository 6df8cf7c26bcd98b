import Foundation
import Lamina

/// Standard output: results only, so that it can be piped.
enum StandardOutput {
  /// Writes text, or fails with 73, as where the disk behind a redirection is full.
  static func write(_ text: String, _ console: Console = Console()) throws {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch {
      throw CommandFailure(.cannotWrite, "cannot write to standard output", console: console)
    }
  }
}
