import LaminaPlan

/// Targets whose pixels outlive their frame, least recently used first to go.
struct KeptTargets {
  /// Bytes that are kept at most.
  let budget: Int
  private var targets: [PassKey: (target: RenderTarget, lastFrame: Int)] = [:]
  private var frame = 0
  /// The bytes of what is kept.
  private(set) var bytes = 0
  /// How many passes of this frame needed no drawing.
  private(set) var reused = 0

  init(budget: Int) {
    self.budget = budget
  }

  mutating func beginFrame() {
    frame += 1
    reused = 0
  }

  /// The target that an earlier frame kept; it stays kept.
  mutating func take(_ key: PassKey) -> RenderTarget? {
    guard let entry = targets[key] else { return nil }
    targets[key]?.lastFrame = frame
    reused += 1
    return entry.target
  }

  /// Keeps a target, and lets go of the oldest beyond the budget.
  ///
  /// - Returns: Whether it is kept; else it goes back to where it came from.
  mutating func keep(_ target: RenderTarget, as key: PassKey) -> Bool {
    if let entry = targets[key] { return entry.target === target }
    guard target.bytes <= budget else { return false }
    targets[key] = (target, frame)
    bytes += target.bytes
    while bytes > budget, let oldest = targets.min(by: { $0.value.lastFrame < $1.value.lastFrame }) {
      guard oldest.key != key else { break }
      targets[oldest.key] = nil
      bytes -= oldest.value.target.bytes
    }
    return true
  }

  /// Lets go of what the last two frames did not draw: an animation makes a new key every frame.
  mutating func endFrame() {
    for (key, entry) in targets where entry.lastFrame < frame - 1 {
      targets[key] = nil
      bytes -= entry.target.bytes
    }
  }
}
