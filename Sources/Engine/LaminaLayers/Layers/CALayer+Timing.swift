// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The time of a layer relative to its superlayer's (TIME-1). Layers have no active limit.

extension CALayer: CAMediaTiming {
  /// The timing of this layer, for snapshots.
  package final var timing: MediaTiming {
    get { self[attachment: \.copied.timing, else: MediaTiming()] }
    set {
      self[attachment: \.copied.timing, else: MediaTiming()] = newValue
      properties.flags.set(.timed, to: newValue.beginTime != 0 || newValue.speed != 1 || newValue.timeOffset != 0)
    }
  }

  /// The result of the conversions of times where a subclass does not override them.
  package static func localTime(of time: CFTimeInterval, from source: CALayer?, to destination: CALayer?)
    -> CFTimeInterval
  {
    let meeting = nearestCommonSuperlayer(source, destination)
    var time = time
    var layer = source
    while let current = layer, current !== meeting {
      time = current.timing.parentTime(fromLocal: time)
      layer = current.superlayerReference
    }
    var way: [CALayer] = []
    layer = destination
    while let current = layer, current !== meeting {
      way.append(current)
      layer = current.superlayerReference
    }
    for current in way.reversed() { time = current.timing.localTime(fromParent: time) }
    return time
  }
}
