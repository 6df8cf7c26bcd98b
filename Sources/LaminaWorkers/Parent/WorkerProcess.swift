internal import CSandbox
internal import Foundation
import LaminaGeometry

/// A worker's process as its parent has it: started, connected, and ended with this object at the latest.
final class WorkerProcess {
  let channel: Channel
  let process: pid_t
  private var ending: WorkerEnding?

  /// Starts a worker.
  init(_ settings: WorkerSettings) throws(IsolationError) {
    let (own, others): (OpenFile, OpenFile)
    do throws(ChannelError) {
      (own, others) = try Channel.pair()
    } catch {
      throw .cannotStart(reason: "no connection to it (\(error))")
    }
    guard let orders = try? JSONEncoder().encode(WorkerOrders(settings)) else {
      throw .cannotStart(reason: "its orders cannot be written down")
    }
    let arguments = ["lamina", IsolatedWorker.argument, String(decoding: orders, as: UTF8.self)]
    let (process, code) = WorkerLauncher.shared.start(settings.program, arguments, socket: others)
    guard code == 0 else { throw .cannotStart(reason: String(cString: strerror(code))) }
    self.process = process
    channel = Channel(own)
  }

  deinit {
    _ = end()
  }

  /// Ends it, unless it has ended.
  func end() -> WorkerEnding {
    // A number that was waited for may be another process's by now.
    if let ending = ending ?? look() { return ending }
    kill(process, SIGKILL)
    if let ending = look(for: 1) { return ending }
    // A driver or a disk holds it in the kernel. It ends when that lets go of it, and somebody has to wait for it then.
    Thread.detachNewThread { [process] in
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
    return keep(SIGKILL)
  }

  /// Waits for its end, which follows soon after it closed its connection; a worker that only closed it is ended.
  func ended() -> WorkerEnding { ending ?? look(for: 1) ?? end() }

  /// How it ended, where it does within some seconds.
  private func look(for seconds: Double) -> WorkerEnding? {
    let end = Deadline(after: seconds)
    while end.milliseconds > 0 {
      if let ending = look() { return ending }
      usleep(1000)
    }
    return nil
  }

  /// How it ended, where it has.
  private func look() -> WorkerEnding? {
    var status: Int32 = 0
    let known = waitpid(process, &status, WNOHANG)
    if known == process { return keep(status) }
    // Somebody else has waited for all children: nothing is known of the end.
    return known < 0 && errno != EINTR ? keep(0) : nil
  }

  private func keep(_ status: Int32) -> WorkerEnding {
    let signal = status & 0x7F
    let ending = signal == 0 ? WorkerEnding.exited(status >> 8 & 0xFF) : .signal(signal)
    self.ending = ending
    return ending
  }
}

/// How a worker ended.
enum WorkerEnding {
  case exited(Int32)
  case signal(Int32)
}
