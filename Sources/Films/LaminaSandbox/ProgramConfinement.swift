// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CSandbox
internal import Foundation
import LaminaGeometry

/// What a program that is started to read a stranger's file may do: read that file and what it needs to run itself.
///
/// It reaches no other file, no network and no other process; it starts nothing, and makes no files but those that it
/// is granted. A script is the exception: it may start the system's programs, under the same rules.
package struct ProgramConfinement: Sendable {
  /// The files and folders that it reads.
  package var readable: [String]
  /// The folders that it writes to.
  package var writable: [String]
  /// How much memory it may take, in bytes; `nil` for no limit.
  package var memory: UInt64?

  /// - Parameters:
  ///   - readable: The files and folders that it reads.
  ///   - writable: The folders that it writes to.
  ///   - memory: How much memory it may take, in bytes; `nil` for no limit.
  package init(readable: [String], writable: [String] = [], memory: UInt64? = nil) {
    (self.readable, self.writable, self.memory) = (readable, writable, memory)
  }

  /// The variable that, as `off`, has programs started as they are.
  package static let variable = "LAMINA_DECODER_SANDBOX"

  /// Whether programs are confined here.
  package static var isWanted: Bool { ProcessInfo.processInfo.environment[variable] != "off" }

  /// Shuts this thread in, and with it the programs that it starts from then on. A thread cannot leave: it is to end
  /// after that.
  ///
  /// - Parameter program: The path of the program that is started then.
  /// - Returns: What is not protected on this system, in words; nothing where all is.
  package func enter(toStart program: String) -> [String] {
    let kind = Program(program)
    var gaps: [String] = []
    if lamina_drop_capabilities() != 0 { gaps.append("the rights of its user (capabilities stay)") }
    guard lamina_no_new_privileges() == 0 else { return gaps + ["anything (no PR_SET_NO_NEW_PRIVS)"] }
    let rules = Landlock(
      readable: readable + FileAccessList.forPrograms + kind.readable, devices: ["/dev/null"], writable: writable,
      programs: kind.programs)
    let version = rules.enter()
    if version < 1 { gaps.append("which files are read and written (no Landlock)") }
    if !SystemCallFilter.enterProgram(writesFiles: !writable.isEmpty, startsOthers: kind.isScript) {
      gaps.append("system calls (no seccomp)")
      if version < 4 { gaps.append("the network (Landlock \(version), 4 is needed)") }
    }
    return gaps
  }

  /// What the user is told of what is not protected.
  package static func words(of gaps: [String]) -> String {
    "on this system the programs that read videos and sound are not kept from everything else: "
      + gaps.joined(separator: "; ")
  }

  /// Limits what a program may take that this process has started.
  package func limit(_ process: Int32) {
    _ = lamina_limit_child(process, LAMINA_LIMIT_CORE, 0)
    if let memory { _ = lamina_limit_child(process, LAMINA_LIMIT_DATA, memory) }
  }

  /// What a program needs to run.
  private struct Program {
    let isScript: Bool
    let programs: [String]
    let readable: [String]

    init(_ path: String) {
      let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      let start = FileHandle(forReadingAtPath: resolved).flatMap { try? $0.read(upToCount: 2) }
      isScript = start == Data("#!".utf8)
      let folder = (resolved as NSString).deletingLastPathComponent
      // The loader, which the kernel starts with the program.
      let loaders = FileAccessList.libraries
      // What came with it. Another folder may hold anything, such as the clips of others.
      let own = (folder as NSString).lastPathComponent == "bin" ? (folder as NSString).deletingLastPathComponent : nil
      let others = ["/bin", "/usr/bin", "/usr/local/bin"] + (own == nil ? [] : [folder])
      programs = [path, resolved] + loaders + (isScript ? others : [])
      readable = (own.map { [$0 + "/lib", $0 + "/lib64"] } ?? []) + FileAccessList.named(in: "LD_LIBRARY_PATH")
    }
  }
}
