// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry
internal import LaminaGraphics
internal import LaminaLayers
internal import LaminaScene

// Builds compositions as layer trees. A composition's layers become sublayers, back to front, each inside layers with
// its parents' transforms. There are limits for the nesting of compositions, for chains of parents, and for the number
// of all layers, since a composition is built anew wherever it is used.

/// Builds the tree of a document.
final class LottieLayerBuilder {
  let composition: LottieComposition
  let writer: AnimationWriter
  let images: LottieImages
  var log: LottieLog
  /// The number of layers that may still be made.
  var budget: Int

  /// The largest depth of nested compositions; deeper ones are left out.
  static let maximumDepth = 64
  /// The largest number of parents in a chain; further ones are left out.
  static let maximumParents = 200

  init(_ composition: LottieComposition, images: LottieImages, log: LottieLog, limits: SceneLimits) {
    self.composition = composition
    self.images = images
    self.log = log
    budget = min(limits.elements, 200_000)
    writer = AnimationWriter(composition, samples: 20_000_000)
  }

  /// The context in which layers are built: the size and the time of their composition.
  struct Place {
    var size: CGSize
    var time = TimeMap()
    /// The compositions that contain this one.
    var holders: [String] = []
  }

  /// Builds the tree.
  func build() -> CALayer {
    let root = CALayer()
    let size = CGSize(width: composition.width, height: composition.height)
    root.bounds = CGRect(origin: .zero, size: size)
    root.position = CGPoint(x: size.width / 2, y: size.height / 2)
    root.masksToBounds = true
    if let name = composition.name, !name.isEmpty { root.name = name }
    add(composition.layers, to: root, Place(size: size))
    if writer.ranShort {
      report("samples-limit", "", "has more that changes in every frame than is kept; some moves are coarser")
    }
    return root
  }

  func report(_ code: String, _ path: String, _ message: String) {
    log.report(code, path: path, message)
  }

  /// Takes layers from the budget; returns whether another layer may be made.
  func takeLayers(_ count: Int = 1, for layer: LottieLayer) -> Bool {
    if ReadingTime.isOver { budget = 0 }
    let hadRoom = budget > 0
    budget -= count
    if budget <= 0, hadRoom {
      report("layer-limit", layer.path, "is where the document has more layers than are drawn; the rest is left out")
    }
    return budget > 0
  }

  // MARK: Compositions

  /// Adds a composition's layers to a layer.
  private func add(_ layers: [LottieLayer], to superlayer: CALayer, _ place: Place) {
    var byIndex: [Int: Int] = [:]
    for (position, layer) in layers.enumerated() {
      if let index = layer.index, byIndex[index] == nil { byIndex[index] = position }
    }
    let mattes = self.mattes(of: layers, byIndex)
    var space = LayerSpace(superlayer, place)
    for (position, layer) in layers.enumerated().reversed() {
      if ReadingTime.isOver { break }
      guard !layer.isMatte, !layer.isHidden else { continue }
      guard let made = withParents(make(layer, place), layer, layers, byIndex, place) else { continue }
      var top = made
      if let kind = layer.matte, let matte = mattes[position] {
        let matteLayer = layers[matte]
        let made = matteLayer.isHidden ? nil : make(matteLayer, place)
        let shown = withParents(made, matteLayer, layers, byIndex, place)
        top = self.masked(top, by: shown, kind, place)
      }
      if let mode = layer.blendMode { top.compositingFilter = mode }
      let depth = layer.is3D ? depth(of: layer, layers, byIndex) : nil
      space.add(top, depth: depth, writer) { self.container(place.size) }
    }
    space.finish()
  }

  /// The positions of the mattes of layers.
  private func mattes(of layers: [LottieLayer], _ byIndex: [Int: Int]) -> [Int: Int] {
    var result: [Int: Int] = [:]
    for (position, layer) in layers.enumerated() where layer.matte != nil {
      if let parent = layer.matteParent, let matte = byIndex[parent], matte != position {
        result[position] = matte
      } else if layer.matteParent == nil, position > 0 {
        result[position] = position - 1
      } else {
        report("missing-matte", layer.path, "is shown through a matte that is not there; it is drawn whole")
      }
    }
    return result
  }

  /// Wraps a layer into layers with the transforms of its parents.
  private func withParents(
    _ layer: CALayer?, _ model: LottieLayer, _ layers: [LottieLayer], _ byIndex: [Int: Int], _ place: Place
  ) -> CALayer? {
    guard var result = layer else { return nil }
    var parent = model.parent
    var seen: Set<Int> = []
    while let index = parent {
      guard let position = byIndex[index] else {
        report("missing-parent", model.path, "has the parent \(index), which is not there")
        break
      }
      guard seen.insert(index).inserted, layers[position].path != model.path else {
        report("cyclic-parent", model.path, "is among its own parents, by layer \(index)")
        break
      }
      guard seen.count <= Self.maximumParents else {
        report("parent-limit", model.path, "has more than \(Self.maximumParents) parents; the rest is left out")
        break
      }
      let holder = container(place.size)
      if !layers[position].name.isEmpty { holder.name = layers[position].name }
      writer.write(
        layers[position].transform, of: holder, in: place.time,
        turnsAlongPath: layers[position].isAutoOriented)
      holder.addSublayer(result)
      guard takeLayers(for: model) else { break }
      result = holder
      parent = layers[position].parent
    }
    return result
  }

