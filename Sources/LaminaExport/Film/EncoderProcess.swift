import Foundation
import Lamina
import LaminaGraphics

/// A program that takes frames on its standard input.
///
/// It is in a process group of its own, so that Ctrl-C reaches only the one who feeds it. When that one dies, its input
/// ends and so does the program. One that stops working is ended, with all that it has started.
final class EncoderProcess {
  private static let spawning = NSLock()
  private let identifier: pid_t
  private var input: StreamedFile?
  private let words: ProgramWords
  private var status: Int32?
  private let judgesWords: Bool
  private let output: String?
  private var watch: EncoderWatch
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
    return process.words.text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "unknown"
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - output: The file that it writes, which tells whether it works and, when it fails, why.
  ///   - patience: For how many seconds it may do nothing before it is ended.
  ///   - keepsOutput: Whether what it writes to standard output is kept with its messages.
  ///   - judgesWords: Whether it has failed when it says anything. `ffmpeg`, told to speak of errors alone, may leave with 0
  ///     after the disk was full.
  init(
    _ path: String, _ arguments: [String], output: String? = nil, patience: Double = 60, keepsOutput: Bool = false,
    judgesWords: Bool = false
  ) throws(ExportError) {
    self.judgesWords = judgesWords
    self.output = output
    let pipes: (input: PipeEnds, words: PipeEnds)
    // The calls that make pipes and mark them closed in one are not visible in Swift; no child may start in between.
    Self.spawning.lock()
    defer { Self.spawning.unlock() }
    do throws(SpawnFailure) {
      pipes = (try PipeEnds(), try PipeEnds())
    } catch {
      throw .cannotStartEncoder(path: path, code: error.code)
    }
    do throws(SpawnFailure) {
      identifier = try Self.spawn(path, arguments, pipes.input.reading, pipes.words.writing, keepsOutput)
    } catch {
      throw .cannotStartEncoder(path: path, code: error.code)
    }
    // Our end does not wait, so that a program that hangs can be given up.
    _ = fcntl(pipes.input.writing, F_SETFL, O_NONBLOCK)
    words = ProgramWords(readingFrom: pipes.words.takeReading())
    watch = EncoderWatch(group: identifier, output: output, words: words, patience: patience)
    do throws(GraphicsError) {
      input = try StreamedFile("/dev/fd/\(pipes.input.writing)")
    } catch {
      guard case .cannotWrite(_, _, let code, _, _) = error else { throw .file(error) }
      throw .cannotStartEncoder(path: path, code: code)
    }
  }

  deinit {
    stop()
  }

  /// A call that failed with `errno`.
  private struct SpawnFailure: Error {
    var code: Int32
  }

  /// The two ends of a pipe, which children do not have.
  private final class PipeEnds {
    private var ends: [Int32] = [-1, -1]
    var reading: Int32 { ends[0] }
    var writing: Int32 { ends[1] }

