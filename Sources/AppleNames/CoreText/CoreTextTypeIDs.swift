// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import LaminaCoreFoundation
internal import LaminaGraphics

/// The number of the type of fonts.
public func CTFontGetTypeID() -> CFTypeID { TypeNumber.font.rawValue }

/// The number of the type of descriptions of fonts.
public func CTFontDescriptorGetTypeID() -> CFTypeID { TypeNumber.fontDescriptor.rawValue }

/// The number of the type of paragraph styles.
public func CTParagraphStyleGetTypeID() -> CFTypeID { TypeNumber.paragraphStyle.rawValue }

/// The number of the type of lines.
public func CTLineGetTypeID() -> CFTypeID { TypeNumber.line.rawValue }

/// The number of the type of runs.
public func CTRunGetTypeID() -> CFTypeID { TypeNumber.run.rawValue }

/// The type number of run delegates, which leave room in text.
public func CTRunDelegateGetTypeID() -> CFTypeID { TypeNumber.runDelegate.rawValue }

/// The number of the type of frames of text.
public func CTFrameGetTypeID() -> CFTypeID { TypeNumber.frame.rawValue }

/// The type number of framesetters.
public func CTFramesetterGetTypeID() -> CFTypeID { TypeNumber.framesetter.rawValue }

/// The type number of typesetters.
public func CTTypesetterGetTypeID() -> CFTypeID { TypeNumber.typesetter.rawValue }

extension CTFont: NumberedType {
  package static var typeNumber: TypeNumber { .font }
}

extension CTFontDescriptor: NumberedType {
  package static var typeNumber: TypeNumber { .fontDescriptor }
}

extension NSParagraphStyle: NumberedType {
  package static var typeNumber: TypeNumber { .paragraphStyle }
}

extension CTLine: NumberedType {
  package static var typeNumber: TypeNumber { .line }
}

extension CTRun: NumberedType {
  package static var typeNumber: TypeNumber { .run }
}

extension CTRunDelegate: NumberedType {
  package static var typeNumber: TypeNumber { .runDelegate }
}

extension CTFrame: NumberedType {
  package static var typeNumber: TypeNumber { .frame }
}

extension CTFramesetter: NumberedType {
  package static var typeNumber: TypeNumber { .framesetter }
}

extension CTTypesetter: NumberedType {
  package static var typeNumber: TypeNumber { .typesetter }
}
