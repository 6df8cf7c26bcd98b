// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGeometry
internal import LaminaGraphics

// The keys of every layer. One line per property; names are those of Apple's key-value coding and of documents.

extension LayerKey {
  /// The keys of `CALayer`.
  static let layerKeys: [LayerKey] =
    geometryKeys + appearanceKeys + contentsKeys + effectKeys + timingKeys(of: CALayer.self, animates: .never)
    + treeKeys + programKeys

  private static let geometryKeys = [
    LayerKey(
      "bounds", \CALayer.bounds, animates: .implicitly,
      fast: HotAccess(
        .bounds,
        [
          .origin: .boundsOrigin, .originX: .originX, .originY: .originY, .size: .boundsSize, .sizeWidth: .width,
          .sizeHeight: .height,
        ])),
    LayerKey("frame", isAlias: true, get: { (layer: CALayer) in layer.frame }, set: { $0.frame = $1 }),
    LayerKey(
      "position", \CALayer.position, animates: .implicitly,
      fast: HotAccess(.position, [.x: .positionX, .y: .positionY])),
    LayerKey(
      "anchorPoint", \CALayer.anchorPoint, animates: .implicitly,
      fast: HotAccess(.anchorPoint, [.x: .anchorPointX, .y: .anchorPointY])),
    LayerKey("anchorPointZ", \CALayer.anchorPointZ, animates: .implicitly),
    LayerKey("zPosition", \CALayer.zPosition, animates: .implicitly, fast: HotAccess(.zPosition)),
    LayerKey("transform", \CALayer.transform, animates: .implicitly, fast: .transformParts),
    LayerKey("sublayerTransform", \CALayer.sublayerTransform, animates: .implicitly),
    LayerKey("geometryFlipped", \CALayer.isGeometryFlipped),
    LayerKey("doubleSided", \CALayer.isDoubleSided, animates: .implicitly),
  ]

  private static let appearanceKeys = [
    LayerKey("name", \CALayer.name, animates: .never),
    LayerKey("hidden", \CALayer.isHidden, animates: .implicitly),
    LayerKey("opacity", \CALayer.opacity, animates: .implicitly, fast: HotAccess(.opacity)),
    LayerKey("allowsGroupOpacity", \CALayer.allowsGroupOpacity),
    LayerKey("backgroundColor", \CALayer.backgroundColor, animates: .implicitly, fast: HotAccess(.backgroundColor)),
    LayerKey("borderColor", \CALayer.borderColor, animates: .implicitly, fast: HotAccess(.borderColor)),
    LayerKey("borderWidth", \CALayer.borderWidth, animates: .implicitly, fast: HotAccess(.borderWidth)),
    LayerKey("cornerRadius", \CALayer.cornerRadius, animates: .implicitly, fast: HotAccess(.cornerRadius)),
    LayerKey("cornerCurve", words: CornerCurve.allCases.map(\.name), \CALayer.cornerCurve),
    // The name of the property before the curves had names.
    LayerKey(
      "continuousCorners", isAlias: true, get: { (layer: CALayer) in layer.cornerCurve == .continuous },
      set: { $0.cornerCurve = $1 ? .continuous : .circular }),
    LayerKey(
      "maskedCorners", as: .number(.bits), get: { (layer: CALayer) in Int(layer.maskedCorners.rawValue) },
      set: { $0.maskedCorners = CACornerMask(rawValue: UInt(truncatingIfNeeded: max($1, 0))) }),
    LayerKey("masksToBounds", \CALayer.masksToBounds, animates: .implicitly),
    LayerKey("opaque", \CALayer.isOpaque),
    LayerKey("allowsEdgeAntialiasing", \CALayer.allowsEdgeAntialiasing),
    LayerKey(
      "edgeAntialiasingMask", get: { (layer: CALayer) in layer.edgeAntialiasingMask.rawValue },
      set: { $0.edgeAntialiasingMask = CAEdgeAntialiasingMask(rawValue: $1) }),
    LayerKey("shadowColor", \CALayer.shadowColor, animates: .implicitly),
    LayerKey("shadowOpacity", \CALayer.shadowOpacity, animates: .implicitly),
    LayerKey("shadowOffset", \CALayer.shadowOffset, animates: .implicitly),
    LayerKey("shadowRadius", \CALayer.shadowRadius, animates: .implicitly),
    LayerKey("shadowPath", \CALayer.shadowPath),
  ]

  /// The names of the filters that sample a picture.
  static let filterWords = ["nearest", "linear", "trilinear"]

