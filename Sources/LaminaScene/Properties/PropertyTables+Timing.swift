import LaminaLayers

extension PropertyTables {
  /// When an object lives and how its time runs, for every class that has a time of its own.
  static func timing<Object: CAMediaTiming & SendableMetatype>(of type: Object.Type) -> [PropertyBinding<Object>] {
    typealias Binding = PropertyBinding<Object>
    // The objects are classes; the protocol does not say so, so each setter works on a variable.
    func setting<Value>(_ set: @escaping @Sendable (inout Object, Value) -> Void) -> @Sendable (Object, Value) -> Void {
      { object, value in
        var object = object
        set(&object, value)
      }
    }
    return [
      Binding("beginTime", ValueReaders.double, setting { $0.beginTime = $1 }),
      Binding("duration", ValueReaders.doubleOrInfinity, setting { $0.duration = $1 }),
      Binding("speed", ValueReaders.float, setting { $0.speed = $1 }),
      Binding("timeOffset", ValueReaders.double, setting { $0.timeOffset = $1 }),
      Binding("repeatCount", ValueReaders.floatOrInfinity, setting { $0.repeatCount = $1 }),
      Binding("repeatDuration", ValueReaders.doubleOrInfinity, setting { $0.repeatDuration = $1 }),
      Binding("autoreverses", ValueReaders.bool, setting { $0.autoreverses = $1 }),
      Binding(
        "fillMode", ValueReaders.keyword("removed", "forwards", "backwards", "both"),
        setting { $0.fillMode = CAMediaTimingFillMode(rawValue: $1) }),
    ]
  }
}
