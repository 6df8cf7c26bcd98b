// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
import LaminaGeometry
package import LaminaSandbox

/// A call of the system that failed, with its error.
package struct SystemFailure: Error, Equatable {
  /// `errno`.
  package var code: Int32

  /// - Parameter code: `errno`.
  package init(code: Int32 = errno) { self.code = code }
}

/// Starts a program on a thread that has shut itself in, and ends after that: the kernel's rules stay with a thread for
/// good, and go over to what it starts.
private final class ConfinedStart: @unchecked Sendable {
  private let confinement: ProgramConfinement
  private let path: String
  private let start: @Sendable () throws(SystemFailure) -> pid_t
  private let isDone = DispatchSemaphore(value: 0)
  // Written before `isDone` is signalled, and read after.
  private var (gaps, result): ([String], Result<pid_t, SystemFailure>) = ([], .failure(SystemFailure(code: EAGAIN)))

  init(
    _ confinement: ProgramConfinement, _ path: String, _ start: @escaping @Sendable () throws(SystemFailure) -> pid_t
  ) {
    (self.confinement, self.path, self.start) = (confinement, path, start)
  }

  /// Starts it.
  ///
  /// - Returns: Its number, and what it is not kept from.
  func run() throws(SystemFailure) -> (pid_t, [String]) {
    let thread = Thread { [self] in
      gaps = confinement.enter(toStart: path)
      result = Result { () throws(SystemFailure) in try start() }
      isDone.signal()
    }
    thread.name = "lamina.confined-start"
    thread.stackSize = 1 << 19
    thread.start()
    isDone.wait()
    return (try result.get(), gaps)
  }
}

