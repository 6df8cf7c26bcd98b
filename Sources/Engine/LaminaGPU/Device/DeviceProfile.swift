// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// What costs devices of one class time, and what they gain by: the one value by which the same plan is drawn in
/// another way, with the same picture.
///
/// All devices draw with the same programs. Tests draw every scene under every profile on whatever device there is, so
/// that a profile can be wrong only about time.
package struct DeviceProfile: Sendable, Hashable {
  /// The name, as `LAMINA_DEVICE_PROFILE` takes it.
  package let name: String

  /// How many pixels of one translucent colour are worth a draw of their own, by the shader that knows nothing else;
  /// `nil` where that shader is not known to gain anything.
  let pixelsPerFill: Int?

  /// What sampling costs, by the format.
  let sampleCosts: SampleCosts

  /// Whether a canvas of floats has 32 bits a component where the driver blends these: where sampling them is known to
  /// cost no more than sampling 16 bits. Otherwise they double the traffic to memory.
  var prefersFloat32: Bool {
    guard let float16 = sampleCosts.float16, let float32 = sampleCosts.float32 else { return false }
    return float32 <= float16
  }

  /// Whether pixels that are waited for go through a buffer of the driver's, rather than straight to where they are
  /// wanted.
  let readsBackThroughBuffers: Bool

  /// Whether many texels that are uploaded at once go through a buffer of the driver's: where taking them from the
  /// program's memory waits for the device at each call.
  let uploadsThroughBuffers: Bool

  /// Whether a pass tells the driver that its depths are of no more use. It is what keeps a device that draws tile by
  /// tile in memory of its own from writing them out; one that draws straight to memory gains nothing.
  let discardsDepth: Bool

  /// What is known of such devices beyond what they cost.
  package let expected: DeviceExpectation
}

extension DeviceProfile {
  /// All profiles.
  package static let all = [software, hardware, nvidia]

  /// The profile of that name.
  package init?(named name: String) {
    guard let known = Self.all.first(where: { $0.name == name }) else { return nil }
    self = known
  }

  /// The profile of a device: by its renderer where that is software, else by its vendor, else that of any hardware.
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
  /// Its name.
  package var description: String { name }
}

/// How much longer a device takes to sample four mixed texels of a format than of 8 bits a component; `nil` where
/// nobody says.
struct SampleCosts: Sendable, Hashable {
  /// 16-bit floats.
  var float16: Float?
  /// 32-bit floats.
  var float32: Float?
}
