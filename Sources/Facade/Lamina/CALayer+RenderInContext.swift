// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry
public import LaminaGraphics
public import LaminaLayers
internal import LaminaPlan
import LaminaSystem
internal import Logging
internal import Synchronization

extension CALayer: ContextDrawing {
  /// The default implementation of `render(in:)`, for layers whose class does not override it.
  package func drawTree(into context: CGContext, isTurnedOver: Bool) {
    do throws(RenderError) {
      for diagnostic in try renderPicture(in: context, isPlaying: false, isTurnedOver: isTurnedOver) {
        LibraryLog.log(.notice, "render(in:): \(diagnostic)")
      }
    } catch {
      LibraryLog.log(.error, "render(in:): \(error)")
    }
  }
}

extension CALayer {
  /// Draws the layer and its sublayers into a context, as `render(in:)` does.
  ///
  /// - Parameter ctx: A context of any size.
  /// - Returns: Diagnostics of features that the tree uses and the renderer does not support.
  /// - Throws: ``RenderError`` where nothing was drawn, for example for lack of memory. A context that shows nothing
  ///   because its transform is singular is not an error.
  @discardableResult
  public func renderPicture(in ctx: CGContext) throws(RenderError) -> [Diagnostic] {
    try renderPicture(in: ctx, isPlaying: false)
  }

  /// Draws the layer and its sublayers into a context: either the model values, as `render(in:)` does, or the values
  /// that are shown at the time of the thread's clock.
  ///
  /// - Parameters:
  ///   - ctx: A context of any size.
  ///   - isPlaying: Whether animations are applied and gradients are drawn as on screens.
  ///   - isTurnedOver: Whether pictures are turned over against the layer's space, as in a layer that is flipped.
  package func renderPicture(
    in ctx: CGContext, isPlaying: Bool, isTurnedOver: Bool = false
  ) throws(RenderError) -> [Diagnostic] {
    let canvas = CGSize(width: ctx.width, height: ctx.height)
    // From Apple's device space, y up, to rows of pixels, y down.
    let turn = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: canvas.height)
    let device = ctx.ctm
    var canvasFromRoot = device.concatenating(turn)
    let area = canvasFromRoot.a * canvasFromRoot.d - canvasFromRoot.b * canvasFromRoot.c
    guard area != 0, area.isFinite, canvasFromRoot.tx.isFinite, canvasFromRoot.ty.isFinite else { return [] }
    // A mirrored picture is drawn unmirrored, or layers would show their backs, and is mirrored when it is copied into
    // the context.
    let isMirrored = (area < 0) != isTurnedOver
    if isMirrored { canvasFromRoot = canvasFromRoot.concatenating(turn) }
    let now = CALayer.localTime(of: CACurrentMediaTime(), from: nil, to: superlayer)
    let snapshot = TreeSnapshot(
      ofModel: self, on: canvas, canvasFromRoot: canvasFromRoot, at: now, isPlaying: isPlaying,
      isTurnedOver: isTurnedOver)
    let options = RenderOptions()
    let plan = try RenderPlan(snapshot, options: options)
    let renderer = IdleRenderers.take()
    defer { IdleRenderers.give(renderer) }
    let result = try renderer.render(plan, options: options)
    ctx.saveGState()
    // Each pixel of the picture covers exactly one pixel of the bitmap.
    ctx.concatenate(device.inverted())
    if isMirrored { ctx.concatenate(turn) }
    ctx.interpolationQuality = .none
    ctx.draw(result.image, in: CGRect(origin: .zero, size: canvas))
    ctx.restoreGState()
    return result.diagnostics
  }
}

/// Renderers that are not in use at the moment, kept because a new renderer for every picture would start threads for
/// every picture.
private enum IdleRenderers {
  /// An idle renderer. It is passed from thread to thread and used by one thread at a time.
  private struct Idle: @unchecked Sendable {
    var renderer: Renderer
  }

  private static let idle = Locked<[Idle]>([])

  /// The memory in which a renderer keeps the pixels of passes, in bytes.
  private static let passBudget = 64 << 20

  static func take() -> Renderer {
    idle.withLock { $0.popLast() }?.renderer ?? Renderer(cpuThreads: 1, passBudget: passBudget)
  }

  static func give(_ renderer: Renderer) {
    let back = Idle(renderer: renderer)
    idle.withLock { if $0.count < 4 { $0.append(back) } }
  }
}