/// A program that was started, in a process group of its own, so that Ctrl-C reaches only the one who started it.
///
/// What it is fed and what it writes goes through pipes, whose other ends children that are started meanwhile do not
/// get. What it says on its standard error is read by a thread, and kept in parts.
package final class ChildProcess {
  /// What becomes of what it writes to its standard output.
  package enum Output: Sendable {
    /// It is thrown away.
    case discarded
    /// It is kept with what it says.
    case words
    /// It is read from ``ChildProcess/output``.
    case pipe
  }

  /// The number that a program has for the file that it is given.
  package static let fileNumber: Int32 = 4

  private static let spawning = NSLock()
  /// `F_SETPIPE_SZ`, which Swift does not see, and how much a pipe holds; bytes.
  private static let (setPipeSize, pipeSize): (Int32, Int32) = (1031, 1 << 20)
  /// Its number, which is that of its process group.
  package let identifier: pid_t
  /// What it says.
  package let words: ProgramWords
  /// Our end of its standard input. It does not wait, so that a program that hangs can be given up.
  private var inputEnd: PipeEnd?
  /// Our end of its standard output, where that is a pipe.
  private var outputEnd: PipeEnd?
  /// Our end of its fourth descriptor, number 3, where it has one.
  private var notesEnd: PipeEnd?
  private var status: Int32?
  /// What it was to be kept from and is not, as the system lacks the means; in words.
  package let unprotected: [String]

  /// The descriptor to write its input to; -1 once that has ended.
  package var input: Int32 { inputEnd?.descriptor ?? -1 }
  /// The descriptor to read its output from; -1 where there is none.
  package var output: Int32 { outputEnd?.descriptor ?? -1 }
  /// The descriptor to read from what it writes to its descriptor 3; -1 where there is none.
  package var notes: Int32 { notesEnd?.descriptor ?? -1 }
  /// The exit code, once it has ended; 128 and the signal's number for a program that was killed.
  package var exitCode: Int32? { status }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - arguments: What it is told.
  ///   - hasInput: Whether something is written to its standard input; otherwise that is empty.
  ///   - output: What becomes of its standard output.
  ///   - hasNotes: Whether it writes to a second pipe, its descriptor 3.
  ///   - file: An open file that it gets as its descriptor ``fileNumber``.
  ///   - confinement: What it may do; `nil` for all that this process may.
  package init(
    _ path: String, _ arguments: [String], hasInput: Bool, output: Output, hasNotes: Bool = false, file: Int32? = nil,
    confinement: ProgramConfinement? = nil
  ) throws(SystemFailure) {
    // The calls that make pipes and mark them closed in one are not visible in Swift; no child may start in between.
    Self.spawning.lock()
    defer { Self.spawning.unlock() }
    let input = hasInput ? try Pipe() : nil
    let (errors, result) = (try Pipe(), output == .pipe ? try Pipe() : nil)
    let notes = hasNotes ? try Pipe() : nil
    // Beyond the numbers that the child's own have.
    let passed = file.map { PipeEnd(fcntl($0, F_DUPFD_CLOEXEC, 10)) }
    if let passed, passed.descriptor < 0 { throw SystemFailure() }
    // Fewer changes between two programs; where the system has no room for more, it stays as it was.
    if let input { _ = fcntl(input.writing.descriptor, Self.setPipeSize, Self.pipeSize) }
    if let result { _ = fcntl(result.reading.descriptor, Self.setPipeSize, Self.pipeSize) }
    let ends = Ends(
      input: input?.reading.descriptor, output: output, pipe: result?.writing.descriptor,
      errors: errors.writing.descriptor, notes: notes?.writing.descriptor, file: passed?.descriptor)
    if let confinement, ProgramConfinement.isWanted {
      (identifier, unprotected) = try ConfinedStart(confinement, path) { () throws(SystemFailure) in
        try Self.spawn(path, arguments, ends)
      }.run()
      confinement.limit(identifier)
    } else {
      identifier = try Self.spawn(path, arguments, ends)
      unprotected = []
    }
    inputEnd = input?.writing
    outputEnd = result?.reading
    notesEnd = notes?.reading
    if let inputEnd { _ = fcntl(inputEnd.descriptor, F_SETFL, O_NONBLOCK) }
    words = ProgramWords(readingFrom: errors.reading.take())
  }

  deinit {
    stop()
  }

  /// An end of a pipe, closed with this.
  private final class PipeEnd {
    private(set) var descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit {
      if descriptor >= 0 { close(descriptor) }
    }

    /// Leaves it to somebody else to close it.
    func take() -> Int32 {
      defer { descriptor = -1 }
      return descriptor
    }
  }

  /// The two ends of a pipe, which children do not have.
  private struct Pipe {
    let reading: PipeEnd
    let writing: PipeEnd

    init() throws(SystemFailure) {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { throw SystemFailure() }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      (reading, writing) = (PipeEnd(ends[0]), PipeEnd(ends[1]))
    }
  }

  /// The child's ends of its pipes.
  private struct Ends: Sendable {
    var input: Int32?
    var output: Output
    var pipe: Int32?
    var errors: Int32
    var notes: Int32?
    var file: Int32?
  }

  private static func spawn(
    _ path: String, _ arguments: [String], _ ends: Ends
  ) throws(SystemFailure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input = ends.input {
      posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    if let pipe = ends.pipe {
      posix_spawn_file_actions_adddup2(&actions, pipe, STDOUT_FILENO)
    } else if ends.output == .words {
      posix_spawn_file_actions_adddup2(&actions, ends.errors, STDOUT_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, ends.errors, STDERR_FILENO)
    // After the others, as these may be the numbers of those before.
    if let notes = ends.notes { posix_spawn_file_actions_adddup2(&actions, notes, STDERR_FILENO + 1) }
    if let file = ends.file { posix_spawn_file_actions_adddup2(&actions, file, fileNumber) }
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
    var code = posix_spawn(&identifier, path, &actions, &attributes, &words, environ)
    // A program that was written a moment ago may still be open for writing in a child that another thread has forked
    // and that has not yet become its own program. That is over within milliseconds, or seconds where very much else
    // runs.
    let end = ContinuousClock.now + .seconds(10)
    while code == ETXTBSY, ContinuousClock.now < end {
      usleep(2000)
      code = posix_spawn(&identifier, path, &actions, &attributes, &words, environ)
    }
    guard code == 0 else { throw SystemFailure(code: code) }
    return identifier
  }

  // MARK: its end

  /// Ends its input.
  package func endInput() { inputEnd = nil }

  /// Whether it has ended.
  package func hasEnded() -> Bool {
    if status != nil { return true }
    var raw: Int32 = 0
    guard waitpid(identifier, &raw, WNOHANG) == identifier else { return false }
    note(raw)
    return true
  }

  /// Waits for its end.
  ///
  /// - Returns: The exit code; 128 and the signal's number for a program that was killed.
  @discardableResult
  package func wait() -> Int32 {
    if let status { return status }
    var raw: Int32 = 0
    while waitpid(identifier, &raw, 0) < 0, errno == EINTR {}
    return note(raw)
  }

  /// Kills it and what it has started, if it still runs.
  package func stop() {
    guard status == nil else { return }
    endInput()
    let processes = ProcessActivity.processes(of: identifier)
    kill(-identifier, SIGKILL)
    for process in [identifier] + processes { kill(process, SIGKILL) }
    wait()
    words.finish()
  }

  @discardableResult
  private func note(_ raw: Int32) -> Int32 {
    let signal = raw & 0x7F
    let code = signal == 0 ? (raw >> 8) & 0xFF : 128 + signal
    status = code
    return code
  }
}