    init() throws(SpawnFailure) {
      guard pipe(&ends) == 0 else { throw SpawnFailure(code: errno) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    deinit {
      for end in ends where end >= 0 { close(end) }
    }

    /// Leaves it to somebody else to close the end for reading.
    func takeReading() -> Int32 {
      defer { ends[0] = -1 }
      return ends[0]
    }
  }

  private static func spawn(
    _ path: String, _ arguments: [String], _ input: Int32, _ errors: Int32, _ keepsOutput: Bool
  ) throws(SpawnFailure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
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
    for signal in [SIGPIPE, SIGINT, SIGTERM, SIGXFSZ] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var identifier: pid_t = 0
    let code = posix_spawn(&identifier, path, &actions, &attributes, &words, environ)
    guard code == 0 else { throw SpawnFailure(code: code) }
    return identifier
  }

  /// How long a program that nobody wants any more may take nothing, and how long it may take to end; seconds.
  private static let patience = (forFrames: 2.0, forEnd: 10.0)

  /// Feeds bytes.
  ///
  /// - Throws: ``ExportError/cancelled(finished:total:)`` where it was given up,
  ///   ``ExportError/encoderStalled(frame:seconds:log:)`` where it stopped working.
  func write(_ bytes: [UInt8], frame: Int) throws(ExportError) {
    var hasStalled = false
    do throws(GraphicsError) {
      // Asked ten times a second.
      try input?.write(bytes) { seconds in
        if seconds < 0.15 { self.watch.reset() }
        hasStalled = self.watch.hasStalled(after: 0.1)
        return hasStalled || (seconds >= Self.patience.forFrames && self.isCancelled())
      }
      watch.reset()
    } catch {
      if case .cannotWrite(_, _, ECANCELED, _, _) = error {
        stop()
        throw hasStalled ? stalled(frame) : .cancelled(finished: 0, total: 0)
      }
      try finish(frame: frame)
      // It ended well, and too early: an argument may have told it to.
      throw .encoderFailed(frame: frame, status: 0, log: "it took no more frames. " + words.summary)
    }
  }

  /// Ends the input and waits for the program.
  ///
  /// - Throws: ``ExportError/encoderFailed(frame:status:log:)``, ``ExportError/encoderStalled(frame:seconds:log:)``,
  ///   ``ExportError/cancelled(finished:total:)``, and ``ExportError/writing(frame:_:)`` where its file cannot be written.
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
    watch.reset()
    while status == nil, !poll() {
      if isCancelled() {
        guard waited < patience else {
          stop()
          return false
        }
        waited += pause
      } else if watch.hasStalled(after: pause) {
        stop()
        throw stalled(frame)
      }
      usleep(UInt32(clamping: pause * 1e6))
      pause = min(pause * 2, 0.05)
    }
    let status = wait()
    words.finish()
    guard status == 0, !judgesWords || words.summary.isEmpty else { throw failure(frame, status) }
    if let output, access(output, F_OK) != 0 {
      throw .encoderFailed(frame: frame, status: 0, log: "it ended without a file. " + words.summary)
    }
    return true
  }

  /// Kills the program and what it has started, if it still runs.
  func stop() {
    guard status == nil else { return }
    input = nil
    let processes = ProcessActivity.processes(of: identifier)
    kill(-identifier, SIGKILL)
    for process in [identifier] + processes { kill(process, SIGKILL) }
    _ = wait()
    words.finish()
  }

  private func stalled(_ frame: Int) -> ExportError {
    .encoderStalled(frame: frame, seconds: max(watch.idle, watch.patience), log: words.summary)
  }

  /// Why it failed: that its file cannot be written, where that is so.
  private func failure(_ frame: Int, _ status: Int32) -> ExportError {
    let said = words.text
    guard let output, let code = OutputProblem(said, status: status, writing: output)?.code else {
      return .encoderFailed(frame: frame, status: status, log: words.summary)
    }
    var file = stat()
    let written = stat(output, &file) == 0 ? Int(file.st_size) : 0
    return .writing(frame: frame, .cannotWrite(path: output, step: .write, code: code, written: written, total: 0))
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
}

/// Why a program could not write its file, found out when it has failed.
struct OutputProblem {
  /// The system's error.
  let code: Int32

  /// What the system says of disks and files that take no more; a program that speaks of one of them has met it.
  private static let codes = [ENOSPC, EDQUOT, EFBIG, EROFS]

  /// - Parameters:
  ///   - words: What the program said.
  ///   - status: Its exit code.
  ///   - path: The file that it wrote.
  init?(_ words: String, status: Int32, writing path: String) {
    if let code = Self.codes.first(where: { words.contains(String(cString: strerror($0))) }) {
      self.code = code
    } else if status == 128 + SIGXFSZ {
      code = EFBIG
    } else if let code = OutputFile.problem(writingBytes: 1 << 16, beside: path) {
      // It did not say, but nobody could write there now.
      self.code = code
    } else {
      return nil
    }
  }
}
