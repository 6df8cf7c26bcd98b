// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGPU
import LaminaGraphics
import LaminaPlan
import Testing

/// Several renderers of one process at the same time.
@Suite(.needsDevice, .serialized) struct ContextTurnsTests {
  @Test("renderers that upload, draw and read back at the same time draw what each draws alone")
  func together() throws {
    let count = 6
    let renderers = try (0..<count).map { index in
      let renderer = try GPURenderer()
      renderer.drawsChangesOnly = index.isMultiple(of: 2)
      return renderer
    }
    let failures = Failures()
    DispatchQueue.concurrentPerform(iterations: count) { index in
      do {
        for frame in 0..<40 {
          // New pictures in every frame, each of which shows itself.
          let pictures = (0..<6).map { makePicture(48, 48, seed: 1_000 * index + 6 * frame + $0) }
          let plan = try DevicePicturesTests.grid(pictures, side: 48, columns: 3)
          let image: CGImage
          if frame.isMultiple(of: 3) {
            try renderers[index].begin(plan)
            guard case .image(let returned) = try renderers[index].end() else { return failures.note("no picture") }
            image = returned
          } else {
            image = try renderers[index].render(plan)
          }
          for (place, picture) in pictures.enumerated() {
            let (x, y) = (place % 3 * 48 + 17, place / 3 * 48 + 31)
            if image[x, y] != picture[17, 31] { failures.note("picture \(place) of frame \(frame), renderer \(index)") }
          }
        }
      } catch {
        failures.note("renderer \(index): \(error)")
      }
    }
    #expect(failures.all.isEmpty)
  }

  /// The faults of all threads.
  private final class Failures: @unchecked Sendable {
    private let lock = NSLock()
    private var noted: [String] = []

    var all: [String] { lock.withLock { noted } }

    func note(_ failure: String) { lock.withLock { noted.append(failure) } }
  }
}
