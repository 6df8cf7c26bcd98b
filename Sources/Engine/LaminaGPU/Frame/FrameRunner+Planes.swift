// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import LaminaGeometry
import LaminaPlan
import LaminaShaders
import LaminaSystem

/// Words of planes that one dispatch of `plane_words.comp` stores.
struct PlanesDispatch {
  /// The invocations of a group.
  fileprivate static let group = PixelSize(width: 32, height: 4)
  /// The words in a row of invocations, where the words have no rows of their own.
  fileprivate static let wordsInRow = 1024
  /// The most bytes of a buffer that every device lets compute shaders store into.
  static let mostBytes = 1 << 27

  /// The place of the record `PlanesPart`.
  var record: Int32
  /// The number of groups in a row.
  var columns: Int
  /// The number of rows of groups.
  var rows: Int
}

extension GPURenderer.FrameBuilder {
  /// Adds the draw that packs the canvas, in 8 bits, into planes.
  mutating func packing(of canvas: Int, into planes: PackedPlanes) -> DrawBatch {
    lists.instances.append(Instance(record: add(planes), depth: 0, covering: plan.passes[canvas].region))
    return DrawBatch(
      program: .planes, instances: lastInstance, state: .replacing, source: canvas)
  }

  /// The dispatches that store planes.
  ///
  /// - Parameter parts: The parts of the packed planes, which are stored one behind the other; `nil` for all planes,
  ///   which are stored as films have them.
  mutating func storing(_ planes: PackedPlanes, in parts: PixelRegion?) -> [PlanesDispatch] {
    var record = PlanesPartRecord()
    (record.planes, record.first) = (add(planes), 0)
    guard let parts else {
      let words = (planes.byteCount + 3) / 4
      let columns = min(words, PlanesDispatch.wordsInRow)
      return [dispatch(record, columns: columns, rows: (words + columns - 1) / columns, words: words)]
    }
    record.isPacked = 1
    return parts.rectangles.map { part in
      record.area = SIMD4(Float(part.minX), Float(part.minY), 0, 0)
      defer { record.first += Int32(clamping: part.area) }
      return dispatch(record, columns: part.width, rows: part.height, words: part.area)
    }
  }

  private mutating func add(_ planes: PackedPlanes) -> Int32 {
    var record = PlanesRecord()
    record.size = SIMD2(Float(planes.size.width), Float(planes.size.height))
    record.isStraight = planes.hasAlpha ? 1 : 0
    return records.add(record)
  }

  private mutating func dispatch(_ part: PlanesPartRecord, columns: Int, rows: Int, words: Int) -> PlanesDispatch {
    var part = part
    (part.area.z, part.area.w, part.words) = (Float(columns), Float(rows), Int32(clamping: words))
    let group = PlanesDispatch.group
    return PlanesDispatch(
      record: records.add(part), columns: (columns + group.width - 1) / group.width,
      rows: (rows + group.height - 1) / group.height)
  }
}

extension FrameRunner {
  /// Whether compute shaders store planes.
  func stores(_ planes: PackedPlanes) -> Bool {
    device.profile.tiles == .always && 4 * planes.targetSize.area <= PlanesDispatch.mostBytes
  }

  /// Stores planes of a canvas into a buffer.
  ///
  /// - Parameter parts: `nil` if nothing is stored.
  func storing(
    _ parts: [PlanesDispatch]?, of canvas: RenderTarget
  ) -> ((PixelBuffer) throws(GPUError) -> Void)? {
    guard let parts else { return nil }
    return { [self] (buffer) throws(GPUError) in
      let program = try program(ComputeCatalog.planeWords)
      program.use()
      canvas.texture.bind(unit: TextureUnit.source.index)
      device.beginStores()
      buffer.beginStoring {
        for part in parts {
          program.set("u_pass", to: Int(part.record))
          device.gl.compute.dispatchCompute(GLuint(part.columns), GLuint(part.rows), 1)
        }
      }
    }
  }

  /// The canvas as planes, drawn by one more batch: all of them, or only the parts that differ, over the planes of the
  /// frame before.
  ///
  /// - Parameters:
  ///   - batch: `nil` where no plane differs.
  ///   - isStored: Whether compute shaders store the planes, which are in no target then.
  func pack(
    _ batch: DrawBatch?, _ packing: PlanePacking, isStored: Bool, of plan: RenderPlan
  ) throws(GPUError) -> PackedCanvas {
    if isStored { return PackedCanvas(planes: packing.planes, target: nil) }
    let size = packing.planes.targetSize
    let result: RenderTarget
    if let before = packing.before {
      result = before
    } else {
      result = try targets.take(
        "planes", format: .rgba8, width: size.width, height: size.height, isCounted: false, on: device)
    }
    if let batch {
      for scissor in PixelRegion.scissors(packing.parts, of: result.bounds) {
        result.begin(clear: .zero, depth: nil, scissor: scissor)
        try draw(batch, into: result, region: plan.passes.last?.region ?? .empty)
      }
    }
    return PackedCanvas(planes: packing.planes, target: result)
  }
}
