// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// Counts of a renderer's work for one frame. The counts are the same on every machine, so tests assert them.
public struct RenderStatistics: Sendable, Equatable, Codable {
  /// Draw calls issued on the GPU; on the CPU, operations run.
  public var drawCalls = 0
  /// Passes run, the canvas included.
  public var passes = 0
  /// Bytes of all offscreen targets of the frame at once, at their peak, the canvas not included.
  public var offscreenBytes = 0
  /// Bytes of pictures uploaded during the frame; 0 on the CPU.
  public var uploadedBytes = 0
  /// Bytes of pixels that were read back from the device for the frame: all pixels, or the differences from the frame
  /// before; 0 on the CPU.
  public var readBackBytes = 0
  /// Calls of OpenGL ES for the frame, and since the frame before: also calls that delete objects, and in films calls
  /// that read earlier frames back. 0 on the CPU.
  public var glCalls = 0

  /// Pictures of paths and texts that had to be drawn because they were not kept from earlier frames of the process.
  public var drawnPictures = 0
  /// Pictures of paths and texts that were shown without having been drawn: they were kept from earlier frames of the
  /// process, or are shown more than once.
  public var keptPictures = 0
  /// Pictures of documents that had to be decoded for the frame, because they were not kept from earlier ones of the
  /// process: values of animations, and pictures of Lottie files. Other pictures are decoded when their document is
  /// read, and are not counted.
  public var decodedPictures = 0
  /// Texts that had to be laid out, because their layouts were not kept from earlier frames of the process.
  public var laidOutTexts = 0
  /// Layers that were copied for the frame: the ones that changed since the frame before, or may have, and their
  /// ancestors; all layers if there is no frame before, and none if the tree did not change.
  public var copiedLayers = 0
  /// Layers whose draws were all copied from the plan of the frame before; masks are not counted.
  public var keptLayers = 0
  /// Pictures sent to the device during the frame; 0 on the CPU.
  public var uploadedPictures = 0
  /// Pictures that the frame shows and that the device had already; 0 on the CPU. Where a frame is drawn in tiles, each
  /// of them counts its own.
  public var residentPictures = 0
  /// Pixels of the canvas that had to be drawn because they may differ from the frame before; all pixels if there is no
  /// frame before, if the renderer does not compare frames, or if drawing all of them is less work.
  public var damagedPixels = 0
  /// Passes whose pixels were kept from an earlier frame, so that neither they nor their sources ran.
  public var keptPasses = 0

  /// Creates statistics with all counts zero.
  public init() {}
}

/// A counter of ``RenderStatistics``: its name, its value, and the rule that joins the counts of a frame's tiles.
package struct RenderCounter: Sendable {
  /// The rule that joins the counts of tiles.
  package enum Joining: Sendable {
    case sum
    case largest
    /// The frame has one count, whatever its tiles.
    case frame
  }

  /// The name of the property, as reports write it.
  package let name: String
  /// The property.
  package let value: any WritableKeyPath<RenderStatistics, Int> & Sendable
  /// The rule that joins the counts of tiles.
  package let joining: Joining

  /// The name in small letters with hyphens, as headers of HTTP write it.
  package var headerName: String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
  }

  fileprivate init(
    _ name: String, _ value: any WritableKeyPath<RenderStatistics, Int> & Sendable, _ joining: Joining = .frame
  ) {
    (self.name, self.value, self.joining) = (name, value, joining)
  }
}

extension RenderStatistics {
  /// All counters: the only table for benchmarks, headers, the studio, and the exchange between processes.
  package static let counters = [
    RenderCounter("drawCalls", \.drawCalls, .sum), RenderCounter("passes", \.passes, .sum),
    RenderCounter("offscreenBytes", \.offscreenBytes, .largest), RenderCounter("uploadedBytes", \.uploadedBytes, .sum),
    RenderCounter("readBackBytes", \.readBackBytes, .sum), RenderCounter("glCalls", \.glCalls, .sum),
    RenderCounter("drawnPictures", \.drawnPictures),
    RenderCounter("keptPictures", \.keptPictures), RenderCounter("decodedPictures", \.decodedPictures),
    RenderCounter("laidOutTexts", \.laidOutTexts), RenderCounter("copiedLayers", \.copiedLayers),
    RenderCounter("keptLayers", \.keptLayers), RenderCounter("uploadedPictures", \.uploadedPictures, .sum),
    RenderCounter("residentPictures", \.residentPictures, .sum), RenderCounter("damagedPixels", \.damagedPixels),
    RenderCounter("keptPasses", \.keptPasses),
  ]

  /// The value of every counter, by name.
  package var byName: [String: Int] {
    Dictionary(uniqueKeysWithValues: Self.counters.map { ($0.name, self[keyPath: $0.value]) })
  }

  /// Adds the counts of another tile of the same frame.
  package mutating func add(_ tile: RenderStatistics) {
    for counter in Self.counters {
      let count = tile[keyPath: counter.value]
      switch counter.joining {
      case .sum: self[keyPath: counter.value] += count
      case .largest: self[keyPath: counter.value] = max(self[keyPath: counter.value], count)
      case .frame: break
      }
    }
  }
}

/// The order in which a renderer draws operations.
public enum RenderStrategy: String, Sendable, CaseIterable, Codable {
  /// Opaque interiors first, front to back, so that hidden pixels are never shaded; then blended operations.
  case depth
  /// Everything back to front, as a painter would. For comparison.
  case painter
}
