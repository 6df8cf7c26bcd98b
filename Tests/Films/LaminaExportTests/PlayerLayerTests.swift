// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import Lamina
import LaminaExport
import LaminaTestSupport
import Testing

/// Layers that show videos: at every time the picture that belongs to it, whatever is done to the layer.
@Suite(.enabled(if: Films.hasEncoder, "there is no ffmpeg here"))
struct PlayerLayerTests {
  private static let h264 = "-c:v libx264 -preset ultrafast -bf 3 -g 40 -pix_fmt yuv420p"
  private static let size = CGRect(x: 0, y: 0, width: NumberedClip.width, height: NumberedClip.height)

  private static func clip(_ folder: TemporaryFolder, _ count: Int = 100, _ name: String = "clip.mp4") throws -> URL {
    try NumberedClip.make(count, rate: "25", encoding: "\(h264) \(name)", in: folder)
    return URL(fileURLWithPath: folder.path(name))
  }

  /// A root that a playing layer fills.
  private static func tree(_ url: URL, rate: Float = 1) -> (root: CALayer, layer: AVPlayerLayer) {
    let root = CALayer()
    root.bounds = size
    let layer = AVPlayerLayer(player: AVPlayer(url: url))
    layer.frame = size
    layer.player?.rate = rate
    root.addSublayer(layer)
    return (root, layer)
  }

  /// The number that a picture says, in a part of it of the clip's size.
  private static func number(_ image: CGImage, x: Int = 0, y: Int = 0) -> Int {
    let bytes = image.straightRGBA()
    return (0..<12).reduce(0) { number, bit in
      let place = 4 * ((y + 20) * image.width + x + 30 + bit * 20)
      return number | (bytes[place] > 128 ? 1 << bit : 0)
    }
  }

  private static func draw(_ root: CALayer, at time: Double, on backEnd: BackEnd = .cpu) throws -> RenderResult {
    let renderer = try Renderer(backEnd == .cpu ? .cpu(threads: 1) : .gpu(.automatic))
    return try renderer.render(Scene(root: root, hostIsFlipped: false), at: time)
  }

  @Test(
    "every kind of file shows its own numbers at any time, forwards, backwards and in jumps",
    arguments: [
      ("clip.mp4", h264), ("clip.mkv", h264), ("clip.ts", h264), ("clip.mov", "-c:v prores_ks -pix_fmt yuv422p10le"),
      ("clip.webm", "-c:v libvpx-vp9 -deadline realtime -cpu-used 8"),
    ])
  func times(_ name: String, _ encoding: String) throws {
    let folder = try TemporaryFolder()
    try NumberedClip.make(200, rate: "25", encoding: "\(encoding) \(name)", in: folder)
    let (root, _) = Self.tree(URL(fileURLWithPath: folder.path(name)))
    let renderer = try Renderer(.cpu(threads: 1))
    let frames = Array(0..<30) + [100, 101, 20, 199, 198, 197, 196, 60, 3, 500] + (120..<130).reversed()
    for frame in frames {
      let image = try renderer.render(Scene(root: root, hostIsFlipped: false), at: Double(frame) / 25).image
      let number = Self.number(image)
      #expect(number == min(frame, 199), "\(name) \(frame)")
    }
    // Between two pictures the first shows.
    for (time, frame) in [(0.039, 0), (0.041, 1), (3.979, 99), (-1, 0)] {
      let image = try renderer.render(Scene(root: root, hostIsFlipped: false), at: time).image
      #expect(Self.number(image) == frame, "\(name) \(time)")
    }
  }

  @Test("pictures of variable rates show from their own times on")
  func variableRate() throws {
    let folder = try TemporaryFolder()
    try NumberedClip.make(
      60, rate: "30",
      encoding: "-vf \"select='not(between(n,10,29))+eq(n,17)'\" -fps_mode vfr \(Self.h264) clip.mp4", in: folder)
    let (root, _) = Self.tree(URL(fileURLWithPath: folder.path("clip.mp4")))
    for frame in [0, 9, 10, 16, 17, 18, 29, 30, 31, 59, 12] {
      let expected = frame < 10 || frame >= 30 ? frame : frame < 17 ? 9 : 17
      #expect(Self.number(try Self.draw(root, at: Double(frame) / 30).image) == expected, "\(frame)")
    }
  }

