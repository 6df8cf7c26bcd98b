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
  /// A device of this machine that EGL does not reach; listed only to say why.
  case unreachable
}

/// One row of the list of devices: what it is, and whether and why it cannot be used.
public struct GPUDeviceDescription: Sendable, Equatable {
  /// The place in the list, from 0; what `--device N` means. It stays the same while drivers and devices do.
  public var index: Int
  /// The way it is reached.
  public var platform: GPUPlatform
  /// The device node, where it has one, such as `/dev/dri/renderD128`.
  public var node: String?
  /// `GL_VENDOR`, empty where no context could be made.
  public var vendor = ""
  /// `GL_RENDERER`, empty where no context could be made.
  public var renderer = ""
  /// The version of OpenGL ES, such as `3.2`; empty where no context could be made.
  public var version = ""
  /// The longest side of a picture it draws in one piece, in pixels; 0 where no context could be made.
  public var maximumTextureSide = 0
  /// Why it cannot be used, or `nil` where it can.
  public var problem: String?

  /// Makes a row that says nothing but how a device is reached.
  package init(index: Int, platform: GPUPlatform, node: String? = nil) {
    self.index = index
    self.platform = platform
    self.node = node
  }

  /// Whether Lamina can draw with it.
  public var isUsable: Bool { problem == nil }

  /// Whether it can be used and is no program on the CPU.
  public var isHardware: Bool { isUsable && !isSoftware }

  /// Whether it is a program on the CPU that behaves like a graphics device: known by its renderer's name.
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

/// Which device to draw with.
public enum GPUDeviceSelection: Sendable, Equatable {
  /// The first usable hardware device, otherwise the first usable software device.
  case automatic
  /// The device with this index in the list.
  case index(Int)
  /// The first usable device whose renderer, vendor, platform or node contains this text, in any case.
  case name(String)
}
