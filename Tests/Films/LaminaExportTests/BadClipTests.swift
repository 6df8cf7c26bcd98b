// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// swift-format-ignore-file: NeverForceUnwrap
import Foundation
import Lamina
import LaminaExport
import LaminaGeometry
import LaminaTestSupport
import LaminaVideo
import Testing

/// Clips with wrong headers: films over them have the frames that were asked for, and faults are reported.
@Suite(.enabled(if: Films.hasEncoder, "there is no ffmpeg here"))
struct BadClipTests {
  private static let h264 = "-c:v libx264 -preset ultrafast -bf 2 -g 20"

  private static func film(over name: String, _ more: String, in folder: TemporaryFolder) throws -> LaminaTool.Outcome {
    try Data(
      #"<caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 320 180"><sublayers><CALayer bounds="0 0 60 20" position="50 30" backgroundColor="1 0 0"/></sublayers></CALayer></caml>"#
        .utf8
    ).write(to: folder.url.appendingPathComponent("title.caml"))
    return try LaminaTool.shell(
      "lamina export title.caml --over \(name) -o film.mp4 --renderer cpu --preset ultrafast \(more)", in: folder.url)
  }

  private static func shell(_ command: String, in folder: TemporaryFolder) throws {
    let outcome = try LaminaTool.shell(command, in: folder.url)
    try #require(outcome.status == 0, "\(outcome.errors)")
  }

