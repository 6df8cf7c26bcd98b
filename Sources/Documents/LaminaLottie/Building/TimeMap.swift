// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// A map from frames of the outermost composition to frames of a composition inside it.
struct TimeMap: Sendable {
  private enum Stage: Sendable {
    /// The inner composition begins at a frame of the outer one, and is stretched by a factor.
    case linear(start: Double, stretch: Double)
    /// The inner composition's time is an animated property of the outer composition, in seconds.
    case remap(Animated<Double>, frameRate: Double)
  }

  /// The steps of the map, from the outermost composition inwards.
  private var stages: [Stage] = []

  /// The map for the composition that a layer shows.
  func entering(_ layer: LottieLayer, remap: Animated<Double>?, frameRate: Double) -> TimeMap {
    var result = self
    if let remap {
      result.stages.append(.remap(remap, frameRate: frameRate))
    } else if layer.startTime != 0 || layer.stretch != 1 {
      result.stages.append(.linear(start: layer.startTime, stretch: layer.stretch))
    }
    return result
  }

  /// The inner frame at a frame of the outermost composition.
  func local(at frame: Double) -> Double {
    var frame = frame
    for stage in stages {
      switch stage {
      case .linear(let start, let stretch): frame = (frame - start) / stretch
      case .remap(let remap, let frameRate): frame = remap.value(at: frame) * frameRate
      }
    }
    return frame
  }

  /// The track as it is visible: a single value if the composition's time stands still.
  func frozen<Value>(_ track: Track<Value>) -> Track<Value> {
    let stands = stages.contains { stage in
      if case .remap(let remap, _) = stage { !remap.isAnimated } else { false }
    }
    return stands && !track.isFixed ? .fixed(track.value(at: local(at: 0))) : track
  }

  /// The inner frame as `start + rate * outermost`, with a rate of 0 if time stands still; `nil` for other time
  /// remapping.
  var linear: (start: Double, rate: Double)? {
    var (start, rate) = (0.0, 1.0)
    for stage in stages {
      switch stage {
      case .linear(let begin, let stretch): (start, rate) = ((start - begin) / stretch, rate / stretch)
      case .remap(let remap, let frameRate):
        guard !remap.isAnimated else { return nil }
        (start, rate) = (remap.start * frameRate, 0)
      }
    }
    return (start, rate)
  }

  /// The outermost frame as `offset + factor * local`; `nil` where time is remapped or runs backwards.
  var affine: (offset: Double, factor: Double)? {
    var offset = 0.0
    var factor = 1.0
    for stage in stages.reversed() {
      guard case .linear(let start, let stretch) = stage, stretch > 0 else { return nil }
      offset = start + stretch * offset
      factor *= stretch
    }
    return (offset, factor)
  }
}
