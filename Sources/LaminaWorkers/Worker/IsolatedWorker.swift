internal import CSandbox
internal import Foundation
import Lamina
import LaminaGeometry
import LaminaGraphics
import LaminaScene

/// The side of a worker: a program that draws isolated pictures starts itself again as one.
public enum IsolatedWorker {
  /// The first argument of a worker.
  static let argument = "isolated-worker"

  /// Becomes a worker, and does not return, where the program was started as one.
  ///
  /// Call it first in `main`: a worker shuts itself in before its first thread, and before it has read anything.
  public static func runIfAsked() {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, arguments[1] == argument else { return }
    guard let socket = OpenFile(3),
      let orders = try? JSONDecoder().decode(WorkerOrders.self, from: Data(arguments[2].utf8))
    else { exit(EX_USAGE) }
    let gaps = Sandbox.enter(orders)
    // The parent may have ended before it was asked for the signal; 0 is a parent out of sight, in another container.
    guard [orders.parent, 0].contains(getppid()) else { exit(0) }
    WorkerLoop(Channel(socket), orders).run(gaps)
  }
}

/// What a worker does all its life: takes an order, draws, hands over.
struct WorkerLoop {
  private let channel: Channel
  private let orders: WorkerOrders

  init(_ channel: Channel, _ orders: WorkerOrders) {
    (self.channel, self.orders) = (channel, orders)
  }

  /// Serves until the parent has enough.
  func run(_ gaps: [String]) -> Never {
    let maker = PictureMaker(orders)
    do throws(ChannelError) {
      try channel.send(.ready, Introduction(gaps: gaps), until: Deadline(after: .infinity))
      while true {
        let message = try channel.receive([.picture, .probe], until: Deadline(after: .infinity))
        if message.kind == .probe {
          let outcome = try Channel.value(Probe.self, of: message).run(on: channel)
          try channel.send(.probed, outcome, until: Deadline(after: .infinity))
        } else {
          try serve(try Channel.value(PictureOrder.self, of: message).request, maker)
        }
      }
    } catch {
      // The end of the connection is the usual end of a worker.
      exit(error == .closed ? 0 : EX_PROTOCOL)
    }
  }

  private func serve(_ request: PictureRequest, _ maker: PictureMaker) throws(ChannelError) {
    let files = RemoteFiles(channel)
    let made = DocumentAccess.$files.withValue(files) {
      Result { () throws(PictureFailure) in try maker.make(request) }
    }
    switch made {
    case .failure(let failure): try channel.send(.failed, failure, until: Deadline(after: .infinity))
    case .success(let (result, renderer)):
      try hand(over: result.image)
      try channel.send(.drawn, DrawnReport(result, by: renderer), until: Deadline(after: .infinity))
    }
  }

  /// Writes pixels into memory that the parent makes for them.
  private func hand(over image: CGImage) throws(ChannelError) {
    let forever = Deadline(after: .infinity)
    try channel.send(.wantsMemory, MemoryWish(width: image.width, height: image.height), until: forever)
    guard let memory = try channel.receive([.memory], until: forever).descriptor else {
      throw .malformed("no memory")
    }
    let failed = image.premultipliedRGBA.withUnsafeBytes { pixels -> Bool in
      var written = 0
      while written < pixels.count {
        let count = pwrite(
          memory.number, pixels.baseAddress.map { $0 + written }, pixels.count - written, off_t(written))
        if count > 0 { written += count } else if errno != EINTR { return true }
      }
      return false
    }
    if failed { throw .system(errno) }
  }
}
