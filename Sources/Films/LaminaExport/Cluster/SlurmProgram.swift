// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaVideo

/// Why a cluster makes no film.
package enum SlurmError: Error, Sendable, CustomStringConvertible {
  /// A program of Slurm's is not there, or says that it cannot do what it was asked for.
  case program(name: String, reason: String)
  /// What the shards made is no film.
  case export(ExportError)

  package var description: String {
    switch self {
    case .program(let name, let reason): "\(name): \(reason)"
    case .export(let error): "\(error)"
    }
  }
}

/// Slurm's programs, which are all that is needed of a cluster: no library of it is linked.
enum SlurmProgram {
  /// How long one may take. Seconds.
  private static let patience = 60.0

  /// Submits a job.
  ///
  /// - Returns: Its number.
  static func submit(_ arguments: [String]) throws(SlurmError) -> String {
    let (status, words) = try run("sbatch", ["--parsable"] + arguments)
    // Notes stand on lines of their own; behind the number there may be the name of a cluster.
    let number = words.split(whereSeparator: \.isNewline).compactMap { line in
      line.wholeMatch(of: /(\d+)(;.*)?/).map { String($0.1) }
    }.last
    guard status == 0, let number else { throw .program(name: "sbatch", reason: words) }
    return number
  }

  /// Whether a job waits or runs; `nil` where nobody knows, as when the controller does not answer.
  static func isActive(_ job: String) throws(SlurmError) -> Bool? {
    let (status, words) = try run("squeue", ["--noheader", "--jobs", job, "--format", "%T"])
    if status == 0 { return !words.isEmpty }
    return words.contains("Invalid job id") ? false : nil
  }

  /// Ends a job; one that has ended stays so.
  static func cancel(_ job: String) throws(SlurmError) { _ = try run("scancel", [job]) }

  /// How many nodes there are; at least one.
  static func nodes() throws(SlurmError) -> Int {
    let (status, words) = try run("sinfo", ["--noheader", "--Node", "--format", "%N"])
    guard status == 0 else { throw .program(name: "sinfo", reason: words) }
    return max(Set(words.split(whereSeparator: \.isNewline)).count, 1)
  }

  /// Runs a program.
  ///
  /// - Returns: Its exit code, and what it wrote: some thousand bytes of the beginning and of the end.
  private static func run(_ name: String, _ arguments: [String]) throws(SlurmError) -> (status: Int32, words: String) {
    guard let path = MediaProgram.path(of: name) else {
      throw .program(name: name, reason: "it is not there; is this a machine of a Slurm cluster?")
    }
    let child: ChildProcess
    do throws(SystemFailure) {
      child = try ChildProcess(path, arguments, hasInput: false, output: .words)
    } catch {
      throw .program(name: name, reason: String(cString: strerror(error.code)))
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