  @Test("the layer's time is the video's: begin, speed, offset, repeats")
  func timing() throws {
    let folder = try TemporaryFolder()
    let url = try Self.clip(folder)
    typealias Case = (change: (AVPlayerLayer) -> Void, times: [(Double, Int)])
    let cases: [Case] = [
      ({ $0.beginTime = 1 }, [(0.5, 0), (1, 0), (2, 25)]),
      ({ $0.speed = 2 }, [(0.5, 25), (1.5, 75)]),
      ({ $0.speed = 0.25 }, [(1, 6), (4, 25)]),
      ({ $0.timeOffset = 2 }, [(0, 50), (1, 75), (5, 99)]),
      ({ ($0.speed, $0.timeOffset) = (0, 1.2) }, [(0, 30), (3, 30)]),
      ({ ($0.speed, $0.timeOffset) = (-1, 3) }, [(0, 75), (1, 50), (1.04, 49), (3, 0), (4, 0)]),
      ({ ($0.duration, $0.repeatCount) = (1, 3) }, [(0.96, 24), (1, 0), (2.4, 10), (3, 25), (5, 25)]),
      ({ ($0.duration, $0.repeatDuration) = (1, 2.5) }, [(2.4, 10), (2.5, 12), (9, 12)]),
      ({ ($0.duration, $0.autoreverses, $0.repeatCount) = (1, true, 2) }, [(0.4, 10), (1.4, 15), (2.4, 10), (4, 0)]),
      ({ $0.repeatCount = .infinity }, [(4.4, 10), (400.4, 10)]),
    ]
    for (index, (change, times)) in cases.enumerated() {
      let (root, layer) = Self.tree(url)
      change(layer)
      for (time, frame) in times {
        #expect(Self.number(try Self.draw(root, at: time).image) == frame, "case \(index) at \(time)")
      }
    }
  }

  @Test("a player stands still until it plays, and obeys what it was told at each time")
  func orders() throws {
    let folder = try TemporaryFolder()
    let url = try Self.clip(folder)
    defer { MediaClock.time = 0 }
    let (root, layer) = Self.tree(url, rate: 0)
    #expect(Self.number(try Self.draw(root, at: 2).image) == 0)
    let player = try #require(layer.player)
    player.seek(to: CMTime(value: 1, timescale: 1))
    #expect(Self.number(try Self.draw(root, at: 2).image) == 25)
    player.play()
    MediaClock.time = 1
    #expect(player.currentTime() == CMTime(value: 2, timescale: 1))
    player.pause()
    MediaClock.time = 2
    player.seek(to: .zero)
    player.rate = 2
    for (time, frame) in [(0, 25), (0.4, 35), (1, 50), (1.8, 50), (2, 0), (2.4, 20)] {
      #expect(Self.number(try Self.draw(root, at: time).image) == frame, "\(time)")
    }
    player.currentItem?.forwardPlaybackEndTime = CMTime(value: 2, timescale: 1)
    #expect(Self.number(try Self.draw(root, at: 3.6).image) == 50)
    player.replaceCurrentItem(with: nil)
    #expect(try Self.draw(root, at: 3).image.straightRGBA().allSatisfy { $0 == 0 })
  }

