public import LaminaCPU
public import LaminaGPU
public import LaminaGeometry
public import LaminaPlan

/// Why there is no picture.
public enum RenderError: Error, Sendable {
  /// The tree cannot be drawn as asked, such as an empty or too large canvas.
  case plan(PlanError)
  /// The device or its driver failed, or there is none.
  case gpu(GPUError)
  /// The CPU renderer failed.
  case cpu(CPURendererError)
  /// The picture and its offscreen targets need more than ``RenderOptions/maximumBytes``.
  case memoryLimit(canvas: PixelSize, bytes: Int, limit: Int)
}

extension RenderError: CustomStringConvertible {
  /// One line for a person, with the numbers in it.
  public var description: String {
    switch self {
    case .plan(let error): "\(error)"
    case .gpu(let error): "\(error)"
    case .cpu(let error): "\(error)"
    case .memoryLimit(let canvas, let bytes, let limit):
      "a canvas of \(canvas) px needs \(bytes) bytes, over the limit of \(limit) bytes"
    }
  }
}
