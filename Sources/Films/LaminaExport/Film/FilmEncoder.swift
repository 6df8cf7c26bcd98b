// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import Lamina
import LaminaSandbox

/// The program that encodes and joins films, with its time limit.
struct FilmEncoder {
  /// The path of the program.
  let path: String
  /// The number of seconds that the program may do nothing.
  let patience: Double

  /// Finds the program.
  init(_ name: String, patience: Double) throws(ExportError) {
    path = try EncoderProcess.find(name)
    self.patience = patience
  }

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - output: The file that the program writes.
  ///   - judgesWords: Whether any message means failure.
  ///   - confinement: The rights of the program; `nil` for all rights of this process.
  ///   - cancellation: Stops the program.
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
