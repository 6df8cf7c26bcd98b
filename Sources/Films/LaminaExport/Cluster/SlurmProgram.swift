// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaSystem
import LaminaVideo

/// The reason why a film was not made on a cluster.
package enum SlurmError: Error, Sendable, CustomStringConvertible {
  /// One of Slurm's programs is missing, or reports an error.
  case program(name: String, reason: String)
  /// The shards could not be joined to a film.
  case export(ExportError)

  package var description: String {
    switch self {
    case .program(let name, let reason): "\(name): \(reason)"
    case .export(let error): "\(error)"
    }
  }
}

/// Slurm's programs. They are the only interface to a cluster; no library is linked.
enum SlurmProgram {
  /// The time limit of a program, in seconds.
  private static let patience = 60.0

  /// Submits a job.
  ///
  /// - Returns: The number of the job.
  static func submit(_ arguments: [String]) throws(SlurmError) -> String {
    let (status, words) = try run("sbatch", ["--parsable"] + arguments)
    // The output may contain messages in separate lines, and the name of a cluster after the number.
    let number = words.split(whereSeparator: \.isNewline).compactMap { line in
      line.wholeMatch(of: /(\d+)(;.*)?/).map { String($0.1) }
    }.last
    guard status == 0, let number else { throw .program(name: "sbatch", reason: words) }
    return number
  }

  /// Whether a job is waiting or running; `nil` if that is unknown, for example because the controller does not answer.
  static func isActive(_ job: String) throws(SlurmError) -> Bool? {
    let (status, words) = try run("squeue", ["--noheader", "--jobs", job, "--format", "%T"])
    if status == 0 { return !words.isEmpty }
    return words.contains("Invalid job id") ? false : nil
  }

  /// Ends a job; jobs that have ended already are left alone.
  static func cancel(_ job: String) throws(SlurmError) { _ = try run("scancel", [job]) }

  /// The number of nodes; at least one.
  static func nodes() throws(SlurmError) -> Int {
    let (status, words) = try run("sinfo", ["--noheader", "--Node", "--format", "%N"])
    guard status == 0 else { throw .program(name: "sinfo", reason: words) }
    return max(Set(words.split(whereSeparator: \.isNewline)).count, 1)
  }

  /// Runs a program.
  ///
  /// - Returns: The exit code, and the beginning and the end of the output.
  private static func run(_ name: String, _ arguments: [String]) throws(SlurmError) -> (status: Int32, words: String) {
    guard let path = MediaProgram.path(of: name) else {
      throw .program(name: name, reason: "it is not there; is this a machine of a Slurm cluster?")
    }
    let child = try converting(to: { SlurmError.program(name: name, reason: String(cString: strerror($0.code))) }) {
      () throws(SystemFailure) in
      try ChildProcess(path, arguments, hasInput: false, output: .words)
    }
    let end = ContinuousClock.now + .seconds(patience)
    while !child.hasEnded() {
      guard ContinuousClock.now < end else {
        child.stop()
        throw .program(name: name, reason: "it took longer than \(patience) s")
      }
      usleep(5_000)
    }
    let status = child.wait()
    child.words.finish()
    return (status, child.words.text.trimmingCharacters(in: .whitespacesAndNewlines))
  }
}
