// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A place that needs a person: nothing sure can be written for it.
public struct Finding: Equatable, Sendable {
  /// The file, relative to the folder of the sources.
  public var file: String
  /// The line in the file that was written, from 1; 0 for what concerns the whole file.
  public var line: Int
  /// What is left to do, one sentence without a full stop.
  public var message: String

  /// The line of the report.
  public var description: String { line > 0 ? "\(file):\(line): \(message)" : "\(file): \(message)" }
}

/// What was rewritten, and what was not, of one file.
public struct PortedFile: Sendable {
  /// The file's bytes afterwards.
  public var bytes: [UInt8]
  /// How often each kind of change was made.
  public var changes: [String: Int] = [:]
  /// What is left, in the order of lines.
  public var findings: [Finding] = []
}
