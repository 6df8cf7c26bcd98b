/// Passes whose pixels outlive their frame, least recently used first to go.
///
/// Each renderer keeps what its pixels live in: memory, or a target of the device.
package struct KeptPasses<Pixels> {
  /// Bytes that are kept at most.
  private let budget: Int
  private let size: (Pixels) -> Int
  private var entries: [PassKey: (pixels: Pixels, lastFrame: Int)] = [:]
  private var frame = 0
  /// The bytes of what is kept.
  package private(set) var bytes = 0
  /// How many passes of this frame needed no drawing.
  package private(set) var reused = 0

  /// - Parameters:
  ///   - budget: Bytes that are kept at most.
  ///   - size: How many bytes the pixels of a pass take.
  package init(budget: Int, size: @escaping (Pixels) -> Int) {
    self.budget = budget
    self.size = size
  }

  package mutating func beginFrame() {
    frame += 1
    reused = 0
  }

  /// The pixels that an earlier frame kept; they stay kept.
  package mutating func take(_ key: PassKey) -> Pixels? {
    guard let entry = entries[key] else { return nil }
    entries[key]?.lastFrame = frame
    reused += 1
    return entry.pixels
  }

  /// Keeps pixels, and lets go of the oldest beyond the budget.
  ///
  /// - Returns: What is kept under the key now, where anything is: these pixels, or those that were kept already.
  @discardableResult
  package mutating func keep(_ pixels: Pixels, as key: PassKey) -> Pixels? {
    if let entry = entries[key] { return entry.pixels }
    guard size(pixels) <= budget else { return nil }
    entries[key] = (pixels, frame)
    bytes += size(pixels)
    while bytes > budget, let oldest = entries.min(by: { $0.value.lastFrame < $1.value.lastFrame }) {
      guard oldest.key != key else { break }
      entries[oldest.key] = nil
      bytes -= size(oldest.value.pixels)
    }
    return pixels
  }

  /// Lets go of what the last two frames did not draw: an animation makes a new key every frame.
  package mutating func endFrame() {
    for (key, entry) in entries where entry.lastFrame < frame - 1 {
      entries[key] = nil
      bytes -= size(entry.pixels)
    }
  }
}