  @Test("gravities, corners and masks are those of contents", arguments: BackEnd.allCases)
  func gravity(_ backEnd: BackEnd) throws {
    guard SharedRenderers.available.contains(backEnd) else { return }
    let folder = try TemporaryFolder()
    let (root, layer) = Self.tree(try Self.clip(folder, 10))
    root.bounds = CGRect(x: 0, y: 0, width: 320, height: 320)
    layer.frame = root.bounds
    #expect(layer.videoRect == CGRect(x: 0, y: 70, width: 320, height: 180) && layer.isReadyForDisplay)
    var image = try Self.draw(root, at: 0.2, on: backEnd).image
    #expect(Self.number(image, y: 70) == 5 && image.straightRGBA()[3] == 0)
    layer.videoGravity = .resizeAspectFill
    layer.masksToBounds = true
    layer.cornerRadius = 40
    #expect(layer.videoRect.height == 320 && abs(layer.videoRect.width - 320 * 320 / 180) < 1e-6)
    image = try Self.draw(root, at: 0.2, on: backEnd).image
    let bytes = image.straightRGBA()
    #expect(bytes[3] == 0 && bytes[4 * (160 * 320 + 2) + 3] == 255)
    layer.videoGravity = .resize
    layer.cornerRadius = 0
    let mask = CALayer()
    mask.frame = CGRect(x: 0, y: 0, width: 160, height: 320)
    mask.backgroundColor = .black
    layer.mask = mask
    image = try Self.draw(root, at: 0, on: backEnd).image
    #expect(
      image.straightRGBA()[4 * (300 * 320 + 100) + 3] == 255 && image.straightRGBA()[4 * (300 * 320 + 200) + 3] == 0)
  }

  @Test("copies of a replicator that are late show earlier pictures, by processes that are few")
  func replicator() throws {
    let folder = try TemporaryFolder()
    let url = try Self.clip(folder)
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 320, height: 180 * 3)
    let copies = CAReplicatorLayer()
    copies.frame = root.bounds
    (copies.instanceCount, copies.instanceDelay) = (3, 0.4)
    copies.instanceTransform = CATransform3DMakeTranslation(0, 180, 0)
    let layer = AVPlayerLayer(player: AVPlayer(url: url))
    layer.frame = Self.size
    layer.player?.play()
    copies.addSublayer(layer)
    root.addSublayer(copies)
    for frame in [40, 41, 42, 43, 80] {
      let image = try Self.draw(root, at: Double(frame) / 25).image
      #expect([0, 1, 2].map { Self.number(image, y: 180 * $0) } == [frame, frame - 10, frame - 20])
    }
  }

  @Test("a film of a layer, in parts and resumed, has the video's frames; the same picture is drawn once")
  func film() throws {
    let folder = try TemporaryFolder()
    let url = try Self.clip(folder)
    func export(_ frames: Range<Int>, _ fps: String, _ name: String) throws -> ExportSummary {
      let timing = try FrameTiming(rate: FrameRate(fps)!, frames: frames)
      var job = ExportJob(
        FrameSource(Self.tree(url).root), timing: timing, to: try ExportDestination(folder.path(name)))
      job.options.coding.preset = .ultrafast
      return try job.run(with: Films.cpu())
    }
    _ = try export(0..<100, "25", "film.mp4")
    #expect(try NumberedClip.numbers("film.mp4", in: folder) == Array(0..<100))
    _ = try export(61..<90, "25", "part.mp4")
    #expect(try NumberedClip.numbers("part.mp4", in: folder) == Array(61..<90))
    let summary = try export(0..<100, "50", "twice.mp4")
    #expect(try NumberedClip.numbers("twice.mp4", in: folder) == (0..<100).map { $0 / 2 })
    #expect(summary.drawn == 50)
  }

  @Test("over another video, the layer's own pictures lie over the clip's")
  func overVideo() throws {
    let folder = try TemporaryFolder()
    let url = try Self.clip(folder)
    let root = CALayer()
    root.bounds = Self.size
    let layer = AVPlayerLayer(player: AVPlayer(url: url))
    // Below the numbers of the clip, at a scale at which its own can be read.
    layer.frame = CGRect(x: 0, y: 90, width: 320, height: 90)
    layer.videoGravity = .resize
    layer.player?.play()
    layer.timeOffset = 1
    root.addSublayer(layer)
    let timing = try FrameTiming(rate: FrameRate(25)!, frames: 0..<50)
    var job = ExportJob(FrameSource(root), timing: timing, to: try ExportDestination(folder.path("film.mp4")))
    job.options.video = VideoTrack([.init(try VideoClip(url.path))])
    job.options.coding.preset = .ultrafast
    _ = try job.run(with: Films.cpu())
    #expect(try NumberedClip.numbers("film.mp4", in: folder) == Array(0..<50))
    let outcome = try LaminaTool.shell(
      "ffmpeg -v error -i film.mp4 -vf crop=320:90:0:90,scale=320:180 -fps_mode passthrough -f rawvideo low.yuv && "
        + "ffmpeg -v error -f rawvideo -pix_fmt yuv420p -video_size 320x180 -i low.yuv -c:v ffv1 low.mkv",
      in: folder.url)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try NumberedClip.numbers("low.mkv", in: folder) == Array(25..<75))
  }

  @Test("documents name videos by the rules of pictures; values replace them; convert copies them")
  func documents() throws {
    let folder = try TemporaryFolder()
    _ = try Self.clip(folder)
    _ = try Self.clip(folder, 20, "other.mp4")
    _ = try LaminaTool.shell("mkdir -p a.ca/assets && mv clip.mp4 a.ca/assets", in: folder.url)
    try Data(
      """
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 320 180"><sublayers>
      <CALayer name="photo" bounds="0 0 320 180" position="160 90"><contents type="CGImage" src="clip.mp4"/></CALayer>
      </sublayers></CALayer></caml>
      """.utf8
    ).write(to: folder.url.appendingPathComponent("a.ca/main.caml"))
    func numbers(_ arguments: String) throws -> [Int] {
      let outcome = try LaminaTool.shell(
        "lamina render \(arguments) -q --renderer cpu --size 320x180 -o x.png && ffmpeg -v error -y -i x.png -pix_fmt yuv420p -c:v ffv1 x.mkv",
        in: folder.url)
      try #require(outcome.status == 0, "\(outcome.errors)")
      return try NumberedClip.numbers("x.mkv", in: folder)
    }
    #expect(try numbers("a.ca --time 1.6") == [40])
    #expect(try numbers("a.ca --time 0.6 --set photo.contents=other.mp4") == [15])
    _ = try LaminaTool.shell("lamina convert a.ca b.ca", in: folder.url)
    #expect(try numbers("b.ca --time 2") == [50])
    let plain = try SceneReader().read(folder.path("a.ca"))
    #expect(plain.diagnostics.contains { $0.code == "bad-video" })
    // Workers show the same.
    #expect(try numbers("a.ca --time 1.6 --isolate") == [40])
    // Out of an archive, too.
    let packed = try LaminaTool.shell("python3 -m zipfile -c a.zip a.ca", in: folder.url)
    #expect(packed.status == 0, "\(packed.errors)")
    #expect(try numbers("a.zip --time 1.6") == [40])
    #expect(try numbers("a.zip --time 1.6 --isolate") == [40])
    _ = try LaminaTool.shell("lamina convert a.zip c.ca", in: folder.url)
    #expect(try numbers("c.ca --time 2") == [50])
  }

  @Test("what cannot be played draws nothing and says why; what is broken is shown as far as it goes")
  func badInput() throws {
    let folder = try TemporaryFolder()
    let url = try Self.clip(folder)
    let bytes = try Data(contentsOf: url)
    try Data("no film".utf8).write(to: folder.url.appendingPathComponent("text.mp4"))
    for name in ["text.mp4", "nothing.mp4"] {
      let (root, layer) = Self.tree(URL(fileURLWithPath: folder.path(name)))
      let result = try Self.draw(root, at: 1)
      #expect(result.diagnostics.map(\.code) == ["bad-video"] && result.image.straightRGBA().allSatisfy { $0 == 0 })
      #expect(layer.player?.currentItem?.status == .failed && layer.player?.currentItem?.error != nil)
    }
    _ = try LaminaTool.shell("ffmpeg -v error -i clip.mp4 -c copy clip.mkv", in: folder.url)
    let whole = try Data(contentsOf: URL(fileURLWithPath: folder.path("clip.mkv")))
    try whole.prefix(whole.count / 2).write(to: folder.url.appendingPathComponent("half.mkv"))
    let (root, _) = Self.tree(URL(fileURLWithPath: folder.path("half.mkv")))
    let early = Self.number(try Self.draw(root, at: 0.4).image)
    let late = Self.number(try Self.draw(root, at: 3.9).image)
    #expect(early == 10 && late > 20 && late < 99)
    var broken = bytes
    for index in stride(from: bytes.count / 3, to: bytes.count / 2, by: 7) { broken[index] ^= 0x55 }
    try broken.write(to: folder.url.appendingPathComponent("broken.mp4"))
    let (second, _) = Self.tree(URL(fileURLWithPath: folder.path("broken.mp4")))
    _ = try Self.draw(second, at: 3.9)
  }

  @Test("no process is left behind, however a layer jumps about")
  func processes() throws {
    let folder = try TemporaryFolder()
    let url = try Self.clip(folder)
    do {
      let (root, _) = Self.tree(url)
      for frame in [0, 99, 3, 80, 20, 60, 40, 5] { _ = try Self.draw(root, at: Double(frame) / 25) }
      let open = try LaminaTool.shell("pgrep -f 'ffmpeg.*\(folder.url.path)' | wc -l")
      #expect(Int(open.output.trimmingCharacters(in: .whitespacesAndNewlines))! <= 7)
    }
    for _ in 0..<50 {
      let left = try LaminaTool.shell("pgrep -x ffmpeg -a | grep -c '\(folder.url.path)/clip' || true")
      if left.output.trimmingCharacters(in: .whitespacesAndNewlines) == "0" { return }
      Thread.sleep(forTimeInterval: 0.1)
    }
    Issue.record("processes of ffmpeg are left")
  }
}

