// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaTestSupport
import LaminaWorkers
import Testing

/// Acts that a worker must not be able to do, tried from inside: each has the system's own answer.
@Suite struct RestrictionTests {
  /// Features that the testing machine lacks; where this is not empty, the refusals below are not all to be had.
  static let gaps: [String] = {
    let renderer = isolatedRenderer()
    _ = try? renderer.probe(.startThread)
    return renderer.gaps
  }()

  /// The probes that change nothing, with the error that each must meet.
  static let refused: [(Probe, Int32)] = [
    (.readFile("/etc/passwd"), EACCES), (.readFile(NSHomeDirectory()), EACCES),
    (.readFile("/proc/1/environ"), EACCES), (.readFile("/dev/zero"), EACCES), (.readFile("/etc"), EACCES),
    (.writeFile("/usr/lib/lamina-test"), EACCES), (.writeFile("/dev/null"), EACCES),
    (.connectTCP(port: 22), EPERM), (.connectSocket(path: "/run/systemd/journal/socket"), EPERM),
    (.fork, EPERM), (.execute("/bin/true"), EPERM), (.trace, EPERM), (.signalParent, EPERM),
    (.leaveNamespace, EPERM), (.raiseLimit, ENOSYS),
    (.signalByDescriptor, ENOSYS),
  ]

  @Test("a worker cannot", .enabled(if: gaps.isEmpty, "this system cannot isolate"), arguments: refused)
  func refusals(_ probe: Probe, _ code: Int32) throws {
    #expect(try isolatedRenderer().probe(probe) == Probe.Outcome(code: code))
  }

  @Test("files that are there are refused too, wherever they lie", .enabled(if: gaps.isEmpty))
  func temporaryFiles() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("secret", to: "secret.txt")
    let renderer = isolatedRenderer()
    #expect(try renderer.probe(.readFile(path)).code == EACCES)
    #expect(try renderer.probe(.writeFile(path)).code == EACCES)
    #expect(try renderer.probe(.writeFile(folder.path("new.txt"))).code == EACCES)
    #expect(folder.contents == ["secret.txt"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "secret")
  }

  @Test("but it reads what drawing needs, and starts threads")
  func needs() throws {
    let renderer = isolatedRenderer()
    #expect(try renderer.probe(.readFile("/etc/fonts/fonts.conf")).code == 0)
    #expect(try renderer.probe(.readFile("/proc/self/maps")).code == 0)
    #expect(try renderer.probe(.startThread).code == 0)
  }

  @Test("open files have a limit")
  func openFiles() throws {
    let outcome = try isolatedRenderer().probe(.openMany)
    #expect(outcome.code == EMFILE)
    #expect((16..<128).contains(outcome.count))
  }

  @Test("so has memory, however it is taken")
  func memory() throws {
    let renderer = isolatedRenderer { $0.memory = 256 << 20 }
    #expect(try renderer.probe(.takeMemory(64 << 20)).code == 0)
    #expect(try renderer.probe(.takeMemory(512 << 20)).code == ENOMEM)
  }

  @Test("a worker gets nothing of the environment but what draws")
  func environment() throws {
    let kept = WorkerEnvironment.kept([
      "HOME": "/somewhere", "AWS_SECRET_ACCESS_KEY": "secret", "LD_PRELOAD": "evil.so", "PATH": "/bin",
      "LIBGL_ALWAYS_SOFTWARE": "1", "LC_ALL": "C", "FONTCONFIG_FILE": "fonts.conf",
    ])
    #expect(
      Set(kept.keys) == ["HOME", "LIBGL_ALWAYS_SOFTWARE", "LC_ALL", "FONTCONFIG_FILE", "SWIFT_BACKTRACE"])
  }
}
