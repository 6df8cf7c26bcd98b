package import Foundation

/// The built command line tool, run as a user runs it.
package enum LaminaTool {
  /// The binary beside the running tests.
  package static var url: URL {
    // The build system puts all products into one folder.
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("lamina")
  }

  /// What a run came to.
  package struct Outcome: Sendable {
    /// The exit code, or the number of the signal that ended it.
    package var status: Int32
    /// Whether it was ended by a signal.
    package var isSignal: Bool
    /// Whether it ran past its time and was killed.
    package var timedOut: Bool
    /// What it wrote to standard output.
    package var outputData: Data
    /// What it wrote to standard error.
    package var errors: String

    /// Standard output as text.
    package var output: String { String(decoding: outputData, as: UTF8.self) }
  }

  /// Why a run could not even begin or end.
  package struct Failure: Error, CustomStringConvertible {
    /// What happened.
    package var description: String
  }

  /// Runs the tool and waits for it.
  ///
  /// - Parameters:
  ///   - arguments: Without the name of the tool.
  ///   - environment: Added to this process's own; an empty value removes a variable.
  ///   - folder: The working directory.
  ///   - input: Standard input; nothing by default.
  ///   - timeout: Seconds until it is killed.
  ///   - launcher: A program and its first arguments that start the tool, such as `["sh", "-c", "ulimit …; exec \"$@\""]`.
  package static func run(
    _ arguments: [String], environment: [String: String] = [:], in folder: URL? = nil, input: Data = Data(),
    timeout: Double = 120, launcher: [String] = []
  ) throws -> Outcome {
    let files = try TemporaryFolder()
    let inputFile = try FileHandle(forReadingFrom: URL(fileURLWithPath: try files.write(input, to: "input")))
    let outputFile = try FileHandle(forWritingTo: URL(fileURLWithPath: try files.write("", to: "output")))
    let errorFile = try FileHandle(forWritingTo: URL(fileURLWithPath: try files.write("", to: "errors")))

    let process = Process()
    process.executableURL = launcher.isEmpty ? url : URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = launcher.isEmpty ? arguments : launcher + [url.path] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }.filter { !$1.isEmpty }
    if let folder { process.currentDirectoryURL = folder }
    process.standardInput = inputFile
    process.standardOutput = outputFile
    process.standardError = errorFile
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    do {
      try process.run()
    } catch {
      throw Failure(description: "cannot run \(url.path): \(error)")
    }
    let timedOut = ended.wait(timeout: .now() + timeout) == .timedOut
    if timedOut {
      kill(process.processIdentifier, SIGKILL)
      ended.wait()
    }
    return Outcome(
      status: process.terminationStatus, isSignal: process.terminationReason == .uncaughtSignal, timedOut: timedOut,
      outputData: try Data(contentsOf: URL(fileURLWithPath: files.path("output"))),
      errors: String(
        decoding: try Data(contentsOf: URL(fileURLWithPath: files.path("errors"))), as: UTF8.self))
  }
}
