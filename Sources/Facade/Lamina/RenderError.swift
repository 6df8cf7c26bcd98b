// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import LaminaCPU
public import LaminaGPU
import LaminaGraphics
public import LaminaPlanner
public import LaminaSystem

/// The reason why there is no picture.
public enum RenderError: Error, Sendable {
  /// The tree cannot be drawn as asked, such as an empty or too large canvas.
  case plan(PlanError)
  /// The device or its driver failed, or there is none.
  case gpu(GPUError)
  /// The CPU renderer failed.
  case cpu(CPURendererError)
  /// The picture would cost more than ``RenderOptions/limits`` allow.
  case overLimit(LimitExceeded)
}

extension RenderError: CustomStringConvertible {
  /// One line for a person, with the numbers in it.
  public var description: String {
    switch self {
    case .plan(let error): "\(error)"
    case .gpu(let error): "\(error)"
    case .cpu(let error): "\(error)"
    case .overLimit(let limit): "\(limit)"
    }
  }

  /// Whether the device failed rather than the frame: another one, or the same with less in its memory, may draw it.
  package var isOfDevice: Bool {
    switch self {
    case .gpu(.outOfMemory): true
    case .gpu: PictureFailure.Kind(self) == .noDevice
    case .plan, .cpu, .overLimit: false
    }
  }

  /// Wraps an error of planning.
  init(_ error: PlanError) {
    if case .overLimit(let limit) = error { self = .overLimit(limit) } else { self = .plan(error) }
  }

  /// Wraps an error of a device.
  package init(_ error: GPUError) {
    if case .overLimit(let limit) = error { self = .overLimit(limit) } else { self = .gpu(error) }
  }

  /// Wraps an error of the CPU renderer.
  init(_ error: CPURendererError) {
    if case .overLimit(let limit) = error { self = .overLimit(limit) } else { self = .cpu(error) }
  }
}
