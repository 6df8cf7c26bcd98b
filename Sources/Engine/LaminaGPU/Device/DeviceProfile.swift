// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import LaminaShaders

/// What costs devices of one class time, and what they gain by: the one value by which the same plan is drawn in
/// another way, with the same picture.
///
/// Which programs a class of devices uses stands beside the programs, in `Shaders/variants.list`. Tests draw every
/// scene under every profile on whatever device there is, so that a profile can be wrong only about time.
package struct DeviceProfile: Sendable, Hashable {
  /// The name, as `LAMINA_DEVICE_PROFILE` takes it.
  package let name: String

  /// Whose programs it draws with: `software` or `hardware`, as in `Shaders/variants.list`.
  let programs: String

  /// Whether shapes leave out the pixels that their own opaque interior hides, at the price of more quadrilaterals.
  ///
  /// llvmpipe walks through every quadrilateral of four pixels before depth rejects it: leaving them out made a
  /// thousand cards with shadows 1.3 times as fast. A GPU rejects them in blocks before any shader runs.
  let leavesOutHiddenPixels: Bool

  /// How many pixels a shader that can do more may draw in place of the simplest one, before a change of programs is
  /// cheaper.
  ///
  /// llvmpipe: two changes take 34 microseconds, and the shader that draws more kinds 12 nanoseconds a pixel more:
  /// 3,000. A GPU shades some ten pixels a nanosecond, and a change costs its driver 5 to 20 microseconds: a quarter of
  /// a million, by public figures; of hardware only an H200 was measured since, and not for this.
  let pixelsPerProgramChange: Float

  /// How many pixels of one translucent colour are worth a draw of their own, by the shader that knows nothing else;
  /// `nil` where that shader gains nothing.
  ///
  /// llvmpipe: below 16,384 pixels the changes of shaders around it, and what it keeps from being gathered, cost more.
  let pixelsPerFill: Int?

  /// Whether neighbours are drawn by one program wherever one can draw both, before what is left is sorted by program.
  ///
  /// Worth it where a program that can do more costs little: a thousand cards with shadows are then a handful of draws.
  /// On llvmpipe sorting first, into about 160 draws by the simplest programs, takes half the time.
  let joinsBeforeSorting: Bool

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
  package static let all = [software, hardware, nvidia, amd, intel]

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

  /// Whether devices of this class draw with a program.
  package func uses(_ program: ShaderCatalog) -> Bool {
    let only = program.source.profile
    return only == nil || only == programs
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
