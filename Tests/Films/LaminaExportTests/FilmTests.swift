// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import Lamina
import LaminaExport
import LaminaGeometry
import LaminaTestSupport
import Synchronization
import Testing

/// Films by `ffmpeg`, decoded again and compared with their frames.
@Suite(.enabled(if: Films.hasEncoder, "there is no ffmpeg here"))
struct FilmTests {

  private func export(
    _ source: FrameSource, _ frames: Range<Int>, to path: String, fps: String = "30",
    _ change: (inout ExportOptions) -> Void = { _ in }
  ) throws -> ExportSummary {
    let timing = try FrameTiming(rate: FrameRate(fps)!, frames: frames)
    var job = ExportJob(source, timing: timing, to: try ExportDestination(path))
    change(&job.options)
    return try job.run(with: Films.cpu())
  }

  /// The frames of a film in some pixel format, one behind the other.
  private func decode(_ name: String, in folder: TemporaryFolder, _ format: String, decoder: String = "") throws
    -> [UInt8]
  {
    let outcome = try LaminaTool.shell(
      "ffmpeg -v error \(decoder) -i \(name) -fps_mode passthrough -pix_fmt \(format) -f rawvideo -", in: folder.url)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return [UInt8](outcome.outputData)
  }

  /// The times of all frames, sorted.
  private func times(_ name: String, in folder: TemporaryFolder) throws -> [Double] {
    let outcome = try LaminaTool.shell(
      "ffprobe -v error -select_streams v -show_entries packet=pts_time -of csv=p=0 \(name)", in: folder.url)
    return outcome.output.split(whereSeparator: { $0.isNewline || $0 == "," }).compactMap { Double($0) }.sorted()
  }

  private func expected(_ source: FrameSource, _ frames: Range<Int>, _ layout: FrameLayout) throws -> [UInt8] {
    try Films.pictures(source, Films.timing(frames, fps: 30)).flatMap { layout.bytes(of: $0) }
  }

