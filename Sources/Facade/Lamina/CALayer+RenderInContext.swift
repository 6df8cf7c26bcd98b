// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry
public import LaminaGraphics
public import LaminaLayers
internal import LaminaPlan
internal import Logging
internal import Synchronization

extension CALayer: ContextDrawing {
  /// What `render(in:)` does where no subclass does otherwise.
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
  /// Draws the layer and all in it into a context, as `render(in:)` does.
  ///
  /// - Parameter ctx: A context of any size.
  /// - Returns: What the tree asks for and does not get.
  /// - Throws: ``RenderError`` where nothing was drawn, for lack of memory for one. A context that shows nothing,
  ///   because its transform is singular, is none.
  @discardableResult
  public func renderPicture(in ctx: CGContext) throws(RenderError) -> [Diagnostic] {
    try renderPicture(in: ctx, isPlaying: false)
  }

  /// Draws the layer and all in it into a context, as `render(in:)` does, or as it shows at the time of the thread's
  /// clock.
  ///
  /// - Parameters:
  ///   - ctx: A context of any size.
  ///   - isPlaying: Whether animations play a part, and gradients are drawn as on screens.
  ///   - isTurnedOver: Whether pictures are turned over against the layer's space, as in a layer that is flipped.
  package func renderPicture(
    in ctx: CGContext, isPlaying: Bool, isTurnedOver: Bool = false
  ) throws(RenderError) -> [Diagnostic] {
    let canvas = CGSize(width: ctx.width, height: ctx.height)
    // From Apple's device space to rows that go down.
    let turn = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: canvas.height)
    let device = ctx.ctm
    var canvasFromRoot = device.concatenating(turn)
    let area = canvasFromRoot.a * canvasFromRoot.d - canvasFromRoot.b * canvasFromRoot.c
    guard area != 0, area.isFinite, canvasFromRoot.tx.isFinite, canvasFromRoot.ty.isFinite else { return [] }
    // A mirrored picture is drawn the right way round, or layers would show their backs, and laid down mirrored.
    let isMirrored = (area < 0) != isTurnedOver
    if isMirrored { canvasFromRoot = canvasFromRoot.concatenating(turn) }
    let now = CALayer.localTime(of: CACurrentMediaTime(), from: nil, to: superlayer)
    let snapshot = TreeSnapshot(
      ofModel: self, on: canvas, canvasFromRoot: canvasFromRoot, at: now, isPlaying: isPlaying,
      isTurnedOver: isTurnedOver)
    let options = RenderOptions()
    let plan = try Renderer.plan(snapshot, options.planOptions())
    let renderer = IdleRenderers.take()
    defer { IdleRenderers.give(renderer) }
    let result = try renderer.render(plan, options: options)
    ctx.saveGState()
    // Pixels of the picture are pixels of the bitmap.
    ctx.concatenate(device.inverted())
    if isMirrored { ctx.concatenate(turn) }
    ctx.interpolationQuality = .none
    ctx.draw(result.image, in: CGRect(origin: .zero, size: canvas))
    ctx.restoreGState()
    return result.diagnostics
  }
}

/// Renderers that nobody uses at the moment: making one for every picture would start threads for every picture.
private enum IdleRenderers {
  /// One that goes from thread to thread, and is used by one at a time.
  private struct Idle: @unchecked Sendable {
    var renderer: Renderer
  }

  private static let idle = Locked<[Idle]>([])

  /// What a renderer keeps of passes, in bytes.
  private static let passBudget = 64 << 20

  static func take() -> Renderer {
    idle.withLock { $0.popLast() }?.renderer ?? Renderer(cpuThreads: 1, passBudget: passBudget)
  }

  static func give(_ renderer: Renderer) {
    let back = Idle(renderer: renderer)
    idle.withLock { if $0.count < 4 { $0.append(back) } }
  }
}
