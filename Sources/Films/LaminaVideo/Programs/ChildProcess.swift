// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation
import LaminaGeometry
package import LaminaSandbox
import LaminaSystem

/// A failed system call, with its error.
package struct SystemFailure: Error, Equatable {
  /// `errno`.
  package var code: Int32

  /// - Parameter code: `errno`.
  package init(code: Int32 = errno) { self.code = code }
}

/// A running program, in its own process group, so that Ctrl-C reaches only this process.
///
/// Input and output go through pipes, whose other ends are not inherited by children that are started meanwhile. A
/// thread reads the standard error; its beginning and end are kept.
package final class ChildProcess {
  /// The use of the program's standard output.
  package enum Output: Sendable {
    /// The output is discarded.
    case discarded
    /// The output is kept with the standard error.
    case words
    /// The output is read from ``ChildProcess/output``.
    case pipe
  }

  /// The descriptor number under which the program gets its file.
  package static let fileNumber: Int32 = 4

  private static let spawning = NSLock()
  /// `F_SETPIPE_SZ`, which Swift does not import, and the capacity of pipes in bytes.
  private static let (setPipeSize, pipeSize): (Int32, Int32) = (1031, 1 << 20)
  /// The number of the process, and of its process group.
  package let identifier: pid_t
  /// The messages of the program.
  package let words: ProgramWords
  /// This process's end of the standard input. Writing to it never blocks, so that a hanging program can be given up.
  private var inputEnd: PipeEnd?
  /// This process's end of the standard output, if that is a pipe.
  private var outputEnd: PipeEnd?
  /// This process's end of the program's descriptor 3, if it has one.
  private var notesEnd: PipeEnd?
  private var status: Int32?
  /// Descriptions of protections that were requested and that the system lacks.
  package let unprotected: [String]

  /// The descriptor to write input to; -1 once the input was ended.
  package var input: Int32 { inputEnd?.descriptor ?? -1 }
  /// The descriptor to read output from; -1 if there is none.
  package var output: Int32 { outputEnd?.descriptor ?? -1 }
  /// The descriptor to read the program's output to its descriptor 3 from; -1 if there is none.
  package var notes: Int32 { notesEnd?.descriptor ?? -1 }
  /// The exit code, once the program has ended; 128 plus the signal's number for a program that was killed.
  package var exitCode: Int32? { status }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: The path of the program.
  ///   - arguments: The arguments.
  ///   - hasInput: Whether input is written to the program; otherwise its standard input is empty.
  ///   - output: The use of the standard output.
  ///   - hasNotes: Whether the program writes to a second pipe, its descriptor 3.
  ///   - file: An open file that the program gets as its descriptor ``fileNumber``.
  ///   - confinement: The rights of the program; `nil` for all rights of this process.
  package init(
    _ path: String, _ arguments: [String], hasInput: Bool, output: Output, hasNotes: Bool = false, file: Int32? = nil,
    confinement: ProgramConfinement? = nil
  ) throws(SystemFailure) {
    // Swift does not import the calls that make a pipe with close-on-exec in one step; no child may start between the
    // steps.
    Self.spawning.lock()
    defer { Self.spawning.unlock() }
    let input = hasInput ? try Pipe() : nil
    let (errors, result) = (try Pipe(), output == .pipe ? try Pipe() : nil)
    let notes = hasNotes ? try Pipe() : nil
    // The copy gets a number above the child's own descriptors.
    let passed = file.map { PipeEnd(fcntl($0, F_DUPFD_CLOEXEC, 10)) }
    if let passed, passed.descriptor < 0 { throw SystemFailure() }
    // Larger pipes need fewer switches between both processes; where the system allows no more, the size stays.
    if let input { _ = fcntl(input.writing.descriptor, Self.setPipeSize, Self.pipeSize) }
    if let result { _ = fcntl(result.reading.descriptor, Self.setPipeSize, Self.pipeSize) }
    let ends = Ends(
      input: input?.reading.descriptor, output: output, pipe: result?.writing.descriptor,
      errors: errors.writing.descriptor, notes: notes?.writing.descriptor, file: passed?.descriptor)
    if let confinement, ProgramConfinement.isWanted {
      // On a thread that restricts itself first and ends afterwards: the kernel's rules stay with a thread permanently,
      // and are inherited by the programs that it starts.
      let start = JobQueue("lamina.confined")
      (identifier, unprotected) = try start.run { () throws(SystemFailure) in
        let gaps = confinement.enter(toStart: path)
        return (try Self.spawn(path, arguments, ends), gaps)
      }
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

  /// An end of a pipe, which is closed with this object.
  private final class PipeEnd {
    private(set) var descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit {
      if descriptor >= 0 { close(descriptor) }
    }

    /// Returns the descriptor; the caller has to close it.
    func take() -> Int32 {
      defer { descriptor = -1 }
      return descriptor
    }
  }

  /// A pipe whose ends are not inherited by children.
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

  /// The child's ends of the pipes.
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
    // These come last, since their target numbers may be in use by the descriptors before.
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
    // A program file that was just written may still be open for writing in a child that another thread has forked and
    // that has not executed its program yet. This ends within milliseconds, or within seconds under a heavy load.
    let end = ContinuousClock.now + .seconds(10)
    while code == ETXTBSY, ContinuousClock.now < end {
      usleep(2000)
      code = posix_spawn(&identifier, path, &actions, &attributes, &words, environ)
    }
    guard code == 0 else { throw SystemFailure(code: code) }
    return identifier
  }

  // MARK: its end

  /// Closes the program's input.
  package func endInput() { inputEnd = nil }

  /// Whether the program has ended.
  package func hasEnded() -> Bool {
    if status != nil { return true }
    var raw: Int32 = 0
    guard waitpid(identifier, &raw, WNOHANG) == identifier else { return false }
    note(raw)
    return true
  }

  /// Waits for the end of the program.
  ///
  /// - Returns: The exit code; 128 plus the signal's number for a program that was killed.
  @discardableResult
  package func wait() -> Int32 {
    if let status { return status }
    var raw: Int32 = 0
    while waitpid(identifier, &raw, 0) < 0, errno == EINTR {}
    return note(raw)
  }

  /// Kills the program and the processes that it has started, if it is still running.
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
