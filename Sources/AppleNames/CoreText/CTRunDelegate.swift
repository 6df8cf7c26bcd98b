// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import LaminaCoreFoundation
package import LaminaGraphics

/// The functions that measure the room which a ``CTRunDelegate`` leaves in text.
///
/// Each function receives the pointer with which the delegate was made. Lengths are in points; negative lengths and NaN
/// count as 0.
public struct CTRunDelegateCallbacks {
  /// The version: ``kCTRunDelegateVersion1``.
  public var version: CFIndex
  /// Is called once, when nothing uses the delegate any more.
  public var dealloc: (UnsafeMutableRawPointer) -> Void
  /// The extent of the room above the baseline.
  public var getAscent: (UnsafeMutableRawPointer) -> CGFloat
  /// The extent of the room below the baseline.
  public var getDescent: (UnsafeMutableRawPointer) -> CGFloat
  /// The width of the room.
  public var getWidth: (UnsafeMutableRawPointer) -> CGFloat

  /// Makes callbacks.
  public init(
    version: CFIndex, dealloc: @escaping (UnsafeMutableRawPointer) -> Void,
    getAscent: @escaping (UnsafeMutableRawPointer) -> CGFloat,
    getDescent: @escaping (UnsafeMutableRawPointer) -> CGFloat,
    getWidth: @escaping (UnsafeMutableRawPointer) -> CGFloat
  ) {
    (self.version, self.dealloc) = (version, dealloc)
    (self.getAscent, self.getDescent, self.getWidth) = (getAscent, getDescent, getWidth)
  }
}

/// The only version of callbacks.
public var kCTRunDelegateVersion1: CFIndex { 1 }
/// The same as ``kCTRunDelegateVersion1``.
public var kCTRunDelegateCurrentVersion: CFIndex { kCTRunDelegateVersion1 }

/// Room in text for something other than text, such as a picture, which the program draws there.
///
/// A run delegate is the value of ``kCTRunDelegateAttributeName``. Each character with this attribute, usually one
/// U+FFFC, becomes a room instead of a glyph. The callbacks are called when the text is read: by a framesetter,
/// typesetter or line that is made from the text, or by a text layer to which it is assigned.
///
/// - Conformance: Apple's `CTRunDelegate`, documented.
public final class CTRunDelegate {
  let refCon: UnsafeMutableRawPointer
  fileprivate let callbacks: CTRunDelegateCallbacks

  init(_ callbacks: CTRunDelegateCallbacks, _ refCon: UnsafeMutableRawPointer) {
    self.callbacks = callbacks
    self.refCon = refCon
  }

  deinit { callbacks.dealloc(refCon) }
}

extension CTRunDelegate: TextRoomSource {
  /// The room according to the callbacks.
  package var room: TextRoom {
    func length(_ measure: (UnsafeMutableRawPointer) -> CGFloat) -> CGFloat { max(measure(refCon).bounded, 0) }
    return TextRoom(
      ascent: length(callbacks.getAscent), descent: length(callbacks.getDescent), width: length(callbacks.getWidth))
  }
}

/// Makes a delegate that leaves room in text; `nil` for callbacks of another version than ``kCTRunDelegateVersion1``.
///
/// - Parameters:
///   - callbacks: The callbacks, which are copied.
///   - refCon: The pointer that is passed to the callbacks. Without it they receive a pointer that must not be
///     dereferenced, since Swift imports their parameter as a pointer that is never `nil`.
public func CTRunDelegateCreate(
  _ callbacks: UnsafePointer<CTRunDelegateCallbacks>, _ refCon: UnsafeMutableRawPointer?
) -> CTRunDelegate? {
  guard callbacks.pointee.version == kCTRunDelegateVersion1 else { return nil }
  guard let pointer = refCon ?? UnsafeMutableRawPointer(bitPattern: 1) else { return nil }
  return CTRunDelegate(callbacks.pointee, pointer)
}

/// The pointer with which a delegate was made.
public func CTRunDelegateGetRefCon(_ runDelegate: CTRunDelegate) -> UnsafeMutableRawPointer { runDelegate.refCon }
