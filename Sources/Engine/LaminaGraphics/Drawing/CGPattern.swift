// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import LaminaGeometry

/// The spacing of the cells of a pattern.
public enum CGPatternTiling: Int32, Sendable {
  /// Even spacing: cells are always spaced evenly here, and resampled where they lie between pixels.
  case noDistortion = 0
  /// As ``noDistortion``.
  case constantSpacingMinimalDistortion = 1
  /// As ``noDistortion``.
  case constantSpacing = 2
}

/// Draws a cell of a pattern: it receives the pattern's `info`, and a context whose user space is the pattern's.
public typealias CGPatternDrawPatternCallback = (_ info: UnsafeMutableRawPointer?, _ context: CGContext) -> Void

/// Is called when a pattern is freed, with its `info`.
public typealias CGPatternReleaseInfoCallback = (_ info: UnsafeMutableRawPointer?) -> Void

/// The callbacks of a pattern.
public struct CGPatternCallbacks {
  /// The version of this structure: 0.
  public var version: UInt32
  /// Draws a cell; without it, cells are empty.
  public var drawPattern: CGPatternDrawPatternCallback?
  /// Is called when the pattern is freed.
  public var releaseInfo: CGPatternReleaseInfoCallback?

  /// Makes callbacks that do nothing.
  public init() { self.init(version: 0, drawPattern: nil, releaseInfo: nil) }

  /// Makes callbacks.
  public init(
    version: UInt32, drawPattern: CGPatternDrawPatternCallback?, releaseInfo: CGPatternReleaseInfoCallback?
  ) {
    (self.version, self.drawPattern, self.releaseInfo) = (version, drawPattern, releaseInfo)
  }
}

/// A cell that is repeated in both directions, to fill and stroke with.
///
///     context.setFillColorSpace(patternSpace)
///     context.setFillPattern(stripes, colorComponents: [1])
///
/// A pattern belongs to one thread at a time.
public final class CGPattern {
  private let info: UnsafeMutableRawPointer?
  private let callbacks: CGPatternCallbacks
  let bounds: CGRect
  let matrix: CGAffineTransform
  let step: CGSize
  let isColored: Bool

  /// Makes a pattern.
  ///
  /// - Parameters:
  ///   - info: The pointer that is passed to the callbacks.
  ///   - bounds: The cell, in the pattern's space; nothing is drawn outside. Not empty, and finite.
  ///   - matrix: The transform from the pattern's space to the space that the context began with.
  ///   - xStep: The distance from one cell to the next along x; not 0. Larger cells overlap, up to sixteen of them.
  ///   - yStep: The distance from one cell to the next along y; not 0.
  ///   - tiling: Ignored: cells are spaced evenly.
  ///   - isColored: Whether cells have colours of their own; otherwise they are drawn in the colour with which the
  ///     pattern is set.
  ///   - callbacks: The callbacks that draw a cell.
  /// - Returns: `nil` when a number is out of range.
  public init?(
    info: UnsafeMutableRawPointer?, bounds: CGRect, matrix: CGAffineTransform, xStep: CGFloat, yStep: CGFloat,
    tiling: CGPatternTiling, isColored: Bool, callbacks: UnsafePointer<CGPatternCallbacks>
  ) {
    let box = bounds.standardized
    let numbers = [box.minX, box.minY, box.width, box.height, xStep, yStep]
    guard numbers.allSatisfy(\.isFinite), box.width > 0, box.height > 0, xStep != 0, yStep != 0, matrix.isUsable else {
      return nil
    }
    self.info = info
    self.callbacks = callbacks.pointee
    self.bounds = box
    self.matrix = matrix
    step = CGSize(width: abs(xStep), height: abs(yStep))
    self.isColored = isColored
  }

  deinit {
    callbacks.releaseInfo?(info)
  }

  /// One step of the pattern as a picture: its top left pixel at the minimum of the cell.
  ///
  /// - Parameters:
  ///   - scale: Pixels to a unit of the pattern's space, along x and along y.
  ///   - color: The colour of a pattern without colours of its own.
  /// - Returns: `nil` when there is no memory.
  func cell(scale: CGSize, color: CGColor) -> CGImage? {
    func pixels(_ length: CGFloat) -> Int { Int(clamping: min(max(Double(length).rounded(.up), 1), 4096)) }
    let (width, height) = (pixels(step.width * scale.width), pixels(step.height * scale.height))
    let cellFromPattern = CGAffineTransform(translationX: -bounds.minX, y: -bounds.minY).concatenating(
      CGAffineTransform(scaleX: CGFloat(width) / step.width, y: CGFloat(height) / step.height))
    guard
      let context = CGContext(width: width, height: height, isOpaque: false, deviceFromBase: cellFromPattern)
    else { return nil }
    // Cells to the left and above overlap this cell where they are larger than the step.
    func overlaps(_ length: CGFloat, _ step: CGFloat) -> Int {
      min(Int(clamping: Double(length / step).rounded(.up)), 16)
    }
    for row in (0..<overlaps(bounds.height, step.height)).reversed() {
      for column in (0..<overlaps(bounds.width, step.width)).reversed() {
        context.saveGState()
        context.translateBy(x: -CGFloat(column) * step.width, y: -CGFloat(row) * step.height)
        context.clip(to: bounds)
        context.setFillColor(color)
        context.setStrokeColor(color)
        let fades = isColored && color.alpha < 1
        if fades {
          context.setAlpha(color.alpha)
          context.beginTransparencyLayer(auxiliaryInfo: nil)
        }
        callbacks.drawPattern?(info, context)
        if fades { context.endTransparencyLayer() }
        while !context.savedStates.isEmpty { context.restoreGState() }
      }
    }
    return context.makeImage()
  }
}

