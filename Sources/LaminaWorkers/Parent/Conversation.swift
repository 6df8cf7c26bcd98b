internal import CSandbox
internal import Foundation
import Lamina
import LaminaGeometry

/// What a parent says to a worker and hears from it. Nothing that is heard is believed: kinds, lengths, sizes and counts are
/// checked before anything is done with them, and what does not fit ends the conversation.
package struct Conversation {
  let channel: Channel

  /// Talks over a connection.
  package init(channel: Channel) {
    self.channel = channel
  }

  /// Hears that a worker has shut itself in.
  func introduction(until deadline: Deadline) throws(ChannelError) -> Introduction {
    try Channel.value(Introduction.self, of: try channel.receive([.ready], until: deadline))
  }

  /// Has a picture drawn.
  ///
  /// - Returns: The picture, or the worker's reason why there is none.
  package func draw(
    _ request: PictureRequest, until deadline: Deadline
  ) throws(ChannelError) -> Result<IsolatedPicture, PictureFailure> {
    let grant = FileGrant(
      document: request.document, pictures: Set(request.assignments.filter(\.isPicture).map(\.value)))
    try channel.send(.picture, PictureOrder(request), until: deadline)
    var pixels: (wish: MemoryWish, memory: OpenFile)?
    while true {
      let message = try channel.receive([.question, .wantsMemory, .drawn, .failed], until: deadline)
      switch message.kind {
      case .question:
        let (answer, file) = grant.answer(try Channel.value(FileQuestion.self, of: message))
        try channel.send(.answer, answer, descriptor: file, until: deadline)
      case .wantsMemory:
        let wish = try Channel.value(MemoryWish.self, of: message)
        guard pixels == nil else { throw .malformed("a second wish for memory") }
        guard Self.isAllowed(wish, request.options) else {
          throw .malformed("a wish for a picture of \(wish.width) x \(wish.height) pixels")
        }
        guard let memory = OpenFile(lamina_shared_memory("lamina-pixels", UInt64(4 * wish.width * wish.height))) else {
          throw .system(errno)
        }
        pixels = (wish, memory)
        try channel.send(.memory, bytes: [], descriptor: memory, until: deadline)
      case .failed:
        let failure = try Channel.value(PictureFailure.self, of: message)
        return .failure(PictureFailure(failure.kind, failure.message.harmless))
      default:
        guard let pixels else { throw .malformed("the end of a picture without pixels") }
        let report = try Channel.value(DrawnReport.self, of: message)
        guard let image = try Self.image(pixels.wish, in: pixels.memory) else {
          throw .malformed("pixels that make no picture")
        }
        return .success(
          IsolatedPicture(
            image: image, diagnostics: report.diagnostics, renderer: report.renderer.harmless,
            reason: report.reason?.harmless,
            timings: report.timings))
      }
    }
  }

  /// Has a worker try what it must not be able to do.
  func probe(_ probe: Probe, until deadline: Deadline) throws(ChannelError) -> Probe.Outcome {
    try channel.send(.probe, probe, until: deadline)
    return try Channel.value(Probe.Outcome.self, of: try channel.receive([.probed], until: deadline))
  }

  /// Whether a picture may be so large: by what the request allows, and by what a picture can be.
  private static func isAllowed(_ wish: MemoryWish, _ options: RenderOptions) -> Bool {
    let sides = 1...(1 << 24)
    guard sides.contains(wish.width), sides.contains(wish.height) else { return false }
    let pixels = wish.width * wish.height
    return pixels <= options.limits.pixels && pixels <= options.limits.memory / 4
  }

  /// Copies the pixels: the worker still has the memory, and may change what is in it at any time.
  private static func image(_ wish: MemoryWish, in memory: OpenFile) throws(ChannelError) -> CGImage? {
    let size = 4 * wish.width * wish.height
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = 0
      while count < size {
        let piece = pread(memory.number, buffer.baseAddress.map { $0 + count }, size - count, off_t(count))
        if piece > 0 {
          count += piece
        } else if piece == 0 || errno != EINTR {
          code = piece == 0 ? EIO : errno
          return
        }
      }
    }
    guard code == 0 else { throw .system(code) }
    return CGImage(width: wish.width, height: wish.height, premultipliedRGBA: bytes)
  }
}

extension String {
  /// The text without control characters, which a terminal would obey; ends of lines stay.
  var harmless: String {
    guard unicodeScalars.contains(where: Self.isControl) else { return self }
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars { scalars.append(Self.isControl(scalar) ? "\u{FFFD}" : scalar) }
    return String(scalars)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
  }
}
