import Foundation
import LaminaTestSupport
import Testing

/// A disk that fills up while a picture is written, tried on a small file system in memory.
@Suite struct FullDiskTests {
  /// What makes a mount that only our processes see: as root a mount namespace, otherwise a user namespace as well.
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
}
