// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

/// How much one picture may cost.
///
/// A tree asks for as much as its author likes: a replicator of a thousand million copies is one line. These are the
/// bounds of what is done for it. Beyond any of them there is no picture, and an error with the numbers
/// (``LimitExceeded``); never a part of a picture. The defaults are meant to be met by no honest tree; whoever draws
/// trees of strangers sets what he can spare.
///
///     var options = RenderOptions()
///     options.limits.time = 2
///     options.limits.memory = 512 << 20
public struct RenderLimits: Sendable, Equatable, Codable {
  /// The longest that planning and drawing a picture may take together.
  ///
  /// It is asked between layers, operations and tiles, some ten thousand times a second. What runs inside of one call
  /// of a library or driver ends that call first: one path of a million segments, or a device that hangs.
  ///
  /// - Units: seconds on the clock that does not stop.
  /// - Range: 0 and above; 0 refuses every picture, and what is no number counts as that.
  /// - Default: ten minutes.
  public var time = 600.0
  /// The most pixels a picture may have. A larger canvas is refused before memory is taken for it.
  ///
  /// - Default: 268,435,456, as many as 16,384 x 16,384.
  public var pixels = 1 << 28
  /// The most pixels that all that is drawn may touch together: every operation counts the pixels of the box around it,
  /// whether or not something hides them, and every step of a blur those that it makes.
  ///
  /// - Default: 2^36, some 33,000 times 1080p.
  public var touchedPixels = 1 << 36
  /// The most copies that replicators may make of layers, particles that emitters may show, and pieces that planes
  /// which pass through one another are cut into, together.
  ///
  /// - Default: `1_000_000`.
  /// - Conformance: REPL-1, EMIT-1, D3-2
  public var elements = 1_000_000
  /// The deepest that layers may lie inside one another.
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

/// A picture that would have cost more than it may.
public struct LimitExceeded: Error, Equatable, Sendable {
  /// What there would have been too much of, named as in ``RenderLimits``.
  public enum Kind: String, Sendable, Codable {
    case time, pixels, touchedPixels, elements, depth, memory
  }

  /// Which limit it is.
  public var kind: Kind
  /// How much was allowed, in the limit's own unit.
  public var allowed: Double
  /// How much it would have taken, where that was found; `nil` where it is only known to be more.
  public var needed: Double?
  /// What asked for it, as words that go on after "… ", such as `copies of a replicator`.
  public var what: String
  /// Which layer, as `/`-separated names or `Class[index]` from the root, where one alone asked for too much.
  public var layerPath: String?

  package init(_ kind: Kind, allowed: Double, needed: Double? = nil, what: String, layerPath: String? = nil) {
    (self.kind, self.allowed, self.needed, self.what, self.layerPath) = (kind, allowed, needed, what, layerPath)
  }
}

extension LimitExceeded: CustomStringConvertible {
  /// One line for a person, with the numbers in it.
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

  /// A number as people write it, whole where it is whole.
  private static func words(_ value: Double) -> String {
    Int(exactly: value).map(String.init) ?? String(value)
  }
}
