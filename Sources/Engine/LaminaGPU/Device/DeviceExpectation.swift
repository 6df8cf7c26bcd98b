// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import CEGL
import LaminaGeometry

/// The known properties of a vendor's devices, as others have published them, to be compared with a real device.
package struct DeviceExpectation: Sendable, Hashable {
  /// The prefixes of `GL_VENDOR`.
  package var vendors: [String] = []
  /// The least values of limits.
  package var leastLimits: [DeviceLimit: Int] = [:]
  /// The extensions of the device among the ones that Lamina requests.
  package var extensions: Set<String> = []

  /// The differences of a device from the expectation, one line each: better abilities are no difference, lesser ones
  /// are.
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

/// A limit of a device on the size of the pictures and data that it draws at once.
package enum DeviceLimit: String, Sendable, CaseIterable {
  case textureSide = "texture side"
  case renderbufferSide = "renderbuffer side"
  case viewportSide = "viewport side"
  case arrayLayers = "array layers"
  case attributes = "vertex attributes"
  case textureUnits = "texture units"
  case colorAttachments = "colour attachments"
  case uniformAlignment = "uniform alignment"

  /// The name of the limit in GL.
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

/// The abilities of a device, as its driver reports them.
package struct DeviceAbilities: Sendable {
  /// The extensions that Lamina requests from a driver.
  package static let wanted = [
    "GL_EXT_color_buffer_float", "GL_EXT_color_buffer_half_float", "GL_EXT_copy_image", "GL_EXT_disjoint_timer_query",
    "GL_EXT_float_blend", "GL_EXT_robustness", "GL_KHR_blend_equation_advanced", "GL_KHR_debug", "GL_KHR_robustness",
    "GL_OES_texture_float_linear",
  ]

  /// The device; if it cannot be used, the reason, and then nothing else is known.
  package var device: GPUDeviceDescription
  package var limits: [DeviceLimit: Int] = [:]
  package var extensions: Set<String> = []
  /// Whether the context reports a reset of the device.
  package var saysReset = false
  /// Whether the device's preferred format for reading back is RGBA in bytes, which Lamina reads.
  package var readsRGBA = true

  package init(_ device: GPUDeviceDescription) {
    self.device = device
  }

  /// Queries the driver of a device whose context is current.
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

  /// The profile that the device is drawn with.
  package var profile: DeviceProfile { GPURenderer.profileByDefault ?? DeviceProfile(of: device) }

  /// The differences of the device from the expectation of its profile.
  package var differences: [String] { device.isUsable ? profile.expected.differences(from: self) : [] }
}

extension DeviceAbilities: CustomStringConvertible {
  /// Some lines: the device, its profile, limits, extensions, and its differences from the profile.
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
