// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The way a device is reached.
public enum GPUPlatform: String, Sendable, CaseIterable {
  /// A device that EGL lists (`EGL_EXT_platform_device`).
  case device
  /// Mesa's display without a surface (`EGL_MESA_platform_surfaceless`).
  case surfaceless
  /// A render node opened through GBM (`EGL_MESA_platform_gbm`).
  case gbm
  /// A device of this machine that EGL does not reach; listed only with the reason.
  case unreachable
}

/// One row of the list of devices: the device, and whether and why it cannot be used.
public struct GPUDeviceDescription: Sendable, Equatable {
  /// The index in the list, from 0, as `--device N` takes it. It stays the same while drivers and devices do.
  public var index: Int
  /// The way to reach the device.
  public var platform: GPUPlatform
  /// The device node, where there is one, for example `/dev/dri/renderD128`.
  public var node: String?
  /// `GL_VENDOR`, empty where no context could be made.
  public var vendor = ""
  /// `GL_RENDERER`, empty where no context could be made.
  public var renderer = ""
  /// The version of OpenGL ES, for example `3.2`; empty where no context could be made.
  public var version = ""
  /// The longest side of a picture that the device draws in one piece, in pixels; 0 where no context could be made.
  public var maximumTextureSide = 0
  /// The reason why the device cannot be used, or `nil` if it can.
  public var problem: String?

  /// Makes a row that only holds the way to reach a device.
  package init(index: Int, platform: GPUPlatform, node: String? = nil) {
    self.index = index
    self.platform = platform
    self.node = node
  }

  /// Whether Lamina can draw with the device.
  public var isUsable: Bool { problem == nil }

  /// Whether the device can be used and is not a software renderer.
  public var isHardware: Bool { isUsable && !isSoftware }

  /// Whether the device is a software renderer, recognised by its name.
  public var isSoftware: Bool {
    let name = renderer.lowercased()
    return ["llvmpipe", "softpipe", "swrast", "swiftshader", "software rasterizer"].contains { name.contains($0) }
  }

  /// Whether a name typed by a person means this device: a part of its renderer, vendor, platform or node.
  func matches(_ name: String) -> Bool {
    let wanted = name.lowercased()
    return [renderer, vendor, platform.rawValue, node ?? ""].contains { $0.lowercased().contains(wanted) }
  }
}

extension GPUDeviceDescription: CustomStringConvertible {
  /// One line: renderer, version, and whether it is software.
  public var description: String {
    if let problem { return "\(platform.rawValue) device \(index): \(problem)" }
    return "\(renderer), OpenGL ES \(version), \(isHardware ? "hardware" : "software")"
  }
}

/// The choice of the device to draw with.
public enum GPUDeviceSelection: Sendable, Equatable {
  /// The first usable hardware device, otherwise the first usable software device.
  case automatic
  /// The device with this index in the list.
  case index(Int)
  /// The first usable device whose renderer, vendor, platform or node contains this text, in any case.
  case name(String)
}