  /// A layer that only contains others.
  func container(_ size: CGSize) -> CALayer {
    let layer = CALayer()
    layer.anchorPoint = .zero
    layer.bounds = CGRect(origin: .zero, size: size)
    return layer
  }

  // MARK: Layers

  /// The layer, placed in its parent; `nil` if it draws nothing.
  private func make(_ model: LottieLayer, _ place: Place) -> CALayer? {
    guard let layer = treated(model, effects: model.effects[...], place) else { return nil }
    if !model.name.isEmpty { layer.name = model.name }
    writer.write(model.transform, of: layer, in: place.time, turnsAlongPath: model.isAutoOriented)
    writer.writeOpacity(model.transform.opacity, of: layer, in: place.time)
    writer.writeVisibility(from: model.inPoint, to: model.outPoint, of: layer, in: place.time)
    return layer
  }

  /// The content of a layer, to be masked and placed; `nil` if it draws nothing.
  func content(_ model: LottieLayer, _ place: Place) -> CALayer? {
    guard takeLayers(for: model) else { return nil }
    let layer = container(place.size)
    switch model.content {
    case .none: return nil
    case .shapes(let items):
      var shapes = ShapeBuilder(writer: writer, time: place.time, size: place.size, budget: budget)
      shapes.build(items, in: layer)
      budget = shapes.budget
      if shapes.ranShort {
        let limits = "\(ShapeSources.maximumSources) paths, \(ShapeSources.maximumCopies) copies of one"
        report(
          "shape-limit", model.path,
          "has more than \(limits), \(ShapeSources.maximumPoints) points or the layers that there may be; "
            + "the rest is left out")
      }
    case .solid(let color, let width, let height):
      layer.bounds.size = CGSize(width: max(width, 0), height: max(height, 0))
      layer.backgroundColor = CGColor(lottie: color)
    case .image(let id, let remap):
      guard showImage(id, remap, in: layer, of: model, place) else { return nil }
    case .composition(let id, let width, let height, let remap):
      guard showComposition(id, CGSize(width: width, height: height), remap, in: layer, of: model, place) else {
        return nil
      }
    case .text(let text): addText(text, to: layer, of: model, place)
    }
    if !model.masks.isEmpty { layer.mask = maskLayer(model.masks, place) }
    return layer
  }

  private func showImage(
    _ id: String, _ remap: Animated<Double>?, in layer: CALayer, of model: LottieLayer, _ place: Place
  ) -> Bool {
    guard case .image(let asset)? = composition.assets[id] else {
      report("missing-asset", model.path, "shows the picture '\(id.prefix(60))', which is not among the assets")
      return false
    }
    guard let image = images.image(of: asset, report: { self.report($0, asset.path, $1) }) else { return false }
    if let video = image.moving {
      let time = place.time.entering(model, remap: remap, frameRate: composition.frameRate)
      return show(video, standsAs: image, asset, in: layer, of: model, time)
    }
    let width = asset.width > 0 ? asset.width : Double(image.width)
    let height = asset.height > 0 ? asset.height : Double(image.height)
    layer.bounds.size = CGSize(width: width, height: height)
    layer.contents = image
    return true
  }

  private func showComposition(
    _ id: String, _ size: CGSize, _ remap: Animated<Double>?, in layer: CALayer, of model: LottieLayer, _ place: Place
  ) -> Bool {
    guard case .composition(let layers)? = composition.assets[id] else {
      report("missing-asset", model.path, "shows the composition '\(id.prefix(60))', which is not among the assets")
      return false
    }
    guard !place.holders.contains(id), place.holders.count < Self.maximumDepth else {
      let reason = place.holders.contains(id) ? "holds itself" : "is more than \(Self.maximumDepth) compositions deep"
      report(
        "cyclic-composition", model.path, "shows the composition '\(id.prefix(60))', which \(reason); it is left out")
      return false
    }
    // A composition is clipped to its size.
    let inner = size.width > 0 && size.height > 0 ? size : place.size
    layer.bounds.size = inner
    layer.masksToBounds = true
    add(
      layers, to: layer,
      Place(
        size: inner, time: place.time.entering(model, remap: remap, frameRate: composition.frameRate),
        holders: place.holders + [id]))
    return true
  }
}
