// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CSandbox
internal import Foundation
import LaminaGeometry
import LaminaSystem

/// A worker's process as its parent sees it: started, connected, and ended at the latest when this object is released.
final class WorkerProcess {
  let channel: Channel
  let process: pid_t
  /// A descriptor of the process, which stays valid when its number is reused; `nil` where the kernel has none.
  let descriptor: OpenFile?
  /// The memory of the worker's most recent picture.
  var pixels: SharedPixels?
  private let errors: OpenFile
  private var ending: WorkerEnding?
  /// The most bytes of standard error that are kept.
  private static let errorLimit = 4096

  /// Starts a worker.
  init(_ settings: WorkerSettings) throws(IsolationError) {
    let (own, others) = try converting(to: { IsolationError.cannotStart(reason: "no connection to it (\($0))") }) {
      () throws(ChannelError) in
      try Channel.pair()
    }
    guard let orders = try? JSONEncoder().encode(WorkerOrders(settings)) else {
      throw .cannotStart(reason: "its orders cannot be written down")
    }
    // Memory of a fixed size: writes beyond it fail for lack of space.
    guard let errors = OpenFile(lamina_shared_memory("lamina-errors", UInt64(Self.errorLimit))) else {
      throw .cannotStart(reason: String(cString: strerror(errno)))
    }
    self.errors = errors
    let arguments = ["lamina", IsolatedWorker.argument, String(decoding: orders, as: UTF8.self)]
    let (process, code) = WorkerLauncher.shared.start(settings.program, arguments, socket: others, errors: errors)
    guard code == 0 else { throw .cannotStart(reason: String(cString: strerror(code))) }
    self.process = process
    // A child keeps its number until it is waited for, so this is the process that was started.
    descriptor = OpenFile(lamina_process_open(process))
    channel = Channel(own)
  }

  deinit {
    _ = end()
  }

  /// Ends the process, unless it has ended.
  func end() -> WorkerEnding {
    // After the wait, the number may belong to another process.
    if let ending = ending ?? look() { return ending }
    _ = lamina_process_end(descriptor?.number ?? -1, process)
    if let ending = look(for: 1) { return ending }
    // A driver or a disk blocks the process in the kernel. It ends when the call returns, and must be waited for then.
    JobQueue.start("lamina.reaper") { [process, descriptor] in
      var (signal, status): (Int32, Int32) = (0, 0)
      while lamina_process_wait(descriptor?.number ?? -1, process, 1, &signal, &status) < 0, errno == EINTR {}
    }
    return keep(.signal(SIGKILL))
  }

  /// The worker's standard error output, as one line that is safe for terminals.
  var lastWords: String {
    let text = String(decoding: errors.bytes(count: Self.errorLimit).prefix { $0 != 0 }, as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).joined(separator: " ").harmless
  }

  /// Waits for the end of the process, which follows soon after it closed its connection; ends one that does not end.
  func ended() -> WorkerEnding { ending ?? look(for: 1) ?? end() }

  /// How the process ended; `nil` if it does not end within `seconds`.
  private func look(for seconds: Double) -> WorkerEnding? {
    let end = Deadline(after: seconds)
    while end.milliseconds > 0 {
      if let ending = look() { return ending }
      usleep(1000)
    }
    return nil
  }

  /// How the process ended; `nil` if it still runs.
  private func look() -> WorkerEnding? {
    var (signal, status): (Int32, Int32) = (0, 0)
    switch lamina_process_wait(descriptor?.number ?? -1, process, 0, &signal, &status) {
    case 0: return nil
    case 1: return keep(signal < 0 ? .exited(status) : .signal(signal))
    // Other code has waited for all children, so the status of this one is lost.
    default: return errno == EINTR ? nil : keep(.exited(0))
    }
  }

  private func keep(_ ending: WorkerEnding) -> WorkerEnding {
    self.ending = ending
    return ending
  }
}

/// How a worker ended.
enum WorkerEnding {
  case exited(Int32)
  case signal(Int32)
}
