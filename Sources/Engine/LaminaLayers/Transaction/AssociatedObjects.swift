// This source file is part of Lamina, licensed under the Apache License 2.0 with the Runtime Library Exception of Swift: see LICENSE.
// SPDX-License-Identifier: Apache-2.0 WITH Swift-exception

internal import Foundation
internal import LaminaGraphics
internal import Synchronization

// What programs for Apple's platforms give objects besides their properties, mostly in extensions. There it is the
// Objective-C runtime's.

/// How what is associated with an object is kept, by the Objective-C runtime's names.
public enum objc_AssociationPolicy: UInt, Sendable {
  /// Not kept alive: nothing is there once it has gone.
  case OBJC_ASSOCIATION_ASSIGN = 0
  /// Kept alive.
  case OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1
  /// A copy of it is kept, where it can be copied.
  case OBJC_ASSOCIATION_COPY_NONATOMIC = 3
  /// Kept alive.
  case OBJC_ASSOCIATION_RETAIN = 769
  /// A copy of it is kept, where it can be copied.
  case OBJC_ASSOCIATION_COPY = 771
}

/// Associates a value with an object under a key.
///
/// It lasts as long as the object. What an object that has gone held is let go later, when others are given something,
/// since nothing tells of its end; so a `deinit` of such a value may run late. Any thread may call this.
///
/// - Parameters:
///   - object: An object of a class. Nothing is kept for other values.
///   - key: An address; that of a global or static variable, `&key`, is always the same.
///   - value: The value; `nil` takes away what is there.
///   - policy: How it is kept.
public func objc_setAssociatedObject(
  _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) {
  AssociatedObjects.set(object as AnyObject, UInt(bitPattern: key), value.map { AssociatedObjects.Value($0, policy) })
}

/// The value that is associated with an object under a key; `nil` without any.
public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
  AssociatedObjects.value(object as AnyObject, UInt(bitPattern: key))
}

/// Takes away all that is associated with an object.
public func objc_removeAssociatedObjects(_ object: Any) {
  AssociatedObjects.removeAll(object as AnyObject)
}

/// The values of all objects.
private enum AssociatedObjects {
  struct Value {
    private let kept: Any?
    private weak var object: AnyObject?

    init(_ value: Any, _ policy: objc_AssociationPolicy) {
      switch policy {
      case .OBJC_ASSOCIATION_ASSIGN: (kept, object) = (nil, value as AnyObject)
      case .OBJC_ASSOCIATION_RETAIN, .OBJC_ASSOCIATION_RETAIN_NONATOMIC: kept = value
      case .OBJC_ASSOCIATION_COPY, .OBJC_ASSOCIATION_COPY_NONATOMIC: kept = (value as? any NSCopying)?.copy() ?? value
      }
    }

    var current: Any? { kept ?? object }
  }

  /// The values of one object; of none, once it has gone and another may lie at its place.
  private struct Owner {
    weak var object: AnyObject?
    var values: [UInt: Value] = [:]
  }

  /// What is kept belongs to the threads of the objects; the table alone is guarded.
  private struct Table: @unchecked Sendable {
    var owners: [ObjectIdentifier: Owner] = [:]
    /// As many owners make it worth a look for those that have gone.
    var limit = 64

    /// Takes out owners that have gone, now and then, and returns them, so that they end outside of the lock; with the
    /// objects that were looked at, of which one may have been let go by everybody else in the meantime.
    mutating func sweep() -> [Any] {
      guard owners.count >= limit else { return [] }
      var looked: [Any] = []
      for (place, owner) in owners {
        if let object = owner.object {
          looked.append(object)
        } else {
          looked.append(owner)
          owners[place] = nil
        }
      }
      limit = max(64, 2 * owners.count)
      return looked
    }
  }

  private static let table = Locked(Table())

  static func set(_ object: AnyObject, _ key: UInt, _ value: Value?) {
    nonisolated(unsafe) let (object, value) = (object, value)
    // What is replaced may end an object whose `deinit` asks again, so it leaves the lock before it ends.
    let ended = table.withLock { table in
      let place = ObjectIdentifier(object)
      var owner = table.owners[place] ?? Owner(object: object)
      var ended: [Any] = [owner.values[key] as Any]
      if owner.object !== object {
        ended.append(owner)
        owner = Owner(object: object)
      }
      owner.values[key] = value
      table.owners[place] = owner.values.isEmpty ? nil : owner
      return Ended(values: ended + table.sweep())
    }
    withExtendedLifetime(ended) {}
  }

  static func value(_ object: AnyObject, _ key: UInt) -> Any? {
    nonisolated(unsafe) let object = object
    return table.withLock { table in
      guard let owner = table.owners[ObjectIdentifier(object)], owner.object === object else {
        return Ended(values: [])
      }
      return Ended(values: owner.values[key]?.current.map { [$0] } ?? [])
    }.values.first
  }

  static func removeAll(_ object: AnyObject) {
    nonisolated(unsafe) let object = object
    let ended = table.withLock { table in
      Ended(values: [table.owners.removeValue(forKey: ObjectIdentifier(object)) as Any])
    }
    withExtendedLifetime(ended) {}
  }

  /// Values on their way out of the lock.
  private struct Ended: @unchecked Sendable {
    let values: [Any]
  }
}