  private static let contentsKeys = [
    LayerKey(
      "contents", as: .image, animates: .implicitly, read: { (layer: CALayer) in picture(layer.contents) }
    ) { layer, value in layer.contents = object(value) },
    LayerKey(
      "contentsGravity",
      words: [
        "center", "top", "bottom", "left", "right", "topLeft", "topRight", "bottomLeft", "bottomRight", "resize",
        "resizeAspect", "resizeAspectFill",
      ], \CALayer.contentsGravity),
    LayerKey("contentsRect", \CALayer.contentsRect, animates: .implicitly),
    LayerKey("contentsCenter", \CALayer.contentsCenter, animates: .implicitly),
    LayerKey("contentsScale", \CALayer.contentsScale),
    LayerKey("magnificationFilter", words: filterWords, \CALayer.magnificationFilter),
    LayerKey("minificationFilter", words: filterWords, \CALayer.minificationFilter),
    LayerKey("minificationFilterBias", \CALayer.minificationFilterBias),
  ]

  private static let effectKeys = [
    LayerKey("shouldRasterize", \CALayer.shouldRasterize),
    LayerKey("rasterizationScale", \CALayer.rasterizationScale),
    LayerKey("wantsExtendedDynamicRangeContent", \CALayer.wantsExtendedDynamicRangeContent),
    LayerKey("toneMapMode", words: ["automatic", "never", "ifSupported"], \CALayer.toneMapMode),
    LayerKey(
      "preferredDynamicRange", words: ["automatic", "standard", "constrainedHigh", "high"],
      \CALayer.preferredDynamicRange),
    LayerKey("contentsHeadroom", \CALayer.contentsHeadroom),
    LayerKey("compositingFilter", as: .object("a filter"), read: { (layer: CALayer) in boxed(layer.compositingFilter) })
    { layer, value in layer.compositingFilter = object(value) },
    LayerKey("filters", as: .object("an array of filters"), read: { (layer: CALayer) in boxed(layer.filters) }) {
      (layer, value) throws(Problem) in layer.filters = try array(value)
    },
    LayerKey(
      "backgroundFilters", as: .object("an array of filters"),
      read: { (layer: CALayer) in boxed(layer.backgroundFilters) }
    ) { (layer, value) throws(Problem) in layer.backgroundFilters = try array(value) },
    LayerKey("needsDisplayOnBoundsChange", \CALayer.needsDisplayOnBoundsChange, animates: .never),
    LayerKey("drawsAsynchronously", \CALayer.drawsAsynchronously, animates: .never),
  ]

  /// The keys of timing, for every class that has a time of its own.
  static func timingKeys<Root: CAMediaTiming & SendableMetatype>(
    of type: Root.Type, animates: Animates = .explicitly
  ) -> [LayerKey] {
    func key<Value: LayerValueConvertible>(
      _ name: String, as type: LayerValueType? = nil, _ path: any ReferenceWritableKeyPath<Root, Value> & Sendable
    ) -> LayerKey {
      LayerKey(
        name, as: type, animates: animates, get: { (object: Root) in object[keyPath: path] },
        set: { object, value in object[keyPath: path] = value })
    }
    return [
      key("beginTime", \.beginTime),
      key("duration", as: .number(.double, allowsInfinity: true), \.duration),
      key("speed", \.speed),
      key("timeOffset", \.timeOffset),
      key("repeatCount", as: .number(.float, allowsInfinity: true), \.repeatCount),
      key("repeatDuration", as: .number(.double, allowsInfinity: true), \.repeatDuration),
      key("autoreverses", \.autoreverses),
      LayerKey(
        "fillMode", as: .word(["removed", "forwards", "backwards", "both"]), animates: animates,
        get: { (object: Root) -> String? in object.fillMode.rawValue },
        set: { object, value in
          if let value { object.fillMode = CAMediaTimingFillMode(rawValue: value) }
        }),
    ]
  }

  private static let treeKeys = [
    LayerKey(
      "superlayer", as: .object("a layer"), animates: .never, read: { (layer: CALayer) in boxed(layer.superlayer) },
      write: nil),
    LayerKey(
      "sublayers", as: .object("an array of layers"), animates: .never,
      read: { (layer: CALayer) in boxed(layer.sublayers) }
    ) {
      (layer, value) throws(Problem) in
      guard let layers = try array(value) else { return layer.sublayers = nil }
      let typed = layers.compactMap { $0 as? CALayer }
      guard typed.count == layers.count else { throw .wrongValue }
      guard typed.allSatisfy(layer.canAdopt) else { throw .cycle }
      layer.sublayers = typed
    },
    LayerKey(
      "mask", as: .object("a layer"), animates: .never, read: { (layer: CALayer) in boxed(layer.mask) }
    ) {
      (layer, value) throws(Problem) in
      guard let mask = object(value) else { return layer.mask = nil }
      guard let mask = mask as? CALayer else { throw .wrongValue }
      guard layer.canAdopt(mask) else { throw .cycle }
      layer.mask = mask
    },
    LayerKey(
      "style", as: .object("a dictionary"), animates: .never, read: { (layer: CALayer) in boxed(layer.style) }
    ) {
      (layer, value) throws(Problem) in
      guard let style = object(value) else { return layer.style = nil }
      guard let style = style as? [AnyHashable: Any] else { throw .wrongValue }
      layer.style = style
    },
  ]

