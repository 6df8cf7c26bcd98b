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
  private let judgesWords: Bool
  /// Whether nobody wants what it makes any more. A program that takes nothing for a while is killed then.
  var isCancelled: () -> Bool = { false }

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
    // Asked before anything is drawn: one that does not answer would make no film either.
    process.isCancelled = { true }
    guard try process.finish(frame: 0, patience: 20) else {
      throw .encoderFailed(frame: 0, status: 128 + SIGKILL, log: "'\(path) -version' does not answer")
    }
    let text = process.text(from: 0)
    return text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "unknown"
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - keepsOutput: Whether what it writes to standard output is kept with its messages.
  ///   - judgesWords: Whether it has failed when it says anything. `ffmpeg`, told to speak of errors alone, may leave with 0
  ///     after the disk was full.
  init(
    _ path: String, _ arguments: [String], keepsOutput: Bool = false, judgesWords: Bool = false
  ) throws(ExportError) {
    self.judgesWords = judgesWords
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
    // Our end does not wait, so that a program that hangs can be given up.
    _ = fcntl(pipes[1], F_SETFL, O_NONBLOCK)
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

  /// How long a program that nobody wants any more may take nothing, and how long it may take to end; seconds.
  private static let patience = (forFrames: 2.0, forEnd: 10.0)

  /// Feeds bytes.
  ///
  /// - Throws: ``ExportError/cancelled(finished:total:)`` where it was given up.
  func write(_ bytes: [UInt8], frame: Int) throws(ExportError) {
    do throws(GraphicsError) {
      try input?.write(bytes, unless: { seconds in seconds >= Self.patience.forFrames && self.isCancelled() })
    } catch {
      if case .cannotWrite(_, _, ECANCELED, _, _) = error {
        stop()
        throw .cancelled(finished: 0, total: 0)
      }
      try finish(frame: frame)
      // It ended well, and too early: an argument may have told it to.
      throw .encoderFailed(frame: frame, status: 0, log: "it took no more frames. " + log)
    }
  }

  /// Ends the input and waits for the program.
  ///
  /// - Throws: ``ExportError/encoderFailed(frame:status:log:)``, ``ExportError/cancelled(finished:total:)``.
  func finish(frame: Int) throws(ExportError) {
    guard try finish(frame: frame, patience: Self.patience.forEnd) else { throw .cancelled(finished: 0, total: 0) }
  }

  /// The same, or kills the program when nobody wants it any more.
  ///
  /// - Parameter patience: For how many seconds it may go on then.
  /// - Returns: Whether it ran to its end.
  func finish(frame: Int, patience: Double) throws(ExportError) -> Bool {
    input = nil
    var pause = 0.001
    var waited = 0.0
    while status == nil, !poll() {
      if isCancelled() {
        guard waited < patience else {
          stop()
          return false
        }
        waited += pause
      }
      usleep(UInt32(pause * 1e6))
      pause = min(pause * 2, 0.05)
    }
    let status = wait()
    guard status == 0, !judgesWords || log.isEmpty else {
      throw .encoderFailed(frame: frame, status: status, log: log)
    }
    return true
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
    return note(raw)
  }

  /// Whether it has ended.
  private func poll() -> Bool {
    var raw: Int32 = 0
    guard waitpid(identifier, &raw, WNOHANG) == identifier else { return false }
    _ = note(raw)
    return true
  }

  private func note(_ raw: Int32) -> Int32 {
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
