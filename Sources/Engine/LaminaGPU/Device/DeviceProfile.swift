// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// The costs of devices of one class, and the techniques that make them faster: the only value that changes how a plan
/// is drawn, with the same picture.
///
/// All devices draw with the same programs. Tests draw every scene under every profile on any available device, so that
/// a profile can be wrong only about time.
package struct DeviceProfile: Sendable, Hashable {
  /// The name, as `LAMINA_DEVICE_PROFILE` accepts it.
  package let name: String

  /// The number of pixels of one translucent colour from which a separate draw with the simplest shader is worthwhile;
  /// `nil` where that shader is not known to be faster.
  let pixelsPerFill: Int?

  /// The costs of sampling, by format.
  let sampleCosts: SampleCosts

  /// Whether a canvas of floats has 32 bits a component if the driver blends these: `true` if sampling them is known to
  /// cost no more than sampling 16 bits. Otherwise they double the memory traffic.
  var prefersFloat32: Bool {
    guard let float16 = sampleCosts.float16, let float32 = sampleCosts.float32 else { return false }
    return float32 <= float16
  }

  /// Whether pixels that are waited for are read through a buffer of the driver, rather than directly into their final
  /// memory.
  let readsBackThroughBuffers: Bool

  /// Whether many texels that are uploaded at once go through a buffer of the driver, because taking them from the
  /// program's memory waits for the device at each call.
  let uploadsThroughBuffers: Bool

  /// Whether a pass tells the driver that its depths are no longer needed. This keeps a device that draws tile by tile
  /// in its own memory from writing the depths out; a device that draws directly to memory gains nothing.
  let discardsDepth: Bool

  /// The passes that are drawn by compute shaders: all of them on devices whose units that draw are few beside the
  /// units that compute. The profile of a device that was measured to be one says so, whoever its vendor is; see
  /// `FrameRunner.computesFaster`.
  package var tiles: TileUse

  /// The limits of what compute shaders draw at once.
  package var tileLimits = TileLimits()

  /// The known properties of devices of this class beyond their costs.
  package let expected: DeviceExpectation
}

/// The passes of draws that are drawn in tiles, by compute shaders.
package enum TileUse: Sendable, Hashable {
  /// None: a software renderer computes slower than it draws.
  case never
  /// The ones that evaluate much less in tiles, as ``PassWork`` says: deep stacks of clips.
  case whereCheaper
  /// All.
  case always
}

extension DeviceProfile {
  /// All profiles.
  package static let all = [software, hardware, nvidia, compute]

  /// The profile with a name.
  package init?(named name: String) {
    guard let known = Self.all.first(where: { $0.name == name }) else { return nil }
    self = known
  }

  /// The profile of a device: by its renderer if that is software, else by its vendor, else the profile of any
  /// hardware.
  package init(of description: GPUDeviceDescription) {
    if description.isSoftware {
      self = .software
      return
    }
    let vendor = description.vendor.lowercased()
    let known = Self.all.first { profile in profile.expected.vendors.contains { vendor.hasPrefix($0.lowercased()) } }
    self = known ?? .hardware
  }
}

extension DeviceProfile: CustomStringConvertible {
  /// The name of the profile.
  package var description: String { name }
}

/// The times that a device takes to sample four mixed texels of a format, relative to 8 bits a component; `nil` where
/// unknown.
struct SampleCosts: Sendable, Hashable {
  /// 16-bit floats.
  var float16: Float?
  /// 32-bit floats.
  var float32: Float?
}
