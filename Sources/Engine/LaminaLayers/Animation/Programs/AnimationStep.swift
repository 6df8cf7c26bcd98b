// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The simplest animations, which are also the most frequent: from one known value to another, of a property that is a
// few numbers. All values for their evaluation are stored together.

/// A step of applying the animations of a layer: one simple animation, or a whole program.
struct AnimationStep {
  /// The index of the program to apply, or -1 where this is a simple animation.
  var program: Int32
  private var property = HotProperty.opacity
  private var timing: CycleTiming
  private var curve = TimingCurve.linear
  private var from = SIMD4<Double>.zero
  private var to = SIMD4<Double>.zero

  /// Makes a step that applies a program.
  init(program: Int) {
    self.program = Int32(clamping: program)
    timing = CycleTiming(MediaTiming(), fallback: 1)
  }

  /// Makes a simple animation; `nil` for a track that is not simple.
  init?(_ track: AnimationTrack) {
    guard track.scope < 0, track.detail < 0, track.spring == nil, !track.isAdditive, !track.isCumulative,
      let from = track.ends.from, let to = track.ends.to
    else { return nil }
    program = -1
    (property, timing, curve) = (track.property, track.timing, track.curve)
    (self.from, self.to) = (from, to)
  }

  /// Writes the value of the simple animation at a time of the layer, if the animation shows.
  @inline(__always)
  func apply(to state: inout AnimatedProperties, at time: Double) {
    guard let moment = timing.moment(at: time) else { return }
    let way = curve.isLinear ? moment.progress : curve(moment.progress)
    state.write(property, way == 1 ? to : from + (to - from) * way)
  }
}

extension AnimationProgram {
  /// The program as simple animations; `nil` where it contains more.
  var plainSteps: [AnimationStep]? {
    guard scopes.isEmpty, transition == nil, problems.isEmpty else { return nil }
    let steps = tracks.compactMap(AnimationStep.init)
    return steps.count == tracks.count ? steps : nil
  }
}
