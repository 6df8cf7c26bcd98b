// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import Lamina
import LaminaGraphics
import LaminaServe
import NIOCore

/// What a page is sent over its one stream: the length of a text and of what follows it, each four bytes with the
/// greatest first, the text as JSON, and what follows.
enum FrameMessage {
  /// What is said of a picture.
  struct Picture: Encodable, Sendable {
    var kind = "picture"
    var seq: Int
    var time: Double
    var width: Int
    var height: Int
    /// How much of what follows is the picture; behind it come runs of alpha (``AlphaRuns``), where there are any.
    var pictureBytes: Int
    var type: String
    /// Whether it was asked for as it is at rest: the bytes of `lamina render`.
    var exact: Bool
    /// How large it is beside that: 1, or less where the page shows it smaller (``ViewOrder/share``).
    var share: Double
    var playing: Bool
    var mode: String
    var revision: Int
    var renderer: String
    var diagnostics: Int
    /// Milliseconds.
    var milliseconds: [String: Double]
    /// What was counted when it was drawn.
    var counters: [String: Int]
    /// Whether nothing was drawn, since it is the picture before: the counters are those of that one.
    var repeated: Bool
  }

  /// A message without a picture.
  struct Notice: Encodable, Sendable {
    var kind: String
    var seq: Int?
    var scene: String?
    var revision: Int?
    var message: String?
    var line: Int?
    var column: Int?
    var file: String?
    var film: FilmProgress?
    /// What was set in the page and holds in the document that was read again, and what does not.
    var kept: [SceneEdit]?
    var dropped: [SceneEdit]?
  }

  /// How far a film is.
  struct FilmProgress: Encodable, Sendable {
    var id: String
    var state: String
    var finished: Int
    var total: Int
    var secondsLeft: Double?
    var message: String?
    var name: String?
    var bytes: Int?
  }

  /// The text of a message.
  static func text(_ value: some Encodable) -> [UInt8] { Array(JSONText.buffer(of: value).readableBytesView) }

  /// A message as it is sent.
  static func bytes(_ text: [UInt8], _ payload: [UInt8] = []) -> ByteBuffer {
    var buffer = ByteBuffer()
    buffer.reserveCapacity(8 + text.count + payload.count)
    buffer.writeInteger(UInt32(clamping: text.count))
    buffer.writeInteger(UInt32(clamping: payload.count))
    buffer.writeBytes(text)
    buffer.writeBytes(payload)
    return buffer
  }

  /// A picture that was drawn for a page, ready to be sent.
  ///
  /// - Parameters:
  ///   - drawn: The picture.
  ///   - order: What was asked for.
  ///   - isPlaying: Whether a film runs.
  static func picture(_ drawn: StudioDesk.Drawn, _ order: ViewOrder, isPlaying: Bool) throws -> ByteBuffer {
    var watch = Stopwatch()
    let alpha = order.exact ? nil : AlphaRuns(of: drawn.image)
    let isDraft = alpha != nil
    // What lies behind is black: the colours stay premultiplied.
    var payload =
      isDraft
      ? try JPEGEncoder(quality: 0.82, background: .black).encode(drawn.image) : try PNGEncoder().encode(drawn.image)
    let pictureBytes = payload.count
    payload += alpha?.bytes ?? []
    let encoded = watch.lap()
    let timings = drawn.result.timings
    let header = Picture(
      seq: order.seq, time: order.time, width: drawn.image.width, height: drawn.image.height,
      pictureBytes: pictureBytes,
      type: isDraft ? "image/jpeg" : "image/png", exact: order.exact, share: order.share, playing: isPlaying,
      mode: (order.mode ?? .picture).rawValue, revision: drawn.revision, renderer: drawn.renderer,
      diagnostics: drawn.result.diagnostics.count,
      milliseconds: [
        "snapshot": timings.snapshot, "plan": timings.plan, "render": timings.render, "readBack": timings.readBack,
        "encode": encoded,
      ].mapValues { ($0 * 1e6).rounded() / 1000 },
      counters: drawn.counters.byName.merging(["tiles": drawn.result.tiles]) { $1 }, repeated: drawn.isRepeated)
    return bytes(text(header), payload)
  }
}
#endif
