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

  private func makeFolder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(Self.scene, to: "scene.caml")
    return folder
  }

  /// What all whole frames of a sequence look like, made at once.
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
