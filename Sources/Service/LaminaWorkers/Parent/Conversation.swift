// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CSandbox
internal import Foundation
package import Lamina
import LaminaExport
import LaminaGeometry
import LaminaGraphics

/// A parent's requests to a worker and their answers. Answers are not trusted: kinds, lengths, sizes and counts are
/// checked before they are used, and an invalid one ends the conversation.
package struct Conversation {
  let channel: Channel

  /// Makes a conversation over a connection.
  package init(channel: Channel) {
    self.channel = channel
  }

  /// Receives the worker's report that its sandbox is in force.
  func introduction(until deadline: Deadline) throws(ChannelError) -> Introduction {
    try Channel.value(Introduction.self, of: try channel.receive([.ready], until: deadline))
  }

  /// Draws a picture in a worker that has drawn none.
  ///
  /// - Returns: The picture, or the worker's failure.
  package func draw(
    _ order: PictureOrder, until deadline: Deadline
  ) throws(ChannelError) -> Result<IsolatedPicture, PictureFailure> {
    var pixels: SharedPixels?
    return try draw(order, into: &pixels, until: deadline)
  }

  /// Draws a picture in the worker.
  ///
  /// - Parameter pixels: The memory of the worker's previous picture; on return, the memory of this one.
  /// - Returns: The picture, or the worker's failure.
  func draw(
    _ order: PictureOrder, into pixels: inout SharedPixels?, until deadline: Deadline
  ) throws(ChannelError) -> Result<IsolatedPicture, PictureFailure> {
    let (grant, options) = (order.answers(), order.request.options)
    try channel.send(.picture, order, until: deadline)
    let message = try end(.drawn, into: &pixels, options, grant, until: deadline)
    if message.kind == .failed { return .failure(try Self.failure(message)) }
    guard let pixels else { throw .malformed("the end of a picture without pixels") }
    // The memory may have been granted for a previous picture with other limits.
    try Self.check(pixels.wish, options)
    let report = try Channel.value(DrawnReport.self, of: message)
    return .success(
      IsolatedPicture(
        image: try pixels.image(), diagnostics: report.diagnostics.map(\.harmless), renderer: report.renderer.harmless,
        reason: report.reason?.harmless, timings: report.timings, statistics: report.statistics))
  }

  /// Opens a document in the worker for a film.
  func open(
    _ order: FilmOrder, _ grant: any FileAnswers, until deadline: Deadline
  ) throws(ChannelError) -> Result<FilmFacts, PictureFailure> {
    try channel.send(.film, order, until: deadline)
    return try answer(.opened, grant, until: deadline)
  }

  /// Examines frames of the open document in the worker.
  func survey(
    _ order: SurveyOrder, _ grant: any FileAnswers, until deadline: Deadline
  ) throws(ChannelError) -> Result<SurveyReport, PictureFailure> {
    try channel.send(.survey, order, until: deadline)
    return try answer(.surveyed, grant, until: deadline)
  }

  /// Draws a frame of the open document in the worker.
  ///
  /// - Parameters:
  ///   - pixels: The memory of the worker's previous frame; on return, the memory of this one.
  ///   - options: The options that limit the size of the frame.
  func draw(
    _ order: FrameOrder, into pixels: inout SharedPixels?, _ options: RenderOptions, _ grant: any FileAnswers,
    until deadline: Deadline
  ) throws(ChannelError) -> Result<MadeFrame, PictureFailure> {
    try channel.send(.frame, order, until: deadline)
    let message = try end(.frameDrawn, into: &pixels, options, grant, until: deadline)
    if message.kind == .failed { return .failure(try Self.failure(message)) }
    guard var current = pixels else { throw .malformed("the end of a picture without pixels") }
    guard current.wish.layout == nil || current.wish.layout == order.layout else {
      throw .malformed("pixels that nobody asked for")
    }
    let report = try Channel.value(FrameReport.self, of: message)
    let copy = report.isRepeated ? current.copy : try current.frame()
    guard let copy else { throw .malformed("a repetition of nothing") }
    current.copy = copy
    pixels = current
    return .success(
      MadeFrame(pixels: copy, size: current.wish.size, diagnostics: report.diagnostics.map(\.harmless)))
  }

  /// Tells a worker to try an action that its sandbox must prevent.
  func probe(_ probe: Probe, until deadline: Deadline) throws(ChannelError) -> Probe.Outcome {
    try channel.send(.probe, probe, until: deadline)
    return try Channel.value(Probe.Outcome.self, of: try channel.receive([.probed], until: deadline))
  }

  // MARK: Parts

  /// Answers questions about files and videos until a message of another kind arrives.
  private func next(
    _ kinds: Set<MessageKind>, _ grant: any FileAnswers, until deadline: Deadline
  ) throws(ChannelError) -> Message {
    while true {
      let message = try channel.receive(kinds.union([.question, .wantsVideo]), until: deadline)
      if message.kind == .wantsVideo {
        let question = try Channel.value(VideoQuestion.self, of: message)
        let (answer, pixels) = try grant.answer(question, message.descriptor, until: deadline)
        try channel.send(.video, answer, descriptor: pixels, until: deadline)
        continue
      }
      guard message.kind == .question else { return message }
      let (answer, file) = grant.answer(try Channel.value(FileQuestion.self, of: message))
      try channel.send(.answer, answer, descriptor: file, until: deadline)
    }
  }

  /// Grants memory if the worker asks for it, and waits until the worker reports its pixels or a failure.
  private func end(
    _ kind: MessageKind, into pixels: inout SharedPixels?, _ options: RenderOptions, _ grant: any FileAnswers,
    until deadline: Deadline
  ) throws(ChannelError) -> Message {
    var message = try next([.wantsMemory, kind, .failed], grant, until: deadline)
    guard message.kind == .wantsMemory else { return message }
    pixels = try grantMemory(message, options, until: deadline)
    message = try next([.wantsMemory, kind, .failed], grant, until: deadline)
    guard message.kind != .wantsMemory else { throw .malformed("a second wish for memory") }
    return message
  }

  /// Receives the worker's result, or its failure.
  private func answer<Answer: Decodable>(
    _ kind: MessageKind, _ grant: any FileAnswers, until deadline: Deadline
  ) throws(ChannelError) -> Result<Answer, PictureFailure> {
    let message = try next([kind, .failed], grant, until: deadline)
    if message.kind == .failed { return .failure(try Self.failure(message)) }
    return .success(try Channel.value(Answer.self, of: message))
  }

  private static func failure(_ message: Message) throws(ChannelError) -> PictureFailure {
    let failure = try Channel.value(PictureFailure.self, of: message)
    return PictureFailure(failure.kind, failure.message.harmless, limit: failure.limit)
  }

  /// Fails for a picture that is larger than allowed.
  private static func check(_ wish: MemoryWish, _ options: RenderOptions) throws(ChannelError) {
    let sides = 1...(1 << 24)
    guard sides.contains(wish.width), sides.contains(wish.height), wish.size.area <= options.limits.pixels,
      wish.size.area <= options.limits.memory / 4
    else { throw .malformed("a wish for a picture of \(wish.width) x \(wish.height) pixels") }
  }

  /// Sends memory for a picture, if its size is within the limits of the request and of pictures in general.
  private func grantMemory(
    _ message: Message, _ options: RenderOptions, until deadline: Deadline
  ) throws(ChannelError) -> SharedPixels {
    let wish = try Channel.value(MemoryWish.self, of: message)
    try Self.check(wish, options)
    guard let memory = OpenFile(lamina_shared_memory("lamina-pixels", UInt64(wish.byteCount))) else {
      throw .system(errno)
    }
    try channel.send(.memory, bytes: [], descriptor: memory, until: deadline)
    return SharedPixels(wish: wish, memory: memory)
  }
}

