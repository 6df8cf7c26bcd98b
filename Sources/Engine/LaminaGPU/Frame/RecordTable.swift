// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaGraphics
import LaminaPlan
import LaminaShaders

/// The table that shaders read by index: the records of instances, and the data that these refer to; see
/// `Shaders/records.list`.
///
/// The shared data of a frame comes first: clips, levels of pictures, gradients and maps of colours. Shaders pass their
/// places on as 32-bit floats, which `mostShared` keeps exact.
struct RecordTable {
  /// The most texels of a frame's shared data: a 32-bit float holds places up to here exactly.
  static let mostShared = 1 << 24

  /// The records; floats and whole numbers as bits.
  private(set) var memory: FrameMemory

  /// The number of texels of 16 bytes.
  var count: Int { memory.count / 16 }

  /// Starts with all clips of a plan, so that the place of a clip follows from its index.
  ///
  /// - Parameter memory: The memory for all records of the frame.
  init(clips: [ClipShape], in memory: FrameMemory) {
    self.memory = memory
    for (index, clip) in clips.enumerated() {
      var record = ClipRecord()
      (record.row0, record.row1, record.row2) = (clip.shape.row0, clip.shape.row1, clip.shape.row2)
      (record.box, record.radii, record.soft) = (clip.shape.box, clip.shape.radii, clip.shape.antialiased)
      record.corner = clip.shape.corner
      record.role = clip.role.code
      // A list that does not lead outward would never end.
      record.parent = clip.parent.index < index ? Self.place(of: clip.parent) : -1
      add(record)
    }
  }

  /// A table without shared data, whose records begin where the memory does.
  init(in memory: FrameMemory) { self.memory = memory }

  /// Reserves places for records that others write, behind those that were added.
  ///
  /// - Parameter sizes: The bytes of each of the reserved memories.
  mutating func reserve(_ sizes: [Int]) -> [FrameMemory] { memory.reserve(sizes) }

  /// Leaves room for records that are kept from frame to frame, up to a byte.
  mutating func leave(upTo end: Int) { memory.leave(upTo: end) }

  /// The place of the next record.
  private var place: Int32 { Int32(clamping: count) }

  /// The place of a clip; -1 for none.
  static func place(of clip: ClipHandle) -> Int32 {
    clip.exists ? Int32(clamping: clip.index * ClipRecord.texels) : -1
  }

  /// Adds a record.
  ///
  /// - Returns: The place of the record.
  @discardableResult @inline(__always) mutating func add<Record: ShaderRecord>(_ record: Record) -> Int32 {
    let place = place
    memory.append(record)
    return place
  }

  /// Gives a clip a gradient whose alpha multiplies.
  ///
  /// - Parameter gradient: The place of the gradient.
  mutating func mask(_ clip: ClipHandle, by gradient: Int32) {
    let offset = MemoryLayout<ClipRecord>.offset(of: \.gradient) ?? 0
    memory.store(UInt32(bitPattern: gradient), at: 16 * Int(Self.place(of: clip)) + offset)
  }

  /// Adds maps of colours.
  ///
  /// - Returns: The place of the first map.
  mutating func add(_ maps: [ColorMap]) -> Int32 {
    let first = place
    for map in maps {
      var record = ColorMapRecord()
      switch map {
      case .matrix(let matrix):
        (record.red, record.green, record.blue) = (matrix.red, matrix.green, matrix.blue)
        (record.alpha, record.bias) = (matrix.alpha, matrix.bias)
      }
      add(record)
    }
    return first
  }

  /// Adds the levels of a picture.
  ///
  /// - Returns: The place of the first level.
  mutating func add(levels: ArraySlice<AtlasPlace>) -> Int32 {
    let first = place
    guard let whole = levels.first else { return first }
    for level in levels {
      let size = SIMD2(Float(level.width), Float(level.height))
      var record = LevelRecord()
      record.place = level.shaderValue
      record.scale = size / SIMD2(Float(whole.width), Float(whole.height))
      record.lastCentre = size - 0.5
      add(record)
    }
    return first
  }

  /// Adds a gradient and its spans.
  ///
  /// `gradient_color.glsl` reads the spans: the starts of all but the first, four in a texel, then two texels for each
  /// span.
  /// - Returns: The place of the gradient.
  mutating func add(_ gradient: GradientPaint, spans: [GradientSpan]) -> Int32 {
    var record = GradientRecord()
    (record.first, record.second, record.kind) = (gradient.first, gradient.second, Float(gradient.kind.rawValue))
    (record.spans, record.spanRows) = (place, Int32(clamping: (spans.count + 2) / 4))
    var starts = spans.dropFirst().map(\.location)
    starts += Array(repeating: .greatestFiniteMagnitude, count: 4 * Int(record.spanRows) - starts.count)
    for first in stride(from: 0, to: starts.count, by: 4) {
      add(SIMD4(starts[first], starts[first + 1], starts[first + 2], starts[first + 3]))
    }
    for span in spans {
      add(span.start)
      add(span.slope)
    }
    return add(record)
  }

  /// Adds bits, 128 in a texel.
  ///
  /// - Returns: The place of the first texel.
  mutating func add(bits texels: [SIMD4<UInt32>]) -> Int32 {
    let first = place
    texels.withUnsafeBytes { memory.append($0) }
    return first
  }

  private mutating func add(_ texel: SIMD4<Float>) { memory.append(texel) }
}
