// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation

// Archives: every key of a class's table whose value is not the default, as an object under the key's name. The members
// that subclasses override are in the bodies of the classes and call these.

/// The keys of archives besides properties.
private enum ArchiveKey {
  static let animations = "CALayerAnimations"
  static let animationKeys = "CALayerAnimationKeys"
  static let strangers = "LaminaKeys"
}

extension LayerKeyTable {
  /// Writes the properties of an object that the archive wants.
  func encode(_ object: AnyObject, with coder: NSCoder, where isWanted: (String) -> Bool) {
    for key in keys where !key.isAlias && !key.isReadOnly && key.name != "delegate" && isWanted(key.name) {
      let value = key.read(object)
      if case .none = value {
        coder.encode(NSNull(), forKey: key.name)
      } else if let archived = ArchivedValue.object(for: value) {
        coder.encode(archived, forKey: key.name)
      } else {
        CALayer.archiveFailureHandler(.leftOut(key: key.name, type: value.typeName))
      }
    }
  }

  /// Sets the properties of an object that the archive has.
  func decode(_ object: AnyObject, with coder: NSCoder) {
    for key in keys
    where !key.isAlias && !key.isReadOnly && key.name != "delegate" && coder.containsValue(forKey: key.name) {
      guard let archived = coder.decodeObject(of: ArchivedValue.classes, forKey: key.name) else { continue }
      guard let value = LayerValue(ArchivedValue.value(of: archived), as: key.type), key.set(value, on: object) else {
        CALayer.archiveFailureHandler(.unfit(key: key.name, type: "\(Swift.type(of: archived))"))
        continue
      }
    }
  }

  /// Whether a property differs from its value on a new object.
  func isChanged(_ key: String, of object: AnyObject, from fresh: AnyObject) -> Bool {
    self.key(key).map { $0.read(object) != $0.read(fresh) } ?? false
  }
}

extension NSCoder {
  /// Writes the values that were set under keys that are no properties, as far as an archive can hold them.
  fileprivate func encodeStrangers(_ values: [String: Any], where isWanted: (String) -> Bool) {
    var held: [String: Any] = [:]
    for (key, value) in values where isWanted(key) {
      guard let object = ArchivedValue.object(forAny: value) else {
        CALayer.archiveFailureHandler(.leftOut(key: key, type: "\(type(of: value))"))
        continue
      }
      held[key] = object
    }
    if !held.isEmpty { encode(NSDictionary(dictionary: held), forKey: ArchiveKey.strangers) }
  }

  fileprivate func decodeStrangers() -> [String: Any] {
    guard containsValue(forKey: ArchiveKey.strangers),
      let held = decodeObject(of: ArchivedValue.classes, forKey: ArchiveKey.strangers)
    else { return [:] }
    return ArchivedValue.value(of: held) as? [String: Any] ?? [:]
  }
}

extension CALayer {
  final func encodeLayer(with coder: NSCoder) {
    _ = ArchiveDepth.code(with: coder) {
      LayerKeyTable.of(self).encode(self, with: coder, where: shouldArchiveValue(forKey:))
      coder.encodeStrangers(attachments?.copied.values ?? [:], where: shouldArchiveValue(forKey:))
      let added = addedAnimations
      guard !added.isEmpty, shouldArchiveValue(forKey: "animations") else { return }
      coder.encode(NSArray(array: added.map(\.animation)), forKey: ArchiveKey.animations)
      coder.encode(
        NSArray(array: added.map { $0.key.map { NSString(string: $0) } ?? NSNull() }), forKey: ArchiveKey.animationKeys)
    }
  }

  /// Sets the values of an archive.
  ///
  /// - Returns: `false` where the archive is nested too deeply.
  final func decodeLayer(with coder: NSCoder) -> Bool {
    ArchiveDepth.code(with: coder) {
      LayerKeyTable.of(self).decode(self, with: coder)
      for (key, value) in coder.decodeStrangers() { keep(value, forKey: key) }
      guard coder.containsValue(forKey: ArchiveKey.animations) else { return }
      let classes = ArchivedValue.classes
      let animations = coder.decodeObject(of: classes, forKey: ArchiveKey.animations) as? NSArray
      let keys = coder.decodeObject(of: classes, forKey: ArchiveKey.animationKeys) as? NSArray
      for (index, animation) in (animations ?? []).enumerated() {
        guard let animation = animation as? CAAnimation else { continue }
        add(animation, forKey: keys.flatMap { index < $0.count ? $0[index] as? String : nil })
      }
    }
  }

  /// The implementation of `shouldArchiveValue(forKey:)` in `CALayer`.
  final func isArchived(_ key: String) -> Bool {
    if key == "animations" { return !addedAnimations.isEmpty }
    let table = LayerKeyTable.of(self)
    guard table.key(key) != nil else { return attachments?.copied.values?[key] != nil }
    return table.isChanged(key, of: self, from: TransactionState.current.freshLayer(properties.kind))
  }

  /// The class that an archive names.
  final var archivedClass: AnyClass { ArchiveNames.nearest(to: self, or: { type(of: properties.kind.makeLayer()) }) }
}

extension CAAnimation {
  final func encodeAnimation(with coder: NSCoder) {
    _ = ArchiveDepth.code(with: coder) {
      keyTable.encode(self, with: coder, where: shouldArchiveValue(forKey:))
      coder.encodeStrangers(storedValues, where: shouldArchiveValue(forKey:))
    }
  }

  final func decodeAnimation(with coder: NSCoder) -> Bool {
    ArchiveDepth.code(with: coder) {
      keyTable.decode(self, with: coder)
      storedValues = coder.decodeStrangers()
    }
  }

  final func isArchived(_ key: String) -> Bool {
    guard keyTable.key(key) != nil else { return storedValues[key] != nil }
    return keyTable.isChanged(key, of: self, from: AnimationKind(type(of: self)).makeAnimation())
  }

  final var archivedClass: AnyClass {
    ArchiveNames.nearest(to: self, or: { type(of: AnimationKind(type(of: self)).makeAnimation()) })
  }
}

extension CAEmitterCell {
  final func encodeCell(with coder: NSCoder) {
    _ = ArchiveDepth.code(with: coder) {
      keyTable.encode(self, with: coder, where: shouldArchiveValue(forKey:))
      coder.encodeStrangers(storedValues, where: shouldArchiveValue(forKey:))
    }
  }

  final func decodeCell(with coder: NSCoder) -> Bool {
    ArchiveDepth.code(with: coder) {
      keyTable.decode(self, with: coder)
      storedValues = coder.decodeStrangers()
    }
  }

  final func isArchived(_ key: String) -> Bool {
    guard keyTable.key(key) != nil else { return storedValues[key] != nil }
    return keyTable.isChanged(key, of: self, from: CAEmitterCell())
  }

  final var archivedClass: AnyClass { ArchiveNames.nearest(to: self, or: { CAEmitterCell.self }) }
}

extension TransactionState {
  /// Returns an unchanged new layer of a kind, for comparisons; one per thread.
  func freshLayer(_ kind: LayerKind) -> CALayer {
    if let found = freshLayers[kind] { return found }
    let made = kind.makeLayer()
    freshLayers[kind] = made
    return made
  }
}
