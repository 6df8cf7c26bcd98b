import LaminaPlan

/// Passes whose pixels outlive their frame, least recently used first to go.
struct KeptPasses {
  /// Bytes that are kept at most.
  var budget: Int
  private var buffers: [PassKey: (buffer: PixelBuffer, lastFrame: Int)] = [:]
  private var frame = 0
  /// The bytes of what is kept.
  private(set) var bytes = 0
  /// How many passes of this frame needed no drawing.
  private(set) var reused = 0

  init(budget: Int) {
    self.budget = budget
  }

  /// The number of passes that are kept.
  var count: Int { buffers.count }

  mutating func beginFrame() {
    frame += 1
    reused = 0
  }

  /// The pixels that an earlier frame kept; they stay kept.
  mutating func take(_ key: PassKey) -> PixelBuffer? {
    guard let entry = buffers[key] else { return nil }
    buffers[key]?.lastFrame = frame
    reused += 1
    return entry.buffer
  }

  /// Keeps pixels, and lets go of the oldest beyond the budget.
  mutating func keep(_ buffer: PixelBuffer, as key: PassKey) {
    guard buffers[key] == nil, buffer.bytes <= budget else { return }
    buffers[key] = (buffer, frame)
    bytes += buffer.bytes
    while bytes > budget, let oldest = buffers.min(by: { $0.value.lastFrame < $1.value.lastFrame }) {
      guard oldest.key != key else { break }
      buffers[oldest.key] = nil
      bytes -= oldest.value.buffer.bytes
    }
  }

  /// Lets go of what the last two frames did not draw: an animation makes a new key every frame.
  mutating func endFrame() {
    for (key, entry) in buffers where entry.lastFrame < frame - 1 {
      buffers[key] = nil
      bytes -= entry.buffer.bytes
    }
  }
}
