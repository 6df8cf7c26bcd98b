// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import LaminaGPU

/// The kind of renderer that a ``Renderer`` uses.
public enum RendererChoice: Sendable {
  /// A hardware GPU where there is one, otherwise the CPU.
  ///
  /// Software OpenGL is never chosen automatically: the CPU renderer draws the same picture faster.
  /// ``Renderer/description`` names the chosen renderer, and ``Renderer/reason`` the reason.
  case automatic
  /// OpenGL ES on one device, hardware or software; an error where the device cannot be used.
  case gpu(GPUDeviceSelection)
  /// The CPU, on `threads` threads; `nil` takes as many as this process may use.
  case cpu(threads: Int?)
}
