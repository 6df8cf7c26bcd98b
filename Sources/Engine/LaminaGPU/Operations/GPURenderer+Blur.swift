// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaGeometry
import LaminaPlan
import LaminaShaders

/// Pixels of a step of a blur that one dispatch of `blur_rows.comp` makes.
struct BlurDispatch {
  /// The pixels along the blur, and the rows or columns of them, that a group makes.
  static let group = PixelSize(width: 64, height: 8)
  /// The most groups of a dispatch, so that each ends in a fraction of a second: drivers reset a device whose work
  /// takes seconds.
  fileprivate static let mostGroups = 1 << 15

  /// The place of the record `BlurPart`.
  var record: Int32
  /// The pass that is read.
  var source: Int
  /// The number of groups in a row.
  var columns: Int
  /// The number of rows of groups.
  var rows: Int
}

extension GPURenderer.FrameBuilder {
  /// Adds a step of a blur; steps with the same source are drawn together.
  mutating func addBlur(_ blur: BlurFilter) {
    flushRuns()
    let source = blur.source.index
    let first = lists.instances.count
    lists.instances.append(Instance(record: add(blur), depth: 0, covering: blur.pixelBounds))
    // Each step has its own shader: with a common one, software OpenGL would run all steps at every pixel.
    let program: ShaderCatalog =
      switch blur.step {
      case .halve: .blurHalve
      case .quarter: .blurQuarter
      case .horizontal, .vertical: .blur
      }
    if let last = batches.last, last.program == program, last.source == source,
      last.instances.upperBound == first
    {
      batches[batches.count - 1].instances = last.instances.lowerBound..<lists.instances.count
      return
    }
    addBatch(program, from: first, state: .replacing, source: source)
  }

  /// Records a step, and returns the place of its record.
  private mutating func add(_ blur: BlurFilter) -> Int32 {
    let region = plan.passes[blur.source.index].region
    var record = BlurRecord()
    record.source = SIMD4(Float(region.minX), Float(region.minY), Float(region.width), Float(region.height))
    record.isHorizontal = blur.step == .horizontal ? 1 : 0
    record.sigma = min(blur.pixelSigma, BlurFilter.maximumSigma)
    record.taps = Float(blur.taps)
    record.extendsEdges = blur.extendsEdges ? 1 : 0
    return records.add(record)
  }

  /// A pass whose steps are made by compute shaders.
  ///
  /// - Parameters:
  ///   - steps: The steps, with sources that have pixels.
  ///   - needed: The pixels that are made; `nil` for all.
  mutating func computed(_ index: Int, _ steps: [BlurFilter], needed: PixelRegion?) -> PassDraws {
    let pass = plan.passes[index]
    let parts = needed?.rectangles ?? [pass.region]
    var blurs: [BlurDispatch] = []
    for blur in steps {
      var part = BlurPartRecord()
      (part.blur, part.halvings) = (add(blur), Int32(clamping: blur.halvings))
      part.origin = SIMD2(Float(pass.region.minX), Float(pass.region.minY))
      for area in parts.map({ $0.intersection(blur.pixelBounds) }) where !area.isEmpty {
        add(part, of: blur, in: area, to: &blurs)
      }
    }
    let isCovered = steps.contains { $0.pixelBounds.contains(pass.region) }
    return PassDraws(
      pass: index, continued: nil, clear: isCovered ? nil : pass.clear, usesDepth: false, batches: [], blurs: blurs)
  }

  /// Adds the dispatches that make the pixels of an area.
  private mutating func add(
    _ part: BlurPartRecord, of blur: BlurFilter, in area: PixelRect, to blurs: inout [BlurDispatch]
  ) {
    var part = part
    let group = BlurDispatch.group
    let (width, height) = blur.step == .vertical ? (group.height, group.width) : (group.width, group.height)
    let (columns, rows) = ((area.width + width - 1) / width, (area.height + height - 1) / height)
    let most = max(1, BlurDispatch.mostGroups / columns)
    for row in stride(from: 0, to: rows, by: most) {
      part.area = SIMD4(
        Float(area.minX), Float(area.minY) + Float(row * height), Float(area.maxX), Float(area.maxY))
      blurs.append(
        BlurDispatch(
          record: records.add(part), source: blur.source.index, columns: columns, rows: min(most, rows - row)))
    }
  }
}
