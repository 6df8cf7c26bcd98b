import Foundation
import Lamina
import LaminaGraphics

/// A program that takes frames on its standard input.
///
/// It is in a process group of its own, so that Ctrl-C reaches only the one who feeds it. When that one dies, its input
/// ends and so does the program.
final class EncoderProcess {
  private static let spawning = NSLock()
  private let identifier: pid_t
  private var input: StreamedFile?
  private let errors: Int32
  private var status: Int32?

  /// The path of a program, looked for in `PATH` unless it has a slash in it.
  static func find(_ name: String) throws(ExportError) -> String {
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let candidates =
      name.contains("/") ? [name] : folders.split(separator: ":").map { "\($0)/\(name)" }
    for path in candidates where access(path, X_OK) == 0 { return path }
    throw .noEncoder(name: name)
  }

  /// What a program says first when it is asked for its version.
  static func version(of path: String) throws(ExportError) -> String {
    let process = try EncoderProcess(path, ["-version"], keepsOutput: true)
    process.input = nil
    _ = process.wait()
    let text = process.text(from: 0)
    return text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "unknown"
  }

  /// Starts a program.
  ///
  /// - Parameter keepsOutput: Whether what it writes to standard output is kept with its messages.
  init(_ path: String, _ arguments: [String], keepsOutput: Bool = false) throws(ExportError) {
    var pipes: [Int32] = [-1, -1]
    // A file and not a pipe: nobody has to read it while the program runs.
    var template = Array((NSTemporaryDirectory() + "/lamina-encoder-" + String(repeating: "X", count: 6)).utf8CString)
    // The calls that make files and mark them closed in one are not visible in Swift; no child may start in between.
    Self.spawning.lock()
    defer { Self.spawning.unlock() }
    errors = mkstemp(&template)
    guard errors >= 0, pipe(&pipes) == 0 else { throw Self.failure(path, errno) }
    unlink(template)
    for number in [errors] + pipes { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipes[0], STDIN_FILENO)
    if keepsOutput {
      posix_spawn_file_actions_adddup2(&actions, errors, STDOUT_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    posix_spawnattr_setpgroup(&attributes, 0)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGPIPE, SIGINT, SIGTERM] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var identifier: pid_t = 0
    let code = posix_spawn(&identifier, path, &actions, &attributes, &words, environ)
    self.identifier = identifier
    close(pipes[0])
    defer { close(pipes[1]) }
    guard code == 0 else { throw Self.failure(path, code) }
    do throws(GraphicsError) {
      input = try StreamedFile("/dev/fd/\(pipes[1])")
    } catch {
      throw .file(error)
    }
  }

  deinit {
    stop()
    close(errors)
  }

  private static func failure(_ path: String, _ code: Int32) -> ExportError {
    .file(.cannotWrite(path: path, step: .open, code: code, written: 0, total: 0))
  }

  /// Feeds bytes.
  func write(_ bytes: [UInt8], frame: Int) throws(ExportError) {
    do throws(GraphicsError) {
      try input?.write(bytes)
    } catch {
      try finish(frame: frame)
      // It ended well, and too early: an argument may have told it to.
      throw .encoderFailed(frame: frame, status: 0, log: "it took no more frames. " + log)
    }
  }

  /// Ends the input and waits for the program.
  ///
  /// - Throws: ``ExportError/encoderFailed(frame:status:log:)``.
  func finish(frame: Int) throws(ExportError) {
    input = nil
    let status = wait()
    guard status == 0 else { throw .encoderFailed(frame: frame, status: status, log: log) }
  }

  /// Kills the program, if it still runs.
  func stop() {
    guard status == nil else { return }
    input = nil
    kill(identifier, SIGKILL)
    _ = wait()
  }

  /// The exit code; 128 and the signal's number for a program that was killed.
  private func wait() -> Int32 {
    if let status { return status }
    var raw: Int32 = 0
    while waitpid(identifier, &raw, 0) < 0, errno == EINTR {}
    let signal = raw & 0x7F
    let code = signal == 0 ? (raw >> 8) & 0xFF : 128 + signal
    status = code
    return code
  }

  /// The end of what it said, in one line.
  private var log: String {
    let size = Int(lseek(errors, 0, SEEK_END))
    return text(from: max(0, size - 600)).split(whereSeparator: \.isNewline).suffix(3).joined(separator: "; ")
  }

  private func text(from offset: Int) -> String {
    var bytes = [UInt8](repeating: 0, count: 600)
    let count = pread(errors, &bytes, bytes.count, off_t(offset))
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
