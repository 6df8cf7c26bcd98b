// How a layer's time runs in its superlayer's (TIME-1). Layers have no active limit.

extension CALayer: CAMediaTiming {
  /// How this layer's time runs, for snapshots.
  package final var timing: MediaTiming {
    get { self[attachment: \.timing, else: MediaTiming()] }
    set {
      self[attachment: \.timing, else: MediaTiming()] = newValue
      properties.flags.set(.timed, to: newValue.beginTime != 0 || newValue.speed != 1 || newValue.timeOffset != 0)
    }
  }

  /// Converts a time of another layer to this layer's.
  ///
  /// - Parameters:
  ///   - t: A time of `l`, in seconds.
  ///   - l: Any layer; `nil` stands for what is outside the tree. Different trees share that time.
  /// - Returns: This layer's time. A layer with speed 0 converts every time of its own to its beginning.
  /// - Complexity: O(depth).
  /// - Conformance: GEO-6, TIME-1
  public final func convertTime(_ t: CFTimeInterval, from l: CALayer?) -> CFTimeInterval {
    CALayer.convertTime(t, from: l, to: self)
  }

  /// Converts a time of this layer to another's; see ``convertTime(_:from:)``.
  public final func convertTime(_ t: CFTimeInterval, to l: CALayer?) -> CFTimeInterval {
    CALayer.convertTime(t, from: self, to: l)
  }

  private static func convertTime(_ time: CFTimeInterval, from source: CALayer?, to destination: CALayer?)
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
