import Lamina
import LaminaGeometry
import LaminaSandbox
import LaminaVideo
import Synchronization

/// The videos under a film that is being made, and where its tree draws over them.
final class VideoBase: Sendable {
  let track: VideoTrack
  let timing: FrameTiming
  let extent: FilmExtent
  /// How many frames a segment has.
  var segmentLength: Int { FilmSegment.framesOverVideo }
  private let notes = Locked<[Diagnostic]>([])

  init(_ track: VideoTrack, timing: FrameTiming, canvas: PixelSize) {
    self.track = track
    self.timing = timing
    extent = FilmExtent(film: timing.frames, canvas: canvas, length: FilmSegment.framesOverVideo)
  }

  /// Whether a segment begins with a frame.
  func isFirstOfSegment(_ frame: Int) -> Bool { (frame - timing.frames.lowerBound) % segmentLength == 0 }

  /// How a segment is made.
  func graph(of segment: FilmSegment, _ recipe: FilmRecipe) -> VideoGraph {
    VideoGraph(
      track: track, parts: track.parts(of: segment.range, timing), rate: timing.rate, size: recipe.size,
      encodedSize: recipe.encodedSize, rectangle: extent.rectangle(of: segment), pixelFormat: recipe.pixelFormat)
  }

  /// The rectangle of a frame that goes into the film, straight RGBA; nothing where the tree draws nothing in its segment.
  func bytes(of image: CGImage, frame: Int) -> [UInt8] {
    let segment = FilmSegment(of: frame, in: timing.frames, length: segmentLength)
    let rectangle = extent.rectangle(of: segment)
    guard !rectangle.isEmpty else { return [] }
    let inside = rectangle.intersection(PixelRect(size: PixelSize(width: image.width, height: image.height)))
    let area = CGRect(x: Int(inside.minX), y: Int(inside.minY), width: inside.width, height: inside.height)
    guard let part = image.cropping(to: area) else { return [UInt8](repeating: 0, count: 4 * rectangle.area) }
    let bytes = part.straightRGBA()
    guard inside != rectangle else { return bytes }
    // Beyond the canvas's end, where its sides are odd, lies nothing.
    var padded = [UInt8](repeating: 0, count: 4 * rectangle.area)
    for row in 0..<inside.height {
      let (from, to) = (4 * row * inside.width, 4 * row * rectangle.width)
      padded.replaceSubrange(to..<(to + 4 * inside.width), with: bytes[from..<(from + 4 * inside.width)])
    }
    return padded
  }

  /// Keeps what `ffmpeg` said of a segment that it made all the same: pictures of a clip that it could not decode.
  func note(_ words: String, at segment: FilmSegment) {
    let words = words.replacing(/\s@ 0x[0-9a-f]+/, with: "")
    guard !words.isEmpty else { return }
    let clips = Set(track.parts(of: segment.range, timing).map { track.pieces[$0.piece].clip.path }).sorted()
    let names = clips.map { "'\($0)'" }.joined(separator: ", ")
    notes.withLock {
      $0.append(
        Diagnostic(
          code: "damaged-video", message: "\(names): not all pictures can be decoded; the one before is held: \(words)")
      )
    }
  }

  /// Notes what the processes that read the clips are not kept from here.
  func noteUnprotected(_ gaps: [String]) {
    guard !gaps.isEmpty else { return }
    let diagnostic = Diagnostic(code: "unprotected-video", message: ProgramConfinement.words(of: gaps))
    notes.withLock { if !$0.contains(diagnostic) { $0.append(diagnostic) } }
  }

  /// Notes that something blends with what is behind it, which is not the video.
  func noteBlending() {
    let diagnostic = Diagnostic(
      code: "blends-with-video",
      message: "a layer blends with what is behind it; the video is no layer, so it is not blended with it")
    notes.withLock { if !$0.contains(diagnostic) { $0.append(diagnostic) } }
  }

  /// What was noted.
  var diagnostics: [Diagnostic] { notes.withLock { $0 } }
}
