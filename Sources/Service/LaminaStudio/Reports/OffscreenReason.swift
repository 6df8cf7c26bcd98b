// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

#if Serve
import LaminaGeometry
import LaminaGraphics
import LaminaLayers
import LaminaPlan
import LaminaPlanner

/// The reason why a part of a picture is first drawn into pixels of its own: the layer, the property that causes it,
/// and advice for avoiding it.
///
/// The plan tells which pass is read by which operation of which layer, and the layer's properties tell the rest, so
/// nothing has to be recorded while a plan is made.
struct OffscreenReason: Hashable {
  /// The cause of a pass.
  enum Cause: String, Encodable, CaseIterable {
    case backdrop, blend, blur, colorFilter = "color-filter", fade, gradientMask = "gradient-mask", isolation, mask
    case rasterize, shadow, transition
  }

  /// The layer's node in the snapshot.
  var node: Int32
  var cause: Cause

  /// The property that causes the pass.
  func property(of layer: CALayer) -> String {
    switch cause {
    case .backdrop: "backgroundFilters"
    case .blend: "compositingFilter"
    case .blur, .colorFilter: "filters"
    case .fade: "opacity"
    case .gradientMask, .mask: "mask"
    case .isolation: "sublayers"
    case .rasterize: "shouldRasterize"
    case .shadow: layer.shadowPath == nil ? "shadowOpacity" : "shadowPath"
    case .transition: "animations"
    }
  }

  /// The effect of the property, as a sentence.
  ///
  /// - Parameter value: The property's value in short form.
  func explanation(_ value: String) -> String {
    switch cause {
    case .backdrop:
      "It filters what is behind it, so everything that was drawn before it becomes a picture that the filters read."
    case .blend:
      "It blends with what is behind it. The layer with all in it becomes a picture first, which is then mixed with "
        + "the pixels behind."
    case .blur:
      "It is blurred. The layer with all in it becomes a picture, which is blurred along rows and then along columns."
    case .colorFilter:
      "A filter maps its colours. The layer with all in it becomes a picture first, and the map is applied to that."
    case .fade:
      "It fades as one picture (opacity \(value)), and parts of it overlap: they are drawn opaque first, and the picture is faded."
    case .gradientMask:
      "A gradient masks it, and parts of it overlap: they become one picture, which the gradient is multiplied into."
    case .isolation:
      "Something in it blends with, or filters, what is behind it, which must be of this layer alone: so the layer is a picture."
    case .mask:
      "It is masked by a layer that is no plain shape: the layer and its mask each become a picture, which are multiplied."
    case .rasterize:
      "It asks to be a bitmap (shouldRasterize), which is drawn at its rasterizationScale and then shown like any picture."
    case .shadow:
      "Its shadow has no closed form: what casts it is drawn as a silhouette and blurred."
    case .transition:
      "It is in a transition: the layer before and the layer now are pictures, which are mixed."
    }
  }

  /// Advice for avoiding the pass, as a sentence.
  var advice: String {
    switch cause {
    case .backdrop:
      "A translucent backgroundColor costs no pass. Where what is behind stands still, the pass is kept from frame to frame."
    case .blend:
      "Without compositingFilter it is drawn at once. Over something of one colour, the mixed colour can be the backgroundColor."
    case .blur:
      "Blur the picture that it shows once, and use that as contents; or let the layer stand still, and the blurred pass is kept."
    case .colorFilter:
      "Set the colours themselves, or filter the picture that it shows once and use that as contents."
    case .fade:
      "Set the opacity of its sublayers instead, set allowsGroupOpacity to false, or keep its parts from overlapping."
    case .gradientMask:
      "Where nothing in it overlaps, the gradient is multiplied into each part and no pass is needed."
    case .isolation:
      "Move what blends or filters out of this layer, or take away what makes this layer a group: its opacity, mask or filters."
    case .mask:
      "A mask that is one box with a backgroundColor and a cornerRadius is a clip, and one that is a gradient layer a factor: "
        + "neither takes a pass. Where the layer is to be cut to its own bounds, masksToBounds with a cornerRadius does it."
    case .rasterize:
      "Without shouldRasterize its parts are drawn at once, which is as quick unless there are many of them; a bitmap pays while "
        + "nothing in it changes."
    case .shadow:
      "A shadowPath that is a rounded rectangle, or an opaque backgroundColor that hides all that the layer draws, has a closed "
        + "form: no pass and no blur."
    case .transition: "It costs what it does for as long as the transition runs."
    }
  }
}

