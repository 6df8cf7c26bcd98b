// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry
internal import LaminaGraphics

// Transitions (TIME-11). A layer in a transition is copied as a stage: a plain layer in its place, with two sublayers,
// the layer before the change and the present layer, each where the transition has moved it. The stage is drawn as one
// picture; in a fade, the two layers are added up in proportion to the progress.

extension SnapshotBuilder {
  /// The state of a transition between two layers.
  struct TransitionStage {
    /// The fraction of the old layer that is gone; 0...1.
    var progress: Double
    var kind: TransitionTrack.Kind
    /// The displacement, in the stage, from which the new layer moves in; the old layer moves out by its negative.
    var way: CGPoint
    /// The layer's own present properties.
    var look: LayerProperties
  }

  /// Opens the stage of a layer.
  ///
  /// - Parameter moment: The moment outside the layer.
  /// - Returns: `false` for a layer that is in no transition now.
  mutating func openStage(of layer: CALayer, parent: Int32, siblingIndex: Int32, _ moment: SnapshotMoment) -> Bool {
    guard let transition = layer.animations?.transition else { return false }
    let time = moment.inside(layer).localTime
    guard let progress = transition.progress(at: time) else { return false }
    let look = look(of: layer, at: time)
    let size = look.bounds.size
    let stage = TransitionStage(
      progress: progress, kind: transition.kind,
      way: CGPoint(x: transition.direction.x * size.width, y: transition.direction.y * size.height), look: look)
    nodes.append(
      TreeSnapshot.Node(
        properties: stage.properties, parent: parent, subtreeEnd: Int32(nodes.count + 1), siblingIndex: siblingIndex))
    if isKept { checkMarks(of: layer) }
    let node = nodes.count - 1
    var isolated = LayerEffects()
    isolated.isIsolated = true
    nodes[node].effects = Int32(effects.count)
    effects.append(isolated)
    // A reveal shows the old layer over the new one.
    let layers = transition.kind == .reveal ? [layer, transition.before] : [transition.before, layer]
    open.append(OpenLayer(sublayers: layers, node: Int32(node), moment: moment, stage: stage))
    return true
  }

  /// Copies one of the layers of an open stage.
  mutating func enterStage(_ layer: CALayer, isNew isSecond: Bool, _ top: Int) {
    guard let stage = open[top].stage else { return }
    let isNew = stage.kind == .reveal ? !isSecond : isSecond
    let (node, index) = (Int(open[top].node), nodes.count)
    enterPlain(layer, parent: open[top].node, siblingIndex: isSecond ? 1 : 0, open[top].moment)
    stage.place(&nodes[index].properties, isNew: isNew)
    var own = nodes[index].effects >= 0 ? effects[Int(nodes[index].effects)] : LayerEffects()
    if isNew {
      // Effects on the pixels behind the layer are applied by the stage.
      let stageEffects = Int(nodes[node].effects)
      effects[stageEffects].blend = own.blend
      effects[stageEffects].backgroundFilters = own.backgroundFilters
    }
    own.blend = .normal
    own.backgroundFilters = []
    if isNew, stage.kind == .fade { own.blend = .plusLighter }
    guard nodes[index].effects >= 0 || own.blend != .normal else { return }
    if nodes[index].effects < 0 {
      nodes[index].effects = Int32(effects.count)
      effects.append(own)
    } else {
      effects[Int(nodes[index].effects)] = own
    }
  }
}

extension SnapshotBuilder.TransitionStage {
  /// The properties of the stage itself: it has the layer's place, and draws nothing.
  fileprivate var properties: LayerProperties {
    var result = LayerProperties()
    result.bounds = look.bounds
    result.position = look.position
    result.anchorPoint = look.anchorPoint
    result.zPosition = look.zPosition
    result.anchorPointZ = look.anchorPointZ
    result.transform = look.transform
    result.flags = look.flags.intersection([.doubleSided, .transformed, .masksToBounds])
    if look.flags.contains(.masksToBounds) {
      result.cornerRadius = look.cornerRadius
      result.maskedCorners = look.maskedCorners
      result.cornerCurve = look.cornerCurve
    }
    result.flags.formUnion([.allowsGroupOpacity, .allowsEdgeAntialiasing])
    result.extras = look.extras?.name.map { name in
      var extras = LayerExtras.Values()
      extras.name = name
      return LayerExtras(extras)
    }
    return result
  }

  /// Moves one of the layers to its place on the stage.
  fileprivate func place(_ properties: inout LayerProperties, isNew: Bool) {
    let offset: Double
    switch (kind, isNew) {
    case (.fade, _), (.moveIn, false), (.reveal, true): offset = 0
    case (.moveIn, true), (.push, true): offset = 1 - progress
    case (.push, false), (.reveal, false): offset = -progress
    }
    properties.position = CGPoint(
      x: look.bounds.minX + look.anchorPoint.x * look.bounds.width + way.x * CGFloat(offset),
      y: look.bounds.minY + look.anchorPoint.y * look.bounds.height + way.y * CGFloat(offset))
    properties.transform = CATransform3DIdentity
    (properties.zPosition, properties.anchorPointZ) = (0, 0)
    properties.flags.remove(.transformed)
    properties.flags.insert(.doubleSided)
    if kind == .fade {
      properties.opacity *= Float(isNew ? progress : 1 - progress)
      properties.flags.insert(.allowsGroupOpacity)
    }
  }
}