  @Test("H.264 without loss holds exactly the planes that were made, over several segments, each frame at its time")
  func mp4() throws {
    let folder = try TemporaryFolder()
    let summary = try export(Films.moving(), 0..<250, to: folder.path("film.mp4")) {
      $0.encoderArguments = ["-crf", "0"]
    }
    #expect(summary.drawn == 250)
    #expect(try decode("film.mp4", in: folder, "yuv420p") == expected(Films.moving(), 0..<250, .yuv420))
    let times = try times("film.mp4", in: folder)
    #expect(times.count == 250)
    for (frame, time) in times.enumerated() { #expect(abs(time - Double(frame) / 30) < 1e-4) }
    #expect(folder.contents == ["film.mp4"])
  }

  @Test("with its defaults, H.264 is close to the frames, and says what its colours mean")
  func defaults() throws {
    let folder = try TemporaryFolder()
    _ = try export(Films.moving(), 0..<30, to: folder.path("film.mp4"))
    let (decoded, made) = (
      try decode("film.mp4", in: folder, "yuv420p"), try expected(Films.moving(), 0..<30, .yuv420)
    )
    #expect(decoded.count == made.count && meanDifference(decoded, made) < 1.5)
    let outcome = try LaminaTool.shell(
      "ffprobe -v error -show_entries stream=color_range,color_space,color_primaries,color_transfer,chroma_location "
        + "-of csv=p=0 film.mp4", in: folder.url)
    #expect(outcome.output == "tv,bt709,bt709,bt709,left\n")
  }

  @Test(
    "any name that a file can have is a film's",
    arguments: [
      "a:b.mp4", "12:00.gif", "concat:x.webm", "who?.mp4", "h#h.mp4", "it's 100 % \"x\".mp4", "-x.mov", "d?r/f.mp4",
    ])
  func names(_ name: String) throws {
    let folder = try TemporaryFolder()
    if name.contains("/") {
      try FileManager.default.createDirectory(atPath: folder.path("d?r"), withIntermediateDirectories: false)
    }
    _ = try export(Films.moving(), 0..<3, to: folder.path(name))
    let decoded = try LaminaTool.shell(
      "ffmpeg -v error -i \"file:$NAME\" -pix_fmt gray -f rawvideo -", environment: ["NAME": folder.path(name)],
      in: folder.url)
    #expect(decoded.outputData.count == 3 * 64 * 36, "\(decoded.errors)")
  }

  @Test("rates of television stay exact over segments")
  func television() throws {
    let folder = try TemporaryFolder()
    _ = try export(Films.still(), 0..<1000, to: folder.path("film.mp4"), fps: "29.97")
    let times = try times("film.mp4", in: folder)
    #expect(times.count == 1000)
    for (frame, time) in times.enumerated() { #expect(abs(time - Double(frame) * 1001 / 30000) < 1e-4) }
  }

  @Test("a GIF plays as fast as it was made for; what no player shows is refused", arguments: ["50", "30", "12.5"])
  func gifTimes(fps: String) throws {
    let folder = try TemporaryFolder()
    _ = try export(Films.moving(), 0..<50, to: folder.path("film.gif"), fps: fps)
    let times = try times("film.gif", in: folder)
    let rate = try #require(Double(fps))
    #expect(times.count == 50)
    for (frame, time) in times.enumerated() {
      #expect(abs(time - Double(frame) / rate) <= 0.0101, "\(frame) at \(time)")
    }
    for (one, other) in zip(times, times.dropFirst()) { #expect(other - one > 0.0199) }
    #expect(throws: ExportError.self) { try export(Films.still(), 0..<2, to: folder.path("fast.gif"), fps: "60") }
  }

  @Test("segments that stand still are encoded once, and the film is as if each had been")
  func stillSegments() throws {
    let folder = try TemporaryFolder()
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 32, height: 20)
    root.backgroundColor = CGColor(srgbRed: 0.2, green: 0.7, blue: 0.4, alpha: 1)
    let dot = CALayer()
    dot.frame = CGRect(x: 0, y: 0, width: 6, height: 6)
    dot.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    root.addSublayer(dot)
    // Moves at the start, in the middle of a segment, and at the start of another.
    let source = FrameSource(root) { frame, _ in
      dot.position.x = CGFloat(frame < 30 ? frame % 7 : frame < 700 ? 3 : frame < 840 ? 12 : 20)
    }
    let summary = try export(source, 0..<1000, to: folder.path("film.mp4")) { $0.encoderArguments = ["-crf", "0"] }
    #expect(summary.drawn < 40)
    let decoded = try decode("film.mp4", in: folder, "yuv420p")
    #expect(decoded == (try expected(source, 0..<1000, .yuv420)))
    let times = try times("film.mp4", in: folder)
    #expect(times.count == 1000)
    for (frame, time) in times.enumerated() { #expect(abs(time - Double(frame) / 30) < 1e-4) }
  }

  @Test(
    "pictures that are smaller than an encoder takes are refused with both sizes, before anything is written",
    arguments: [(FilmCodec.hevc, 15, 12, 16), (.av1, 62, 200, 64)])
  func tooSmall(_ codec: FilmCodec, width: Int, height: Int, least: Int) throws {
    for size in [(width, height), (height, width), (least, least)] {
      let folder = try TemporaryFolder()
      try folder.write(
        #"<caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 \#(size.0) \#(size.1)"/></caml>"#,
        to: "a.caml")
      let outcome = try LaminaTool.shell(
        "lamina export a.caml -o film.mp4 --codec \(codec.rawValue) --fps 10 --frames 0..1 --renderer cpu",
        in: folder.url)
      if size.0 == least {
        #expect(outcome.status == 0, "\(outcome.errors)")
        continue
      }
      let encoded = "\((size.0 + 1) / 2 * 2) x \((size.1 + 1) / 2 * 2)"
      #expect(outcome.status != 0 && outcome.errors.contains("\(encoded) pixels"), "\(outcome.errors)")
      #expect(outcome.errors.contains("from \(least) x \(least) on"), "\(outcome.errors)")
      #expect(folder.contents == ["a.caml"])
    }
  }

  @Test("odd sides are made even by repeating their edge, and nothing is cut off")
  func odd() throws {
    let folder = try TemporaryFolder()
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 33, height: 21)
    root.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
    let edge = CALayer()
    edge.frame = CGRect(x: 32, y: 0, width: 1, height: 20)
    edge.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1)
    root.addSublayer(edge)
    _ = try export(FrameSource(root), 0..<3, to: folder.path("film.mp4")) { $0.encoderArguments = ["-crf", "0"] }
    let decoded = try decode("film.mp4", in: folder, "gray")
    try #require(decoded.count == 3 * 34 * 22)
    #expect(decoded[31] > 250 && decoded[32] < 5 && decoded[33] < 5)
    #expect(decoded[34 * 20 + 33] > 250 && decoded[34 * 21 + 33] > 250 && decoded[34 * 21] > 250)
  }

  @Test("odd sides of a ProRes 422 film, whose frames are RGBA, are extended by ffmpeg, and each frame is whole")
  func oddProRes() throws {
    let folder = try TemporaryFolder()
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 33, height: 21)
    root.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
    let edge = CALayer()
    edge.frame = CGRect(x: 0, y: 0, width: 16, height: 21)
    edge.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1)
    root.addSublayer(edge)
    let summary = try export(FrameSource(root), 0..<3, to: folder.path("film.mov")) { $0.coding.codec = .prores422HQ }
    #expect(summary.frames == 3)
    let decoded = try decode("film.mov", in: folder, "gray")
    try #require(decoded.count == 3 * 34 * 22)
    for row in [0, 10, 20] + (22..<43) {
      #expect(decoded[34 * row + 4] < 25 && decoded[34 * row + 28] > 230, "row \(row)")
    }
  }

  @Test("VP9 keeps alpha: without loss, all four planes are exactly those that were made")
  func webm() throws {
    let folder = try TemporaryFolder()
    _ = try export(Films.sparks(), 0..<130, to: folder.path("film.webm")) {
      $0.encoderArguments = ["-lossless", "1", "-crf", "0"]
    }
    let decoded = try decode("film.webm", in: folder, "yuva420p", decoder: "-c:v libvpx-vp9")
    #expect(decoded == (try expected(Films.sparks(), 0..<130, .yuva420)))
  }

  @Test("over an opaque background, VP9 has no alpha to keep")
  func opaqueWebm() throws {
    let folder = try TemporaryFolder()
    _ = try export(Films.sparks(), 0..<5, to: folder.path("film.webm")) {
      $0.render.background = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
    }
    #expect(try decode("film.webm", in: folder, "yuv420p", decoder: "-c:v libvpx-vp9").count == 5 * 48 * 32 * 3 / 2)
  }

  @Test("ProRes 4444 keeps alpha and is close to the frames")
  func mov() throws {
    let folder = try TemporaryFolder()
    _ = try export(Films.sparks(), 0..<125, to: folder.path("film.mov"))
    let decoded = try decode(
      "film.mov", in: folder, "rgba", decoder: "")
    let made = try expected(Films.sparks(), 0..<125, .rgba)
    try #require(decoded.count == made.count)
    // Alpha is coded without loss; colour counts where it is seen.
    var (seen, sum) = (0, 0)
    for pixel in stride(from: 0, to: made.count, by: 4) {
      #expect(abs(Int(decoded[pixel + 3]) - Int(made[pixel + 3])) <= 1)
      guard made[pixel + 3] > 128 else { continue }
      for component in 0..<3 { sum += abs(Int(decoded[pixel + component]) - Int(made[pixel + component])) }
      seen += 3
    }
    #expect(Double(sum) / Double(seen) < 6)
  }

  @Test("APNG is the frames, without loss and with alpha")
  func apng() throws {
    let folder = try TemporaryFolder()
    _ = try export(Films.sparks(), 0..<125, to: folder.path("film.apng"))
    #expect(try decode("film.apng", in: folder, "rgba") == expected(Films.sparks(), 0..<125, .rgba))
  }

  @Test("GIF has every frame, near enough, and what is clear")
  func gif() throws {
    let folder = try TemporaryFolder()
    _ = try export(Films.moving(), 0..<20, to: folder.path("film.gif"))
    let decoded = try decode("film.gif", in: folder, "rgba")
    #expect(meanDifference(decoded, try expected(Films.moving(), 0..<20, .rgba)) < 4)
    _ = try export(Films.sparks(), 0..<5, to: folder.path("clear.gif"))
    let clear = try decode("clear.gif", in: folder, "rgba")
    let made = try expected(Films.sparks(), 0..<5, .rgba)
    for pixel in stride(from: 3, to: made.count, by: 4) where made[pixel] == 0 { #expect(clear[pixel] == 0) }
  }

  @Test(
    "shards join to the film of one process, byte for byte",
    arguments: ["film.mp4", "film.webm", "film.y4m", "film.gif"])
  func shards(name: String) throws {
    let (whole, parts) = (try TemporaryFolder(), try TemporaryFolder())
    _ = try export(Films.sparks(), 7..<300, to: whole.path(name))
    for index in [2, 3, 1] {
      _ = try export(Films.sparks(), 7..<300, to: parts.path(name)) { $0.shard = Shard(index, of: 3) }
    }
    let join = ExportJoin(try ExportDestination(parts.path(name)))
    #expect(try join.missingShards() == [])
    #expect(try join.run() == 293)
    let files = try [whole, parts].map { try Data(contentsOf: URL(fileURLWithPath: $0.path(name))) }
    #expect(files[0] == files[1])
    #expect(parts.contents == [name])
  }

  @Test("a film that was cut off goes on at its last whole segment, to the same bytes")
  func resume() throws {
    let (whole, cut) = (try TemporaryFolder(), try TemporaryFolder())
    _ = try export(Films.sparks(), 0..<500, to: whole.path("film.mp4"))
    let cancellation = ExportCancellation()
    var job = ExportJob(
      Films.sparks(), timing: try Films.timing(0..<500, fps: 30), to: try ExportDestination(cut.path("film.mp4")))
    do {
      _ = try job.run(with: Films.cpu(), cancellation: cancellation) {
        if $0.finished == 250 { cancellation.cancel() }
      }
      Issue.record("it was not stopped")
    } catch ExportError.cancelled(let finished, _) {
      #expect(finished >= 240 && finished % 120 == 0)
      #expect(cut.contents.filter { $0.hasSuffix(".mp4") }.count == finished / 120)
      #expect(!cut.contents.contains("film.mp4"))
      job.options.resumes = true
      let summary = try job.run(with: Films.cpu())
      #expect(summary.kept == finished && summary.drawn == 500 - finished)
    }
    let files = try [whole, cut].map { try Data(contentsOf: URL(fileURLWithPath: $0.path("film.mp4"))) }
    #expect(files[0] == files[1])
  }

  private func meanDifference(_ a: [UInt8], _ b: [UInt8]) -> Double {
    guard a.count == b.count, !a.isEmpty else { return .infinity }
    return Double(zip(a, b).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }) / Double(a.count)
  }
}

