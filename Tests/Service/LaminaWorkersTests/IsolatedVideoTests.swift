// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaGraphics
import LaminaSandbox
import LaminaSystem
import LaminaTestSupport
import LaminaVideo
import LaminaWorkers
import Testing

/// Videos that documents name, where workers draw: these start nothing, so their parent decodes, and they show what
/// this process would.
@Suite(.serialized, .enabled(if: (try? LaminaTool.shell("command -v ffmpeg"))?.status == 0, "there is no ffmpeg here"))
struct IsolatedVideoTests {
  /// A folder with a clip of four seconds in a document's folder, and beside that folder.
  private static func place() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(scene("assets/clip.mp4"), to: "doc/main.caml")
    let made = try LaminaTool.shell(
      """
      mkdir -p doc/assets && ffmpeg -v error -f lavfi -i testsrc2=size=96x64:rate=25:duration=4 -c:v libx264 -preset ultrafast \
      -bf 2 -g 20 -pix_fmt yuv420p doc/assets/clip.mp4 && cp doc/assets/clip.mp4 outside.mp4 && ln -s ../../outside.mp4 doc/assets/leaves.mp4
      """, in: folder.url)
    try #require(made.status == 0, "\(made.errors)")
    return folder
  }

  private static func scene(_ name: String) -> String {
    """
    <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 120 80" backgroundColor="0 0 0.4"><sublayers>
    <CALayer name="clip" bounds="0 0 96 64" position="60 40" cornerRadius="9" masksToBounds="1">
    <contents type="CGImage" src="\(name)"/></CALayer></sublayers></CALayer></caml>
    """
  }

  private static func run(_ arguments: String, in folder: TemporaryFolder) throws -> LaminaTool.Outcome {
    try LaminaTool.shell("lamina \(arguments)", in: folder.url)
  }

  @Test("pictures are those of this process, at any time", arguments: ["0", "0.5", "1.02", "3.96", "100"])
  func pictures(_ time: String) throws {
    let folder = try Self.place()
    for (name, more) in [("plain.png", ""), ("isolated.png", "--isolate")] {
      let outcome = try Self.run(
        "render doc/main.caml -o \(name) --renderer cpu --time \(time) --strict \(more)", in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    let picture = try #require(FileManager.default.contents(atPath: folder.path("plain.png")))
    #expect(picture == FileManager.default.contents(atPath: folder.path("isolated.png")))
  }

  @Test("a film's frames are, too, forwards and in jumps, by several workers", arguments: ["", "--over outside.mp4"])
  func films(_ more: String) throws {
    let folder = try Self.place()
    // A second copy of the clip that runs backwards.
    let two = Self.scene("assets/clip.mp4").replacing(
      "</sublayers>",
      with: """
        <CALayer bounds="0 0 48 32" position="30 60" speed="-1" timeOffset="3.5"><contents type="CGImage" src="assets/clip.mp4"/></CALayer>
        </sublayers>
        """)
    try folder.write(two, to: "doc/main.caml")
    for (name, isolation) in [("plain", ""), ("isolated", "--isolate")] {
      let outcome = try Self.run(
        "export doc/main.caml -o \(name)/%03d.png --renderer cpu --jobs 2 --fps 25 --frames 3..45 \(more) \(isolation)",
        in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    let outcome = try LaminaTool.shell(
      "ls plain/*.png | wc -l; for f in plain/*.png; do cmp $f isolated/${f#plain/}; done", in: folder.url)
    #expect(outcome.output.trimmingCharacters(in: .whitespacesAndNewlines) == "43", "\(outcome.output)")
  }

  @Test("over a video, an encoded film is the same file, and only what the tree touches is drawn")
  func overVideo() throws {
    let folder = try Self.place()
    for (name, isolation) in [("plain.mp4", ""), ("isolated.mp4", "--isolate")] {
      let outcome = try Self.run(
        "export doc/main.caml -o \(name) --renderer cpu --jobs 2 --over outside.mp4 --preset ultrafast --set clip.cornerRadius=4 \(isolation)",
        in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    let film = try #require(FileManager.default.contents(atPath: folder.path("plain.mp4")))
    #expect(film == FileManager.default.contents(atPath: folder.path("isolated.mp4")))
  }

  @Test("a document in memory shows its videos, and again where it is kept")
  func uploads() throws {
    let folder = try Self.place()
    let clip = try #require(FileManager.default.contents(atPath: folder.path("doc/assets/clip.mp4")))
    let files = try [
      "main.caml": #require(MemoryFile(Array(Self.scene("assets/clip.mp4").utf8))),
      "assets/clip.mp4": #require(MemoryFile([UInt8](clip))),
    ]
    let upload = try #require(DocumentUpload(files, document: "main.caml"))
    var order = PictureOrder(SceneRequest(upload.document), in: upload, identity: "a document")
    order.request.moment = .time(1.5)
    let renderer = isolatedRenderer()
    let own = try Renderer(.cpu(threads: 2)).render(
      try DocumentReader(videos: .ffmpeg).read(folder.path("doc/main.caml")), at: 1.5)
    #expect(own.diagnostics.isEmpty)
    for _ in 0..<4 {
      let picture = try renderer.draw(order)
      #expect(picture.diagnostics.isEmpty, "\(picture.diagnostics)")
      #expect(picture.image.premultipliedRGBA == own.image.premultipliedRGBA)
    }
  }

  @Test(
    "videos elsewhere are not opened, and the words are those of this process",
    arguments: ["../outside.mp4", "assets/leaves.mp4", "/etc/passwd", "assets/missing.mp4"])
  func elsewhere(_ name: String) throws {
    let folder = try Self.place()
    try folder.write(Self.scene(name), to: "doc/main.caml")
    let outcomes = try ["", "--isolate"].map {
      try Self.run("render doc/main.caml -o x.png --renderer cpu \($0)", in: folder)
    }
    #expect(outcomes[0].status == 0 && outcomes[1].status == 0)
    #expect(outcomes[0].errors == outcomes[1].errors && outcomes[1].errors.contains("file"), "\(outcomes[1].errors)")
  }

  @Test(
    "a worker that asks for them itself gets none either",
    arguments: ["../outside.mp4", "assets/leaves.mp4", "assets", "/dev/zero", "assets/../../outside.mp4", "", "x\0y"])
  func grants(_ name: String) throws {
    let folder = try Self.place()
    let grant = FileGrant(document: folder.path("doc/main.caml"))
    let path = name.hasPrefix("/") ? name : folder.path("doc") + "/" + name
    let (answer, file) = try grant.answer(.open(path), nil, until: Deadline(after: 60))
    #expect(answer.video == nil && answer.problem?.code == "bad-video" && file == nil, "\(answer)")
  }

  @Test("absurd times are the nearest that there are; what is not open, and too long lists, end the conversation")
  func wishes() throws {
    let folder = try Self.place()
    let desk = VideoDesk(RenderLimits())
    let grant = FileGrant(document: folder.path("doc/main.caml"), videos: desk)
    let soon = Deadline(after: 60)
    let opened = try grant.answer(.open(folder.path("doc/assets/clip.mp4")), nil, until: soon).0
    let video = try #require(opened.video)
    #expect(abs(video.duration - 4) < 0.01 && !video.identity.isEmpty)
    // The same file again is the same video.
    #expect(try grant.answer(.open(folder.path("doc/./assets/clip.mp4")), nil, until: soon).0 == opened)
    func wish(_ time: Double, _ known: [Double] = [], video number: Int = video.number) throws -> (
      VideoAnswer, OpenFile?
    ) {
      try grant.answer(
        .picture(.init(video: number, time: time, isExact: true, known: known)), nil, until: soon)
    }
    for time in [Double.nan, .infinity, -.infinity, 1e300, -1e300, -1, 0, 3.99, 5] {
      let (answer, pixels) = try wish(time)
      let picture = try #require(answer.picture, "\(time)")
      #expect(picture.width == 96 && picture.height == 64 && pixels != nil && picture.start >= 0 && picture.start < 4)
    }
    let start = try #require(try wish(2).0.picture?.start)
    let (known, nothing) = try wish(2.01, [start])
    #expect(known.picture?.start == start && nothing == nil)
    for number in [-1, 1, Int.max, Int.min] {
      #expect(throws: ChannelError.malformed("a video that nobody has opened")) { try wish(0, video: number) }
    }
    #expect(throws: ChannelError.self) { try wish(0, [Double](repeating: 0, count: VideoQuestion.mostKnown + 1)) }
    #expect(desk.decoderCount <= VideoDesk.mostDecoders)
    // Where there is no time left nothing is waited for, and whoever asks again gets it.
    let other = FileGrant(document: folder.path("doc/main.caml"))
    _ = try other.answer(.open(folder.path("doc/assets/clip.mp4")), nil, until: soon)
    let late = VideoQuestion.picture(.init(video: 0, time: 3.2, isExact: true, known: []))
    #expect(throws: ChannelError.timedOut) { try other.answer(late, nil, until: Deadline(after: 0)) }
    #expect(try other.answer(late, nil, until: soon).0.picture?.start == 3.2)
  }

  @Test(
    "a video that a worker unpacked is opened by its bytes, once however often they come; without them it is no question"
  )
  func memory() throws {
    let folder = try Self.place()
    let grant = FileGrant(document: folder.path("doc/main.caml"))
    let soon = Deadline(after: 60)
    func sealed(_ name: String) throws -> OpenFile {
      let bytes = try Data(contentsOf: URL(filePath: folder.path(name)))
      let memory = try #require(MemoryDescriptor.holding([UInt8](bytes)))
      return try #require(OpenFile(memory))
    }
    // Each worker of a film has a descriptor of its own.
    let memory = try (0..<2).map { _ in try sealed("outside.mp4") }
    let opened = try memory.map { try grant.answer(.openMemory("x/clip.mp4"), $0, until: soon).0 }
    #expect(opened[0].video?.number == 0 && opened[0] == opened[1])
    #expect(try grant.answer(.openMemory("y/clip.mp4"), sealed("outside.mp4"), until: soon).0.video?.number == 1)
    let wish = VideoQuestion.picture(.init(video: 0, time: 2, isExact: true, known: []))
    #expect(try grant.answer(wish, nil, until: soon).0.picture?.width == 96)
    #expect(throws: ChannelError.self) { try grant.answer(.openMemory("x/clip.mp4"), nil, until: soon) }
    let place = try #require(OpenFile(open(folder.path("doc"), O_RDONLY | O_CLOEXEC)))
    #expect(throws: ChannelError.self) { try grant.answer(.openMemory("x/clip.mp4"), place, until: soon) }
    // A file that is not sealed could change while it is decoded.
    let changing = try #require(OpenFile(open(folder.path("outside.mp4"), O_RDONLY | O_CLOEXEC)))
    #expect(throws: ChannelError.self) { try grant.answer(.openMemory("x/clip.mp4"), changing, until: soon) }
    #expect(try grant.answer(.openMemory("text"), sealed("doc/main.caml"), until: soon).0.problem?.code == "bad-video")
  }

  @Test("a document has so many videos and no more, and few processes decode them")
  func many() throws {
    let folder = try Self.place()
    let made = try LaminaTool.shell(
      "for i in $(seq \(VideoDesk.mostVideos + 1)); do cp outside.mp4 doc/assets/c$i.mp4; done", in: folder.url)
    try #require(made.status == 0)
    let desk = VideoDesk(RenderLimits())
    let grant = FileGrant(document: folder.path("doc/main.caml"), videos: desk)
    let soon = Deadline(after: 300)
    for number in 0..<VideoDesk.mostVideos {
      let answer = try grant.answer(.open(folder.path("doc/assets/c\(number + 1).mp4")), nil, until: soon).0
      #expect(answer.video?.number == number)
      let picture = try grant.answer(
        .picture(.init(video: number, time: 1, isExact: true, known: [])), nil, until: soon)
      #expect(picture.0.picture != nil && picture.1 != nil)
      #expect(desk.decoderCount <= VideoDesk.mostDecoders)
    }
    let last = try grant.answer(.open(folder.path("doc/assets/c\(VideoDesk.mostVideos + 1).mp4")), nil, until: soon).0
    #expect(last.video == nil && last.problem?.message.contains("\(VideoDesk.mostVideos)") == true)
  }

  @Test("pictures over the limits of what is drawn are refused before they are decoded")
  func large() throws {
    let folder = try Self.place()
    var limits = RenderLimits()
    limits.pixels = 96 * 64 - 1
    let grant = FileGrant(document: folder.path("doc/main.caml"), videos: VideoDesk(limits))
    let answer = try grant.answer(.open(folder.path("doc/assets/clip.mp4")), nil, until: Deadline(after: 60)).0
    #expect(answer.video == nil && answer.problem?.message.contains("over the limit of 6143") == true, "\(answer)")
  }

  @Test("a clip that ends early, and one that is none, say and show what they do in this process")
  func broken() throws {
    let folder = try Self.place()
    let made = try LaminaTool.shell(
      """
      cd doc/assets && ffmpeg -v error -i clip.mp4 -c copy whole.mkv && head -c $(($(stat -c %s whole.mkv) / 2)) whole.mkv > cut.mkv \
      && head -c 3000 clip.mp4 > none.mp4
      """, in: folder.url)
    try #require(made.status == 0, "\(made.errors)")
    for (name, code) in [("cut.mkv", "damaged-video"), ("none.mp4", "bad-video")] {
      try folder.write(Self.scene("assets/" + name), to: "doc/main.caml")
      let outcomes = try ["plain.png", "isolated.png --isolate"].map {
        try Self.run("render doc/main.caml --renderer cpu --time 3.5 -o \($0)", in: folder)
      }
      #expect(outcomes[0].status == 0 && outcomes[0].errors.contains(code), "\(outcomes[0].errors)")
      #expect(outcomes[0].errors == outcomes[1].errors)
      #expect(
        FileManager.default.contents(atPath: folder.path("plain.png"))
          == FileManager.default.contents(atPath: folder.path("isolated.png")))
    }
  }

  @Test("a decoder that hangs costs the picture its time, and is ended", arguments: ["ffmpeg", "ffprobe"])
  func hanging(_ program: String) throws {
    let folder = try Self.place()
    try folder.write("#!/bin/sh\nsleep 1003\n", to: "bin/\(program)")
    let outcome = try LaminaTool.shell(
      """
      chmod +x bin/\(program); PATH=$PWD/bin:$PATH lamina render doc/main.caml -o x.png --renderer cpu --isolate --max-time 2; code=$?
      sleep 0.2; ps ax | grep "[s]leep 1003" >&2; exit $code
      """, in: folder.url)
    #expect(outcome.status == 71, "\(outcome.errors)")
    #expect(outcome.errors.contains("2") && !outcome.errors.contains("sleep 1003"), "\(outcome.errors)")
    #expect(FileManager.default.contents(atPath: folder.path("x.png")) == nil)
  }
}
