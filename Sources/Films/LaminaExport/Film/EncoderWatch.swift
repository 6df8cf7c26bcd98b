// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaVideo

/// Detects whether a program has stalled while this process waits for it.
///
/// A program is working if it takes input, writes to its file, prints messages, or uses processor time. The last two
/// count only for a limited time, since a program may print or loop forever. Waiting for a disk does not count as idle.
/// Time is measured as the sum of the waits, so that a stopped or suspended export does not blame its program.
struct EncoderWatch {
  /// The factor of the patience after which a program is killed that uses processor time or prints, but neither takes
  /// frames nor writes: a large picture may take an encoder minutes.
  static let busyFactor = 30.0

  /// The state of the output file.
  private struct Signs: Equatable {
    var fileSize: Int64 = 0
    var fileTime: Int = 0
  }

  private let group: pid_t
  private let output: String?
  private let words: ProgramWords
  /// The number of seconds that the program may do nothing at all.
  let patience: Double
  private var signs: Signs?
  private var processorTime = 0
  private var wordBytes = 0
  private var sinceLook = 0.0
  private(set) var idle = 0.0
  private(set) var busy = 0.0

  /// - Parameters:
  ///   - group: The program's process group, whose number is the program's.
  ///   - output: The file that the program writes, if it is known.
  ///   - words: The messages of the program.
  ///   - patience: The number of seconds that the program may do nothing at all.
  init(group: pid_t, output: String?, words: ProgramWords, patience: Double) {
    self.group = group
    self.output = output
    self.words = words
    self.patience = patience
  }

  /// Restarts the measurement after the program took input.
  mutating func reset() {
    (signs, sinceLook, idle, busy) = (nil, 0, 0, 0)
  }

  /// Adds a wait.
  ///
  /// - Returns: Whether the program has stalled.
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
    // At least two hundredths, since a waiting shell uses one from time to time. If nothing is known, the program is
    // assumed to be working.
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