/// Memory that a worker draws into. The worker keeps access and may change the bytes at any time, so the pixels are
/// copied; the copy is trusted to show no more than what the document wants to show.
struct SharedPixels {
  let wish: MemoryWish
  let memory: OpenFile
  /// The most recent copy.
  var copy: FramePixels?

  /// A copy of the pixels as a picture.
  func image() throws(ChannelError) -> CGImage {
    guard wish.layout == nil,
      let image = CGImage(width: wish.width, height: wish.height, premultipliedRGBA: try bytes())
    else { throw .malformed("pixels that make no picture") }
    return image
  }

  /// A copy of the pixels in their layout.
  func frame() throws(ChannelError) -> FramePixels {
    wish.layout == nil ? .image(try image()) : .bytes(PixelBytes(try bytes()))
  }

  private func bytes() throws(ChannelError) -> [UInt8] {
    var taken = 0
    let bytes = PixelMemory.array(count: wish.byteCount) { taken = memory.read(into: $0) }
    guard taken == bytes.count else { throw .system(EIO) }
    return bytes
  }
}

extension String {
  /// The text without control characters, which a terminal would interpret; line breaks and tabs stay.
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

extension Diagnostic {
  /// The diagnostic with its texts made safe for terminals.
  var harmless: Diagnostic {
    var result = self
    (result.code, result.message) = (code.harmless, message.harmless)
    (result.layerPath, result.file) = (layerPath?.harmless, file?.harmless)
    result.location?.file = location?.file.harmless ?? ""
    return result
  }
}
