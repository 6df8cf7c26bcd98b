// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaTestSupport
import Testing

/// Programs named ffmpeg that hang, talk, fail, or cannot be started, played by scripts.
@Suite struct EncoderProcessTests {
  /// Runs an export with a script for its `ffmpeg`, and says its exit code.
  private func export(_ body: String, _ arguments: String = "", before: String = "", timeout: Double = 120) throws
    -> LaminaTool.Outcome
  {
    let folder = try TemporaryFolder()
    try folder.write(ExportProcessTests.scene, to: "scene.caml")
    try folder.write("#!/bin/sh\n[ \"$1\" = -version ] && { echo fake 1; exit; }\n\(body)\n", to: "ffmpeg")
    let script = """
      chmod +x ffmpeg; PATH=$PWD:$PATH; \(before)
      lamina export scene.caml -o film.mp4 --frames 0..199 --renderer cpu -q --ffmpeg-patience 1.5 \(arguments); echo $?
      ls -A film.mp4.parts 2>/dev/null | grep partial
      """
    return try LaminaTool.shell(script, in: folder.url, timeout: timeout)
  }

  @Test(
    "one that hangs is ended, with all that it has started, and the error says so",
    arguments: [
      ("exec sleep 600", "it said nothing"), ("echo trouble >&2; sleep 600 & sleep 600", "trouble"),
      ("cat >/dev/null; echo almost >&2; sleep 601", "almost"), ("kill -STOP $$", "it said nothing"),
      ("while :; do sleep 0.5; done", "it said nothing"),
    ])
  func hangs(_ body: String, words: String) throws {
    let outcome = try export(body, timeout: 60)
    #expect(outcome.output == "70\n", "\(outcome.errors)")
    #expect(outcome.errors.contains(/error: ffmpeg stopped working at frame \d+ and was ended after \d+ s/))
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
  }

  @Test("one that does nothing but talk is ended all the same")
  func talksForEver() throws {
    let outcome = try export("while :; do echo blah >&2; sleep 0.1; done", "--ffmpeg-patience 0.3", timeout: 100)
    #expect(outcome.output == "70\n", "\(outcome.errors)")
    #expect(outcome.errors.contains("error: ffmpeg stopped working at frame"))
    #expect(outcome.errors.contains("blah"))
  }

  /// Writes what begins and ends to a file, and leaves a film.
  ///
  /// - Parameters:
  ///   - body: What it does when it has taken all frames.
  ///   - first: What it does before it takes any.
  private static func logging(_ body: String, first: String = ":") -> String {
    "for last; do :; done; case $last in *joined*) : >\"${last#file:}\"; exit;; esac; n=${last##*segment-00000}; n=${n%.mp4*}\n"
      + "echo begin $n >>log; \(first); cat >/dev/null; \(body); : >\"${last#file:}\"; echo end $n >>log"
  }

  @Test("a segment's encoder ends while the next one is fed, and no more than two run at once")
  func overlap() throws {
    // None but the last ends before the next has begun; without that it would be ended for doing nothing.
    let body = "while [ $n -lt 4 ] && ! grep -q \"begin $((n + 1))\" log; do sleep 0.05; done"
    let outcome = try export(
      Self.logging(body), "--frames 0..599 --ffmpeg-patience 30", before: "trap 'cat log' EXIT;")
    #expect(outcome.output.hasPrefix("0\n"), "\(outcome.errors)")
    let log = outcome.output.split(separator: "\n").dropFirst()
    #expect(log.filter { $0.hasPrefix("begin") } == (0..<5).map { "begin \($0)" })
    #expect(log.filter { $0.hasPrefix("end") }.sorted() == (0..<5).map { "end \($0)" })
    var (running, most) = (0, 0)
    for line in log {
      running += line.hasPrefix("begin") ? 1 : -1
      most = max(most, running)
    }
    #expect(most == 2, "\(log)")
  }

