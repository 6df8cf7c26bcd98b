// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import LaminaGraphics
public import QuartzCore

// The current context, the target of UIKit's drawing functions: a stack per thread.

/// An entry of the stack. It has no context where none could be made, so that the call that ends it still finds its
/// entry.
struct CurrentContext {
  var context: CGContext?
  /// Pixels per point of the bitmap; `nil` for contexts that were only pushed.
  var imageScale: CGFloat?
  /// The page rectangle of a PDF document, in points; null if no context could be made, `nil` for all other contexts.
  var pageBounds: CGRect?
}

/// The contexts of a thread, the current one last.
final class ContextStack {
  var contexts: [CurrentContext] = []

  private static let slot = ThreadSlot { ContextStack() }

  /// The stack of this thread.
  static var current: ContextStack { slot.value }

  /// Makes a context for a picture; `nil` for a size that is not above 0, and if the bitmap would be too large.
  static func makeContext(_ bounds: CGRect, _ scale: CGFloat, isOpaque: Bool) -> CGContext? {
    guard bounds.size.width > 0, bounds.size.height > 0 else { return nil }
    return try? CGContext.drawing(bounds: bounds, scale: scale, isOpaque: isOpaque)
  }

  /// Runs `body` with a context as the current one.
  static func with<Result>(_ context: CGContext, _ body: () throws -> Result) rethrows -> Result {
    let stack = current
    let depth = stack.contexts.count
    stack.contexts.append(CurrentContext(context: context))
    // Contexts that the body pushed and did not pop are removed as well.
    defer { stack.contexts.removeLast(max(stack.contexts.count - depth, 0)) }
    return try body()
  }
}

/// The context of the current drawing; `nil` outside of drawing.
public func UIGraphicsGetCurrentContext() -> CGContext? { ContextStack.current.contexts.last?.context }

/// Makes a context the current one.
public func UIGraphicsPushContext(_ context: CGContext) {
  ContextStack.current.contexts.append(CurrentContext(context: context))
}

/// Restores the context that was current before. Nothing happens if the stack is empty.
public func UIGraphicsPopContext() { _ = ContextStack.current.contexts.popLast() }

/// Begins a transparent picture of one pixel per point, and makes its context the current one.
///
/// - Parameter size: The size in points.
public func UIGraphicsBeginImageContext(_ size: CGSize) { UIGraphicsBeginImageContextWithOptions(size, false, 1) }

/// Begins a picture, and makes its context the current one: in points, y down, with the origin at the top left.
///
/// - Parameters:
///   - size: The size in points. If it is empty, or the bitmap would exceed a gibibyte, there is no context until the
///     picture ends.
///   - opaque: Whether the bitmap begins black and has no alpha.
///   - scale: Pixels per point; 0 for the screen's scale.
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {
  let scale = scale > 0 && scale.isFinite ? scale : UIScreen.main.scale
  let context = ContextStack.makeContext(CGRect(origin: .zero, size: size), scale, isOpaque: opaque)
  ContextStack.current.contexts.append(CurrentContext(context: context, imageScale: scale))
}

/// The picture so far; `nil` if the current context was not begun as a picture.
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
  guard let current = ContextStack.current.contexts.last, let scale = current.imageScale else { return nil }
  return current.context?.makeImage().map { UIImage(cgImage: $0, scale: scale, orientation: .up) }
}

/// Ends the picture, and restores the context that was current before.
public func UIGraphicsEndImageContext() {
  let stack = ContextStack.current
  if stack.contexts.last?.imageScale != nil { stack.contexts.removeLast() }
}

/// Fills a rectangle in the current context, copying the fill colour.
public func UIRectFill(_ rect: CGRect) { UIRectFillUsingBlendMode(rect, .copy) }

/// Fills a rectangle in the current context with a blend mode.
public func UIRectFillUsingBlendMode(_ rect: CGRect, _ blendMode: CGBlendMode) {
  guard let context = UIGraphicsGetCurrentContext() else { return }
  context.saveGState()
  context.setBlendMode(blendMode)
  context.fill(rect)
  context.restoreGState()
}

/// Draws a frame of one point inside a rectangle, in the fill colour.
public func UIRectFrame(_ rect: CGRect) { UIRectFrameUsingBlendMode(rect, .copy) }

/// Draws a frame of one point inside a rectangle, in the fill colour, with a blend mode.
public func UIRectFrameUsingBlendMode(_ rect: CGRect, _ blendMode: CGBlendMode) {
  guard let context = UIGraphicsGetCurrentContext() else { return }
  context.saveGState()
  context.setBlendMode(blendMode)
  let inside = rect.insetBy(dx: 1, dy: 1)
  context.beginPath()
  context.addRect(rect)
  if !inside.isNull { context.addRect(inside) }
  context.fillPath(using: .evenOdd)
  context.restoreGState()
}

/// Clips all further drawing in the current context to a rectangle.
public func UIRectClip(_ rect: CGRect) { UIGraphicsGetCurrentContext()?.clip(to: rect) }
