// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaLayers

/// The code of secure coding: every key of a class's table whose value is not the default, as an object under the key's
/// name. LaminaLayers finds this class by its name.
final class KeyedCoding: SecureCoding {
  /// The keys of archives besides properties.
  private enum ArchiveKey {
    static let animations = "CALayerAnimations"
    static let animationKeys = "CALayerAnimationKeys"
    static let strangers = "LaminaKeys"
  }

  /// Archives from before these classes were in this module name them by the module before.
  fileprivate static let knowsEarlierNames: Bool = {
    let moved: [AnyClass] = [
      LKNSValueCodingProxy.self, LKCGColorCodingProxy.self, CACGPathCodingProxy.self, CACGPathCodingSegment.self,
      CGImageCodingProxy.self, CAConstraint.self, CAConstraintLayoutManager.self,
    ]
    for type in moved { NSKeyedUnarchiver.setClass(type, forClassName: "LaminaLayers.\(type)") }
    return true
  }()

  static func encode(_ object: any Archivable, with coder: NSCoder) {
    _ = ArchiveDepth.code(with: coder) {
      for key in archivedKeys(of: object) where object.shouldArchiveValue(forKey: key.name) {
        let value = key.value(of: object)
        if case .none = value {
          coder.encode(NSNull(), forKey: key.name)
        } else if let archived = ArchivedValue.object(for: value) {
          coder.encode(archived, forKey: key.name)
        } else {
          CALayer.archiveFailureHandler(.leftOut(key: key.name, type: value.typeName))
        }
      }
      let wanted = object.storedValues.filter { object.shouldArchiveValue(forKey: $0.key) }
      let strangers = ArchivedValue.objects(for: wanted)
      if !strangers.isEmpty { coder.encode(NSDictionary(dictionary: strangers), forKey: ArchiveKey.strangers) }
      if let layer = object as? CALayer { encodeAnimations(of: layer, with: coder) }
    }
  }

  private static func encodeAnimations(of layer: CALayer, with coder: NSCoder) {
    let added = layer.addedAnimations
    guard !added.isEmpty, layer.shouldArchiveValue(forKey: "animations") else { return }
    coder.encode(NSArray(array: added.map(\.animation)), forKey: ArchiveKey.animations)
    coder.encode(
      NSArray(array: added.map { $0.key.map { NSString(string: $0) } ?? NSNull() }), forKey: ArchiveKey.animationKeys)
  }

  static func decode(_ object: any Archivable, with coder: NSCoder) -> Bool {
    let isWhole =
      knowsEarlierNames
      && ArchiveDepth.code(with: coder) {
        for key in archivedKeys(of: object) { decode(key, of: object, with: coder) }
        let strangers = coder.decodeValue(forKey: ArchiveKey.strangers) as? [String: Any] ?? [:]
        for (key, value) in strangers { object.keep(value, forKey: key) }
        if let layer = object as? CALayer { decodeAnimations(of: layer, with: coder) }
      }
    return isWhole || coder.decodingFailurePolicy != .setErrorAndReturn
  }

  private static func decode(_ key: LayerKey, of object: any Archivable, with coder: NSCoder) {
    guard let archived = coder.decodeArchived(forKey: key.name) else { return }
    if let value = LayerValue(ArchivedValue.value(of: archived), as: key.type), key.set(value, on: object) { return }
    CALayer.archiveFailureHandler(.unfit(key: key.name, type: "\(type(of: archived))"))
  }

  private static func decodeAnimations(of layer: CALayer, with coder: NSCoder) {
    let animations = coder.decodeArchived(forKey: ArchiveKey.animations) as? NSArray
    let keys = coder.decodeArchived(forKey: ArchiveKey.animationKeys) as? NSArray
    for (index, animation) in (animations ?? []).enumerated() {
      guard let animation = animation as? CAAnimation else { continue }
      layer.add(animation, forKey: keys.flatMap { index < $0.count ? $0[index] as? String : nil })
    }
  }

  /// The properties that an archive may have.
  private static func archivedKeys(of object: any Archivable) -> [LayerKey] {
    object.keyTable.keys.filter { !$0.isAlias && !$0.isReadOnly && $0.name != "delegate" }
  }

  static func isChanged(_ key: String, of object: any Archivable) -> Bool {
    if key == "animations", let layer = object as? CALayer { return !layer.addedAnimations.isEmpty }
    let table = object.keyTable
    guard let known = table.key(key) else { return object.storedValues[key] != nil }
    return known.value(of: object) != known.value(of: table.makeObject())
  }

  static func archivedClass(of object: any Archivable) -> AnyClass {
    ArchiveNames.nearest(to: object, or: { type(of: object.keyTable.makeObject()) })
  }
}

extension NSCoder {
  /// Returns an object of an archive; `nil` where the archive has none under the key.
  func decodeArchived(forKey key: String) -> Any? {
    KeyedCoding.knowsEarlierNames && containsValue(forKey: key)
      ? decodeObject(of: ArchivedValue.classes, forKey: key) : nil
  }

  /// Returns the value that an object of an archive represents.
  func decodeValue(forKey key: String) -> Any? { decodeArchived(forKey: key).map(ArchivedValue.value(of:)) }
}
