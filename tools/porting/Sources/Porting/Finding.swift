// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A place that a person has to change, since no certain replacement exists.
public struct Finding: Equatable, Sendable {
  /// The file, relative to the folder of the sources.
  public var file: String
  /// The line in the written file, from 1; 0 for findings about the whole file.
  public var line: Int
  /// The remaining work, as a sentence without a full stop.
  public var message: String

  /// The finding as a line of the report.
  public var description: String { line > 0 ? "\(file):\(line): \(message)" : "\(file): \(message)" }
}

/// The result of porting one file.
public struct PortedFile: Sendable {
  /// The bytes of the ported file.
  public var bytes: [UInt8]
  /// The number of changes of each kind.
  public var changes: [String: Int] = [:]
  /// The remaining work, in the order of lines.
  public var findings: [Finding] = []
}
