// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

package import Foundation

// The settings of layers for brightness above white. They are kept, animated and written to documents, but have no
// effect: pictures have 8 bits of sRGB, in which nothing is brighter than white.

/// The mapping of contents that are brighter than white to displays without such brightness.
public struct CAToneMapMode: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Makes a mode from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// As the system decides.
  public static let automatic = CAToneMapMode(rawValue: "automatic")
  /// Brighter colours are cut off at white.
  public static let never = CAToneMapMode(rawValue: "never")
  /// Brighter colours are mapped to the display's range, where that is supported.
  public static let ifSupported = CAToneMapMode(rawValue: "ifSupported")
}

/// The preferred brightness of contents.
public struct CADynamicRange: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Makes a range from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// As the system decides.
  public static let automatic = CADynamicRange(rawValue: "automatic")
  /// Not brighter than white.
  public static let standard = CADynamicRange(rawValue: "standard")
  /// A little brighter than white, so that other contents beside them do not look dark.
  public static let constrainedHigh = CADynamicRange(rawValue: "constrainedHigh")
  /// As bright as the display permits.
  public static let high = CADynamicRange(rawValue: "high")
}

/// The settings of a layer for brightness above white.
package struct DynamicRangeProperties: Sendable {
  package var wantsExtendedContent = false
  package var toneMapMode = CAToneMapMode.automatic
  package var preferred = CADynamicRange.automatic
  package var headroom: CGFloat = 0
}
