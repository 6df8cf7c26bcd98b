// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Lamina

/// The evaluations of operations and of clips that a pixel of a scene takes in tiles, on average. These are counts, so
/// that they are the same on every device.
package struct TileEvaluations: Sendable {
  /// The scene, as `lamina bench` takes it.
  package let scene: String
  /// Evaluations of operations a pixel.
  package let operations: Double
  /// Evaluations of clips a pixel.
  package let clips: Double

  /// The scenes that are counted.
  package static let scenes = ["@cards:1000", "@shadows:1000", "@deep:1000"]

  /// Counts a scene.
  ///
  /// - Parameters:
  ///   - renderer: One whose passes are drawn in tiles.
  ///   - size: The canvas, pixels.
  /// - Returns: `nil` if there is no such scene, or the device does not count.
  package init?(
    _ scene: String, on renderer: GPURenderer, size: PixelSize = PixelSize(width: 1920, height: 1080)
  ) throws {
    guard let root = WorkloadScene(argument: scene)?.makeScene().root else { return nil }
    var options = RenderOptions()
    options.size = size
    guard let counts = try renderer.countEvaluations(RenderPlan(root, at: 0, options: options)) else { return nil }
    self.scene = scene
    operations = Double(counts.operations) / Double(counts.pixels)
    clips = Double(counts.clips) / Double(counts.pixels)
  }

  /// Counts all scenes.
  static func measured(on renderer: GPURenderer) throws(GPUError) -> [TileEvaluations] {
    do {
      return try scenes.compactMap { try TileEvaluations($0, on: renderer) }
    } catch let error as GPUError {
      throw error
    } catch {
      preconditionFailure("a scene of the bench has no plan: \(error)")
    }
  }
}
