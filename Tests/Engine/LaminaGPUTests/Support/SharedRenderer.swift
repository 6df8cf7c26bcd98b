// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import LaminaCPU
import LaminaGPU
import LaminaGraphics
import LaminaPlan
import LaminaShaders
import Testing

/// One GPU renderer for all tests of the process: llvmpipe compiles every shader anew for each context.
enum SharedRenderer {
  private static let result: Result<GPURenderer, GPUError> = {
    do throws(GPUError) {
      return .success(try GPURenderer())
    } catch {
      return .failure(error)
    }
  }()

  static var isAvailable: Bool {
    if case .success = result { true } else { false }
  }

  /// The programs that its device can have: those that declare the driver's blend equations compile only where there
  /// are any.
  static var programs: [ShaderCatalog] {
    guard case .success(let renderer) = result, !renderer.blendsAdvanced else { return ShaderCatalog.allCases }
    return ShaderCatalog.allCases.filter { $0 != .compositeAdvanced }
  }

  static func renderer() throws -> GPURenderer { try result.get() }

  /// A picture and what its renderer counted, together although other tests draw at the same time.
  static func draw(_ plan: RenderPlan, strategy: RenderStrategy = .depth) throws -> CGImage {
    try renderer().render(plan, strategy: strategy)
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips what needs a device, software included.
  static var needsDevice: Self {
    .enabled(if: SharedRenderer.isAvailable, "no EGL device, not even a software one")
  }
}

extension CGImage {
  /// Red, green, blue (premultiplied) and alpha of one pixel.
  subscript(x: Int, y: Int) -> SIMD4<Int> {
    let place = 4 * (y * width + x)
    return SIMD4(
      Int(premultipliedRGBA[place]), Int(premultipliedRGBA[place + 1]), Int(premultipliedRGBA[place + 2]),
      Int(premultipliedRGBA[place + 3]))
  }

  /// The largest difference of any component, and in how many pixels it is above `tolerance`.
  func difference(from other: CGImage, tolerance: Int = 0) -> (largest: Int, pixels: Int) {
    guard width == other.width, height == other.height else { return (256, width * height) }
    var (largest, pixels) = (0, 0)
    for start in stride(from: 0, to: premultipliedRGBA.count, by: 4) {
      var here = 0
      for component in start..<start + 4 {
        here = max(here, abs(Int(premultipliedRGBA[component]) - Int(other.premultipliedRGBA[component])))
      }
      largest = max(largest, here)
      if here > tolerance { pixels += 1 }
    }
    return (largest, pixels)
  }
}

/// Draws on both renderers and expects them to agree.
func expectParity(
  _ plan: RenderPlan, tolerance: Int = 2, exceptedPixels: Int = 0, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let reference = try CPURenderer().render(plan)
  for strategy in RenderStrategy.allCases {
    let (largest, pixels) = try SharedRenderer.draw(plan, strategy: strategy)
      .difference(from: reference, tolerance: tolerance)
    #expect(
      pixels <= exceptedPixels, "\(strategy): \(pixels) pixels differ, by up to \(largest)",
      sourceLocation: sourceLocation)
  }
}