/// The paint of fills or strokes: a pattern with the colour that it is drawn in.
struct PatternPaint {
  var pattern: CGPattern
  var color: CGColor
}

extension CGContext {
  /// Sets a pattern to fill with.
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - components: For a pattern with colours of its own, the alpha; otherwise the components in the base of the
  ///     space that ``setFillColorSpace(_:)`` set, or in sRGB where there is none, and the alpha after them.
  public func setFillPattern(_ pattern: CGPattern, colorComponents components: UnsafePointer<CGFloat>) {
    state.fillPattern = paint(pattern, components, state.fillSpace)
  }

  /// Sets a pattern to draw lines with; see ``setFillPattern(_:colorComponents:)``.
  public func setStrokePattern(_ pattern: CGPattern, colorComponents components: UnsafePointer<CGFloat>) {
    state.strokePattern = paint(pattern, components, state.strokeSpace)
  }

  /// Sets the offset of patterns, in the space that the context began with. Numbers that are not finite are 0.
  public func setPatternPhase(_ phase: CGSize) {
    state.patternPhase = CGSize(
      width: phase.width.isFinite ? phase.width : 0, height: phase.height.isFinite ? phase.height : 0)
  }

  /// Sets the space of the components of fill colours, also for ``setFillPattern(_:colorComponents:)``, and makes the
  /// fill colour black.
  public func setFillColorSpace(_ space: CGColorSpace) {
    setFillColor(.black)
    state.fillSpace = space
  }

  /// Sets the space of the components of line colours, also for ``setStrokePattern(_:colorComponents:)``, and makes the
  /// line colour black.
  public func setStrokeColorSpace(_ space: CGColorSpace) {
    setStrokeColor(.black)
    state.strokeSpace = space
  }

  /// Sets the colour of fills by components of the space that ``setFillColorSpace(_:)`` set; without a space, a grey
  /// and alpha.
  ///
  /// - Parameter components: As many numbers as the space has components, and one more for alpha.
  public func setFillColor(_ components: UnsafePointer<CGFloat>) {
    let space = state.fillSpace
    setFillColor(CGColor(colorSpace: space, components: components) ?? .black)
    state.fillSpace = space
  }

  /// Sets the colour of lines by components of the space that ``setStrokeColorSpace(_:)`` set; without a space, a grey
  /// and alpha.
  ///
  /// - Parameter components: As many numbers as the space has components, and one more for alpha.
  public func setStrokeColor(_ components: UnsafePointer<CGFloat>) {
    let space = state.strokeSpace
    setStrokeColor(CGColor(colorSpace: space, components: components) ?? .black)
    state.strokeSpace = space
  }

  /// Sets the colour of fills by amounts of ink, without a profile; all 0...1.
  public func setFillColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat) {
    setFillColor(CGColor(genericCMYKCyan: cyan, magenta: magenta, yellow: yellow, black: black, alpha: alpha))
  }

  /// Sets the colour of lines by amounts of ink, without a profile; all 0...1.
  public func setStrokeColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat) {
    setStrokeColor(CGColor(genericCMYKCyan: cyan, magenta: magenta, yellow: yellow, black: black, alpha: alpha))
  }

  private func paint(
    _ pattern: CGPattern, _ components: UnsafePointer<CGFloat>, _ space: CGColorSpace
  ) -> PatternPaint {
    guard !pattern.isColored else {
      return PatternPaint(pattern: pattern, color: CGColor(gray: 0, alpha: components[0]))
    }
    let base = (space.model == .pattern ? space.baseColorSpace : space) ?? .known(.sRGB)
    return PatternPaint(pattern: pattern, color: CGColor(colorSpace: base, components: components) ?? .black)
  }

  /// The ink of a colour: the colour itself, or the pattern that it stands for.
  func ink(_ color: CGColor) -> DrawCommand.Ink {
    ColorPattern.of(color).flatMap { ink($0.paint) } ?? .color(color)
  }

  /// The ink of a paint, at the pixels of this context; `nil` when there is no memory.
  func ink(_ paint: PatternPaint) -> DrawCommand.Ink? {
    let phase = CGAffineTransform(translationX: state.patternPhase.width, y: state.patternPhase.height)
    let deviceFromPattern = paint.pattern.matrix.concatenating(phase).concatenating(deviceFromBase)
    guard deviceFromPattern.isUsable else { return nil }
    let scale = CGSize(
      width: hypot(deviceFromPattern.a, deviceFromPattern.b), height: hypot(deviceFromPattern.c, deviceFromPattern.d))
    guard let cell = paint.pattern.cell(scale: scale, color: paint.color), let picture = PictureSurface(cell) else {
      return nil
    }
    let patternFromCell = CGAffineTransform(
      a: paint.pattern.step.width / CGFloat(cell.width), b: 0, c: 0,
      d: paint.pattern.step.height / CGFloat(cell.height), tx: paint.pattern.bounds.minX,
      ty: paint.pattern.bounds.minY)
    let deviceFromCell = patternFromCell.concatenating(deviceFromPattern)
    return .picture(
      picture, deviceFromPicture: deviceFromCell, filter: interpolationQuality.filter(for: deviceFromCell),
      repeats: true)
  }
}