/// Times of media files are exact fractions.
struct MediaTimeTests {
  @Test("sums are exact, and scales do not matter for order")
  func arithmetic() {
    let frame = CMTime(value: 1001, timescale: 30_000)
    var sum = CMTime.zero
    for _ in 0..<30_000 { sum = sum + frame }
    #expect(sum == CMTime(value: 1001, timescale: 1) && sum.seconds == 1001)
    #expect(CMTime(value: 1, timescale: 3) + CMTime(value: 1, timescale: 6) == CMTime(value: 1, timescale: 2))
    #expect(CMTime(value: 1, timescale: 3) < CMTime(value: 34, timescale: 100))
    #expect(CMTime(value: 2, timescale: 4).hashValue == CMTime(value: 1, timescale: 2).hashValue)
    #expect(CMTime(seconds: 0.1, preferredTimescale: 600) == CMTime(value: 60, timescale: 600))
    #expect(CMTime(value: 1, timescale: 3).convertScale(10) == CMTime(value: 3, timescale: 10))
    #expect(CMTime(value: .max, timescale: 1) + CMTime(value: 1, timescale: 1) == .positiveInfinity)
  }

  @Test("what is no number stays none")
  func notNumbers() {
    #expect(!(CMTime.invalid + .zero).isValid && (CMTime.indefinite + .zero).isIndefinite)
    #expect((CMTime.positiveInfinity - .positiveInfinity).isValid == false)
    #expect(CMTime(seconds: .nan, preferredTimescale: 600).isValid == false)
    #expect(CMTime(value: 1, timescale: 0).isValid == false && CMTime.zero < .positiveInfinity)
    let range = CMTimeRange(start: .zero, end: CMTime(value: 2, timescale: 1))
    #expect(range.containsTime(.zero) && !range.containsTime(range.end) && range.isValid && !range.isEmpty)
  }
}
