// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina
import LaminaBench

extension BenchCommand {
  /// Measures the device.
  func runProbe(_ console: Console) throws {
    let probe = try converting(to: { CommandFailure(.noDevice, "\($0)", console: console) }) { () throws(GPUError) in
      try ProbeBench(device.selection)
    }
    try StandardOutput.write(probe.text)
  }
}
