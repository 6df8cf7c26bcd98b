// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

public import Foundation
public import LaminaGeometry

extension CGContext {
  /// Saves the state: transform, clip, colours, alpha, blend mode, shadow and line, but not the path.
  public func saveGState() {
    savedStates.append(state)
    target.canvas.save()
  }

  /// Returns to the state that the matching ``saveGState()`` saved.
  ///
  /// Nothing happens without a matching call, or when that call was before the open transparency layer began.
  public func restoreGState() {
    guard savedStates.count > (transparencyLayers.last?.savedStateCount ?? 0), let saved = savedStates.popLast() else {
      return
    }
    state = saved
    target.canvas.restore()
  }

  /// The current transform, from user space to Apple's device space: the bitmap's pixels with **y up**.
  public var ctm: CGAffineTransform {
    state.deviceFromUser.concatenating(appleFromDevice)
  }

  /// The transform between the bitmap's pixels with y down and with y up; it is its own inverse.
  var appleFromDevice: CGAffineTransform {
    CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(height))
  }

  /// The transform from user space to Apple's device space; the same as ``ctm``.
  public var userSpaceToDeviceSpaceTransform: CGAffineTransform { ctm }

  /// Applies `transform` before the current one. A transform that is not finite is ignored.
  public func concatenate(_ transform: CGAffineTransform) {
    let result = transform.concatenating(state.deviceFromUser)
    let entries = [result.a, result.b, result.c, result.d, result.tx, result.ty]
    if entries.allSatisfy(\.isFinite) { state.deviceFromUser = result }
  }

  /// Moves the origin of user space.
  public func translateBy(x tx: CGFloat, y ty: CGFloat) {
    concatenate(CGAffineTransform(translationX: tx, y: ty))
  }

  /// Scales the axes of user space.
  public func scaleBy(x sx: CGFloat, y sy: CGFloat) {
    concatenate(CGAffineTransform(scaleX: sx, y: sy))
  }

  /// Rotates the axes of user space, from x towards y, by an angle in radians.
  public func rotate(by angle: CGFloat) {
    concatenate(CGAffineTransform(rotationAngle: angle))
  }

  /// A point of user space in Apple's device space.
  public func convertToDeviceSpace(_ point: CGPoint) -> CGPoint { point.applying(ctm) }

  /// A point of Apple's device space in user space.
  public func convertToUserSpace(_ point: CGPoint) -> CGPoint { point.applying(ctm.inverted()) }

  /// A size of user space in Apple's device space: a vector, which a translation does not change.
  public func convertToDeviceSpace(_ size: CGSize) -> CGSize { size.applying(ctm) }

  /// A size of Apple's device space in user space.
  public func convertToUserSpace(_ size: CGSize) -> CGSize { size.applying(ctm.inverted()) }

  /// The smallest upright rectangle of Apple's device space that holds a rectangle of user space.
  public func convertToDeviceSpace(_ rect: CGRect) -> CGRect { rect.applying(ctm) }

  /// The smallest upright rectangle of user space that holds a rectangle of Apple's device space.
  public func convertToUserSpace(_ rect: CGRect) -> CGRect { rect.applying(ctm.inverted()) }

  /// Sets the width of lines, in user space. Zero, negative and NaN widths draw no line.
  public func setLineWidth(_ width: CGFloat) { state.stroke.width = width }

  /// Sets the shape of the ends of lines.
  public func setLineCap(_ cap: CGLineCap) { state.stroke.cap = cap }

  /// Sets the shape of the corners of lines.
  public func setLineJoin(_ join: CGLineJoin) { state.stroke.join = join }

  /// Sets the longest mitre, in line widths. Values below 1 and NaN are 1.
  public func setMiterLimit(_ limit: CGFloat) { state.stroke.miterLimit = limit }

  /// Sets a pattern of dashes and gaps.
  ///
  /// - Parameters:
  ///   - phase: The offset into the pattern at which each subpath starts.
  ///   - lengths: The lengths of dashes and gaps in turn, in user space. No lengths, a length that is negative or not
  ///     finite, and a sum of 0 draw the whole line.
  public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
    state.stroke.dashPhase = phase
    state.stroke.dashLengths = lengths
  }

  /// Sets the greatest distance of curves from the lines that they are drawn with: ignored, it is a fiftieth of a
  /// pixel.
  public func setFlatness(_ flatness: CGFloat) {}

  /// Sets the conversion of colours outside the bitmap's space. The value is ignored, since colours are converted by
  /// curves and primaries, for which all intents are the same, and clamped.
  public func setRenderingIntent(_ intent: CGColorRenderingIntent) {}

  /// Sets the colour of fills.
  public func setFillColor(_ color: CGColor) {
    state.fillColor = color
    if let pattern = ColorPattern.of(color) { state.fillPattern = pattern.paint }
  }

  /// Sets the colour of lines.
  public func setStrokeColor(_ color: CGColor) {
    state.strokeColor = color
    if let pattern = ColorPattern.of(color) { state.strokePattern = pattern.paint }
  }

  /// Sets the colour of fills by its components in device RGB, which is sRGB here.
  public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    state.fillColor = CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha)
  }

  /// Sets the colour of lines by its components in device RGB, which is sRGB here.
  public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    state.strokeColor = CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha)
  }

  /// Sets a grey of the device, which is a grey of sRGB here, as the colour of fills.
  public func setFillColor(gray: CGFloat, alpha: CGFloat) {
    state.fillColor = CGColor(deviceGray: gray, alpha: alpha)
  }

  /// Sets a grey of the device, which is a grey of sRGB here, as the colour of lines.
  public func setStrokeColor(gray: CGFloat, alpha: CGFloat) {
    state.strokeColor = CGColor(deviceGray: gray, alpha: alpha)
  }

  /// Sets the factor for the alpha of everything that is drawn, clamped to 0...1; NaN is 0.
  public func setAlpha(_ alpha: CGFloat) {
    state.alpha = alpha > 0 ? Double(min(alpha, 1)) : 0
  }

  /// Sets the mode of blending drawn objects with the existing pixels.
  public func setBlendMode(_ mode: CGBlendMode) { state.blendMode = mode }

  /// Sets whether edges are smooth, where ``setAllowsAntialiasing(_:)`` permits it.
  public func setShouldAntialias(_ shouldAntialias: Bool) { state.shouldAntialias = shouldAntialias }

  /// Sets whether edges can be smooth at all. The setting is not part of the saved state.
  public func setAllowsAntialiasing(_ allows: Bool) { allowsAntialiasing = allows }

  /// The sampling of pictures.
  public var interpolationQuality: CGInterpolationQuality {
    get { state.interpolationQuality }
    set { state.interpolationQuality = newValue }
  }

  /// Puts a shadow under everything that is drawn from now on.
  ///
  /// - Parameters:
  ///   - offset: The offset of the shadow from the object that casts it, in the space that the context began with,
  ///     whatever the current transform. So a positive height is down in a layer's context, and up where y is up.
  ///   - blur: Twice the standard deviation of the shadow's Gaussian, in the same space. Negative and NaN are 0.
  ///   - color: The shadow's colour; `nil`, or a colour with alpha 0, ends shadows.
  public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor?) {
    guard let color, color.straight.w > 0, offset.width.isFinite, offset.height.isFinite else {
      state.shadow = nil
      return
    }
    let base = deviceFromBase
    let scale = abs(base.a * base.d - base.b * base.c).squareRoot()
    let sigma = blur > 0 ? Double(blur / 2 * scale) : 0
    state.shadow = DrawingShadow(
      pixelOffset: SIMD2(
        Double(offset.width * base.a + offset.height * base.c), Double(offset.width * base.b + offset.height * base.d)),
      pixelSigma: min(sigma, GaussianBlur.maximumSigma), color: color)
  }

  /// Puts a black shadow of a third's alpha under everything that is drawn from now on; see
  /// ``setShadow(offset:blur:color:)``.
  public func setShadow(offset: CGSize, blur: CGFloat) {
    setShadow(offset: offset, blur: blur, color: CGColor(gray: 0, alpha: 1.0 / 3))
  }
}
