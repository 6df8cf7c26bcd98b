// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina
import LaminaExport
import LaminaTestSupport
import Testing

/// The length of a film that nobody gave one.
@Suite struct FilmSpanTests {
  private func timing(
    _ span: FilmSpan = FilmSpan(), frameRate: Double? = nil, duration: Double?
  ) throws(ExportError) -> FrameTiming {
    try span.timing(
      frameRate: frameRate, duration: duration, to: try ExportDestination("film.mp4"), options: "--")
  }

  @Test("more than an hour that was not asked for is refused with the length, the reason and the option")
  func unasked() throws {
    #expect(try timing(duration: 3600).frames.count == 3600 * 60)
    for (rate, cause) in [(nil, "an animation in the scene ends then"), (25.0, "so many frames")] {
      do throws(ExportError) {
        _ = try timing(frameRate: rate, duration: 43200)
        Issue.record("it is made")
      } catch {
        guard case .tooLong(let seconds, let limit, let reason) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(seconds == 43200 && limit == 3600)
        #expect(reason.contains(cause) && reason.contains("--to") && reason.contains("--frames"))
        #expect("\(error)".contains("43200 s (12 h 0 min)"))
      }
    }
  }

  @Test("what was asked for is made, whatever its length")
  func asked() throws {
    var span = FilmSpan()
    span.end = 7200
    #expect(try timing(span, duration: 43200).frames.count == 7200 * 60)
    span = FilmSpan()
    span.frames = 300_000...300_010
    #expect(try timing(span, duration: 43200).frames == 300_000..<300_011)
    // The part behind --from is short enough.
    span = FilmSpan()
    span.start = 43_190
    #expect(try timing(span, duration: 43200).frames.count == 600)
  }

  @Test("the tool refuses it as a mistake in the command", .enabled(if: Films.hasEncoder, "there is no ffmpeg here"))
  func tool() throws {
    let folder = try TemporaryFolder()
    let document = """
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 10 10"><animations>
      <animation type="CABasicAnimation" keyPath="opacity" duration="7200" toValue="0"/></animations></CALayer></caml>
      """
    try document.write(to: folder.url.appendingPathComponent("slow.caml"), atomically: true, encoding: .utf8)
    let outcome = try LaminaTool.run(["export", folder.path("slow.caml"), "-o", folder.path("film.mp4")])
    #expect(outcome.status == 64 && outcome.errors.contains("7200 s (2 h 0 min)"), "\(outcome.errors)")
    let asked = try LaminaTool.run([
      "export", folder.path("slow.caml"), "--frames", "0..3", "-o", folder.path("film.mp4"),
    ])
    #expect(asked.status == 0, "\(asked.errors)")
  }
}