  @Test(
    "a file that says it is longer, or shorter, than it is: the film is as long as it says, and holds the last picture")
  func durations() throws {
    let folder = try TemporaryFolder()
    try NumberedClip.make(50, rate: "25", encoding: "\(Self.h264) clip.mkv", in: folder)
    var bytes = try #require(FileManager.default.contents(atPath: folder.path("clip.mkv")))
    let said = try #require(bytes.firstRange(of: Data("00:00:02.000000000".utf8)))
    bytes.replaceSubrange(said, with: Data("00:00:04.000000000".utf8))
    try bytes.write(to: folder.url.appendingPathComponent("long.mkv"))
    bytes.replaceSubrange(said, with: Data("00:00:01.000000000".utf8))
    try bytes.write(to: folder.url.appendingPathComponent("short.mkv"))
    bytes.replaceSubrange(said, with: Data("99999:00:00.00000".utf8 + [0]))
    try bytes.write(to: folder.url.appendingPathComponent("endless.mkv"))
    let long = try Self.film(over: "long.mkv", "", in: folder)
    #expect(long.status == 0, "\(long.errors)")
    #expect(
      try NumberedClip.numbers("film.mp4", in: folder) == Array(0..<50) + [Int](repeating: 49, count: 50))
    let short = try Self.film(over: "short.mkv", "", in: folder)
    #expect(short.status == 0, "\(short.errors)")
    #expect(try NumberedClip.numbers("film.mp4", in: folder) == Array(0..<25))
    // Every picture is there, whatever the file says of its length.
    let all = try Self.film(over: "short.mkv", "--to 2", in: folder)
    #expect(all.status == 0, "\(all.errors)")
    #expect(try NumberedClip.numbers("film.mp4", in: folder) == Array(0..<50))
    #expect(throws: VideoError.self) { try VideoClip(folder.path("endless.mkv")) }
    let endless = try Self.film(over: "endless.mkv", "", in: folder)
    #expect(endless.status != 0 && endless.errors.contains("duration"), "\(endless.errors)")
  }

  @Test("pictures whose size changes inside the stream are shown at the first one's")
  func sizes() throws {
    let folder = try TemporaryFolder()
    // Without pictures that refer to later ones, so that both begin where they say.
    let plain = "-c:v libx264 -preset ultrafast -bf 0 -g 20"
    try NumberedClip.make(25, rate: "25", encoding: "\(plain) a.ts", in: folder)
    try NumberedClip.make(
      50, rate: "25",
      encoding:
        "-vf trim=start_frame=25,setpts=PTS-STARTPTS,scale=640:360:flags=neighbor \(plain) -output_ts_offset 1 b.ts",
      in: folder)
    try Self.shell("cat a.ts b.ts > clip.ts", in: folder)
    let clip = try VideoClip(folder.path("clip.ts"))
    #expect(clip.displaySize == PixelSize(width: 320, height: 180))
    let outcome = try Self.film(over: "clip.ts", "--to 2", in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try NumberedClip.numbers("film.mp4", in: folder) == Array(0..<50))
    // In a layer, too.
    let frames = VideoFrames(clip)
    for number in [3, 24, 26, 40, 10] {
      let image = try #require(frames.picture(at: (Double(number) + 0.1) / 25, isExact: true).image)
      #expect(image.width == 320 && image.height == 180)
      let bits = (0..<12).map { bit in image.premultipliedRGBA[4 * (20 * 320 + 30 + 20 * bit)] > 128 ? 1 << bit : 0 }
      #expect(bits.reduce(0, +) == number)
    }
  }

  @Test("rates that no film has are refused", arguments: ["5000", "1/2000"])
  func rates(_ rate: String) throws {
    let folder = try TemporaryFolder()
    try NumberedClip.make(10, rate: rate, encoding: "-c:v mjpeg -fps_mode passthrough clip.mov", in: folder)
    let outcome = try Self.film(over: "clip.mov", "", in: folder)
    #expect(outcome.status != 0 && outcome.errors.contains("rate"), "\(outcome.errors)")
    #expect(FileManager.default.contents(atPath: folder.path("film.mp4")) == nil)
  }

  @Test("what has no pictures, is empty, a folder or a pipe is one line, and nothing is left")
  func noClips() throws {
    let folder = try TemporaryFolder()
    try NumberedClip.make(10, rate: "25", encoding: "\(Self.h264) whole.mp4", in: folder)
    try Self.shell(
      "ffmpeg -v error -f lavfi -i sine=duration=1 sound.m4a; : > empty.mp4; mkdir folder.mp4; mkfifo pipe.mp4; head -c 2000 whole.mp4 > head.mp4; printf '1\\n00:00:00,000 --> 00:00:01,000\\nHello\\n' > words.srt",
      in: folder)
    for name in ["sound.m4a", "empty.mp4", "folder.mp4", "pipe.mp4", "head.mp4", "missing.mp4", "words.srt"] {
      let outcome = try Self.film(over: name, "", in: folder)
      let lines = outcome.errors.split(separator: "\n").filter { $0.contains("error") }
      #expect(outcome.status != 0 && lines.count == 1 && outcome.errors.contains(name), "\(name): \(outcome.errors)")
      // The names of all formats that are read would be no help.
      #expect(!outcome.errors.contains("whitelist"), "\(name): \(outcome.errors)")
      #expect(!folder.contents.contains { $0.hasPrefix("film") })
    }
  }

  @Test("a file that grows while it is read shows what was there, and goes on as far as it is found")
  func growing() throws {
    let folder = try TemporaryFolder()
    try NumberedClip.make(100, rate: "25", encoding: "\(Self.h264) whole.ts", in: folder)
    let outcome = try LaminaTool.shell(
      """
      size=$(stat -c %s whole.ts); head -c $((size / 3)) whole.ts > clip.ts
      ( i=$((size / 3)); while [ $i -lt $size ]; do tail -c +$((i + 1)) whole.ts | head -c 4000 >> clip.ts; i=$((i + 4000)); sleep 0.01; done ) &
      printf '%s' '<caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 320 180"/></caml>' > title.caml
      lamina export title.caml --over clip.ts -o film.mp4 --renderer cpu --preset ultrafast --fps 25 --to 4; code=$?
      wait; exit $code
      """, in: folder.url)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let numbers = try NumberedClip.numbers("film.mp4", in: folder)
    #expect(numbers.count == 100 && numbers.prefix(20) == ArraySlice(0..<20) && numbers == numbers.sorted())
    // Now it is whole, and so is a film over it.
    let again = try Self.film(over: "clip.ts", "", in: folder)
    #expect(again.status == 0, "\(again.errors)")
    #expect(try NumberedClip.numbers("film.mp4", in: folder) == Array(0..<100))
  }

  @Test("sound that ends in the middle of its file is heard as far as it goes, and the film is as long as it was to be")
  func brokenSound() throws {
    let folder = try TemporaryFolder()
    try NumberedClip.make(50, rate: "25", encoding: "\(Self.h264) clip.mp4", in: folder)
    try Self.shell(
      "ffmpeg -v error -f lavfi -i sine=duration=4 -c:a libopus whole.mka; head -c $(($(stat -c %s whole.mka) / 4)) whole.mka > cut.mka",
      in: folder)
    // Its packets are copied, as many as there are.
    let copied = try Self.film(over: "clip.mp4", "--audio cut.mka", in: folder)
    #expect(copied.status == 0 && copied.errors.contains("[damaged-sound]"), "\(copied.errors)")
    #expect(try NumberedClip.numbers("film.mp4", in: folder).count == 50)
    let outcome = try Self.film(over: "clip.mp4", "--audio cut.mka:0.5", in: folder)
    #expect(outcome.status == 0 && outcome.errors.contains("[damaged-sound]"), "\(outcome.errors)")
    #expect(try NumberedClip.numbers("film.mp4", in: folder).count == 50)
    #expect(try SoundFormat(of: folder.path("film.mp4")).duration.map { abs($0 - 2) < 0.05 } == true)
  }

  @Test("where no device encodes, the processor does, and the film is the one that it makes")
  func noDevice() throws {
    let folder = try TemporaryFolder()
    try NumberedClip.make(20, rate: "25", encoding: "\(Self.h264) clip.mp4", in: folder)
    var films: [Data] = []
    for hardware in ["none", "auto", "nvenc", "vaapi"] {
      // No device is seen, also where there is one.
      let outcome = try LaminaTool.shell(
        "printf '%s' '<caml xmlns=\"http://www.apple.com/CoreAnimation/1.0\"><CALayer bounds=\"0 0 320 180\"/></caml>' > t.caml; "
          + "CUDA_VISIBLE_DEVICES= LIBVA_DRIVERS_PATH=/nowhere lamina export t.caml --over clip.mp4 -o film.mp4 --hardware \(hardware)",
        in: folder.url)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(outcome.errors.contains("no-hardware-encoder") == (hardware != "none"), "\(outcome.errors)")
      films.append(try #require(FileManager.default.contents(atPath: folder.path("film.mp4"))))
    }
    #expect(Set(films).count == 1)
  }
}
