// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Lamina
import ReportText

/// One way of drawing.
package struct BenchConfiguration {
  /// What reports call it: `gpu depth`, `cpu 2 threads painter`.
  let name: String
  let choice: RendererChoice
  /// Of the CPU renderer; `nil` for all, and for a device.
  let threads: Int?
  let strategy: RenderStrategy
  /// Whether a frame begins with the one before it.
  var drawsChangesOnly = false

  /// The same configurations, each followed by itself with only changes drawn.
  package static func withChanges(_ configurations: [BenchConfiguration]) -> [BenchConfiguration] {
    configurations.flatMap { configuration in
      var changes = BenchConfiguration(
        name: "\(configuration.name), changes only", choice: configuration.choice, threads: configuration.threads,
        strategy: configuration.strategy)
      changes.drawsChangesOnly = true
      return [configuration, changes]
    }
  }

  /// The ways of drawing on a device, one for each strategy.
  package static func onGPU(_ selection: GPUDeviceSelection, strategies: [RenderStrategy]) -> [BenchConfiguration] {
    strategies.map {
      BenchConfiguration(name: "gpu \($0.rawValue)", choice: .gpu(selection), threads: nil, strategy: $0)
    }
  }

  /// The ways of drawing on the CPU: each strategy with each number of threads.
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

/// How long and what is measured.
package struct BenchSchedule {
  /// Frames each, after the first and those that warm up.
  let frames: Int
  /// Frames after the first that are not counted: caches and clocks settle.
  let warmUp: Int
  /// The time of the first frame, in seconds.
  let time: Double
  let options: RenderOptions

  /// A schedule.
  ///
  /// - Parameters:
  ///   - frames: How many frames are counted of each configuration, at least one.
  ///   - warmUp: How many are drawn before these, and after the first, and not counted.
  ///   - time: The time of the first frame, in seconds.
  ///   - options: Size, background and limits of the frames; each configuration brings its own strategy.
  package init(frames: Int, warmUp: Int, time: Double, options: RenderOptions) {
    self.frames = frames
    self.warmUp = warmUp
    self.time = time
    self.options = options
  }

  /// The options with a configuration's order of drawing.
  func options(for configuration: BenchConfiguration) -> RenderOptions {
    var options = options
    options.strategy = configuration.strategy
    return options
  }
}
