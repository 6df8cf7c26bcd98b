// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import CSandbox
internal import Foundation
import LaminaGeometry

/// The rights of a program that reads an untrusted file: it may read this file and the files that it needs to run.
///
/// It has no access to other files, the network and other processes. It cannot start programs, and can create files
/// only in granted folders. A script is an exception: it may start the system's programs, under the same rules.
package struct ProgramConfinement: Sendable {
  /// The files and folders that the program may read.
  package var readable: [String]
  /// The folders that the program may write to.
  package var writable: [String]
  /// The largest memory of the program, in bytes; `nil` for no limit.
  package var memory: UInt64?

  /// - Parameters:
  ///   - readable: The files and folders that the program may read.
  ///   - writable: The folders that the program may write to.
  ///   - memory: The largest memory of the program, in bytes; `nil` for no limit.
  package init(readable: [String], writable: [String] = [], memory: UInt64? = nil) {
    (self.readable, self.writable, self.memory) = (readable, writable, memory)
  }

  /// The environment variable whose value `off` turns confinement off.
  package static let variable = "LAMINA_DECODER_SANDBOX"

  /// Whether programs are to be confined.
  package static var isWanted: Bool { ProcessInfo.processInfo.environment[variable] != "off" }

  /// Restricts this thread and the programs that it starts afterwards. The restriction is permanent, so the thread
  /// should end soon after.
  ///
  /// - Parameter program: The path of the program to start.
  /// - Returns: Descriptions of protections that this system lacks; empty if there are none.
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

  /// The message to the user about missing protections.
  package static func words(of gaps: [String]) -> String {
    "on this system the programs that read videos and sound are not kept from everything else: "
      + gaps.joined(separator: "; ")
  }

  /// Sets the limits of resources of a program that this process has started.
  package func limit(_ process: Int32) {
    _ = lamina_limit_child(process, LAMINA_LIMIT_CORE, 0)
    if let memory { _ = lamina_limit_child(process, LAMINA_LIMIT_DATA, memory) }
  }

  /// The rights that a program needs to run.
  private struct Program {
    let isScript: Bool
    let programs: [String]
    let readable: [String]

    init(_ path: String) {
      let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      let start = FileHandle(forReadingAtPath: resolved).flatMap { try? $0.read(upToCount: 2) }
      isScript = start == Data("#!".utf8)
      let folder = (resolved as NSString).deletingLastPathComponent
      // The dynamic loader, which the kernel starts with the program.
      let loaders = FileAccessList.libraries
      // The libraries that were installed with the program in a `bin` folder. Another folder may hold anything, such as
      // other users' clips.
      let own = (folder as NSString).lastPathComponent == "bin" ? (folder as NSString).deletingLastPathComponent : nil
      let others = ["/bin", "/usr/bin", "/usr/local/bin"] + (own == nil ? [] : [folder])
      programs = [path, resolved] + loaders + (isScript ? others : [])
      readable = (own.map { [$0 + "/lib", $0 + "/lib64"] } ?? []) + FileAccessList.named(in: "LD_LIBRARY_PATH")
    }
  }
}
