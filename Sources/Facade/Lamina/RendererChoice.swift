// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import LaminaGPU

/// Which renderer a ``Renderer`` is to use.
public enum RendererChoice: Sendable {
  /// A hardware GPU where there is one, otherwise the CPU.
  ///
  /// Software OpenGL is never taken by itself: the CPU renderer draws the same picture faster.
  /// ``Renderer/description`` says what was taken and ``Renderer/reason`` why.
  case automatic
  /// OpenGL ES on one device, be it hardware or software; an error where it cannot be used.
  case gpu(GPUDeviceSelection)
  /// The CPU, on `threads` threads; `nil` takes as many as this process may use.
  case cpu(threads: Int?)
}