/// Faults of encoders, played by scripts.
@Suite struct BadEncoderTests {
  private func export(script: String?, in folder: TemporaryFolder) throws -> ExportSummary {
    var job = ExportJob(
      Films.sparks(), timing: try Films.timing(0..<300), to: try ExportDestination(folder.path("film.mp4")))
    job.options.encoder = folder.path("encoder")
    if let script {
      try folder.write("#!/bin/sh\n\(script)\n", to: "encoder")
      _ = chmod(folder.path("encoder"), 0o755)
    }
    return try job.run(with: Films.cpu())
  }

  @Test("none at all is said before anything is drawn")
  func none() throws {
    let folder = try TemporaryFolder()
    do {
      _ = try export(script: nil, in: folder)
      Issue.record("it went on")
    } catch ExportError.noEncoder(let name) {
      #expect(name == folder.path("encoder"))
    }
    #expect(folder.contents == [])
  }

  @Test("one that dies is an error with a frame, its code and its last words")
  func dies() throws {
    let folder = try TemporaryFolder()
    do {
      _ = try export(script: "head -c 300000 >/dev/null; echo first >&2; echo 'out of ink' >&2; exit 3", in: folder)
      Issue.record("it went on")
    } catch ExportError.encoderFailed(let frame, let status, let log) {
      #expect(frame < 300 && status == 3 && log == "first; out of ink")
    }
    #expect(!folder.contents.contains { $0.hasSuffix(".mp4") })
  }