  /// The keys for programs only: documents do not contain them, and they have no effect on pictures.
  private static let programKeys = [
    // The names of the getters, which key-value coding accepts too.
    alias("isHidden", \CALayer.isHidden),
    alias("isOpaque", \CALayer.isOpaque),
    alias("isDoubleSided", \CALayer.isDoubleSided),
    alias("isGeometryFlipped", \CALayer.isGeometryFlipped),
    LayerKey(
      "autoresizingMask", animates: .never, get: { (layer: CALayer) in layer.autoresizingMask.rawValue },
      set: { $0.autoresizingMask = CAAutoresizingMask(rawValue: $1) }
    ).onlyInPrograms(),
    LayerKey(
      "contentsFormat", words: ["RGBA8", "RGBAh", "Gray8", "Automatic"], \CALayer.contentsFormat, animates: .never
    ).onlyInPrograms(),
    LayerKey(
      "delegate", as: .object("a delegate"), animates: .never, read: { (layer: CALayer) in boxed(layer.delegate) }
    ) {
      (layer, value) throws(Problem) in
      guard let delegate = object(value) else { return layer.delegate = nil }
      guard let delegate = delegate as? any CALayerDelegate else { throw .wrongValue }
      layer.delegate = delegate
    }.onlyInPrograms(),
    LayerKey(
      "actions", as: .object("actions by event"), animates: .never, read: { (layer: CALayer) in boxed(layer.actions) }
    ) {
      (layer, value) throws(Problem) in
      guard let actions = object(value) else { return layer.actions = nil }
      guard let actions = actions as? [String: Any] else { throw .wrongValue }
      let typed = actions.compactMapValues { $0 as? any CAAction }
      guard typed.count == actions.count else { throw .wrongValue }
      layer.actions = typed
    }.onlyInPrograms(),
    LayerKey(
      "layoutManager", as: .object("a layout manager"), animates: .never,
      read: { (layer: CALayer) in boxed(layer.layoutManager) }
    ) { (layer, value) throws(Problem) in
      guard let manager = object(value) else { return layer.layoutManager = nil }
      guard let manager = manager as? any CALayoutManager else { throw .wrongValue }
      layer.layoutManager = manager
    }.onlyInPrograms(),
    LayerKey(
      "constraints", as: .object("an array of constraints"), animates: .never,
      read: { (layer: CALayer) in boxed(layer.frameConstraints) }
    ) { (layer, value) throws(Problem) in
      layer.frameConstraints = try typed(value, (any FrameConstraint).self)
    }.onlyInPrograms(),
  ]

  /// Returns a value as an array of objects of one class; `nil` for `none`.
  static func typed<Element>(_ value: LayerValue, _ type: Element.Type) throws(Problem) -> [Element]? {
    guard let array = try array(value) else { return nil }
    let typed = array.compactMap { $0 as? Element }
    guard typed.count == array.count else { throw .wrongValue }
    return typed
  }

  /// Returns an object as a value.
  static func boxed(_ object: Any?) -> LayerValue { object.map(LayerValue.object) ?? .none }

  /// Returns the value of a property of type `Any` that usually holds pictures.
  static func picture(_ object: Any?) -> LayerValue {
    (object as? CGImage).map(LayerValue.image) ?? boxed(object)
  }

  /// Returns the value of a property of type `Any` that usually holds strings.
  static func text(_ object: Any?) -> LayerValue {
    (object as? String).map(LayerValue.string) ?? boxed(object)
  }

  /// Returns a value as an object of any type.
  static func object(_ value: LayerValue) -> Any? { value.boxed }

  /// Returns a value as an array; `nil` for `none`.
  static func array(_ value: LayerValue) throws(Problem) -> [Any]? {
    if case .colors(let colors) = value { return colors }
    guard let object = object(value) else { return nil }
    guard let array = object as? [Any] else { throw .wrongValue }
    return array
  }
}
