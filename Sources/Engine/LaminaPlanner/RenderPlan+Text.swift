// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

import Foundation
import LaminaGeometry
import LaminaGraphics
public import LaminaLayers
public import LaminaPlan

extension RenderPlan {
  /// The plan as text for a person or a test: canvas, passes in order, and each operation on a line.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot the plan was made from; gives the layers' paths.
  ///   - limit: The greatest number of operations to print.
  public func text(of snapshot: TreeSnapshot? = nil, limit: Int = .max) -> String {
    var lines = ["canvas \(canvas) px"]
    if region != PixelRect(size: canvas) { lines.append("region \(region)") }
    lines.append(
      "\(passes.count) \(passes.count == 1 ? "pass" : "passes"), \(count) operations, "
        + "\(images.count) pictures, \(clips.count) clips")
    for (index, image) in images.enumerated() {
      lines.append("picture \(index): \(image.width) x \(image.height)\(image.isOpaque ? ", opaque" : "")")
    }
    for (index, clip) in clips.enumerated() {
      let outward = clip.parent.exists ? ", then clip \(clip.parent.number)" : ""
      lines.append("clip \(index): \(Self.describe(clip.shape))\(alpha(of: clip))\(Self.describe(clip.role))\(outward)")
    }
    for space in spaces { appendSpace(space, snapshot, limit, to: &lines) }
    var printed = 0
    for (index, pass) in passes.enumerated() {
      let target = index == passes.count - 1 ? "canvas" : "offscreen \(pass.region)"
      let kept = pass.key == nil ? "" : ", kept"
      lines.append("pass \(index): \(target), \(pass.format.name), \(pass.count) operations\(kept)")
      let shown = Swift.min(pass.count, limit - printed)
      switch pass.content {
      case .draws(let draws): for draw in draws.prefix(shown) { lines.append("  " + describe(draw, snapshot)) }
      case .filters(let steps): for step in steps.prefix(shown) { lines.append("  " + describe(step, snapshot)) }
      }
      printed += shown
      if shown < pass.count { lines.append("  … \(count - printed) more operations") }
    }
    return lines.joined(separator: "\n")
  }

  private func describe(_ step: FilterStep, _ snapshot: TreeSnapshot?) -> String {
    switch step {
    case .blur(let blur): describe(blur, snapshot)
    }
  }

  private func describe(_ blur: BlurFilter, _ snapshot: TreeSnapshot?) -> String {
    let how = blur.halvings > 0 ? "" : " sigma \(Self.number(blur.pixelSigma)) px"
    return "blur \(blur.pixelBounds), pass \(blur.source.number), \(blur.step)\(how)" + layer(blur.node, snapshot)
  }

  private func layer(_ node: Int32, _ snapshot: TreeSnapshot?) -> String {
    guard let snapshot, node >= 0, Int(node) < snapshot.layerCount else { return "" }
    return "  \(snapshot.layerPath(of: Int(node)))"
  }

  package func describe(_ operation: DrawOperation, _ snapshot: TreeSnapshot?) -> String {
    func layer(_ node: Int32) -> String { self.layer(node, snapshot) }
    switch operation {
    case .box(let box):
      var parts = ["box \(box.pixelBounds)", Self.describe(box.shape)]
      if box.fill != .zero { parts.append("fill \(Self.hex(box.fill))") }
      if box.gradient.exists {
        let gradient = gradients[box.gradient.index]
        parts.append("\(gradient.kind) gradient of \(gradient.stops.count) stops")
      }
      if box.image.exists { parts.append("picture \(box.image.number) \(Self.describe(box.placement))") }
      if box.tint != SIMD4(repeating: 1) { parts.append("tint \(Self.hex(box.tint))") }
      if box.borderWidth > 0 { parts.append("border \(Self.number(box.borderWidth)) \(Self.hex(box.border))") }
      if box.opacity < 1 { parts.append("opacity \(Self.number(box.opacity))") }
      if box.clip.exists { parts.append("clip \(box.clip.number)") }
      if !box.isAffine { parts.append("perspective") }
      parts.append(box.innerCount == 0 ? "no interior" : box.isInnerOpaque ? "opaque interior" : "plain interior")
      return parts.joined(separator: ", ") + layer(box.node)
    case .shadow(let shadow):
      let sigma = shadow.sigma.x == shadow.sigma.y ? [shadow.sigma.x] : [shadow.sigma.x, shadow.sigma.y]
      var parts = ["shadow \(shadow.pixelBounds)", Self.describe(shadow.shape)]
      parts.append("sigma \(sigma.map(Self.number).joined(separator: " ")) pt, \(Self.hex(shadow.color))")
      let corners = shadow.corners(by: DrawnPictures.ofProcess.shadowCorners)
      if corners != .square { parts.append("\(corners) corners") }
      if shadow.clip.exists { parts.append("clip \(shadow.clip.number)") }
      if !shadow.isAffine { parts.append("perspective") }
      return parts.joined(separator: ", ") + layer(shadow.node)
    case .composite(let composite):
      return describe(composite) + layer(composite.node)
    case .particles(let run):
      var parts = ["\(run.particles.count) particles \(run.pixelBounds), \(run.pictures.count) pictures"]
      if run.isAdditive { parts.append("additive") }
      if run.opacity < 1 { parts.append("opacity \(Self.number(run.opacity))") }
      if run.clip.exists { parts.append("clip \(run.clip.number)") }
      return parts.joined(separator: ", ") + layer(run.node)
    case .surface(let surface):
      var parts = ["surface \(surface.pixelBounds)", "pass \(surface.source.number)"]
      if surface.isSilhouette { parts.append("silhouette") }
      if surface.tint != SIMD4(repeating: 1) { parts.append("tint \(Self.hex(surface.tint))") }
      if surface.isNearest { parts.append("nearest") }
      if surface.isOpaque { parts.append("opaque") }
      if surface.clip.exists { parts.append("clip \(surface.clip.number)") }
      if !surface.wholePixels.isEmpty { parts.append("whole in \(surface.wholePixels)") }
      return parts.joined(separator: ", ") + layer(surface.node)
    }
  }