  @Test("one that is killed is an error as well, and its segment never has its name")
  func killed() throws {
    let folder = try TemporaryFolder()
    #expect(throws: ExportError.self) { try export(script: "head -c 9000 >/dev/null; kill -9 $$", in: folder) }
    #expect(!folder.contents.contains { $0.hasSuffix(".mp4") })
  }

  @Test("what is encoded as a whole is stopped at once, and what was drawn is kept", .timeLimit(.minutes(30)))
  func stopped() throws {
    let folder = try TemporaryFolder()
    let version = "#!/bin/sh\n[ \"$1\" = -version ] && { echo fake 1; exit; }\n"
    try folder.write(version + "cat >/dev/null\nexec sleep 600\n", to: "encoder")
    _ = chmod(folder.path("encoder"), 0o755)
    var job = ExportJob(
      Films.sparks(), timing: try Films.timing(0..<150, fps: 50), to: try ExportDestination(folder.path("film.gif")))
    job.options.encoder = folder.path("encoder")
    let cancellation = ExportCancellation()
    let taken = Mutex([Int]())
    do {
      _ = try job.run(with: Films.cpu(), cancellation: cancellation) { progress in
        guard let encoded = progress.encoded else { return }
        taken.withLock { $0.append(encoded) }
        if encoded == 150 { cancellation.cancel() }
      }
      Issue.record("it went on")
    } catch ExportError.cancelled(let finished, let total) {
      #expect(finished == 150 && total == 150)
    }
    #expect(taken.withLock { $0 } == [120, 150])
    #expect(!folder.contents.contains("film.gif"))
    try folder.write(version + "for last; do :; done\ncat >\"${last#file:}\"\n", to: "encoder")
    job.options.resumes = true
    let summary = try job.run(with: Films.cpu())
    #expect(summary.drawn == 0 && summary.kept == 150 && folder.contents.contains("film.gif"))
  }

