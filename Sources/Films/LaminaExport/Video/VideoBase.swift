// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina
import LaminaGeometry
import LaminaSandbox
import LaminaSystem
import LaminaVideo
import Synchronization

/// The videos under a film in progress, and the regions that the tree covers.
final class VideoBase: Sendable {
  let track: VideoTrack
  let timing: FrameTiming
  let extent: FilmExtent
  private let canvas: PixelSize
  /// The conversion of the tree's pictures to planes.
  private let planes: TreePlanes
  /// A faster conversion for the most common formats.
  private let fastPlanes: PlaneWeights?
  /// The number of frames of a segment.
  var segmentLength: Int { FilmSegment.framesOverVideo }
  private let notes = Locked<[Diagnostic]>([])

  /// - Parameter recipe: The encoding of the film.
  init(_ track: VideoTrack, timing: FrameTiming, _ recipe: FilmRecipe) {
    self.track = track
    self.timing = timing
    canvas = recipe.size
    let layout = TreeLayout(recipe.pixelFormat)
    planes = TreePlanes(layout: layout, colors: TreeColors(track.color))
    fastPlanes = layout == .alpha ? PlaneWeights(track.color) : nil
    extent = FilmExtent(
      film: timing.frames, canvas: canvas, end: layout == .alpha ? nil : recipe.encodedSize,
      length: FilmSegment.framesOverVideo)
  }

  /// Whether a frame is the first of a segment.
  func isFirstOfSegment(_ frame: Int) -> Bool { (frame - timing.frames.lowerBound) % segmentLength == 0 }

  /// The filters for a segment.
  func graph(of segment: FilmSegment, _ recipe: FilmRecipe) -> VideoGraph {
    VideoGraph(
      track: track, parts: track.parts(of: segment.range, timing), rate: timing.rate, size: recipe.size,
      encodedSize: recipe.encodedSize, rectangle: extent.rectangle(of: segment), pixelFormat: recipe.pixelFormat)
  }

  /// The part of a frame that has to be drawn for the film.
  func drawnPart(ofFrame frame: Int) -> PixelRect {
    let segment = FilmSegment(of: frame, in: timing.frames, length: segmentLength)
    let part = extent.rectangle(of: segment).intersection(PixelRect(size: canvas))
    // An empty region cannot be drawn.
    return part.isEmpty ? PixelRect(minX: 0, minY: 0, maxX: 1, maxY: 1) : part
  }

  /// The bytes of a frame for the encoder: the rectangle of its segment, as planes; empty if the tree draws nothing in
  /// the segment.
  ///
  /// - Parameter image: The drawn part of the frame.
  func bytes(of image: CGImage, frame: Int) -> [UInt8] {
    let segment = FilmSegment(of: frame, in: timing.frames, length: segmentLength)
    let rectangle = extent.rectangle(of: segment)
    guard !rectangle.isEmpty else { return [] }
    let size = PixelSize(width: rectangle.width, height: rectangle.height)
    var image = image
    if size != canvas, image.width == canvas.width, image.height == canvas.height {
      // The frame was drawn as a whole, in tiles, as it is larger than a device's textures.
      let area = CGRect(x: Int(rectangle.minX), y: Int(rectangle.minY), width: size.width, height: size.height)
      image =
        image.cropping(to: area.intersection(CGRect(x: 0, y: 0, width: canvas.width, height: canvas.height))) ?? image
    }
    if image.width != size.width || image.height != size.height { image = Self.padded(image, to: size) ?? image }
    let (pixels, startsInside) = (image.premultipliedRGBA, rectangle.minX > 0)
    if let fastPlanes {
      return OverlayPlanes.bytes(of: pixels, size: size, startsInside: startsInside, fastPlanes)
    }
    return planes.bytes(of: pixels, size: size, startsInside: startsInside)
  }

  /// Extends a picture to the right and downwards by repeating its last column and row, since pixels beyond the canvas
  /// count for the last chroma samples.
  private static func padded(_ image: CGImage, to size: PixelSize) -> CGImage? {
    let source = image.premultipliedRGBA
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * size.area)
    for row in 0..<size.height {
      let start = 4 * min(row, image.height - 1) * image.width
      bytes += source[start..<(start + 4 * min(image.width, size.width))]
      let last = source[(start + 4 * image.width - 4)..<(start + 4 * image.width)]
      for _ in 0..<max(0, size.width - image.width) { bytes += last }
    }
    return CGImage(width: size.width, height: size.height, premultipliedRGBA: bytes)
  }

  /// Records messages of `ffmpeg` about a segment that was made nevertheless: pictures of a clip that could not be
  /// decoded.
  func note(_ words: ProgramWords, at segment: FilmSegment) {
    let words = words.summary(where: Self.isOfReading).replacing(/\s@ 0x[0-9a-f]+/, with: "")
    guard !words.isEmpty else { return }
    let clips = Set(track.parts(of: segment.range, timing).map { track.pieces[$0.piece].clip.path }).sorted()
    let names = clips.map { "'\($0)'" }.joined(separator: ", ")
    notes.withLock {
      $0.append(
        Diagnostic(
          code: "damaged-video", message: "\(names): not all pictures can be decoded; the one before is held: \(words)",
          file: clips.count == 1 ? clips[0] : nil))
    }
  }

  /// Whether a message comes from the reading parts of `ffmpeg`. Encoders and their libraries print messages too:
  /// libx265 reports that it may not choose its processors.
  private static func isOfReading(_ line: String) -> Bool {
    guard let part = line.firstMatch(of: /^\[([^\]@]+?)(\s@[^\]]*)?\]/)?.output.1 else {
      return line.lowercased().contains("decod")
    }
    return !["libx", "libsvt", "libvpx", "libaom", "prores_ks", "x265 "].contains { part.hasPrefix($0) }
  }

  /// Records protections that are missing for the processes that read the clips.
  func noteUnprotected(_ gaps: [String]) {
    guard !gaps.isEmpty else { return }
    let diagnostic = Diagnostic(code: "unprotected-video", message: ProgramConfinement.words(of: gaps))
    notes.withLock { if !$0.contains(diagnostic) { $0.append(diagnostic) } }
  }

  /// Records that a layer blends with its background, which does not include the video.
  func noteBlending() {
    let diagnostic = Diagnostic(
      code: "blends-with-video",
      message: "a layer blends with what is behind it; the video is no layer, so it is not blended with it")
    notes.withLock { if !$0.contains(diagnostic) { $0.append(diagnostic) } }
  }

  /// The recorded diagnostics.
  var diagnostics: [Diagnostic] { notes.withLock { $0 } + track.changes }
}
