import ArgumentParser
import Lamina
import LaminaExport

/// Which frames a film has.
struct FilmOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Frames a second: 60, 12.5, 30000/1001; 23.976, 29.97 and 59.94 mean n/1001. (default: the "
        + "animation's own, otherwise 60; of a GIF at most 50)", valueName: "rate"),
    transform: frameRate)
  var fps: FrameRate?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The time of frame 0, in seconds. (default: 0)", valueName: "t"),
    transform: finiteNumber)
  var from: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Where the film ends: the last frame begins before it. (default: with the last animation, an endless one "
        + "after one cycle)", valueName: "t"),
    transform: finiteNumber)
  var to: Double?

  @Option(
    help: ArgumentHelp("Only frames number a to b, both included; frame 0 is at --from.", valueName: "a..b"),
    transform: frameNumbers)
  var frames: ClosedRange<Int>?

  /// The frames, or what is missing to know them. Where nothing else is said, a scene that has frames of its own shows all
  /// of them, at their rate, and any other one what moves in it until it ends.
  func timing(of scene: Scene, over video: VideoTrack?, to output: ExportDestination) throws(ExportError) -> FrameTiming
  {
    try timing(frameRate: scene.timeline?.frameRate, duration: scene.duration, over: video, to: output)
  }

  /// The same for a scene whose rate and end are known. Over a video these are the video's.
  func timing(
    frameRate: Double?, duration: Double?, over video: VideoTrack?, to output: ExportDestination
  ) throws(ExportError) -> FrameTiming {
    let duration = video?.duration ?? duration
    var usual = video?.rate ?? frameRate.flatMap { FrameRate(nearest: $0) } ?? FrameRate(60)
    if case .film(_, .gif) = output, usual?.isAbove(FilmFormat.gifRate) == true {
      usual = FrameRate(FilmFormat.gifRate)
    }
    guard let rate = fps ?? usual else {
      throw .badRange(reason: "there is no such rate")
    }
    let start = from ?? 0
    var range: Range<Int>?
    let ownEnd = frames == nil && to == nil ? duration : nil
    if let ownEnd, ownEnd <= start {
      throw .badRange(
        reason: video == nil
          ? "what moves in the scene ends after \(ownEnd) s, before --from; give --to"
          : "the videos end after \(ownEnd) s, before --from; give --to")
    }
    if let to = to ?? ownEnd {
      guard let count = rate.frames(in: to - start) else {
        throw .badRange(reason: "\(to - start) s are more than \(FrameTiming.maximumFrames) frames")
      }
      range = 0..<count
    }
    if let frames {
      let wanted = frames.lowerBound..<(frames.upperBound + 1)
      range = range.map { wanted.clamped(to: $0) } ?? wanted
    }
    guard let range else {
      throw .badRange(reason: "how long? no animation in the scene says; give --to, or --frames a..b")
    }
    return try FrameTiming(rate: rate, start: start, frames: range)
  }
}

/// Frames a second.
private func frameRate(_ argument: String) throws -> FrameRate {
  guard let rate = FrameRate(argument) else {
    throw ValidationError("from 1/1000 to 1000 frames a second are expected, such as 60, 29.97 or 30000/1001")
  }
  return rate
}

/// `a..b`, or one number.
private func frameNumbers(_ argument: String) throws -> ClosedRange<Int> {
  let sides = argument.split(separator: ".", omittingEmptySubsequences: false)
  let numbers = sides.map { $0.count <= 18 && $0.allSatisfy { $0.isASCII && $0.isNumber } ? Int($0) : nil }
  if sides.count == 1, let only = numbers[0] { return only...only }
  guard sides.count == 3, sides[1].isEmpty, let first = numbers[0], let last = numbers[2], first <= last else {
    throw ValidationError("frames are a..b, such as 0..299, both included and counted from 0")
  }
  return first...last
}

/// A part of a film.
func filmShard(_ argument: String) throws -> Shard {
  let sides = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
  guard sides.count == 2, let index = sides[0], let count = sides[1], let shard = Shard(index, of: count) else {
    throw ValidationError("a shard is i/n with i from 1 to n, such as 2/8, and n at most \(Shard.maximumCount)")
  }
  return shard
}
