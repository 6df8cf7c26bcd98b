// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaSandbox
import LaminaTestSupport
import LaminaVideo
import Testing

/// The rights of programs that read a stranger's file: they run, read that file, and that is all. Each case is shown to
/// work without the confinement first, so that a refusal is the confinement's.
@Suite(.enabled(if: ConfinedShell.isWhole, "this kernel lacks Landlock or seccomp"))
struct ConfinedProgramTests {
  private static let shell = ConfinedShell.path

  /// The exit code of a line of the shell, and its output.
  private func run(
    _ line: String, _ program: String = shell, confinement: ProgramConfinement?
  ) throws -> (code: Int32, words: String) {
    let arguments = program == Self.shell ? ["--norc", "-c", line] : []
    let child = try ChildProcess(program, arguments, hasInput: false, output: .words, confinement: confinement)
    let code = child.wait()
    child.words.finish()
    return (code, child.words.text)
  }

  @Test("it reads the file that it is started for, and no other") func reading() throws {
    let folder = try TemporaryFolder()
    try folder.write("clip", to: "clip")
    try folder.write("secret", to: "secret")
    let confinement = ProgramConfinement(readable: [folder.path("clip")])
    for (name, isRead) in [("clip", true), ("secret", false)] {
      let line = "read -r x < '\(folder.path(name))'; echo \"it says $x\""
      #expect(try run(line, confinement: nil).words.contains("it says \(name)"))
      let (_, words) = try run(line, confinement: confinement)
      #expect(words.contains("it says \(name)") == isRead, "\(words)")
      #expect(words.contains("Permission denied") == !isRead, "\(words)")
    }
    // Neither by a link that lies beside it, nor by the list of the folder.
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: folder.path("secret"))
    #expect(try run("read -r x < '\(folder.path("link"))'", confinement: confinement).code != 0)
    let list = "echo '\(folder.url.path)'/*"
    #expect(try run(list, confinement: nil).words.contains("secret"))
    #expect(try !run(list, confinement: confinement).words.contains("secret"))
    #expect(try run("read -r x < /etc/passwd", confinement: confinement).code != 0)
  }

  @Test("it writes where it was told, and nowhere else") func writing() throws {
    let folder = try TemporaryFolder()
    try folder.write("clip", to: "clip")
    try FileManager.default.createDirectory(atPath: folder.path("parts"), withIntermediateDirectories: false)
    func confinement(_ writable: [String]) -> ProgramConfinement {
      ProgramConfinement(readable: [folder.path("clip")], writable: writable)
    }
    let line = "echo film > '\(folder.path("parts"))/film'"
    #expect(try run(line, confinement: confinement([])).code != 0)
    #expect(try run(line, confinement: confinement([folder.path("parts")])).code == 0)
    for place in ["parts/../film", "clip", FileManager.default.temporaryDirectory.path + "/lamina-\(UUID())"] {
      let path = place.hasPrefix("/") ? place : folder.path(place)
      #expect(try run("echo x >> '\(path)'", confinement: confinement([folder.path("parts")])).code != 0)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("clip"))) == Data("clip".utf8))
  }

  @Test("it starts nothing, reaches no network and signals nobody") func others() throws {
    let confinement = ProgramConfinement(readable: [])
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_in(
      sin_family: sa_family_t(AF_INET), sin_port: 0, sin_addr: in_addr(s_addr: inet_addr("127.0.0.1")),
      sin_zero: (0, 0, 0, 0, 0, 0, 0, 0))
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { place in
      place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
        #expect(bind(listener, place, length) == 0 && listen(listener, 4) == 0)
        #expect(getsockname(listener, place, &length) == 0)
      }
    }
    let port = UInt16(bigEndian: address.sin_port)
    for line in [
      "exec 3<>/dev/tcp/127.0.0.1/\(port)", "exec /bin/true", "( exit 0 ) & wait $!", "kill -0 \(getpid())",
    ] {
      #expect(try run(line, confinement: nil).code == 0, "\(line)")
      let (code, words) = try run(line, confinement: confinement)
      #expect(code != 0 && !words.isEmpty, "\(line): \(words)")
    }
  }

  @Test("it takes no more memory than it is given") func memory() throws {
    let line = "printf -v x '%*s' 300000000 x; echo ${#x}"
    let limits: [(UInt64?, Bool)] = [(nil, true), (2 << 30, true), (100 << 20, false)]
    for (limit, works) in limits {
      let (_, words) = try run(line, confinement: ProgramConfinement(readable: [], memory: limit))
      #expect(words.contains("300000000") == works, "\(words)")
    }
  }

  @Test("a script in the place of a program may call others, under the same rules") func scripts() throws {
    let folder = try TemporaryFolder()
    try folder.write("clip", to: "clip")
    try folder.write("secret", to: "secret")
    try folder.write("#!/bin/sh\ncat '\(folder.path("clip"))'\ncat '\(folder.path("secret"))'\n", to: "program")
    _ = chmod(folder.path("program"), 0o755)
    let program = folder.path("program")
    #expect(try run("", program, confinement: nil).words.contains("secret"))
    let (_, words) = try run("", program, confinement: ProgramConfinement(readable: [folder.path("clip")]))
    #expect(words.contains("clip") && words.contains("Permission denied") && !words.contains("\nsecret"), "\(words)")
  }

  @Test("the thread that starts it is as free as before") func freedom() throws {
    _ = try run("exit 0", confinement: ProgramConfinement(readable: []))
    #expect(FileManager.default.contents(atPath: "/etc/passwd")?.isEmpty == false)
    let folder = try TemporaryFolder()
    try folder.write("free", to: "file")
    #expect(try run("exec /bin/cat '\(folder.path("file"))'", confinement: nil).words.contains("free"))
  }
}

/// Whether a shell can be confined here.
private enum ConfinedShell {
  static let path = "/bin/bash"

  static var isWhole: Bool {
    let confinement = ProgramConfinement(readable: [])
    guard access(path, X_OK) == 0,
      let child = try? ChildProcess(
        path, ["-c", "exit 0"], hasInput: false, output: .discarded, confinement: confinement)
    else { return false }
    return child.wait() == 0 && child.unprotected.isEmpty
  }
}
