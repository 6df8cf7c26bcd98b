// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Lamina
import ReportText

/// One configuration of drawing: a renderer with its settings.
package struct BenchConfiguration {
  /// The name in reports: `gpu depth`, `cpu 2 threads painter`.
  let name: String
  let choice: RendererChoice
  /// The number of threads of the CPU renderer; `nil` for all, and for a device.
  let threads: Int?
  let strategy: RenderStrategy
  /// Whether only changes since the previous frame are drawn.
  var drawsChangesOnly = false

  /// The same configurations, each followed by a copy that draws only changes.
  package static func withChanges(_ configurations: [BenchConfiguration]) -> [BenchConfiguration] {
    configurations.flatMap { configuration in
      var changes = BenchConfiguration(
        name: "\(configuration.name), changes only", choice: configuration.choice, threads: configuration.threads,
        strategy: configuration.strategy)
      changes.drawsChangesOnly = true
      return [configuration, changes]
    }
  }

  /// The configurations of a device, one for each strategy.
  package static func onGPU(_ selection: GPUDeviceSelection, strategies: [RenderStrategy]) -> [BenchConfiguration] {
    strategies.map {
      BenchConfiguration(name: "gpu \($0.rawValue)", choice: .gpu(selection), threads: nil, strategy: $0)
    }
  }

  /// The configurations of the CPU: each strategy with each number of threads.
  ///
  /// - Parameter threads: Numbers of threads; `nil` for all that the process may use.
  package static func onCPU(threads: [Int]?, strategies: [RenderStrategy]) -> [BenchConfiguration] {
    let counts: [Int?] = threads ?? [nil]
    return strategies.flatMap { strategy in
      counts.map { count in
        BenchConfiguration(
          name: "cpu \(count?.counted("thread") ?? "all threads") \(strategy.rawValue)", choice: .cpu(threads: count),
          threads: count, strategy: strategy)
      }
    }
  }
}

/// The number and the time of the measured frames.
package struct BenchSchedule {
  /// The number of measured frames, after the first and the warm-up frames.
  let frames: Int
  /// The number of frames after the first that are not counted, while caches and clock rates settle.
  let warmUp: Int
  /// The time of the first frame, in seconds.
  let time: Double
  let options: RenderOptions

  /// Makes a schedule.
  ///
  /// - Parameters:
  ///   - frames: The number of counted frames for each configuration, at least one.
  ///   - warmUp: The number of frames after the first one that are drawn before these, and not counted.
  ///   - time: The time of the first frame, in seconds.
  ///   - options: Size, background and limits of the frames; each configuration brings its own strategy.
  package init(frames: Int, warmUp: Int, time: Double, options: RenderOptions) {
    self.frames = frames
    self.warmUp = warmUp
    self.time = time
    self.options = options
  }

  /// The options with the strategy of a configuration.
  func options(for configuration: BenchConfiguration) -> RenderOptions {
    var options = options
    options.strategy = configuration.strategy
    return options
  }
}