  @Test("one that fails at its end does not leave a segment")
  func failsLate() throws {
    let folder = try TemporaryFolder()
    #expect(throws: ExportError.self) { try export(script: "cat >/dev/null; exit 1", in: folder) }
    #expect(!folder.contents.contains { $0.hasSuffix(".mp4") })
  }
}

@Suite struct BeginningTests {
  @Test("what an earlier film left is gone before the new one is noted")
  func order() throws {
    let folder = try TemporaryFolder()
    var job = ExportJob(
      Films.sparks(), timing: try Films.timing(0..<10), to: try ExportDestination(folder.path("film.y4m")))
    // A manifest that can neither be removed nor written.
    try FileManager.default.createDirectory(
      atPath: folder.path("film.y4m.parts/manifest.json/x"), withIntermediateDirectories: true)
    try folder.write("old", to: "film.y4m.partial")
    #expect(throws: ExportError.self) { try job.run(with: Films.cpu()) }
    #expect(!FileManager.default.fileExists(atPath: folder.path("film.y4m.partial")))
    try FileManager.default.removeItem(atPath: folder.path("film.y4m.parts"))
    job.options.resumes = true
    #expect(try job.run(with: Films.cpu()).drawn == 10)
  }

  @Test("temporary files of killed writers go, old or new; those that somebody writes stay, and what is not ours")
  func abandoned() throws {
    let folder = try TemporaryFolder()
    for name in [".lamina-old.tmp", ".lamina-new.tmp", "mine.tmp"] { try folder.write("x", to: name) }
    for name in [".lamina-old.tmp", "mine.tmp"] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -7200)], ofItemAtPath: folder.path(name))
    }
    guard case .held(let lock) = try FileLock.take(folder.path(".lamina-locked.tmp"), exclusively: true) else {
      Issue.record("a new file is locked")
      return
    }
    let job = ExportJob(
      Films.still(), timing: try Films.timing(0..<1), to: try ExportDestination(folder.path("%d.png")))
    _ = try job.run(with: Films.cpu())
    #expect(folder.contents.filter { $0.hasSuffix(".tmp") }.sorted() == [".lamina-locked.tmp", "mine.tmp"])
    withExtendedLifetime(lock) {}
  }
}

@Suite struct JoinTests {
  private func shard(_ index: Int, of count: Int, in folder: TemporaryFolder, identity: String = "a") throws {
    var job = ExportJob(
      Films.sparks(), timing: try Films.timing(0..<10), to: try ExportDestination(folder.path("f/%02d.png")))
    job.options.shard = Shard(index, of: count)
    job.options.sceneIdentity = identity
    _ = try job.run(with: Films.cpu())
  }

  private func message(_ folder: TemporaryFolder) -> String {
    do {
      try ExportJoin(ExportDestination(folder.path("f/%02d.png"))).run()
      return "joined"
    } catch {
      return "\(error)"
    }
  }

  @Test("parts that are missing, not alike or of different cuts are refused, and say why")
  func refused() throws {
    let folder = try TemporaryFolder()
    #expect(message(folder).contains("there are no shards"))
    try shard(2, of: 3, in: folder)
    #expect(message(folder).contains("of 3 shards these are missing or not complete: 1, 3"))
    try shard(1, of: 3, in: folder)
    try shard(3, of: 3, in: folder, identity: "b")
    #expect(message(folder).contains("shard 3 was made otherwise than shard 1: scene is 'b', and was 'a'"))
    try shard(3, of: 3, in: folder)
    try shard(1, of: 2, in: folder)
    #expect(message(folder).contains("different cuts (2, 3)"))
    for name in ["manifest", "finished", "complete"] {
      let suffix = name == "manifest" ? ".json" : name == "finished" ? ".txt" : ""
      try FileManager.default.removeItem(atPath: folder.path("f/.%d.png.parts/\(name).1-of-2\(suffix)"))
    }
    try FileManager.default.removeItem(atPath: folder.path("f/04.png"))
    #expect(message(folder).contains("frame 4 is not there"))
    try shard(2, of: 3, in: folder)
    #expect(message(folder) == "joined")
    // Joined, it is as if one process had made it.
    var job = ExportJob(
      Films.sparks(), timing: try Films.timing(0..<10), to: try ExportDestination(folder.path("f/%02d.png")))
    job.options.sceneIdentity = "a"
    job.options.resumes = true
    #expect(try job.run(with: Films.cpu()).kept == 10)
  }
}
