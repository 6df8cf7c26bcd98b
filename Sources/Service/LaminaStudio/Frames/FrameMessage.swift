// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import Foundation
import Lamina
import LaminaGraphics
import LaminaServe
import NIOCore

/// A message in the stream of a page: the length of its text and the length of its payload, each four bytes with the
/// most significant first, then the text as JSON, and the payload.
enum FrameMessage {
  /// The text of a message with a picture.
  struct Picture: Encodable, Sendable {
    var kind = "picture"
    var seq: Int
    var time: Double
    var width: Int
    var height: Int
    /// The length of the picture in the payload; it is followed by runs of alpha (``AlphaRuns``), if any.
    var pictureBytes: Int
    var type: String
    /// Whether the exact picture was requested: the bytes of `lamina render`.
    var exact: Bool
    /// The picture's size relative to the exact one: 1, or less where the page shows it smaller (``ViewOrder/share``).
    var share: Double
    var playing: Bool
    var mode: String
    var revision: Int
    var renderer: String
    var diagnostics: Int
    /// Durations of the steps, in milliseconds.
    var milliseconds: [String: Double]
    /// The renderer's counters of this picture.
    var counters: [String: Int]
    /// Whether the picture equals the previous one and was not drawn again; the counters are then those of the previous
    /// one.
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
    /// The page's edits that still apply to the document after it was read again, and the others.
    var kept: [SceneEdit]?
    var dropped: [SceneEdit]?
  }

  /// The progress of a film.
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

  /// Encodes the text of a message.
  static func text(_ value: some Encodable) -> [UInt8] { Array(JSONText.buffer(of: value).readableBytesView) }

  /// The bytes of a message.
  static func bytes(_ text: [UInt8], _ payload: [UInt8] = []) -> ByteBuffer {
    var buffer = ByteBuffer()
    buffer.reserveCapacity(8 + text.count + payload.count)
    buffer.writeInteger(UInt32(clamping: text.count))
    buffer.writeInteger(UInt32(clamping: payload.count))
    buffer.writeBytes(text)
    buffer.writeBytes(payload)
    return buffer
  }

  /// The message for a picture that was drawn for a page.
  ///
  /// - Parameters:
  ///   - drawn: The picture.
  ///   - order: The page's request.
  ///   - isPlaying: Whether a film is playing.
  static func picture(_ drawn: StudioDesk.Drawn, _ order: ViewOrder, isPlaying: Bool) throws -> ByteBuffer {
    var watch = Stopwatch()
    let alpha = order.exact ? nil : AlphaRuns(of: drawn.image)
    let isDraft = alpha != nil
    // Over a black background, the colours stay premultiplied.
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
