// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
import Lamina
import LaminaExport
import LaminaGeometry
import LaminaGraphics
import LaminaScene

/// The main loop of a worker: receives an order, draws, and hands over the pixels.
final class WorkerLoop {
  private let channel: Channel
  private let maker: PictureMaker
  private let film: FilmMaker
  /// The shared memory for the pixels of pictures and of a film's frames, and the size that it was requested for.
  private var memory: (wish: MemoryWish, file: OpenFile)?

  init(_ channel: Channel, _ orders: WorkerOrders) {
    self.channel = channel
    maker = PictureMaker(orders)
    film = FilmMaker(orders)
  }

  /// Serves until the parent closes the connection.
  func run(_ gaps: [String]) -> Never {
    do throws(ChannelError) {
      try channel.send(.ready, Introduction(gaps: gaps), until: forever)
      while true {
        let message = try channel.receive([.picture, .probe, .film, .survey, .frame], until: forever)
        let files = RemoteFiles(channel)
        let served = DocumentAccess.$files.withValue(files) {
          Result { () throws(ChannelError) in try serve(message, files) }
        }
        try served.get()
      }
    } catch {
      // The end of the connection is the usual end of a worker.
      exit(error == .closed ? 0 : EX_PROTOCOL)
    }
  }

  private var forever: Deadline { Deadline(after: .infinity) }

  private func serve(_ message: Message, _ files: RemoteFiles) throws(ChannelError) {
    switch message.kind {
    case .probe:
      try channel.send(
        .probed, try Channel.value(Probe.self, of: message).run(on: channel), until: forever)
    case .film:
      let order = try Channel.value(FilmOrder.self, of: message)
      memory = nil
      try answer(.opened) { () throws(PictureFailure) in try film.open(order) }
    case .survey:
      let order = try Channel.value(SurveyOrder.self, of: message)
      try answer(.surveyed) { () throws(PictureFailure) in try film.survey(order) }
    case .frame: try draw(try Channel.value(FrameOrder.self, of: message))
    default:
      let order = try Channel.value(PictureOrder.self, of: message)
      files.names = order.names
      try draw(order)
    }
  }

  private func answer(
    _ kind: MessageKind, _ make: () throws(PictureFailure) -> some Encodable
  ) throws(ChannelError) {
    let report: any Encodable
    do throws(PictureFailure) {
      report = try make()
    } catch {
      return try channel.send(.failed, error, until: forever)
    }
    try channel.send(kind, report, until: forever)
  }

  private func draw(_ order: PictureOrder) throws(ChannelError) {
    let made = Result { () throws(PictureFailure) in try maker.make(order) }
    switch made {
    case .failure(let failure): try channel.send(.failed, failure, until: forever)
    case .success(let (result, renderer)):
      let image = result.image
      let wish = MemoryWish(width: image.width, height: image.height)
      let file: OpenFile
      // Memory that was filled before causes no page faults.
      if let memory, memory.wish == wish { file = memory.file } else { file = try ask(for: wish) }
      memory = (wish, file)
      try Self.write(image, to: file)
      try channel.send(.drawn, DrawnReport(result, by: renderer), until: forever)
    }
  }

  private func draw(_ order: FrameOrder) throws(ChannelError) {
    let made = Result { () throws(PictureFailure) in try film.draw(order) }
    switch made {
    case .failure(let failure): try channel.send(.failed, failure, until: forever)
    case .success(let frame):
      if let pixels = frame.pixels { try hand(over: pixels, of: frame.size, order) }
      let report = FrameReport(isRepeated: frame.pixels == nil, diagnostics: frame.diagnostics)
      try channel.send(.frameDrawn, report, until: forever)
    }
  }

  private func hand(over pixels: FramePixels, of size: PixelSize, _ order: FrameOrder) throws(ChannelError) {
    var wish = MemoryWish(width: size.width, height: size.height)
    if case .bytes = pixels { wish.layout = order.layout }
    let file: OpenFile
    if let memory, memory.wish == wish { file = memory.file } else { file = try ask(for: wish) }
    memory = (wish, file)
    switch pixels {
    case .image(let image): try Self.write(image, to: file)
    case .bytes(let planes): try planes.withBytes { (bytes) throws(ChannelError) in try Self.write(bytes, to: file) }
    }
  }

  /// Requests memory for pixels from the parent.
  private func ask(for wish: MemoryWish) throws(ChannelError) -> OpenFile {
    try channel.send(.wantsMemory, wish, until: forever)
    guard let memory = try channel.receive([.memory], until: forever).descriptor else {
      throw .malformed("no memory")
    }
    return memory
  }

  private static func write(_ image: CGImage, to memory: OpenFile) throws(ChannelError) {
    try image.withPremultipliedRGBA { (pixels) throws(ChannelError) in try write(pixels, to: memory) }
  }

  private static func write(_ pixels: UnsafeRawBufferPointer, to memory: OpenFile) throws(ChannelError) {
    guard memory.write(pixels) else { throw .system(errno) }
  }
}
