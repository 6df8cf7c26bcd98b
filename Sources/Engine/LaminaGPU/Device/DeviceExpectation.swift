// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import LaminaGeometry

/// What is known of a vendor's devices from what others published, to be compared with a real one.
package struct DeviceExpectation: Sendable, Hashable {
  /// What `GL_VENDOR` begins with.
  package var vendors: [String] = []
  /// The least that limits are.
  package var leastLimits: [DeviceLimit: Int] = [:]
  /// Extensions that it has, of those that Lamina asks for.
  package var extensions: Set<String> = []

  /// Where a device is otherwise, a line each: more is no difference, less is.
  package func differences(from abilities: DeviceAbilities) -> [String] {
    var lines: [String] = []
    for limit in DeviceLimit.allCases {
      let value = abilities.limits[limit] ?? 0
      if let least = leastLimits[limit], value < least {
        lines.append("\(limit.rawValue): \(value), at least \(least) expected")
      }
    }
    lines += extensions.subtracting(abilities.extensions).sorted().map { "\($0): missing" }
    if !vendors.isEmpty, !abilities.readsRGBA {
      lines.append("read-back: not RGBA in bytes, which the driver converts to")
    }
    return lines
  }
}

/// A limit of a device that decides what it draws in one piece.
package enum DeviceLimit: String, Sendable, CaseIterable {
  case textureSide = "texture side"
  case renderbufferSide = "renderbuffer side"
  case viewportSide = "viewport side"
  case arrayLayers = "array layers"
  case attributes = "vertex attributes"
  case textureUnits = "texture units"
  case colorAttachments = "colour attachments"
  case uniformAlignment = "uniform alignment"

  /// GL's name of it.
  fileprivate var query: Int32 {
    switch self {
    case .textureSide: GL_MAX_TEXTURE_SIZE
    case .renderbufferSide: GL_MAX_RENDERBUFFER_SIZE
    case .viewportSide: GL_MAX_VIEWPORT_DIMS
    case .arrayLayers: GL_MAX_ARRAY_TEXTURE_LAYERS
    case .attributes: GL_MAX_VERTEX_ATTRIBS
    case .textureUnits: GL_MAX_TEXTURE_IMAGE_UNITS
    case .colorAttachments: GL_MAX_COLOR_ATTACHMENTS
    case .uniformAlignment: GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT
    }
  }
}

/// What a device can do, as its driver says.
package struct DeviceAbilities: Sendable {
  /// The extensions that Lamina asks a driver for.
  package static let wanted = [
    "GL_EXT_color_buffer_float", "GL_EXT_color_buffer_half_float", "GL_EXT_copy_image", "GL_EXT_disjoint_timer_query",
    "GL_EXT_float_blend", "GL_EXT_robustness", "GL_KHR_blend_equation_advanced", "GL_KHR_debug", "GL_KHR_robustness",
    "GL_OES_texture_float_linear",
  ]

  /// The device, or why it cannot be used; then nothing else is known.
  package var device: GPUDeviceDescription
  package var limits: [DeviceLimit: Int] = [:]
  package var extensions: Set<String> = []
  /// Whether its context says when the device is reset.
  package var saysReset = false
  /// Whether its own format for reading back is RGBA in bytes, as Lamina reads.
  package var readsRGBA = true

  package init(_ device: GPUDeviceDescription) {
    self.device = device
  }

  /// Asks the driver of a device whose context is current.
  init(_ device: Device) throws(GPUError) {
    self.init(device.description)
    for limit in DeviceLimit.allCases { limits[limit] = device.integer(limit.query) }
    extensions = device.extensions
    // GL_RESET_NOTIFICATION_STRATEGY and GL_LOSE_CONTEXT_ON_RESET.
    saysReset = device.gl.extensions.$getGraphicsResetStatus && device.integer(0x8256) == 0x8252
    let target = try RenderTarget("ability", format: .rgba8, width: 8, height: 8, on: device)
    target.bindForReading()
    readsRGBA =
      device.integer(GL_IMPLEMENTATION_COLOR_READ_FORMAT) == Int(GL_RGBA)
      && device.integer(GL_IMPLEMENTATION_COLOR_READ_TYPE) == Int(GL_UNSIGNED_BYTE)
    try device.check("asking what the device can do")
  }

  /// The profile it is drawn with.
  package var profile: DeviceProfile { DeviceProfile(of: device) }

  /// Where it is otherwise than its profile says.
  package var differences: [String] { device.isUsable ? profile.expected.differences(from: self) : [] }
}

extension DeviceAbilities: CustomStringConvertible {
  /// Some lines: the device, its profile, limits, extensions, and where it is otherwise than its profile says.
  package var description: String {
    guard device.isUsable else { return "\(device)\n" }
    func list(_ names: [String]) -> String { names.isEmpty ? "none" : names.joined(separator: ", ") }
    return """
      \(device.index): \(device), by \(device.vendor)
        profile: \(profile.name)
        limits: \(list(DeviceLimit.allCases.map { "\($0.rawValue) \(limits[$0] ?? 0)" }))
        extensions that Lamina asks for: \(list(Self.wanted.filter(extensions.contains)))
        of them missing: \(list(Self.wanted.filter { !extensions.contains($0) }))
        says when it is reset: \(saysReset ? "yes" : "no")
        otherwise than its profile says: \(differences.isEmpty ? "nothing" : differences.joined(separator: "; "))

      """
  }
}