  @Test("a segment whose encoder was ending when the next one failed is whole, and kept")
  func endsBesideFailure() throws {
    let body = "while ! grep -q failing log; do sleep 0.05; done; sleep 1"
    let first = "[ $n = 1 ] && { echo broken >&2; echo failing >>log; exit 3; }"
    let outcome = try export(
      Self.logging(body, first: first), "--ffmpeg-patience 30", before: "trap 'ls film.mp4.parts; cat log' EXIT;")
    #expect(outcome.output.hasPrefix("70\n"), "\(outcome.output) \(outcome.errors)")
    #expect(outcome.errors.contains("broken"))
    #expect(
      outcome.output.contains("\nsegment-000000.mp4\n") && !outcome.output.contains("partial"), "\(outcome.output)")
    // It ended after the other one.
    #expect(outcome.output.contains("failing\nend 0\n"), "\(outcome.output)")
  }

  @Test("a segment whose encoder fails while the next one is fed is what is wrong with the film")
  func failsWhileEnding() throws {
    let body = "while ! grep -q 'begin 1' log; do sleep 0.05; done; [ $n = 0 ] && { echo late >&2; exit 3; }"
    let outcome = try export(
      Self.logging(body), "--ffmpeg-patience 30", before: "trap 'ls film.mp4.parts' EXIT;")
    #expect(outcome.output.hasPrefix("70\n"), "\(outcome.output) \(outcome.errors)")
    #expect(outcome.errors.contains("frame 119") && outcome.errors.contains("late"), "\(outcome.errors)")
    #expect(!outcome.output.contains("segment-000000"), "\(outcome.output)")
  }

  @Test("one that ends well without a file is named; what it says does not reach the terminal's controls")
  func noFile() throws {
    let silent = try export("cat >/dev/null; exit 0")
    #expect(silent.output == "70\n", "\(silent.errors)")
    #expect(silent.errors.contains("it ended without a file"))
    let rude = try export("cat >/dev/null; printf 'bad\\033[2Jthing\\n' >&2; exit 3")
    #expect(rude.output == "70\n" && rude.errors.contains("bad[2Jthing"), "\(rude.errors)")
  }

  @Test("one that works without a word is waited for: its own work, a child's, or a growing file")
  func works() throws {
    let busy = "cat >/dev/null; i=0; end=$(($(date +%s) + 5)); while [ $(date +%s) -lt $end ]; do i=$((i + 1)); done"
    let child = "cat >/dev/null; timeout 5 sh -c 'while :; do :; done'"
    let writing =
      "cat >/dev/null; for last; do :; done; for i in 1 2 3 4 5 6; do echo x >>\"${last#file:}\"; sleep 1; done"
    for body in [busy, child, writing] {
      // It leaves a file under the name that it was given, as a film would be.
      let outcome = try export("for last; do :; done; \(body); : >\"${last#file:}\"", timeout: 120)
      #expect(outcome.output == "0\n", "\(body): \(outcome.errors)")
    }
  }

  @Test("one that never stops talking takes no space; how its words begin and how they end is kept")
  func talks() throws {
    let folder = try TemporaryFolder()
    let body = """
      echo first cause >&2; i=0
      while [ $i -lt 20 ]; do head -c 1000000 /dev/zero | tr '\\0' 'x' >&2; echo >&2; i=$((i + 1)); done
      echo last words >&2; cat >/dev/null; exit 3
      """
    let outcome = try export(body, before: "export TMPDIR=\(folder.url.path)")
    #expect(outcome.output == "70\n", "\(outcome.errors.prefix(2000))")
    #expect(outcome.errors.contains("(exit code 3): first cause; "))
    #expect(outcome.errors.contains("last words"))
    #expect(outcome.errors.utf8.count < 2000)
    #expect(folder.contents.isEmpty)
  }

  @Test("it needs no folder for temporary files")
  func temporaryFolder() throws {
    let body = "for last; do :; done; cat >/dev/null; : >\"${last#file:}\""
    let outcome = try export(body, before: "export TMPDIR=/nonexistent/folder")
    #expect(outcome.output == "0\n", "\(outcome.errors)")
  }

  @Test("one that cannot be started is named, with the true reason")
  func cannotStart() throws {
    let outcome = try export("", before: "printf '\\177ELFnonsense' >ffmpeg")
    #expect(outcome.output == "69\n", "\(outcome.errors)")
    #expect(outcome.errors.contains(/error: cannot start '.*\/ffmpeg': Exec format error/), "\(outcome.errors)")
  }

  @Test("too few descriptors are named as such, whatever the limit")
  func descriptors() throws {
    let body = "for last; do :; done; cat >/dev/null; : >\"${last#file:}\""
    var named = 0
    for limit in 6...24 {
      let outcome = try export(body, before: "ulimit -n \(limit)")
      guard outcome.output != "0\n" else { continue }
      // Where the limit is too low for the shell of this ffmpeg and not for the tool, the shell says so in its own
      // words.
      let isNamed = outcome.errors.contains("Too many open files") || outcome.errors.contains(": /bin/sh: 0: ")
      #expect(isNamed, "\(limit): \(outcome.output) \(outcome.errors)")
      #expect(!outcome.isSignal && !outcome.errors.contains("cannot write '") || outcome.errors.contains("film.mp4"))
      if outcome.errors.contains("cannot start '") { named += 1 }
    }
    #expect(named > 0)
  }

  @Test(
    "a disk that fills up is what is wrong, whatever its words and its exit code, with the place and the bytes",
    .enabled(if: FullDiskTests.namespace != nil, "this machine does not let its tests mount a small file system"))
  func silentFullDisk() throws {
    let namespace = try #require(FullDiskTests.namespace)
    let folder = try TemporaryFolder()
    try folder.write(ExportProcessTests.scene, to: "scene.caml")
    try folder.write(
      """
      #!/bin/sh
      [ "$1" = -version ] && { echo fake 1; exit; }
      for last; do :; done; cat >/dev/null; head -c 1000000 /dev/zero >"${last#file:}" 2>/dev/null; exit 9

      """, to: "ffmpeg")
    try folder.write(
      """
      chmod +x ffmpeg; PATH=$PWD:$PATH; mkdir disk; mount -t tmpfs -o size=100k tmpfs disk
      lamina export scene.caml -o disk/film.mov --frames 0..9 --renderer cpu -q; echo $?
      find disk -name '*.partial'
      """, to: "fill.sh")
    let outcome = try LaminaTool.shell("\(namespace) sh fill.sh", in: folder.url)
    #expect(outcome.output == "73\n", "\(outcome.errors)")
    let file = "'disk/film.mov.parts/segment-000000.mov.partial'"
    #expect(
      outcome.errors.contains(/error: frame 9: cannot write '.*': No space left on device \(write after \d+ bytes\)/),
      "\(outcome.errors)")
    #expect(outcome.errors.contains("cannot write \(file): "))
  }
}