  private func describe(_ composite: CompositeOperation) -> String {
    var parts = ["composite \(composite.pixelBounds), pass \(composite.source.number)"]
    for map in colorMaps[Int(composite.colors.lowerBound)..<Int(composite.colors.upperBound)] {
      switch map {
      case .matrix(let matrix): parts.append("colours \(Self.describe(matrix))")
      }
    }
    if composite.mask.exists { parts.append("mask pass \(composite.mask.number)") }
    if composite.blend != .normal { parts.append(composite.blend.name) }
    parts.append("opacity \(Self.number(composite.opacity))")
    if composite.clip.exists { parts.append("clip \(composite.clip.number)") }
    if composite.outline.exists { parts.append("inside clip \(composite.outline.number)") }
    return parts.joined(separator: ", ")
  }

  private func alpha(of clip: ClipShape) -> String {
    guard gradients.holds(clip.gradient) else { return "" }
    let gradient = gradients[clip.gradient.index]
    return ", alpha: \(gradient.kind) gradient of \(gradient.stops.count) stops"
  }

  private static func describe(_ role: ClipRole) -> String {
    switch role {
    case .clip: ""
    case .covered(let alpha): ", its edge covered to \(number(alpha))"
    case .cover(let alpha): ", covered to \(number(alpha))"
    case .coverAround(let alpha): ", covered outside to \(number(alpha))"
    case .part: ", clip of the next"
    case .divisor: ", in the next already"
    case .outline: ", in the outline already"
    }
  }

  private static func describe(_ matrix: ColorMatrix) -> String {
    let rows = [matrix.red, matrix.green, matrix.blue, matrix.alpha]
    let texts = rows.enumerated().map { index, row in
      ([row.x, row.y, row.z, row.w, matrix.bias[index]]).map(number).joined(separator: " ")
    }
    return "(" + texts.joined(separator: ", ") + ")"
  }

  private static func describe(_ shape: ShapeGeometry) -> String {
    let box = shape.box
    var text = "\(number(box.x)) \(number(box.y)) \(number(box.z - box.x)) x \(number(box.w - box.y)) pt"
    if shape.radii != .zero {
      let radii = (0..<4).map { number(shape.radii[$0]) }
      text += " radius " + (Set(radii).count == 1 ? radii[0] : radii.joined(separator: " "))
      let curve = CornerOutline(code: shape.corner).curve
      if curve != .circular { text += " \(curve.name)" }
    }
    if shape.antialiased != SIMD4(repeating: 1) { text += " hard edges" }
    return text
  }

  private static func describe(_ placement: ImagePlacement) -> String {
    placement.magnification == placement.minification
      ? "\(placement.magnification)" : "\(placement.magnification)/\(placement.minification)"
  }

  /// Up to three decimals, without trailing zeros; the same in every locale.
  static func number(_ value: Float) -> String {
    guard value.isFinite, abs(value) < 1e9 else { return "\(value)" }
    let thousandths = Int(clamping: (Double(value) * 1000).rounded())
    let sign = thousandths < 0 ? "-" : ""
    let (whole, fraction) = abs(thousandths).quotientAndRemainder(dividingBy: 1000)
    guard fraction != 0 else { return "\(sign)\(whole)" }
    var digits = String(fraction + 1000).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
  }

  /// A premultiplied colour as #rrggbbaa of its straight components.
  private static func hex(_ color: SIMD4<Float>) -> String {
    let straight = color.w > 0 ? SIMD4(color.x / color.w, color.y / color.w, color.z / color.w, color.w) : .zero
    let digits = Array("0123456789abcdef")
    var text = "#"
    for index in 0..<4 {
      let level = Int(clamping: (min(max(straight[index], 0), 1) * 255).rounded())
      text.append(digits[level / 16])
      text.append(digits[level % 16])
    }
    return text
  }
}

extension PassFormat {
  /// The format's name in printed plans.
  var name: String {
    switch self {
    case .rgba8: "rgba8"
    case .rgba16Float: "rgba16f"
    case .alpha16Float: "alpha16f"
    }
  }
}
