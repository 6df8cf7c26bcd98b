// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation

extension Process {
  /// Starts the program with nothing to read, and with two files in a folder for what it writes.
  ///
  /// The files are closed here as soon as the program has them. Foundation for Linux keeps what an ended process wrote
  /// to, and `run()` reads past the end of its list of open files where a process has more than some 1,300, so that a
  /// long run of tests crashed.
  ///
  /// - Parameters:
  ///   - output: The name of the file for standard output.
  ///   - errors: The name of the file for standard error.
  ///   - folder: Where both are made, empty at first.
  package func run(output: String, errors: String, in folder: TemporaryFolder) throws {
    let files = try [output, errors].map { name in
      try FileHandle(forWritingTo: URL(fileURLWithPath: folder.write("", to: name)))
    }
    defer { for file in files { try? file.close() } }
    standardInput = FileHandle.nullDevice
    (standardOutput, standardError) = (files[0], files[1])
    try run()
  }
}
