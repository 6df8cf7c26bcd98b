// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation

/// The built command line tool, run as a user runs it.
package enum LaminaTool {
  /// The binary beside the running tests.
  package static var url: URL {
    // The build system puts all products into one folder.
    let tests =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("lamina")
  }

  /// The result of a run.
  package struct Outcome: Sendable {
    /// The exit code, or the number of the signal that ended it.
    package var status: Int32
    /// Whether it was ended by a signal.
    package var isSignal: Bool
    /// Whether it ran past its time and was killed.
    package var timedOut: Bool
    /// The text written to standard output.
    package var outputData: Data
    /// The text written to standard error.
    package var errors: String

    /// Standard output as text.
    package var output: String { String(decoding: outputData, as: UTF8.self) }
  }

  /// Why a run could not even begin.
  package struct Failure: Error, CustomStringConvertible {
    /// The fault.
    package var description: String
  }

  /// Runs the tool and waits for it.
  ///
  /// - Parameters:
  ///   - arguments: Without the name of the tool.
  ///   - environment: Added to this process's own; an empty value removes a variable.
  ///   - folder: The working directory.
  ///   - timeout: Seconds until it is killed.
  package static func run(
    _ arguments: [String], environment: [String: String] = [:], in folder: URL? = nil, timeout: Double = 120
  ) throws -> Outcome {
    try start(url, arguments, environment, folder, timeout)
  }

  /// Runs a command line of the shell, where `lamina` is the tool, and waits for it.
  ///
  /// - Parameters:
  ///   - command: What follows `sh -c`.
  ///   - environment: Added to this process's own; an empty value removes a variable.
  ///   - folder: The working directory.
  ///   - timeout: Seconds until it is killed.
  package static func shell(
    _ command: String, environment: [String: String] = [:], in folder: URL? = nil, timeout: Double = 120
  ) throws -> Outcome {
    let searchPath = url.deletingLastPathComponent().path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    return try start(
      URL(fileURLWithPath: "/bin/sh"), ["-c", command], environment.merging(["PATH": searchPath]) { $1 }, folder,
      timeout)
  }

  private static func start(
    _ program: URL, _ arguments: [String], _ environment: [String: String], _ folder: URL?, _ timeout: Double
  ) throws -> Outcome {
    // Files rather than pipes: nothing fills up, whatever the order in which they are read.
    let files = try TemporaryFolder()
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }.filter { !$0.value.isEmpty }
    if let folder { process.currentDirectoryURL = folder }
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    do {
      try process.run(output: "output", errors: "errors", in: files)
    } catch {
      throw Failure(description: "cannot run \(program.path): \(error)")
    }
    let timedOut = ended.wait(timeout: .now() + timeout) == .timedOut
    if timedOut {
      kill(process.processIdentifier, SIGKILL)
      ended.wait()
    }
    return Outcome(
      status: process.terminationStatus, isSignal: process.terminationReason == .uncaughtSignal, timedOut: timedOut,
      outputData: try Data(contentsOf: URL(fileURLWithPath: files.path("output"))),
      errors: String(decoding: try Data(contentsOf: URL(fileURLWithPath: files.path("errors"))), as: UTF8.self))
  }
}
