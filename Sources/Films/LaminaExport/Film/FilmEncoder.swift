// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaSandbox

/// The program that encodes and joins films, and how long it may do nothing.
struct FilmEncoder {
  /// Where it is.
  let path: String
  /// Seconds.
  let patience: Double

  /// Looks for it.
  init(_ name: String, patience: Double) throws(ExportError) {
    path = try EncoderProcess.find(name)
    self.patience = patience
  }

  /// Starts it.
  ///
  /// - Parameters:
  ///   - arguments: What it is told.
  ///   - output: The file that it writes.
  ///   - judgesWords: Whether it has failed when it says anything.
  ///   - confinement: What it may do; `nil` for all that this process may.
  ///   - cancellation: What stops it.
  func start(
    _ arguments: [String], writing output: String, judgesWords: Bool, confinement: ProgramConfinement? = nil,
    _ cancellation: ExportCancellation?
  ) throws(ExportError) -> EncoderProcess {
    let process = try EncoderProcess(
      path, arguments, output: output, patience: patience, judgesWords: judgesWords, confinement: confinement)
    if let cancellation { process.isCancelled = { cancellation.isCancelled } }
    return process
  }
}
