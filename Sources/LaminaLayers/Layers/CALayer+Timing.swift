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

  /// When the layer's time begins.
  ///
  /// - Units: seconds of the superlayer's time.
  /// - Default: 0.
  /// - Conformance: TIME-1
  public final var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { timing.beginTime = newValue }
  }

  /// The length of a cycle; stored, a layer's time has no end.
  ///
  /// - Units: seconds.
  /// - Default: 0.
  public final var duration: CFTimeInterval {
    get { timing.duration }
    set { timing.duration = newValue }
  }

  /// How fast the layer's time runs against its superlayer's. 0 stops it at `timeOffset`.
  ///
  /// - Default: 1.
  /// - Conformance: TIME-1, TIME-12
  public final var speed: Float {
    get { timing.speed }
    set { timing.speed = newValue }
  }

  /// What is added to the layer's time.
  ///
  /// - Units: seconds.
  /// - Default: 0.
  /// - Conformance: TIME-1
  public final var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set { timing.timeOffset = newValue }
  }

  /// How often a cycle is shown; stored, a layer's time has no end.
  ///
  /// - Default: 0.
  public final var repeatCount: Float {
    get { timing.repeatCount }
    set { timing.repeatCount = newValue }
  }

  /// How long cycles are repeated; stored, a layer's time has no end.
  ///
  /// - Units: seconds.
  /// - Default: 0.
  public final var repeatDuration: CFTimeInterval {
    get { timing.repeatDuration }
    set { timing.repeatDuration = newValue }
  }

  /// Whether every second cycle runs backwards; stored, a layer's time has no cycles.
  ///
  /// - Default: `false`.
  public final var autoreverses: Bool {
    get { timing.autoreverses }
    set { timing.autoreverses = newValue }
  }

  /// What shows outside the active time; stored, a layer is always active.
  ///
  /// - Default: `removed`.
  public final var fillMode: CAMediaTimingFillMode {
    get { timing.fillMode }
    set { timing.fillMode = newValue }
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
