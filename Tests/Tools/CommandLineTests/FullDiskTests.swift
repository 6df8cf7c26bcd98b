// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaTestSupport
import Testing

/// A disk that fills up while a picture is written, tried on a small file system in memory.
@Suite struct FullDiskTests {
  /// Flags for a mount that only our processes see: as root a mount namespace, otherwise a user namespace as well.
  static let namespace: String? = ["unshare --mount", "unshare --map-root-user --mount"].first { command in
    let trial = try? LaminaTool.shell(
      "d=$(mktemp -d); \(command) mount -t tmpfs -o size=64k tmpfs $d; s=$?; rmdir $d; exit $s")
    return trial?.status == 0
  }

  @Test(
    "a full disk is an error of output, and nothing half-written stays",
    .enabled(if: namespace != nil, "this machine does not let its tests mount a small file system"))
  func fullDisk() throws {
    let namespace = try #require(Self.namespace)
    let folder = try TemporaryFolder()
    // Different colours on every pixel row, so that the file is larger than the disk.
    let rows = (0..<400).map { row in
      "<CALayer bounds=\"0 0 400 1\" position=\"200 \(row)\" transform=\"rotate(\(row)deg)\" "
        + "backgroundColor=\"\(Double(row * 37 % 100) / 100) \(Double(row * 71 % 100) / 100) 0.5\"/>"
    }
    try folder.write(
      "<caml><CALayer bounds=\"0 0 400 400\"><sublayers>\(rows.joined())</sublayers></CALayer></caml>",
      to: "scene.caml")
    try folder.write(
      """
      set -e
      mkdir disk
      mount -t tmpfs -o size=32k tmpfs disk
      lamina render scene.caml -o disk/small.png --renderer cpu -q --size 8x8
      set +e
      lamina render scene.caml -o disk/large.png --renderer cpu -q
      echo $?
      cp disk/small.png before.png
      lamina render scene.caml -o disk/small.png --renderer cpu -q
      echo $?
      cmp disk/small.png before.png
      ls -A disk
      """, to: "fill.sh")
    let outcome = try LaminaTool.shell("\(namespace) sh fill.sh", in: folder.url)
    #expect(outcome.output == "73\n73\nsmall.png\n")
    let errors = outcome.errors.split(separator: "\n")
    #expect(errors.count == 2)
    #expect(errors.allSatisfy { $0.hasPrefix("lamina: error: cannot write 'disk/") && $0.contains("No space left") })
  }

  /// A scene with a picture of noise, which does not get smaller.
  private static func writeScene(to folder: TemporaryFolder) throws {
    try folder.write(
      "<caml xmlns=\"http://www.apple.com/CoreAnimation/1.0\"><CALayer bounds=\"0 0 300 300\">"
        + "<contents type=\"CGImage\" src=\"noise.png\"/></CALayer></caml>", to: "scene.caml")
    let rows = (0..<300).flatMap { row in
      (0..<30).map { column in
        "<CALayer bounds=\"0 0 9.7 1\" position=\"\(10 * column) \(row)\" transform=\"rotate(\(row * column)deg)\" "
          + "backgroundColor=\"0.\(row * 37 % 100) 0.\(row * column % 100) 0.\(column * 31 % 100)\"/>"
      }
    }
    try folder.write(
      "<caml xmlns=\"http://www.apple.com/CoreAnimation/1.0\"><CALayer bounds=\"0 0 300 300\"><sublayers>"
        + rows.joined() + "</sublayers></CALayer></caml>", to: "noise.caml")
  }

  @Test(
    "a disk that fills up while a document is written leaves none, and one that was there as it was",
    .enabled(if: namespace != nil, "this machine does not let its tests mount a small file system"))
  func convert() throws {
    let namespace = try #require(Self.namespace)
    let folder = try TemporaryFolder()
    try Self.writeScene(to: folder)
    try folder.write(
      """
      set -e
      lamina render noise.caml -o noise.png --renderer cpu -q
      mkdir disk
      mount -t tmpfs -o size=40k tmpfs disk
      set +e
      lamina convert scene.caml disk/above/x.ca; echo $?
      lamina convert scene.caml disk/x.caml; echo $?
      ls -A disk
      echo '<caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer/></caml>' >plain.caml
      lamina convert plain.caml disk/x.ca; cp -r disk/x.ca before.ca
      lamina convert scene.caml disk/x.ca; echo $?
      diff -r disk/x.ca before.ca && ls -A disk
      """, to: "fill.sh")
    let outcome = try LaminaTool.shell("\(namespace) sh fill.sh", in: folder.url)
    #expect(outcome.output == "73\n73\n73\nx.ca\n", "\(outcome.errors)")
    let errors = outcome.errors.split(separator: "\n").filter { $0.contains("error:") }
    #expect(errors.count == 3)
    #expect(
      errors.allSatisfy {
        $0.contains(/cannot write 'disk\/.*assets\/noise.png': No space left on device \(write, \d+ of \d+ bytes\)/)
      }, "\(errors)")
  }
}