/// Finds the reasons for the passes of a plan.
struct OffscreenReasons {
  /// The reasons for each pass except the canvas; the first one comes from the operation that shows it.
  let reasons: [[OffscreenReason]]

  private let plan: RenderPlan
  private let snapshot: TreeSnapshot

  /// - Complexity: O(n) in the number of operations.
  init(_ plan: RenderPlan, _ snapshot: TreeSnapshot) {
    (self.plan, self.snapshot) = (plan, snapshot)
    var found = Array(repeating: [OffscreenReason](), count: plan.passes.count)
    func note(_ pass: PassHandle, _ reason: OffscreenReason?) {
      guard let reason, found.indices.contains(pass.index), !found[pass.index].contains(reason) else { return }
      found[pass.index].append(reason)
    }
    let finder = Finder(plan: plan, snapshot: snapshot)
    // From the canvas down, since the readers of a filter pass determine the reasons of its sources.
    for index in plan.passes.indices.reversed() {
      switch plan.passes[index].content {
      case .draws(let draws):
        for draw in draws {
          switch draw {
          case .composite(let composite):
            note(composite.source, finder.reason(composite))
            if composite.mask.exists { note(composite.mask, OffscreenReason(node: composite.node, cause: .mask)) }
          case .surface(let surface): note(surface.source, finder.reason(surface))
          case .box, .shadow, .particles: break
          }
        }
      case .filters(let steps):
        for step in steps {
          // The source of a blur has the same reason as the blur.
          for reason in found[index] { note(step.source, reason) }
          if found[index].isEmpty { note(step.source, finder.reason(step)) }
        }
      }
    }
    reasons = found
  }

  private struct Finder {
    let plan: RenderPlan
    let snapshot: TreeSnapshot

    func effects(_ node: Int32) -> LayerEffects? {
      guard node >= 0, Int(node) < snapshot.nodes.count, snapshot.nodes[Int(node)].effects >= 0 else { return nil }
      return snapshot.effects[Int(snapshot.nodes[Int(node)].effects)]
    }

    func isRasterized(_ node: Int32) -> Bool {
      node >= 0 && snapshot.nodes[Int(node)].properties.flags.contains(.shouldRasterize)
    }

    func reason(_ composite: CompositeOperation) -> OffscreenReason? {
      let node = composite.node
      guard node >= 0, Int(node) < snapshot.nodes.count else { return nil }
      func because(_ cause: OffscreenReason.Cause) -> OffscreenReason { OffscreenReason(node: node, cause: cause) }
      let effects = effects(node)
      if effects?.isIsolated == true || effects?.contentsFade != nil { return because(.transition) }
      if composite.mask.exists { return because(.mask) }
      if let effects, composite.blend != .normal, composite.blend == effects.blend { return because(.blend) }
      if let effects, !effects.backgroundFilters.isEmpty, effects.filters.isEmpty { return because(.backdrop) }
      if let effects, !effects.filters.isEmpty {
        let blurs = effects.filters.contains { $0.blurSigma != nil }
        return because(blurs && composite.colors.isEmpty ? .blur : composite.colors.isEmpty ? .blur : .colorFilter)
      }
      if isRasterized(node) { return because(.rasterize) }
      if plan.hasGradient(composite.clip), snapshot.nodes[Int(node)].mask >= 0 { return because(.gradientMask) }
      if composite.opacity < 1 { return because(.fade) }
      if composite.blend != .normal { return because(.blend) }
      return because(.isolation)
    }

    func reason(_ surface: SurfaceOperation) -> OffscreenReason? {
      guard surface.node >= 0 else { return nil }
      func because(_ cause: OffscreenReason.Cause) -> OffscreenReason {
        OffscreenReason(node: surface.node, cause: cause)
      }
      if surface.isSilhouette { return because(.shadow) }
      if isRasterized(surface.node) { return because(.rasterize) }
      if let effects = effects(surface.node) {
        if !effects.filters.isEmpty { return because(.blur) }
        if !effects.backgroundFilters.isEmpty { return because(.backdrop) }
      }
      return because(.shadow)
    }

    func reason(_ step: FilterStep) -> OffscreenReason? {
      guard case .blur(let blur) = step, blur.node >= 0 else { return nil }
      let effects = effects(blur.node)
      let cause: OffscreenReason.Cause =
        effects?.filters.isEmpty == false ? .blur : effects?.backgroundFilters.isEmpty == false ? .backdrop : .shadow
      return OffscreenReason(node: blur.node, cause: cause)
    }
  }
}
#endif
