// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGPU
import LaminaGraphics
import LaminaPlan
import Testing

/// The calls of OpenGL ES that a frame takes.
@Suite(.needsDevice) struct CallCounterTests {
  @Test(
    "as many calls are counted as the driver sees",
    .enabled(if: FaultyDriver.library != nil, "there is no C compiler here, or another processor"))
  func seen() async throws {
    let library = try #require(FaultyDriver.library)
    await #expect(processExitsWith: .success) { [library = library as String] in
      let driver = try #require(FaultyDriver(library))
      let plan = try DriverScene.plan()
      driver.fail(nil, FaultyDriver.Fault.allCases[0])
      // The driver between does not see functions of debug output.
      let renderer = try GPURenderer(libraries: driver.libraries, isDebugging: false)
      var frames: [(counted: Int, seen: Int)] = []
      for _ in 0..<6 {
        let before = driver.count
        _ = try renderer.render(plan)
        frames.append((renderer.statistics.glCalls, driver.count - before))
      }
      // Calls made after a frame are counted for the next one, and from the third frame on all are alike.
      #expect(Set(frames[3...].map(\.counted)).count == 1, "\(frames)")
      // The driver between does not count the calls that ask for errors: at most two a frame. It counts those that go
      // on waiting for a device that takes long.
      let difference = frames[3...].map { $0.counted - $0.seen }.max() ?? .max
      #expect((0...2).contains(difference) && frames[3].seen > 0, "\(frames)")
      // The first one compiles the programs.
      #expect(frames[0].counted > frames[3].counted, "\(frames)")
    }
  }
}
