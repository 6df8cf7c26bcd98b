// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// Names of Core Graphics that are not available here. Each has a message for the compiler to show.

public import Foundation
public import LaminaCoreFoundation
public import LaminaGraphics

/// A PDF document that is read.
@available(*, unavailable, message: "Lamina writes PDF and does not read it; make a picture of the page beforehand")
public class CGPDFDocument {
  /// Opens a file.
  public init?(_ url: CFURL) { nil }
  /// Opens a document in memory.
  public init?(_ provider: CGDataProvider) { nil }
}

/// A page of a PDF document that is read.
@available(*, unavailable, message: "Lamina writes PDF and does not read it; make a picture of the page beforehand")
public class CGPDFPage {}

/// The conversion of colours from one space to another.
@available(*, unavailable, message: "nothing is kept for a conversion; CGColor.converted(to:intent:options:) converts")
public class CGColorConversionInfo {
  /// Finds a conversion from one space to another.
  public init?(src: CGColorSpace, dst: CGColorSpace) { nil }
}

extension CGContext {
  /// Draws a page of a PDF document.
  @available(*, unavailable, message: "Lamina writes PDF and does not read it; make a picture of the page beforehand")
  public func drawPDFPage(_ page: CGPDFPage) {}

  /// Sets the space between characters.
  @available(*, unavailable, message: "give the text a kern attribute and draw it as a line")
  public func setCharacterSpacing(_ spacing: CGFloat) {}
}
