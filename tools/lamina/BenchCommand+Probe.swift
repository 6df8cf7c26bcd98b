// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Lamina
import LaminaBench

extension BenchCommand {
  /// Measures the device.
  func runProbe(_ console: Console) throws {
    let probe: ProbeBench
    do throws(GPUError) {
      probe = try ProbeBench(device.selection)
    } catch {
      throw CommandFailure(.noDevice, "\(error)", console: console)
    }
    try StandardOutput.write(probe.text)
  }
}
