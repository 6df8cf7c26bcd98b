internal import LaminaGraphics

extension Renderer {
  /// Draws what `work` draws on this thread with a time that began earlier, such as before its document was read.
  package static func beginning<Value>(at start: ContinuousClock.Instant, _ work: () -> Value) -> Value {
    LimitMeter.with(start: start, work)
  }
}
