// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// How much one picture may cost.
///
/// The cost of a tree has no natural bound: a replicator of a thousand million copies is one line. These limits bound
/// the work. Beyond any of them there is no picture, and an error with the numbers (``LimitExceeded``); never a part of
/// a picture. The defaults are meant to be reached by no honest tree; services that draw untrusted trees set lower
/// limits.
///
///     var options = RenderOptions()
///     options.limits.time = 2
///     options.limits.memory = 512 << 20
public struct RenderLimits: Sendable, Equatable, Codable {
  /// The longest that planning and drawing a picture may take together.
  ///
  /// The time is checked between layers, operations and tiles, some ten thousand times a second. A call of a library or
  /// driver is not interrupted, as for a path of a million segments, or a device that hangs. Waiting for the turns of
  /// other contexts of software OpenGL does not count.
  ///
  /// - Units: seconds on a clock that also runs while the machine sleeps.
  /// - Range: 0 and above; 0 refuses every picture, and NaN counts as 0.
  /// - Default: ten minutes.
  public var time = 600.0
  /// The most pixels a picture may have. A larger canvas is refused before memory is taken for it.
  ///
  /// - Default: 268,435,456, as many as 16,384 x 16,384.
  public var pixels = 1 << 28
  /// The most pixels that all operations may touch together: every operation counts the pixels of the box around it,
  /// hidden or not, and every step of a blur counts the pixels that it makes.
  ///
  /// - Default: 2^36, some 33,000 times 1080p.
  public var touchedPixels = 1 << 36
  /// The most copies that replicators may make of layers, particles that emitters may show, and pieces of planes that
  /// are cut where they intersect, together.
  ///
  /// - Default: `1_000_000`.
  /// - Conformance: REPL-1, EMIT-1, D3-2
  public var elements = 1_000_000
  /// The greatest depth of nested layers.
  ///
  /// - Default: `1_000_000`.
  public var depth = 1_000_000
  /// The most memory that a picture, the offscreen targets of its passes, its plan and the pictures of its paths and
  /// texts may take together.
  ///
  /// - Units: bytes.
  /// - Default: three quarters of the memory this process may use, control groups respected.
  public var memory = MemoryBudget.standard

  /// Makes the default limits.
  public init() {}
}

/// The error for a picture that exceeds a limit.
public struct LimitExceeded: Error, Equatable, Sendable {
  /// The kind of limit, named as in ``RenderLimits``.
  public enum Kind: String, Sendable, Codable {
    case time, pixels, touchedPixels, elements, depth, memory
  }

  /// The limit that was exceeded.
  public var kind: Kind
  /// The limit, in its own unit.
  public var allowed: Double
  /// The amount that would have been needed; `nil` where it is only known to be above the limit.
  public var needed: Double?
  /// The cause, as words for a message, such as `copies of a replicator`.
  public var what: String
  /// The layer, as `/`-separated names or `Class[index]` from the root, where a single layer is the cause.
  public var layerPath: String?

  package init(_ kind: Kind, allowed: Double, needed: Double? = nil, what: String, layerPath: String? = nil) {
    (self.kind, self.allowed, self.needed, self.what, self.layerPath) = (kind, allowed, needed, what, layerPath)
  }
}

extension LimitExceeded: CustomStringConvertible {
  /// A message of one line, with the numbers.
  public var description: String {
    let layer = layerPath.map { " (\($0))" } ?? ""
    return switch needed {
    case let needed?:
      "\(what) would take \(Self.words(needed)) \(unit), over the limit of \(Self.words(allowed))\(layer)"
    case nil: "\(what) took more than the limit of \(Self.words(allowed)) \(unit)\(layer)"
    }
  }

  private var unit: String {
    switch kind {
    case .time: "s"
    case .pixels: "pixels"
    case .touchedPixels: "touched pixels"
    case .elements: "elements besides the layers of the tree"
    case .depth: "levels"
    case .memory: "bytes"
    }
  }

  /// A number in a readable form, without decimals where it is whole.
  private static func words(_ value: Double) -> String {
    Int(exactly: value).map(String.init) ?? String(value)
  }
}
