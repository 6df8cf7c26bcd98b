// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

// The execution of draw commands on the bitmap.
//
// Most commands go straight to Cairo. The others are drawn into a layer of their own first: with a shadow, because the
// shadow has the shape of the drawing; under a clip mask, because Cairo clips by paths only. Layers then blend as a
// whole, which gives the same result wherever the blend formula is linear in coverage. Where it is not (sourceIn …), or
// Cairo is wrong there (hue …), or has no such mode (plusDarker), the blend is made at full coverage on a copy of the
// bitmap, and mixed into the bitmap by the coverage.

internal import CCairo
internal import Foundation
internal import LaminaGeometry

extension CGContext {
  /// Draws with the state's alpha, blend mode, shadow, clip and masks.
  func perform(_ command: DrawCommand) {
    if deferred != nil { drawDeferred() }
    if let memory, target === bitmap { performShared(command, in: memory) } else { performAlone(command) }
  }

  /// Draws without synchronising with the memory that callers see.
  func performAlone(_ command: DrawCommand) {
    revision &+= 1
    guard state.shadow == nil, state.clipMask == nil, let blend = state.blendMode.cairoBlend else {
      return performInLayer(command)
    }
    switch blend.reach {
    case .coverage:
      target.canvas.setOperator(blend.cairoOperator)
      command.draw(on: target.canvas, alpha: state.alpha)
    case .clip where state.alpha >= 1 || command.isPlain:
      performThroughClip(command.withoutStroke, blend.cairoOperator)
    case .clip, .full:
      performInLayer(command)
    }
  }

  /// Makes the command for a path, or pixels, in device space, with the state's setting for antialiasing.
  func command(_ coverage: DrawCommand.Coverage, _ ink: DrawCommand.Ink) -> DrawCommand {
    DrawCommand(coverage: coverage, ink: ink, antialiases: state.shouldAntialias && allowsAntialiasing)
  }

  /// Makes the shape a clip, so that Cairo mixes by coverage whatever the operator.
  private func performThroughClip(_ command: DrawCommand, _ blend: cairo_operator_t) {
    let canvas = target
    canvas.canvas.save()
    defer { canvas.canvas.restore() }
    var inside = command
    if case .fill(let path, let rule) = command.coverage {
      canvas.canvas.setAntialias(command.antialiases)
      canvas.canvas.traceFill(path)
      canvas.canvas.clip(using: rule)
      inside.coverage = .everything
    }
    canvas.canvas.setOperator(blend)
    inside.draw(on: canvas.canvas, alpha: state.alpha)
  }

  private func performInLayer(_ command: DrawCommand) {
    let reachable = target.canvas.clipRegion
    guard !reachable.isEmpty else { return }
    let region = command.region.map { $0.intersection(visibleRegion) } ?? visibleRegion
    guard !region.isEmpty, let layer = DrawingTarget(.color, region: region) else { return }
    command.draw(on: layer.canvas, alpha: state.alpha)
    if let shadow = state.shadow { composite(shadow, of: layer, inside: reachable) }
    if let blend = state.blendMode.cairoBlend, blend.reach == .coverage {
      multiply(layer, by: state.clipMask)
      target.canvas.setOperator(blend.cairoOperator)
      target.canvas.setSource(layer.surface)
      target.canvas.paint()
    } else {
      replaceByCoverage(command, region: region.intersection(reachable))
    }
  }

  /// The pixels that can be seen themselves or through their shadow.
  var visibleRegion: PixelRect {
    let reachable = target.canvas.clipRegion
    guard let shadow = state.shadow, !reachable.isEmpty else { return reachable }
    let offset = shadow.wholeOffset
    return reachable.union(reachable.moved(x: -offset.x, y: -offset.y, margin: shadow.reach + 1))
  }

