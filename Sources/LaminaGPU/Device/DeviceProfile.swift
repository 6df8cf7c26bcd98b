package import LaminaShaders

/// What costs devices of one class time, and what they gain by: the one value by which the same plan is drawn in another way,
/// with the same picture.
///
/// Which programs a class of devices uses stands beside the programs, in `Shaders/variants.list`. Tests draw every scene under
/// every profile on whatever device there is, so that a profile can be wrong only about time.
package struct DeviceProfile: Sendable, Hashable {
  /// The name, as in `Shaders/variants.list`.
  package let name: String

  /// Whether shapes leave out the pixels that their own opaque interior hides, at the price of more quadrilaterals.
  ///
  /// llvmpipe walks through every quadrilateral of four pixels before depth rejects it: leaving them out made a thousand cards
  /// with shadows 1.3 times as fast. A GPU rejects them in blocks before any shader runs.
  let leavesOutHiddenPixels: Bool

  /// How many pixels a shader that can do more may draw in place of the simplest one, before a change of programs is cheaper.
  ///
  /// llvmpipe: two changes take 34 microseconds, and the shader that draws more kinds 12 nanoseconds a pixel more: 3,000.
  /// A GPU shades some ten pixels a nanosecond, and a change costs its driver 5 to 20 microseconds: a quarter of a million,
  /// by public figures, as no hardware was measured.
  let pixelsPerProgramChange: Float

  /// How many pixels of one translucent colour are worth a draw of their own, by the shader that knows nothing else; `nil`
  /// where that shader gains nothing.
  ///
  /// llvmpipe: below 16,384 pixels the changes of shaders around it, and what it keeps from being gathered, cost more.
  let pixelsPerFill: Int?

  /// Whether neighbours are drawn by one program wherever one can draw both, before what is left is sorted by program.
  ///
  /// Worth it where a program that can do more costs little: a thousand cards with shadows are then a handful of draws. On
  /// llvmpipe sorting first, into about 160 draws by the simplest programs, takes half the time.
  let joinsBeforeSorting: Bool

  /// Whether a canvas of floats has 32 bits a component where the driver blends these.
  ///
  /// llvmpipe blends them almost as fast as bytes, and 16 bits, which it converts to and fro, at half the speed. On a GPU they
  /// double the traffic to memory.
  let prefersFloat32: Bool

  /// A program on the processor that behaves like a device; measured with Mesa's llvmpipe.
  package static let software = DeviceProfile(
    name: "software", leavesOutHiddenPixels: true, pixelsPerProgramChange: 3000, pixelsPerFill: 16_384,
    joinsBeforeSorting: false,
    prefersFloat32: true)

  /// A graphics processor of any vendor.
  package static let hardware = DeviceProfile(
    name: "hardware", leavesOutHiddenPixels: false, pixelsPerProgramChange: 262_144, pixelsPerFill: nil,
    joinsBeforeSorting: true,
    prefersFloat32: false)

  /// All profiles.
  package static let all = [software, hardware]

  /// The profile of that name.
  package init?(named name: String) {
    guard let known = Self.all.first(where: { $0.name == name }) else { return nil }
    self = known
  }

  /// The profile of a device.
  init(of description: GPUDeviceDescription) { self = description.isSoftware ? .software : .hardware }

  private init(
    name: String, leavesOutHiddenPixels: Bool, pixelsPerProgramChange: Float, pixelsPerFill: Int?,
    joinsBeforeSorting: Bool, prefersFloat32: Bool
  ) {
    self.name = name
    self.leavesOutHiddenPixels = leavesOutHiddenPixels
    self.pixelsPerProgramChange = pixelsPerProgramChange
    self.pixelsPerFill = pixelsPerFill
    self.joinsBeforeSorting = joinsBeforeSorting
    self.prefersFloat32 = prefersFloat32
  }

  /// Whether devices of this class draw with a program.
  package func uses(_ program: ShaderCatalog) -> Bool {
    let only = program.source.profile
    return only == nil || only == name
  }
}
