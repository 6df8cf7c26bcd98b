// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaVideo

/// Finds out whether a program that is waited for has stopped working.
///
/// It works while it takes what it is fed, writes to its file, says something, or takes processor time, the last two
/// only for so long: one may talk, or turn in circles, for ever. One that waits for a disk is not counted as idle. Time
/// is counted by the waits themselves, so that a stopped or suspended export does not blame its program.
struct EncoderWatch {
  /// A program that only takes processor time or speaks, and neither takes frames nor writes, is ended after so many
  /// times the patience: a large picture may take an encoder minutes.
  static let busyFactor = 30.0

  /// What it wrote.
  private struct Signs: Equatable {
    var fileSize: Int64 = 0
    var fileTime: Int = 0
  }

  private let group: pid_t
  private let output: String?
  private let words: ProgramWords
  /// For how many seconds it may do nothing at all.
  let patience: Double
  private var signs: Signs?
  private var processorTime = 0
  private var wordBytes = 0
  private var sinceLook = 0.0
  private(set) var idle = 0.0
  private(set) var busy = 0.0

  /// - Parameters:
  ///   - group: The program's process group, which is its own number.
  ///   - output: The file that it writes, where it is known.
  ///   - words: What it says.
  ///   - patience: For how many seconds it may do nothing at all.
  init(group: pid_t, output: String?, words: ProgramWords, patience: Double) {
    self.group = group
    self.output = output
    self.words = words
    self.patience = patience
  }

  /// Begins anew: it took something.
  mutating func reset() {
    (signs, sinceLook, idle, busy) = (nil, 0, 0, 0)
  }

  /// Counts a wait.
  ///
  /// - Returns: Whether it has stopped working.
  mutating func hasStalled(after seconds: Double) -> Bool {
    idle += seconds
    busy += seconds
    sinceLook += seconds
    if sinceLook >= min(1, patience / 4) { look() }
    return idle >= patience || busy >= patience * Self.busyFactor
  }

  private mutating func look() {
    let now = currentSigns
    let activity = ProcessActivity(of: group)
    if let signs, signs != now { (idle, busy) = (0, 0) }
    // Two hundredths: shells that wait take one now and then. Where nothing is known, it is given the benefit.
    let isWorking = activity.map { $0.ticks >= processorTime + 2 || $0.waitsForDisk } ?? true
    let said = words.byteCount
    if signs == nil || isWorking || said != wordBytes { idle = 0 }
    signs = now
    wordBytes = said
    processorTime = activity?.ticks ?? 0
    sinceLook = 0
  }

  private var currentSigns: Signs {
    var signs = Signs()
    var status = stat()
    if let output, stat(output, &status) == 0 {
      signs.fileSize = Int64(status.st_size)
      signs.fileTime = status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec
    }
    return signs
  }
}