  private func composite(_ shadow: DrawingShadow, of layer: DrawingTarget, inside reachable: PixelRect) {
    let offset = shadow.wholeOffset
    let region = layer.region.moved(x: offset.x, y: offset.y, margin: shadow.reach + 1).intersection(reachable)
    guard !region.isEmpty, let shape = DrawingTarget(.alpha, region: region) else { return }
    let blurred = AlphaPlane(layer.surface).blurred(
      pixelSigma: shadow.pixelSigma, pixelOffset: shadow.pixelOffset, region: region)
    blurred.write(to: shape.surface)
    multiply(shape, by: state.clipMask)
    let blend = state.blendMode.cairoBlend.flatMap { $0.reach == .coverage ? $0.cairoOperator : nil }
    target.canvas.setOperator(blend ?? CAIRO_OPERATOR_OVER)
    target.canvas.setSource(shadow.color, alpha: 1)
    target.canvas.paint(through: shape.surface)
  }

  /// Multiplies pixels by the alpha of a chain of masks.
  func multiply(_ pixels: DrawingTarget, by mask: ClipMask?) {
    var mask = mask
    while let link = mask {
      pixels.canvas.setOperator(CAIRO_OPERATOR_DEST_IN)
      pixels.canvas.setSource(link.target.surface)
      pixels.canvas.paint()
      mask = link.parent
    }
  }

  /// Blends at full coverage on a copy, and mixes the copy into the bitmap by the coverage.
  private func replaceByCoverage(_ command: DrawCommand, region: PixelRect) {
    guard let result = DrawingTarget(.color, region: region), let ink = DrawingTarget(.color, region: region),
      let coverage = DrawingTarget(.alpha, region: region)
    else { return }
    result.canvas.setOperator(CAIRO_OPERATOR_SOURCE)
    result.canvas.setSource(target.surface)
    result.canvas.paint()

    var everywhere = command
    everywhere.coverage = .everything
    everywhere.draw(on: ink.canvas, alpha: state.alpha)
    if let blend = state.blendMode.cairoBlend {
      result.canvas.setOperator(blend.cairoOperator)
      result.canvas.setSource(ink.surface)
      result.canvas.paint()
    } else {
      result.surface.addDarkness(of: ink.surface)
    }

    var shape = command
    shape.ink = .color(.black)
    if case .everything = command.coverage, let region = command.region {
      shape.coverage = .fill(PathElements(region), .winding)
    }
    shape.draw(on: coverage.canvas, alpha: 1)
    multiply(coverage, by: state.clipMask)
    target.canvas.setOperator(CAIRO_OPERATOR_SOURCE)
    target.canvas.setSource(result.surface)
    target.canvas.paint(through: coverage.surface)
  }
}

extension DrawingShadow {
  /// The offset in whole pixels, rounded down, and no larger than any bitmap.
  var wholeOffset: (x: Int, y: Int) {
    func whole(_ value: Double) -> Int { Int(clamping: min(max(value, -1e6), 1e6).rounded(.down)) }
    return (whole(pixelOffset.x), whole(pixelOffset.y))
  }
}

extension PathElements {
  /// The outline of whole pixels.
  init(_ region: PixelRect) {
    let path = CGMutablePath()
    path.addRect(CGRect(x: Int(region.minX), y: Int(region.minY), width: region.width, height: region.height))
    self = path.elements
  }
}

extension CairoSurface {
  /// Blends `ink`, of the same region, over the pixels by the mode `plusDarker`.
  fileprivate func addDarkness(of ink: borrowing CairoSurface) {
    ink.withBytes { source, _ in
      withBytes { bytes, _ in
        for offset in stride(from: 0, to: min(bytes.count, source.count), by: 4) {
          let (sourceAlpha, targetAlpha) = (Int(source[offset + 3]), Int(bytes[offset + 3]))
          let alpha = min(255, sourceAlpha + targetAlpha)
          for component in offset..<(offset + 3) {
            let darkness = sourceAlpha - Int(source[component]) + targetAlpha - Int(bytes[component])
            bytes[component] = UInt8(min(max(alpha - darkness, 0), 255))
          }
          bytes[offset + 3] = UInt8(alpha)
        }
      }
    }
  }
}
