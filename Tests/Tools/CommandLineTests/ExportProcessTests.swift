// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaTestSupport
import Testing

/// Exports that end in every way but the good one: killed, stopped, out of space, without a reader.
@Suite struct ExportProcessTests {
  /// A scene whose every frame differs: sparks.
  static let scene = """
    <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 320 180" backgroundColor="0.1 0.1 0.2">
    <sublayers><CAEmitterLayer bounds="0 0 320 180" position="160 90" emitterPosition="160 90"><emitterCells>
    <CAEmitterCell name="spark" beginTime="-2" birthRate="60" lifetime="2" velocity="80" emissionRange="6.28">
    <contents type="CGImage" src="data:image/png;base64,\(dot)"/></CAEmitterCell>
    </emitterCells></CAEmitterLayer></sublayers></CALayer></caml>
    """
  /// A white pixel.
  static let dot =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg=="

  static let hasEncoder = (try? LaminaTool.shell("command -v ffmpeg"))?.status == 0

  private func makeFolder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(Self.scene, to: "scene.caml")
    return folder
  }

  /// All frames of a sequence, made at once.
  private func sequence(_ count: Int) throws -> TemporaryFolder {
    let folder = try makeFolder()
    let outcome = try LaminaTool.shell(
      "lamina export scene.caml -o f/%04d.png --frames 0..\(count - 1) --renderer cpu -q", in: folder.url)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return folder
  }

  @Test("killed at any moment, what has a name is whole, and going on completes the sequence")
  func killed() throws {
    let whole = try sequence(300)
    let folder = try makeFolder()
    let script = """
      export='lamina export scene.caml -o f/%04d.png --frames 0..299 --renderer cpu -q --resume'
      for pause in 0.05 0.1 0.15 0.2 0.13 0.07; do
        $export & sleep $pause; kill -9 $! 2>/dev/null; wait $! 2>/dev/null
        for file in f/*.png; do [ -f "$file" ] && { cmp "$file" "$WHOLE/$file" || exit 9; }; done
      done
      $export && diff -r f "$WHOLE/f" -x '.*'
      """
    let outcome = try LaminaTool.shell(script, environment: ["WHOLE": whole.url.path], in: folder.url, timeout: 300)
    #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
    // Frames that never got a name leave nothing behind.
    #expect(folder.contents.filter { $0.hasSuffix(".png") }.count == 300)
  }

  @Test("a stream's file that was killed goes on to the same bytes")
  func killedStream() throws {
    let folder = try makeFolder()
    let script = """
      lamina export scene.caml -o whole.y4m --frames 0..299 --renderer cpu -q
      export='lamina export scene.caml -o film.y4m --frames 0..299 --renderer cpu -q --resume'
      for pause in 0.1 0.2 0.15; do
        $export & sleep $pause; kill -9 $! 2>/dev/null; wait $! 2>/dev/null
      done
      $export; cmp film.y4m whole.y4m && ls
      """
    let outcome = try LaminaTool.shell(script, in: folder.url, timeout: 300)
    #expect(outcome.output == "film.y4m\nscene.caml\nwhole.y4m\n", "\(outcome.errors)")
  }

  @Test("Ctrl-C and SIGTERM end cleanly, and say how to go on", arguments: [("INT", 130), ("TERM", 143)])
  func stopped(signal: String, status: Int32) throws {
    let folder = try makeFolder()
    let script = """
      lamina export scene.caml -o f/%04d.png --frames 0..99999 --renderer cpu &
      while [ ! -f f/0003.png ]; do sleep 0.02; done; kill -\(signal) $!; wait $!
      """
    let outcome = try LaminaTool.shell(script, in: folder.url, timeout: 300)
    #expect(outcome.status == status)
    #expect(
      outcome.errors.contains(/error: stopped after \d+ of 100000 frames; the same command with --resume goes on/))
    #expect(!folder.contents.contains { $0.hasSuffix(".tmp") })
  }

  @Test("a reader that leaves is an error with the frame's number")
  func closedPipe() throws {
    let folder = try makeFolder()
    let outcome = try LaminaTool.shell(
      "(lamina export scene.caml -o - --to 100 --renderer cpu -q; echo $? >&2) | head -c 2000000 >/dev/null",
      in: folder.url)
    #expect(outcome.errors.contains(/error: frame \d+: cannot write '-': Broken pipe/))
    #expect(outcome.errors.hasSuffix("73\n"))
  }

  @Test(
    "a full disk is an error with the frame's number, and finished frames stay",
    .enabled(if: FullDiskTests.namespace != nil, "this machine does not let its tests mount a small file system"))
  func fullDisk() throws {
    let namespace = try #require(FullDiskTests.namespace)
    let folder = try makeFolder()
    try folder.write(
      """
      mkdir disk; mount -t tmpfs -o size=200k tmpfs disk
      lamina export scene.caml -o disk/%04d.png --frames 0..999 --renderer cpu -q; echo $?
      lamina export scene.caml -o whole/%04d.png --frames 0..3 --renderer cpu -q
      for file in whole/*.png; do cmp $file disk/${file#whole/} || exit 1; done
      ls -A disk | grep -c tmp
      """, to: "fill.sh")
    let outcome = try LaminaTool.shell("\(namespace) sh fill.sh", in: folder.url)
    #expect(outcome.output == "73\n0\n", "\(outcome.errors)")
    #expect(outcome.errors.contains(/error: frame \d+: cannot write 'disk\/\d+\.png': No space left/))
  }

  @Test(
    "a disk that fills up under ffmpeg is an error, and what has a name is whole: going on makes the same film",
    .enabled(if: FullDiskTests.namespace != nil, "this machine does not let its tests mount a small file system"),
    .enabled(if: hasEncoder, "there is no ffmpeg here"),
    arguments: [
      ("mp4", "28k"), ("mp4", "90k"), ("mp4", "150k"), ("mov", "60k"), ("mov", "900k"), ("webm", "40k"),
      ("gif", "300k"),
    ])
  func fullDiskFilm(kind: String, size: String) throws {
    let namespace = try #require(FullDiskTests.namespace)
    let folder = try makeFolder()
    try folder.write(
      """
      export='lamina export scene.caml --frames 0..399 --renderer cpu -q'
      $export -o whole.\(kind)
      mkdir disk; mount -t tmpfs -o size=\(size) tmpfs disk
      $export -o disk/film.\(kind); echo $?
      [ -e disk/film.\(kind) ] && echo broken
      find disk -name '*.partial'
      mount -o remount,size=200m disk
      $export -o disk/film.\(kind) --resume; echo $?
      cmp disk/film.\(kind) whole.\(kind) && echo equal
      """, to: "fill.sh")
    let outcome = try LaminaTool.shell("\(namespace) sh fill.sh", in: folder.url, timeout: 300)
    #expect(outcome.output == "73\n0\nequal\n", "\(outcome.output) \(outcome.errors)")
    #expect(
      outcome.errors.contains(/error: .*cannot write 'disk\/film[^']*': No space left on device \(.*\d+ bytes\)/),
      "\(outcome.errors)")
  }

  @Test("a stream whose folder goes away is an error with the frame's number, soon", .timeLimit(.minutes(30)))
  func vanishedFolder() throws {
    let folder = try makeFolder()
    let script = """
      mkdir d; lamina export scene.caml -o d/film.y4m --frames 0..9999999 --renderer cpu -q &
      while [ ! -s d/film.y4m.partial ]; do sleep 0.02; done; rm -r d; wait $!; echo $?
      """
    let outcome = try LaminaTool.shell(script, in: folder.url, timeout: 150)
    #expect(outcome.output == "73\n")
    #expect(outcome.errors.contains(/error: frame \d+: cannot write 'd\/film.y4m': No such file/), "\(outcome.errors)")
  }

  @Test("an ffmpeg that hangs does not keep a signal from ending the export", .timeLimit(.minutes(30)))
  func hangingEncoder() throws {
    let folder = try makeFolder()
    try folder.write(
      "#!/bin/sh\n[ \"$1\" = -version ] && { echo fake 1; exit; }\n: >begun; exec sleep 600\n", to: "ffmpeg")
    let script = """
      chmod +x ffmpeg; PATH=$PWD:$PATH
      lamina export scene.caml -o film.mp4 --frames 0..999 --renderer cpu &
      while [ ! -e begun ]; do sleep 0.02; done; sleep 0.5; kill -TERM $!; wait $!; echo $?
      """
    let outcome = try LaminaTool.shell(script, in: folder.url, timeout: 150)
    #expect(outcome.output == "143\n")
    #expect(outcome.errors.contains("stopped after 0 of 1000 frames; the same command with --resume goes on"))
  }

  @Test("shards of a scene whose pictures or texts were edited in between do not join, whether they show or not")
  func editedScene() throws {
    let folder = try makeFolder()
    func scene(_ color: String, _ text: String) -> String {
      """
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 32 18" backgroundColor="\(color)"><sublayers>
      <CALayer bounds="0 0 8 8" hidden="1"><contents type="CGImage" src="b.png"/></CALayer>
      <CATextLayer bounds="0 0 30 12" fontSize="8" opacity="0"><string type="string" value="\(text)"/></CATextLayer>
      </sublayers></CALayer></caml>
      """
    }
    try folder.write(scene("0 0 0", "one"), to: "film.caml")
    for (name, color) in [("red", "1 0 0"), ("blue", "0 0 1")] {
      try folder.write(scene(color, ""), to: "\(name).caml")
    }
    let script = """
      export='lamina export film.caml -o f/%02d.png --frames 0..9 --renderer cpu -q'
      lamina render red.caml -o red.png --renderer cpu -q; lamina render blue.caml -o blue.png --renderer cpu -q
      cp red.png b.png; $export --shard 1/2; cp blue.png b.png; $export --shard 2/2; lamina join f/%02d.png; echo $?
      cp red.png b.png; $export --shard 2/2; lamina join f/%02d.png; echo $?
      """
    let outcome = try LaminaTool.shell(script, in: folder.url)
    #expect(outcome.output == "65\n0\n", "\(outcome.errors)")
    #expect(outcome.errors.contains("shard 2 was made otherwise than shard 1: pictures is"), "\(outcome.errors)")
  }

  @Test("a scene inside an archive is named by the archive's bytes")
  func editedArchive() throws {
    let folder = try makeFolder()
    let script = """
      mkdir -p x/a.ca; cp scene.caml x/a.ca/main.caml; (cd x && zip -qr ../pack.tendies a.ca)
      export='lamina export pack.tendies/a.ca -o f/%02d.png --frames 0..1 --renderer cpu -q'
      $export; $export --resume; echo $?
      sed -i 's/0.1 0.1 0.2/0.1 0.1 0.3/' x/a.ca/main.caml; rm pack.tendies; (cd x && zip -qr ../pack.tendies a.ca)
      $export --resume; echo $?
      """
    let outcome = try LaminaTool.shell("command -v zip >/dev/null || exit 77; " + script, in: folder.url)
    if outcome.status == 77 { return }
    #expect(outcome.output == "0\n65\n", "\(outcome.errors)")
    #expect(outcome.errors.contains("scene is"), "\(outcome.errors)")
  }

  @Test("frame k rendered alone is frame k of the film, byte for byte")
  func alone() throws {
    let folder = try makeFolder()
    let script = """
      lamina export scene.caml -o f/%d.png --frames 0..40 --fps 20 --renderer cpu -q --jobs 3
      for k in 0 7 20 33; do
        lamina render scene.caml -o one.png --time $(awk "BEGIN { print $k / 20 }") --renderer cpu -q
        cmp one.png f/$k.png || exit 1
      done
      """
    #expect(try LaminaTool.shell(script, in: folder.url).status == 0)
  }
}
