// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaTestSupport
import Testing

/// Exports to one place: one at a time, shards side by side, and nothing left of those that were killed.
@Suite struct ExportPlaceTests {
  private func makeFolder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(ExportProcessTests.scene, to: "scene.caml")
    return folder
  }

  /// `begin OUT LOCK OPTIONS` begins an export, waits until its lock says who holds it, and stops it there: a stopped
  /// process holds what it holds, and fills no disk.
  private static let begin = """
    begin() { lamina export scene.caml -o "$1" --frames 0..99999 --jobs 1 --renderer cpu -q $3 & pid=$!
      until [ -s "$2" ]; do sleep 0.01; done; kill -STOP $pid; }
    end() { kill -9 $pid; wait $pid 2>/dev/null; }
    trap 'kill -9 $pid 2>/dev/null' EXIT
    export='lamina export scene.caml --frames 0..3 --renderer cpu -q'

    """

  @Test(
    "a second export to the same place is refused while the first runs, and not when it was killed",
    arguments: [
      ("f/%04d.png", "f/.%d.png.parts"), ("film.y4m", "film.y4m.parts"), ("film.mp4", "film.mp4.parts"),
      ("film.gif", "film.gif.parts"),
    ])
  func second(name: String, parts: String) throws {
    if name.hasSuffix("mp4") || name.hasSuffix("gif"), !ExportProcessTests.hasEncoder { return }
    let folder = try makeFolder()
    let script =
      Self.begin + """
        mkdir f; begin $NAME $LOCK
        $export -o $NAME; echo $?; $export -o ./$NAME --resume; echo $?; $export -o $NAME --shard 1/2; echo $?
        end
        $export -o $NAME; echo $?
        ls -A . f | grep -v scene | grep -c -e lock -e tmp -e partial
        """
    let outcome = try LaminaTool.shell(script, environment: ["NAME": name, "LOCK": parts + "/lock"], in: folder.url)
    #expect(outcome.output == "75\n75\n75\n0\n0\n", "\(outcome.errors)")
    let errors = outcome.errors.split(separator: "\n").filter { $0.contains("error:") }
    #expect(errors.count == 3)
    #expect(
      errors.allSatisfy {
        $0.contains(/is being exported to by process \d+ on \S+; try again when that has ended/)
      }, "\(errors)")
  }

  @Test("patterns that may name the same files are one place, others are not")
  func families() throws {
    let folder = try makeFolder()
    let script =
      Self.begin + """
        mkdir f; begin f/%d.png f/.%d.png.parts/lock
        for name in %05d.png 1%02d.png %d0.png a-%d.png %d.b.png; do $export -o f/$name; echo $?; done
        end
        """
    let outcome = try LaminaTool.shell(script, in: folder.url)
    #expect(outcome.output == "75\n75\n75\n0\n0\n", "\(outcome.errors)")
  }

  @Test("a symbolic link and what it points to are one place, and the link stays")
  func links() throws {
    let folder = try makeFolder()
    let script =
      Self.begin + """
        mkdir real; ln -s real/film.y4m link.y4m; ln -s real folder
        begin real/film.y4m real/film.y4m.parts/lock
        $export -o link.y4m; echo $?; $export -o folder/film.y4m; echo $?
        end
        $export -o link.y4m; echo $?; ls -A . real; [ -L link.y4m ] && [ ! -L real/film.y4m ] && echo link
        """
    let outcome = try LaminaTool.shell(script, in: folder.url)
    #expect(
      outcome.output
        == "75\n75\n0\n.:\nfolder\nlink.y4m\nreal\nscene.caml\n\nreal:\nfilm.y4m\nlink\n", "\(outcome.errors)")
  }

  @Test("shards are made side by side, each by one process, and nobody makes or joins the whole meanwhile")
  func shards() throws {
    let folder = try makeFolder()
    let script =
      Self.begin + """
        begin d/film.y4m d/film.y4m.parts/lock.1-of-2 '--shard 1/2'
        $export -o d/film.y4m --shard 2/2; echo $?
        $export -o d/film.y4m --shard 1/2; echo $?
        $export -o d/film.y4m; echo $?
        lamina join d/film.y4m; echo $?
        end
        $export -o d/film.y4m --shard 1/2; echo $?
        lamina join d/film.y4m -q; echo $?
        ls -A d
        """
    let outcome = try LaminaTool.shell("mkdir d; " + script, in: folder.url)
    #expect(outcome.output == "0\n75\n75\n75\n0\n0\nfilm.y4m\n", "\(outcome.errors)")
    #expect(outcome.errors.contains("'d/film.y4m, shard 1/2' is being exported to by process "), "\(outcome.errors)")
  }

  @Test("many exports to one place at once: one makes it, all others are refused, and nothing is mixed")
  func race() throws {
    let folder = try makeFolder()
    let script = """
      for i in 1 2 3 4 5 6; do
        (lamina export scene.caml -o f/%02d.png --frames 0..$((20 + i)) --renderer cpu -q --jobs 1; echo $? >status.$i) &
      done
      # The shell's own wait never ends where it inherits a mask of signals from a program with threads.
      while [ "$(cat status.* 2>/dev/null | wc -l)" -lt 6 ]; do sleep .1; done
      cat status.* | sort | uniq -c | tr -s ' '; ls -A f | grep -c png$
      """
    let outcome = try LaminaTool.shell(script, in: folder.url)
    // Where machines are slow, one may begin when another has ended already.
    let lines = outcome.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(lines.first?.hasSuffix(" 0") == true, "\(outcome.output) \(outcome.errors)")
    #expect(lines.dropFirst().dropLast().allSatisfy { $0.hasSuffix(" 75") }, "\(outcome.output)")
  }

  @Test("what killed writers left is removed, at once; what somebody writes now stays")
  func leftovers() throws {
    let folder = try makeFolder()
    let script = """
      command -v flock >/dev/null || exit 77
      export='lamina export scene.caml -o f/%d.png --frames 0..3 --renderer cpu -q'
      $export; mkdir f/.lamina-folder.tmp; touch f/.lamina-folder.tmp/x
      for name in f/.lamina-one.tmp f/.lamina-two.tmp f/.%d.png.parts/.lamina-three.tmp f/.lamina-mine; do
        echo half >$name
      done
      flock f/.lamina-two.tmp sleep 60 & sleep 0.3
      $export --resume; echo $?; kill $!
      ls -A f f/.%d.png.parts
      """
    let outcome = try LaminaTool.shell(script, in: folder.url)
    if outcome.status == 77 { return }
    #expect(
      outcome.output == """
        0
        f:
        .%d.png.parts
        .lamina-mine
        .lamina-two.tmp
        0.png
        1.png
        2.png
        3.png

        f/.%d.png.parts:
        finished.txt
        manifest.json

        """, "\(outcome.errors)")
  }
}
